"""Studies of strategies and rules over many worlds."""
