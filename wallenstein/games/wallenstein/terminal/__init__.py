"""Wallenstein's part of the command line."""
