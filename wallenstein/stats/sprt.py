"""The sequential test of a duel: play on until one of two win shares is accepted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Literal

import numpy as np

from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.stats.results import Floats

Decision = Literal["H0", "H1", "continue"]

FEWEST_BLOCKS = 8


@dataclass(frozen=True)
class Verdict:
    """What the blocks say. `llr` is the evidence on the log scale after `blocks` blocks; later ones do not count.

    For `test = "sprt"` it is the log likelihood ratio; for `"betting"` the log capital of the bet that has won more,
    negative if that is the bet against s1.
    """

    decision: Decision
    llr: float
    lower: float
    upper: float
    blocks: int
    test: str = "sprt"

    def as_dict(self) -> dict[str, object]:
        """Plain data with keys in a fixed order."""
        return {
            "test": self.test,
            "decision": self.decision,
            "llr": round(self.llr, 6) + 0.0,
            "lower": round(self.lower, 6),
            "upper": round(self.upper, 6),
            "blocks": self.blocks,
        }


@dataclass
class Sprt:
    """Tests H1 "the mean score of a block is s1" against H0 "it is s0" with error rates alpha and beta.

    Scores are between 0 and 1, such as the candidate's share of a block's wins. They must come in the order of
    the schedule: the test ends with the first block that decides, and later ones do not change it.
    """

    s0: float
    s1: float
    alpha: float = 0.05
    beta: float = 0.05
    _scores: list[float] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 < self.s0 < self.s1 < 1:
            raise ConfigError(f"sprt: s0 and s1 must be 0 < s0 < s1 < 1, not {self.s0} and {self.s1}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise ConfigError(f"sprt.{name}: must be between 0 and 0.5, not {rate}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which H0 and H1 are taken (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def update(self, scores: Iterable[float]) -> Verdict:
        """Add the scores of the next blocks and judge all so far."""
        self._scores.extend(scores)
        return self.verdict(self._scores)

    def verdict(self, block_scores: Sequence[float] | Floats) -> Verdict:
        """Judge these blocks, in the order of the schedule."""
        lower, upper = self.bounds
        ratios = self._ratios(np.asarray(block_scores, np.float64))
        beyond = (ratios <= lower) | (ratios >= upper)
        beyond[: FEWEST_BLOCKS - 1] = False
        decided = np.flatnonzero(beyond)
        blocks = int(decided[0]) + 1 if len(decided) else len(ratios)
        llr = float(ratios[blocks - 1]) if blocks else 0.0
        decision: Decision = "continue"
        if len(decided):
            decision = "H0" if llr <= lower else "H1"
        return Verdict(decision, llr, lower, upper, blocks)

    def _ratios(self, scores: Floats) -> Floats:
        """The log likelihood ratio after each block.

        A block counts as the mean of `1 / size` coin tosses, the number that gives the variance of the blocks.
        Unlike a normal approximation with the measured variance, this is accurate for shares far from one half.
        One imaginary toss between the hypotheses keeps the variance above 0 from the start.
        """
        if not ((scores >= 0) & (scores <= 1)).all():
            raise FormatError("sprt", "scores of blocks must be between 0 and 1")
        blocks = np.arange(1, len(scores) + 1)
        won = scores.cumsum()
        middle = (self.s0 + self.s1) / 2
        mean = (won + middle) / (blocks + 1)
        variance = ((scores**2).cumsum() + middle) / (blocks + 1) - mean**2
        size = variance / (mean * (1 - mean))
        gain, loss = log(self.s1 / self.s0), log((1 - self.s1) / (1 - self.s0))
        return np.asarray((won * gain + (blocks - won) * loss) / size, np.float64)
