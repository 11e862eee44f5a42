"""Intermediates that several analyses share."""
