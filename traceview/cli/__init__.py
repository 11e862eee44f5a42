"""The command line: one file a sub-command, none of which needs Qt."""
