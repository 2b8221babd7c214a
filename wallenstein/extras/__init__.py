"""The extras; the rest of the program imports them only by their registration."""
