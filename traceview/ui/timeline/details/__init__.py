"""What is told about the selection."""
