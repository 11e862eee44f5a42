"""The desktop window. Qt is imported here and nowhere below."""
