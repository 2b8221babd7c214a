"""The tables of Wallenstein, their rows from a game's journal, and measures."""
