"""Bots in processes of their own, for description and trial."""
