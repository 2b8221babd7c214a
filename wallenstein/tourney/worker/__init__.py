"""The worker: plays a chunk in a separate process, and writes its part files."""
