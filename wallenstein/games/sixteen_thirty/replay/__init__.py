"""The page that plays a game of Sixteen Thirty Something back."""
