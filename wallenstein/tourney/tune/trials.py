"""A trial of some options: what it won on each seed, and how that compares with another on the same seeds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from wallenstein.record.dataset import Run
from wallenstein.stats.paired import Difference, block_means, paired
from wallenstein.tourney.config.sections import Goal
from wallenstein.tourney.figures.run_summary import SeatRows

HOPELESS: Final = 1.5  # standard errors behind the best one
FEWEST: Final = 3  # blocks from which on a standard error means anything
WHOLE: Final = "whole"
PRUNED: Final = "pruned"


@dataclass
class Trial:
    """Options, and the mean of the goal on each seed that they have played, in order."""

    number: int  # 0: the bot as it is
    options: Mapping[str, Any]
    by_seed: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)  # the mean after each step
    state: str = WHOLE

    def add(self, values: list[float]) -> None:
        """The results of another step."""
        self.by_seed += values
        self.steps.append(self.mean)

    @property
    def mean(self) -> float:
        """The mean over all seeds so far."""
        return float(np.mean(self.by_seed))

    def ahead_of(self, other: "Trial") -> Difference:
        """How much higher it is than another, on the seeds that both have played."""
        count = min(len(self.by_seed), len(other.by_seed))
        seeds = range(count)
        return paired(seeds, other.by_seed[:count], seeds, self.by_seed[:count])

    def is_hopeless(self, best: "Trial") -> bool:
        """Whether it lies so far behind that more seeds are not worth their time."""
        behind = np.subtract(best.by_seed[: len(self.by_seed)], self.by_seed)
        if len(behind) < FEWEST:
            return False
        return bool(behind.mean() > HOPELESS * behind.std(ddof=1) / np.sqrt(len(behind)))


def results_of(run: Run, goal: Goal) -> dict[str, list[float]]:
    """By bot, the mean of the goal on each seed."""
    rows = SeatRows(run)
    values = {"wins": rows.win, "score": rows.score, "rank": -rows.rank.astype(float)}[goal]
    found = {}
    for number, name in enumerate(rows.entries):
        here = (rows.bot == number) & rows.counts
        found[name] = block_means(rows.block[here], values[here])[1].tolist()
    return found
