"""Commands that play many games, or follow and check those that were played."""
