"""Traces of cloud-tpu-profiler 1.x."""
