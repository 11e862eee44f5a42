"""Widgets that know no tool."""
