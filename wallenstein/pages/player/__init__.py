"""The page that plays a game back step by step; what is drawn is the game's own."""
