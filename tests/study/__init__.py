"""Studies of a tiny game of which all answers are known."""
