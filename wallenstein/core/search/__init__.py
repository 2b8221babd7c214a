"""What searches of every game share: playouts, and which choice to try again."""
