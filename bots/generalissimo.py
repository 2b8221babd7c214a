"""Generalissimo: searches as the marshal does, and learns from each playout what every card adds in every box.

The idea: the marshal compares some sixty plans, and what it finds out of one tells it nothing of the others. But plans
share most of their cards. So the generalissimo takes a plan for the sum of its cards, learns what each card adds to its
chance to win from all playouts, and tries the plans that these lessons speak for. It makes as many playouts as the
marshal, and finds plans that are not among those which the regent's sums suggest.
"""

from wallenstein.bots import Offer, Plan, View, register
from wallenstein.games.wallenstein.search.lessons import Lessons, search_plans

from .marshal import Marshal
from .regent import Regent


@register("generalissimo")
class Generalissimo(Marshal):
    """Options: those of the marshal but for `finalists` and `rounds`."""

    def __init__(
        self, playouts: int = 3000, trials: int = 600, plans: int = 60, noise: float = 1.0, forecast: str = "",
        policy: str = "", styles: str = "", log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(playouts, trials, plans, noise, forecast=forecast, policy=policy, styles=styles, log=log)

    def plan(self, view: View, offer: Offer) -> Plan:
        """The plan that wins most rehearsals, of those that all rehearsals together speak for."""
        self.guess(view)
        first = Regent.plan(self, view, offer)
        lessons = Lessons(self.table(view, offer, first), offer, first.court)
        plans = self.candidates(view, offer, first)
        return search_plans(lessons, plans, self.rehearsal(view).trial, self.playouts, self.rng)
