"""Tuning the options of a bot."""
