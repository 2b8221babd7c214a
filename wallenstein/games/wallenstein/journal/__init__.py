"""The tables of Wallenstein, their rows from a game's journal, and what is measured of them."""
