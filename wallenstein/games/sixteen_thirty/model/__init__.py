"""The model of the game: state, view, choices, steps that ask, entries, facts of a table."""
