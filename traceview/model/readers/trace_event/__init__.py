"""Trace-event JSON."""
