"""Kept intervals, notes and the grid."""
