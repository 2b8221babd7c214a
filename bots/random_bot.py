"""Plays at random: the yardstick that every other bot must beat."""

from typing import Any

from wallenstein import Bot, Plan, register
from wallenstein.bots import Decision, Offer, View


@register("random")
class RandomBot(Bot):
    """Draws every plan and every choice at random; each legal one has a chance."""

    def plan(self, view: View, offer: Offer) -> Plan:
        """A plan dealt from the cards that the seat holds."""
        return offer.random()

    def choose(self, view: View, choice: Decision) -> Any:
        """Any of the options."""
        return choice.options[int(self.rng.random() * len(choice.options))]
