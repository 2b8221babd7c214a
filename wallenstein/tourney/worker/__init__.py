"""What a worker does: play a chunk in a separate process, and write its part files."""
