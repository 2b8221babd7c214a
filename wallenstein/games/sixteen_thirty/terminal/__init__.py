"""Commands that this game adds to the command line."""
