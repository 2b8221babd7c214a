"""The tables of the game, their rows from the journal, log lines and measures."""
