"""Scenarios: a position, forced chance, and decisions; played, logged, and written from recorded games."""
