"""Games worth looking at: the closest, the biggest upset, and what the game itself finds remarkable."""

from collections.abc import Iterator, Mapping
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.reports.survey import Remarkable, RunPart


class RemarkableResults:
    """Looks for results out of the ordinary, part by part."""

    def __init__(self, bots: tuple[str, ...], strengths: Mapping[str, float | None]) -> None:
        """`strengths` of the bots, on the natural log scale."""
        self.bots = bots
        self.weights = np.array([exp(strengths.get(bot) or 0.0) for bot in bots])
        self.closest: tuple[float, int] = (np.inf, -1)
        self.widest: tuple[float, int] = (-np.inf, -1)
        self.upset: tuple[float, int, int] = (np.inf, -1, -1)

    def add(self, part: RunPart) -> None:
        """Looks at further games; of equal ones the first stays."""
        seats = part.seats
        numbers, starts, game = np.unique(seats["game"], return_index=True, return_inverse=True)
        if not len(numbers):
            return
        sound = np.maximum.reduceat(seats["benched"], starts) == 0
        order = np.lexsort((-seats["score"], game))
        best, second = seats["score"][order][starts], seats["score"][order][np.minimum(starts + 1, len(game) - 1)]
        margin = np.where(sound & (np.bincount(game) > 1), best - second, np.nan)
        self.closest = min(self.closest, self._least(margin, numbers))
        low, number = self._least(-margin, numbers)
        self.widest = max(self.widest, (-low, number))
        self._upsets(seats, game, numbers, sound)

    @staticmethod
    def _least(values: NDArray[np.float64], numbers: NDArray[Any]) -> tuple[float, int]:
        if np.isnan(values).all():
            return np.inf, -1
        place = int(np.nanargmin(values))
        return float(values[place]), int(numbers[place])

    def _upsets(self, seats: Mapping[str, Any], game: NDArray[Any], numbers: NDArray[Any], sound: Any) -> None:
        """The sole winner that strengths gave the least chance."""
        weight = self.weights[seats["bot"]]
        chance = weight / np.bincount(game, weight)[game]
        chance = np.where((seats["win"] == 1) & sound[game], chance, np.inf)
        place = int(np.argmin(chance))
        if chance[place] < self.upset[0]:
            self.upset = float(chance[place]), int(seats["game"][place]), int(seats["bot"][place])

    def found(self) -> Iterator[Remarkable]:
        """What has been found."""
        if self.closest[1] >= 0:
            margin = self.closest[0]
            yield Remarkable(
                "closest: " + ("a tie in points" if margin == 0 else f"won by {margin:g}"), self.closest[1]
            )
        if self.upset[1] >= 0:
            bot, chance = self.bots[self.upset[2]], self.upset[0]
            yield Remarkable(f"biggest upset: won by {bot}, to whom strengths gave {100 * chance:.2g} %", self.upset[1])
        if self.widest[1] >= 0:
            yield Remarkable(f"widest: won by {self.widest[0]:g} points", self.widest[1])
