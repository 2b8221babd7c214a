"""Generalissimo: searches as the marshal does, and learns from each playout what every card adds in every box.

The idea: the marshal compares some sixty plans, and what it finds out of one tells it nothing of the others. But plans
share most of their cards. So the generalissimo takes a plan for the sum of its cards, learns what each card adds to its
chance to win from all playouts, and tries the plans that these lessons speak for. So it finds plans that are not among
those which the regent's sums suggest. And rivals may search, too: it plans several times in the place of each as a
marshal with few playouts would, and expects such plans, the more the better they agree with what is revealed.
"""

from typing import Final

from wallenstein.bots import Offer, Plan, View, register
from wallenstein.games.wallenstein.search.lessons import Lessons, search_plans

from .marshal import Marshal
from .regent import Regent

EACH: Final = 60  # playouts of a search in a rival's place
WIDTH: Final = 24  # plans that it compares


@register("generalissimo")
class Generalissimo(Marshal):
    """Options: those of the marshal but for `finalists` and `rounds`; `searches`, how often it plans in the place of
    each rival."""

    def __init__(
        self, playouts: int = 3000, trials: int = 600, plans: int = 60, noise: float = 1.0, forecast: str = "",
        policy: str = "", styles: str = "", searches: int = 8, log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(playouts, trials, plans, noise, forecast=forecast, policy=policy, styles=styles, log=log)
        self.searches = searches

    def guess(self, view: View) -> None:
        """Adds what each rival may plan if it searches."""
        super().guess(view)
        styles, rival = self.styles, Marshal(EACH, plans=WIDTH, rounds=1)
        if not self.searches or styles is None:
            return
        rival.rng, rival.names = self.rng, self.names
        views = {seat: view.seen_by(seat, self.rng) for seat in styles.plans}
        one = next(iter(views))
        rival.guess(views[one])  # what all rivals think of this seat; of each other they think the same
        assert rival.styles is not None, "it has guessed"
        rival.styles.plans[one], rival.styles.pools[one] = styles.plans[one], [*styles.pools[one]]
        for seat, theirs in views.items():
            styles.expect(seat, self.searched(rival, theirs))

    def searched(self, rival: Marshal, view: View) -> list[Plan]:
        """Plans of a rival, found in its view."""
        offer = view.offer()
        plans = rival.candidates(view, offer, Regent.plan(rival, view, offer))
        return [rival.search(rival.rehearsal(view), offer, plans) for _ in range(self.searches)]

    def plan(self, view: View, offer: Offer) -> Plan:
        """The plan that wins most rehearsals, of those that all rehearsals together speak for."""
        self.guess(view)
        first = Regent.plan(self, view, offer)
        lessons = Lessons(self.table(view, offer, first), offer, first.court)
        plans = self.candidates(view, offer, first)
        return search_plans(lessons, plans, self.rehearsal(view).trial, self.playouts, self.rng)
