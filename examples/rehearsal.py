"""Rehearsal: before it marches, it tries every attack a few times on sampled states.

Run it from the repository's folder:

    wallenstein bots check examples/rehearsal.py
    wallenstein play --bots examples/rehearsal.py,random,random

It shows three things that a bot can use: the lists of the view, the offer that repairs a plan, and `view.sample`, which
returns a complete state that agrees with the view, to play on.
"""

from typing import Any

from wallenstein import Bot, Plan, register
from wallenstein.bots import Decision, Offer, View
from wallenstein.games.wallenstein.names import NEUTRAL


@register("rehearsal")
class Rehearsal(Bot):
    """Strong counties recruit and attack; rich ones pay for it."""

    def __init__(self, tries: int = 3) -> None:
        """`tries`: how often it tries each attack."""
        self.tries = tries

    def plan(self, view: View, offer: Offer) -> Plan:
        """One county for each of five actions; `repair` covers the boxes that must not stay empty."""
        book = view.book
        free = list(offer.counties)

        def take(worth: list[int]) -> int | None:
            # a county card lies in one box only, so a county that is taken is no longer free
            best = max(free, key=lambda county: worth[county], default=None)
            if best is not None:
                free.remove(best)
            return best

        def open_to(county: int) -> bool:
            return any(view.owner[near] != view.seat for near in book.neighbours[county])

        # lists by county: every county has an entry, whoever owns it
        force = [armies if open_to(county) else 0 for county, armies in enumerate(view.armies)]
        calm_taxes = [taxes - 3 * markers for taxes, markers in zip(book.board.taxes, view.markers, strict=True)]
        calm_grain = [grain - 3 * markers for grain, markers in zip(book.board.grain, view.markers, strict=True)]
        wishes = {
            "combat-a": take(force),
            "combat-b": take(force),
            "deploy-5": take(force),
            "taxes": take(calm_taxes),
            "grain": take(calm_grain),
        }
        return offer.repair(Plan.of(wishes, bid=1))

    def choose(self, view: View, choice: Decision) -> Any:
        """Rehearses marches; returns the default for everything else."""
        if choice.kind != "march":
            return choice.default
        # of the marches to each county only the strongest: the others win less often
        strongest = {to: (to, armies) for to, armies in choice.options}
        return max(strongest.values(), key=lambda march: self.rehearse(view, march))

    def rehearse(self, view: View, march: tuple[int, int]) -> float:
        """How good the state is afterwards, on average: its counties, and a little for each army."""
        total = 0.0
        for _ in range(self.tries):
            state = view.sample(self.rng)  # its cards, cubes and chance are drawn from our own generator
            state.apply(march)  # plays on to the next decision, whoever has to make it
            total += state.owner.count(view.seat) + 0.1 * sum(
                armies for county, armies in enumerate(state.armies) if state.owner[county] == view.seat
            )
            # a rival's loss is worth more than an empty county's
            if view.owner[march[0]] not in (NEUTRAL, view.seat) and state.owner[march[0]] == view.seat:
                total += 0.5
        return total / self.tries
