"""Sequential tests, which may be looked at after every block: a bet against a mean, and the test of a duel."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log, log1p
from typing import Literal

import numpy as np

from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.stats.results import Floats

Decision = Literal["H0", "H1", "continue"]

FRACTIONS = np.geomspace(0.02, 0.9, 8)
MOST = 0.9  # of the capital that a block may cost
HOPED = 0.8  # the part of the capital that is staked for the expected mean
KNOWN = 4  # blocks that the variance counts at the start
HALVINGS = 30


@dataclass(frozen=True)
class Verdict:
    """The verdict on the blocks up to a decision. A manifest keeps its `vars`.

    `llr` is the evidence: the log capital of the bet that has won more, negative if that is the bet against s1.
    """

    test: str
    decision: Decision
    llr: float
    lower: float
    upper: float
    blocks: int


@dataclass
class Bet:
    """The log capital of bets that the mean score of a block is above `mean`; scores are between 0 and 1.

    Most of it is staked for the fastest growth if the mean is `expected`, by the variance of the blocks so far; the
    rest in fixed fractions, which grow if the mean is another.
    """

    mean: float
    expected: float  # above the mean
    _logs: Floats = field(default_factory=lambda: np.zeros(len(FRACTIONS)), init=False, repr=False)
    _hoped: float = field(default=0.0, init=False, repr=False)
    _blocks: int = field(default=0, init=False, repr=False)
    _sum: float = field(default=0.0, init=False, repr=False)
    _squares: float = field(default=0.0, init=False, repr=False)

    def add(self, score: float) -> float:
        """The log capital after one more block."""
        above = score - self.mean
        self._hoped += log1p(self.stake * above)
        self._logs = self._logs + np.log1p(FRACTIONS * above / self.mean)
        self._blocks, self._sum, self._squares = self._blocks + 1, self._sum + above, self._squares + above * above
        return float(np.logaddexp(self._hoped + log(HOPED), _mixed(self._logs) + log(1 - HOPED)))

    @property
    def stake(self) -> float:
        """The capital that the next block wins or loses for each unit of its score above or below the mean."""
        gap, count = self.expected - self.mean, KNOWN + self._blocks
        squares = KNOWN * self.mean * (1 - self.mean) / 2 + self._squares
        variance = (squares - self._sum * self._sum / count) / count
        return min(gap / (variance + gap * gap), MOST / self.mean)


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
        self._above, self._below = Bet(self.s0, self.s1), Bet(1 - self.s1, 1 - self.s0)
        self._lower, self._upper = -log(1 / self.beta), log(1 / self.alpha)
        self._verdict = self._said("continue", 0.0, 0)

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
        decision: Decision = "continue"
        if above >= self._upper or below >= -self._lower:
            decision = "H1" if above >= self._upper else "H0"
        return self._said(decision, above if above >= below else -below, self._verdict.blocks + 1)

    def _said(self, decision: Decision, evidence: float, blocks: int) -> Verdict:
        lower, upper = round(self._lower, 6), round(self._upper, 6)
        return Verdict("betting", decision, round(evidence, 6) + 0.0, lower, upper, blocks)


class ConfidenceSequence:
    """An interval for a mean that holds after every block at once: looking at it often does not make it wrong.

    It holds all means against which no bet has won 2 / error, upwards or downwards. With a `precision`, most of the
    capital is staked for the fastest growth if the mean is off by that much, by the variance of the blocks before.
    """

    def __init__(self, error: float = 0.05, precision: float | None = None) -> None:
        if not 0 < error < 1:
            raise ConfigError(f"a confidence sequence needs an error between 0 and 1, not {error}")
        self._goal = log(2 / error)
        self._precision = precision
        self.blocks = 0
        self._seen: dict[tuple[float, float], int] = {}  # how often a score was seen with a stake
        self._sum, self._squares = KNOWN * 0.5, KNOWN * 0.3125  # of a few imagined blocks, which scores join

    def add(self, scores: Iterable[float]) -> None:
        for score in scores:
            if not 0 <= score <= 1:
                raise FormatError("confidence sequence", "scores of blocks must be between 0 and 1")
            key = self._stake(), score
            self._seen[key] = self._seen.get(key, 0) + 1
            self.blocks += 1
            self._sum, self._squares = self._sum + score, self._squares + score * score

    def _stake(self) -> float:
        """The capital staked for each unit of a score; with two digits, so that there are few of them."""
        if self._precision is None:
            return 0.0
        count = KNOWN + self.blocks
        variance = self._squares / count - (self._sum / count) ** 2
        return float(f"{self._precision / variance:.2g}")

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of the mean; 0 and 1 as long as nothing is known."""
        seen = np.array(sorted(self._seen)).reshape(-1, 2)
        counts = np.array([self._seen[stake, score] for stake, score in seen.tolist()])
        stakes, scores = seen.T
        return self._lowest(stakes, scores, counts), 1 - self._lowest(stakes, 1 - scores, counts)

    def _lowest(self, stakes: Floats, scores: Floats, counts: Floats) -> float:
        """The lowest mean against which the bet on more has not reached its goal; a lower mean is easier to beat."""
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            mean = (low + high) / 2
            capital = _mixed(np.log1p(FRACTIONS[:, None] * (scores / mean - 1)) @ counts)
            if self._precision is not None:
                hoped = float(np.log1p(np.minimum(stakes, MOST / mean) * (scores - mean)) @ counts)
                capital = float(np.logaddexp(hoped + log(HOPED), capital + log(1 - HOPED)))
            if capital >= self._goal:
                low = mean
            else:
                high = mean
        return low


def _mixed(logs: Floats) -> float:
    best = float(logs.max())
    return best + log(float(np.exp(logs - best).mean()))
