"""What lies on the table and what a seat sees of it: state, view, steps, decisions, offers, cards."""
