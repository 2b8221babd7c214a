"""Marshal: searches as the seer does, longer, and finds out how each of its rivals plays.

The idea: what a plan is worth depends on what the others do in the same season, and they do not all plan alike. The
marshal asks what the regent, the warlord, the miller and the settler would plan in each rival's place, and believes
each of them as far as it foresaw the boxes that were revealed (a mixture by Bayes' rule; somebody who plays like none
of them plans with mistakes). In the positions that it deals, rivals plan by that mixture. Plans are improved in two
rounds of changes instead of one, with five times the playouts; they are counted, so its games can be repeated.
"""

from collections.abc import Callable, Mapping

from wallenstein.bots import Offer, Plan, View, register
from wallenstein.core.search.halving import halving
from wallenstein.games.wallenstein.search.plans import neighbours
from wallenstein.games.wallenstein.search.rehearsal import Rehearsal
from wallenstein.games.wallenstein.search.styles import PRIOR, STYLES, Styles

from .regent import Regent
from .seer import Seer


@register("marshal")
class Marshal(Seer):
    """Options: those of the seer; `rounds`, how often the best plans are changed; `styles`, the names of the bots that
    rivals may play like, with commas between them, all equally likely at first."""

    def __init__(
        self, playouts: int = 3000, trials: int = 600, plans: int = 60, noise: float = 1.0, finalists: int = 3,
        rounds: int = 2, forecast: str = "", policy: str = "", styles: str = "",
        log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(playouts, trials, plans, noise, finalists, forecast, policy, log)
        self.names = [name.strip() for name in styles.split(",")] if styles else STYLES
        self.rounds = rounds
        self.styles: Styles | None = None

    def plan(self, view: View, offer: Offer) -> Plan:
        """The plan that wins most rehearsals."""
        self.guess(view)
        rehearsal = self.rehearsal(view)
        return self.search(rehearsal, offer, self.candidates(view, offer, Regent.plan(self, view, offer)))

    def search(self, rehearsal: Rehearsal, offer: Offer, plans: list[Plan]) -> Plan:
        """The best of these plans and of changes of the best ones."""
        budget = self.playouts // (1 + self.rounds)
        for _ in range(self.rounds):
            found = halving(plans, rehearsal.trial, budget, self.finalists)
            best = [plan for plan, _ in found[: self.finalists]]
            plans = best + neighbours(offer, best, self.plans // 2, self.rng)
        return halving(plans, rehearsal.trial, budget, self.finalists)[0][0]

    @property
    def has_planned(self) -> bool:
        """Whether it has a notion of what its rivals plan in this season."""
        return self.styles is not None

    def guess(self, view: View) -> None:
        """A new season begins: what each rival may plan now, in every style."""
        if self.styles is None:
            prior = PRIOR if self.names is STYLES else [0.0] * (len(self.names) + 1)
            self.styles = Styles(view.book.players, self.names, prior)
        self.styles.begin(view, view.sample(self.rng), self.rng)

    def watch(self, view: View) -> None:
        """Believes the styles that foresaw what is revealed."""
        if self.styles is not None:
            self.styles.look(view)

    def dealer(self, view: View) -> Callable[[], Mapping[int, Plan]]:
        """Draws the rivals' plans by the mixture of styles."""
        styles = self.styles
        assert styles is not None, "it has planned in this season"
        return lambda: styles.draw(view, self.rng)
