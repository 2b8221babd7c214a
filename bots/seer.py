"""Seer: tries its plans and marches in games that it deals itself, and takes what wins most of them.

The idea: the regent's sums say what a card is worth alone, not what becomes of it when the others move too. The seer
takes the regent's plan and others like it, deals what it cannot see (the hidden actions, the event, the rivals' plans),
and plays every plan to the end of the season with quick policies and the same luck for all (common random numbers,
determinized Monte Carlo). A fitted forecast then tells its chance to win. Plans that do worse fall out early
(successive halving). Rivals are not copies of itself: they plan as the regent does, with mistakes, and the less so the
less that fitted what was seen of them. Budgets are counted in playouts, so its games can be repeated anywhere.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wallenstein.bots import Decision, Offer, Plan, View, register
from wallenstein.bots.policies import policy as bot_policy
from wallenstein.bots.search_log import search_note
from wallenstein.core.search.halving import halving
from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.advice.plan_table import PlanTable, plan_table
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, MONEY_CARDS
from wallenstein.games.wallenstein.search.forecast import value_by, win_chance
from wallenstein.games.wallenstein.search.guesses import FITTING, TRUST, Guesses
from wallenstein.games.wallenstein.search.plans import likely_plans, neighbours
from wallenstein.games.wallenstein.search.quick import quick_policy
from wallenstein.games.wallenstein.search.rehearsal import Rehearsal

from .regent import Regent

NOISES: Final = (0.5, 1.0, 1.5)  # parts of the option `noise`, in turn
SEARCHED: Final = ("march", "move", "tile", "revolt", "muster", "defend")


@register("seer")
class Seer(Regent):
    """Options: `playouts` for a plan and `trials` for any other decision; `plans`, how many it compares; `noise`, how
    far these stray from the regent's, in points; `finalists`, the plans that are changed in the second half;
    `forecast`, a file of `wallenstein forecast`; `policy`, a bot that plays the season on in place of quick play;
    `log`, whether it notes what it has tried."""

    def __init__(
        self, playouts: int = 600, trials: int = 80, plans: int = 40, noise: float = 1.0, finalists: int = 3,
        forecast: str = "", policy: str = "", log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.value = value_by(forecast) if forecast else win_chance
        self.policy = bot_policy(policy) if policy else quick_policy
        self.playouts = playouts
        self.trials = trials
        self.plans = plans
        self.noise = noise
        self.finalists = finalists
        self.log = log
        self.agreed: list[float] = []  # by seat, boxes that were as guessed, of those revealed in earlier seasons
        self.revealed: list[float] = []
        self.counted: list[tuple[int, int]] = []  # in this season
        self.guesses: Guesses | None = None
        self.trials_made: dict[tuple[Any, int], float] = {}  # for the open question, by choice and deal

    def decide(self, view: View, decision: Decision) -> Any:
        """The choice, with a note on the search if it keeps a log."""
        self.trials_made = {}
        choice = super().decide(view, decision)
        if self.log and self.trials_made:
            self.note(search_note(self.trials_made))
        return choice

    def plan(self, view: View, offer: Offer) -> Plan:
        """The plan that wins most rehearsals."""
        self.guess(view)
        rehearsal = self.rehearsal(view)
        plans = self.candidates(view, offer, super().plan(view, offer))
        first = halving(plans, rehearsal.trial, self.playouts // 2, self.finalists)
        best = [plan for plan, _ in first[: self.finalists]]
        changed = neighbours(offer, best, self.plans // 2, self.rng)
        return halving(best + changed, rehearsal.trial, self.playouts // 2, self.finalists)[0][0]

    def guess(self, view: View) -> None:
        """A new season begins: what the rivals may plan now."""
        self.remember(view.book.players)
        self.guesses = Guesses(view, view.sample(self.rng), self.rng)

    def remember(self, players: int) -> None:
        """Adds what was seen of the rivals in the season that is over."""
        if not self.counted:
            self.agreed, self.revealed = [FITTING * TRUST] * players, [TRUST] * players
        for seat, (agreed, revealed) in enumerate(self.counted):
            self.agreed[seat] += agreed
            self.revealed[seat] += revealed
        self.counted = [(0, 0)] * players

    def table(self, view: View, offer: Offer, first: Plan) -> PlanTable:
        """What the cards are worth that the regent's plan leaves for the boxes."""
        counties = tuple([county for county in offer.counties if county not in first.court])
        blanks = max(MONEY_CARDS + offer.short, len(ACTIONS) + 1 - len(counties))  # the court may take many cards
        return plan_table(Outlook(view, self.weights), counties, blanks, self.early)

    def candidates(self, view: View, offer: Offer, first: Plan) -> list[Plan]:
        """The regent's plan, and plans that are best if values are a little different; some bid money."""
        table = self.table(view, offer, first)
        sources = [likely_plans(table, offer, self.noise * part, self.rng, first.court) for part in NOISES]
        found = {first: None}
        for number in range(4 * self.plans):
            if len(found) >= self.plans:
                break
            plan = next(sources[number % len(sources)])
            if number % 4 == 3 and view.book.rules.edition == "second":
                plan = plan._replace(bid=int(self.rng.random() * offer.payable))
                if offer.check(plan) is not None:
                    continue
            found[plan] = None
        return list(found)

    def choose(self, view: View, choice: Decision) -> Any:
        """The choice that wins most rehearsals, of those that the regent likes best."""
        if not self.has_planned or choice.kind not in SEARCHED or self.trials < 2:
            return super().choose(view, choice)
        if view.phase == ACTION:
            self.watch(view)
        likely = self.likely(view, choice)
        return halving(likely, self.rehearsal(view).trial, self.trials, 2)[0][0] if len(likely) > 1 else likely[0]

    @property
    def has_planned(self) -> bool:
        """Whether it has a notion of what its rivals plan in this season."""
        return self.guesses is not None

    def watch(self, view: View) -> None:
        """Counts how far the guesses agree with what is revealed."""
        if (guesses := self.guesses) is not None:
            seats = range(view.book.players)
            self.counted = [guesses.agreement(view, seat) if seat in guesses.plans else (0, 0) for seat in seats]

    def likely(self, view: View, choice: Decision, most: int = 8) -> list[Any]:
        """The options that the regent likes best."""
        opinion = self.opinion(view, choice)
        if opinion is None:
            return list(choice.options[:most])
        return sorted(choice.options, key=opinion, reverse=True)[:most]

    def rehearsal(self, view: View) -> Rehearsal:
        """Deals in which the rivals have planned what is guessed of them."""
        rehearsal = Rehearsal(view, self.rng, self.dealer(view), self.value, self.policy)
        self.trials_made = rehearsal.known
        return rehearsal

    def dealer(self, view: View) -> Callable[[], Mapping[int, Plan]]:
        """Draws what the rivals may have planned."""
        guesses = self.guesses
        assert guesses is not None, "it has planned in this season"
        fits = [agreed / revealed for agreed, revealed in zip(self.agreed, self.revealed, strict=True)]
        return lambda: guesses.draw(view, fits, self.rng)
