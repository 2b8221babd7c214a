"""The page that plays a game back."""
