"""Fuzzing of the readers: whatever a file holds, it opens or says why not, within a second."""
