"""Sequential tests, which may be looked at after every block: a bet against a mean, and the test of a duel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Literal

import numpy as np

from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.stats.results import Floats

# The sequential test of a duel: play on until one of two win shares is accepted.

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


# Evidence that may be looked at after every block: a bet against a mean, whose capital is the evidence.
#
# Who bets against "the mean is at most m" stakes a fraction of the capital on each block being above m. If m is true,
# the capital cannot be expected to grow, whatever the distribution of scores: the chance that it ever reaches 1 /
# alpha is at most alpha (Ville). Several fractions are staked side by side, and their mean is the capital.

FRACTIONS = np.geomspace(0.02, 0.9, 8)
HALVINGS = 30


@dataclass
class Bet:
    """The log capital of bets that the mean score of a block is above `mean`; scores are between 0 and 1."""

    mean: float
    _logs: Floats = field(default_factory=lambda: np.zeros(len(FRACTIONS)), init=False, repr=False)

    def add(self, score: float) -> float:
        """The log capital after one more block."""
        self._logs = self._logs + np.log1p(FRACTIONS * (score / self.mean - 1))
        return _mixed(self._logs)


@dataclass
class BettingTest:
    """Two bets at once: one against "the mean score is at most s0", and one against "it is at least s1".

    The first that reaches its goal decides: H1 is found with a chance of at most `alpha` if s0 or less is true, H0 with
    one of at most `beta` if s1 or more is true, for any scores and however often one looks.
    """

    s0: float
    s1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.s0 < self.s1 < 1:
            raise ConfigError(f"betting: s0 and s1 must be 0 < s0 < s1 < 1, not {self.s0} and {self.s1}")
        self._above, self._below = Bet(self.s0), Bet(1 - self.s1)
        self._verdict = Verdict("continue", 0.0, -log(1 / self.beta), log(1 / self.alpha), 0, "betting")

    def update(self, scores: Iterable[float]) -> Verdict:
        """Add the scores of the next blocks and judge all so far; after a decision, further blocks do not count."""
        for score in scores:
            if not 0 <= score <= 1:
                raise FormatError("betting", "scores of blocks must be between 0 and 1")
            if self._verdict.decision == "continue":
                self._verdict = self._judge(score)
        return self._verdict

    def _judge(self, score: float) -> Verdict:
        above, below = self._above.add(score), self._below.add(1 - score)
        last = self._verdict
        decision: Decision = "continue"
        if above >= last.upper or below >= -last.lower:
            decision = "H1" if above >= last.upper else "H0"
        evidence = above if above >= below else -below
        return Verdict(decision, evidence, last.lower, last.upper, last.blocks + 1, "betting")


class ConfidenceSequence:
    """An interval for a mean that holds after every block at once: looking at it often does not make it wrong.

    It holds all means against which no bet has won 2 / error, upwards or downwards. The order of scores does not
    matter, so it keeps how often each score was seen.
    """

    def __init__(self, error: float = 0.05) -> None:
        if not 0 < error < 1:
            raise ConfigError(f"a confidence sequence needs an error between 0 and 1, not {error}")
        self._goal = log(2 / error)
        self._seen: dict[float, int] = {}

    def add(self, scores: Iterable[float]) -> None:
        """Adds the scores of further blocks, each between 0 and 1."""
        for score in scores:
            if not 0 <= score <= 1:
                raise FormatError("confidence sequence", "scores of blocks must be between 0 and 1")
            self._seen[score] = self._seen.get(score, 0) + 1

    @property
    def blocks(self) -> int:
        """How many blocks it has seen."""
        return sum(self._seen.values())

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the mean; 0 and 1 as long as nothing is known."""
        scores, counts = np.array(sorted(self._seen)), np.array([self._seen[score] for score in sorted(self._seen)])
        return _lowest(scores, counts, self._goal), 1 - _lowest(1 - scores, counts, self._goal)


def _lowest(scores: Floats, counts: Floats, goal: float) -> float:
    """The lowest mean against which the bet on more has not reached its goal; a lower mean is easier to beat."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        mean = (low + high) / 2
        if _mixed(np.log1p(FRACTIONS[:, None] * (scores / mean - 1)) @ counts) >= goal:
            low = mean
        else:
            high = mean
    return low


def _mixed(logs: Floats) -> float:
    """The log of the mean of several capitals."""
    best = float(logs.max())
    return best + log(float(np.exp(logs - best).mean()))
