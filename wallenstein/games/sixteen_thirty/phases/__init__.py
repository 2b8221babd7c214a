"""The rules, in the order of the printed ones: set-up, rounds, lobbies, wars, leagues, scoring, market."""
