"""The dice tower: models, and how one is chosen."""
