"""Scenarios: a position, forced chance, decisions; played, logged, and written from recorded games."""
