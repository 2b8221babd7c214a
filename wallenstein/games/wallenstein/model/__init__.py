"""The model of the game: state, view, steps, decisions, offers, cards."""
