"""The dice tower: models, and how they are loaded."""
