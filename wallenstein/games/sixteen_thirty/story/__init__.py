"""A game told in words, turn by turn."""
