"""What reports say of games of Sixteen Thirty Something: points over the turns, lobbies, wars."""
