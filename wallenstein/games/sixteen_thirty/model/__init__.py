"""The model of the game: state, view, choices, steps that ask, entries, what the facts of a table are."""
