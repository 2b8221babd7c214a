"""What follows from the games so far: when a cell ends, and which tables its next round has."""
