"""Columnar event model, queries over it, and the file readers that fill it. No Qt here."""
