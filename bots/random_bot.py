"""Plays at random: the yardstick that every other bot must beat."""

from typing import Any

from wallenstein.bots import BaseBot, register


@register("random")
class RandomBot(BaseBot):
    """Makes every choice at random, in any game."""

    def decide(self, view: Any, decision: Any) -> Any:
        """One of all legal choices."""
        return decision.random(self.rng)
