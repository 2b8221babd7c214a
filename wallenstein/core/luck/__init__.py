"""Luck that can be repeated: seeds, streams of chance, draws, and chances to win."""
