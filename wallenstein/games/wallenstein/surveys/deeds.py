"""Which actions bots plan, and what becomes of them."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from wallenstein.core.reports.figures import PERCENT, Figure, Heat, Stacks
from wallenstein.core.reports.survey import About, RunPart, Survey
from wallenstein.games.wallenstein.names import ACTIONS, DONE, OUTCOMES
from wallenstein.stats.tally import Tally, bots_of, chosen

SHOWN: Final = ("done", "void", "no-money", "no-site", "no-armies", "no-reach", "revolt-lost")
REST: Final = "other reasons"
WORDS: Final = {"void": "county lost before", "revolt-lost": "lost in a revolt", "no-money": "no Thalers"}


class Deeds(Survey):
    """Actions by bot and outcome."""

    title = "Actions"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        self.seats = np.zeros(len(self.bots))
        self.planned = Tally(len(self.bots), len(ACTIONS))
        self.done = Tally(len(self.bots), len(ACTIONS))
        self.outcomes = Tally(len(self.bots), len(OUTCOMES))

    def add(self, part: RunPart) -> None:
        """Adds the actions of further games."""
        rows = part.rows("actions", ["game", "seat", "action", "outcome"])
        bot = bots_of(part, part.row_of(rows["game"], rows["seat"]))
        self.planned.add(bot, rows["action"])
        self.outcomes.add(bot, rows["outcome"])
        done = rows["outcome"] == DONE
        self.done.add(bot[done], rows["action"][done])
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))

    def figures(self) -> Iterator[Figure]:
        """Actions planned, the share that is done, and why the others are not."""
        played = [place for place in self.order if self.seats[place]]
        names = chosen(self.bots, played)
        text = "How often each action is planned in a game: at most once in each of the six seasons."
        planned = chosen(self.planned.over(self.seats[:, None]), played)
        yield Figure("planned", "Actions planned", text, Heat(names, ACTIONS, planned, "planned"))
        text = "The share of the planned actions that is carried out, in percent."
        done = chosen(self.done.over(self.planned.sums), played)
        yield Figure("done", "Actions carried out", text, Heat(names, ACTIONS, done, "done", PERCENT))
        text = "What becomes of the planned actions."
        parts = tuple(WORDS.get(outcome, outcome.replace("-", " ")) for outcome in SHOWN)
        yield Figure(
            "outcomes", "Outcomes", text, Stacks(names, (*parts, REST), self._shares(played), "share", PERCENT)
        )

    def _shares(self, played: list[int]) -> tuple[tuple[float, ...], ...]:
        """The share of each outcome, rare ones together."""
        shares = self.outcomes.sums / np.maximum(self.outcomes.sums.sum(axis=1, keepdims=True), 1)
        shown = shares[:, [OUTCOMES.index(outcome) for outcome in SHOWN]]
        rest = np.maximum(0.0, shares.sum(axis=1) - shown.sum(axis=1))
        return tuple((*map(float, shown[place]), float(rest[place])) for place in played)
