"""Tuning: which options make a bot strongest, found by proposals, tournaments, and games on fresh seeds."""
