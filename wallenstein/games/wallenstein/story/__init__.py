"""The story of a game, from its journal: items of a page, shown as plain text or in a terminal."""
