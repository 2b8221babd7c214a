"""The common parts of all games' searches: playouts, and the choice to try again."""
