"""Analyses: pure functions from a Capture to a Result."""
