"""From events to pixels."""
