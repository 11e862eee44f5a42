"""Sections and tracks: where they stand, and the column of their names."""
