"""Checking a bot: games in a separate process, and the findings."""
