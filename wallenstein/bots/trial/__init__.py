"""Trying a bot: games in a process of its own, and what they say about it."""
