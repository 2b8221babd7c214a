"""The check of a bot: games in a separate process, and the findings."""
