"""Generalissimo: searches as the marshal does, and learns from each playout what every card adds in every box.

The idea: the marshal compares some sixty plans, and what it finds out of one tells it nothing of the others. But plans
share most of their cards. So the generalissimo takes a plan for the sum of its cards, learns what each card adds to its
chance to win from all playouts, and tries the plans that these lessons speak for. It begins with what cards added in
other games, season by season, which is far from what the regent's sums suggest: building early loses, for example. And
rivals may search, too: it plans in the place of each by the same experience, and several times as a marshal with few
playouts would, and expects such plans, the more the better they agree with what is revealed.
"""

from typing import Final

from wallenstein.bots import Offer, Plan, View, register
from wallenstein.games.wallenstein.search.lessons import UNKNOWN, Lessons, experience_of, search_plans

from .marshal import Marshal
from .regent import Regent

EACH: Final = 60  # playouts of a search in a rival's place
WIDTH: Final = 24  # plans that it compares
DRAWN: Final = 16  # plans of each rival by experience
WEIGHT: Final = 4  # how many of them a search counts for


@register("generalissimo")
class Generalissimo(Marshal):
    """Options: those of the marshal but for `finalists` and `rounds`; `searches`, how often it plans in the place of
    each rival; `experience`, a file of `wallenstein train`, or `none`, which alone makes use of `plans` and `noise`."""

    def __init__(
        self, playouts: int = 4200, trials: int = 600, plans: int = 60, noise: float = 1.0, forecast: str = "",
        policy: str = "", styles: str = "", searches: int = 4, experience: str = "", log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(playouts, trials, plans, noise, forecast=forecast, policy=policy, styles=styles, log=log)
        self.searches = searches
        self.experience = UNKNOWN if experience == "none" else experience_of(experience)
        self.lessons: Lessons | None = None  # of its last plan

    def guess(self, view: View) -> None:
        """Adds what each rival may plan if it searches."""
        super().guess(view)
        styles = self.styles
        assert styles is not None, "it has guessed"
        views = {seat: view.seen_by(seat, self.rng) for seat in styles.plans}
        searched: dict[int, list[Plan]] = {seat: [] for seat in views}
        if self.searches:
            rival = Marshal(EACH, plans=WIDTH, rounds=1)
            rival.rng, rival.names = self.rng, self.names
            one = next(iter(views))
            rival.guess(views[one])  # what all rivals think of this seat; of each other they think the same
            assert rival.styles is not None, "it has guessed"
            rival.styles.plans[one], rival.styles.pools[one] = styles.plans[one], [*styles.pools[one]]
            searched = {seat: self.searched(rival, theirs) for seat, theirs in views.items()}
        for seat, theirs in views.items():
            expected = searched[seat] * WEIGHT
            if self.experience:
                lessons = self.learner(theirs, (offer := theirs.offer()), Regent.plan(self, theirs, offer))
                expected += [lessons.plan(self.rng) for _ in range(DRAWN)]
            if expected:
                styles.expect(seat, expected)

    def searched(self, rival: Marshal, view: View) -> list[Plan]:
        """Plans of a rival, found in its view."""
        offer = view.offer()
        plans = rival.candidates(view, offer, Regent.plan(rival, view, offer))
        return [rival.search(rival.rehearsal(view), offer, plans) for _ in range(self.searches)]

    def learner(self, view: View, offer: Offer, first: Plan) -> Lessons:
        """What is known before the first trial."""
        return Lessons(self.table(view, offer, first), offer, first.court, self.experience)

    def plan(self, view: View, offer: Offer) -> Plan:
        """The plan that wins most rehearsals, of those that all rehearsals together speak for."""
        self.guess(view)
        first = Regent.plan(self, view, offer)
        self.lessons = lessons = self.learner(view, offer, first)
        plans = [first] if self.experience else self.candidates(view, offer, first)
        return search_plans(lessons, plans, self.rehearsal(view).trial, self.playouts, self.rng)
