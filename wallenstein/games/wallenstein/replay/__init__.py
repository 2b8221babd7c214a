"""The page that plays a game of Wallenstein back on the map."""
