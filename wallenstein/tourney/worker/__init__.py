"""What a worker does: play a chunk in a process of its own, and write it down."""
