"""Bots in processes of their own: a keeper starts them, loaders have a bot loaded, each seat has one for each game."""
