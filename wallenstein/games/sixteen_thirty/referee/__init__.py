"""Plays scenarios with forced chance, and writes games as scenarios."""
