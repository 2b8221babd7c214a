"""The sequential test keeps its error rates, stops at the first block that decides, and survives odd scores."""

from math import log

import numpy as np
import pytest

from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.stats.betting import FEWEST_BLOCKS, Sprt
from wallenstein.stats.results import Floats


def duel_scores(share: float, blocks: int, rng: np.random.Generator, rotations: int = 4) -> Floats:
    """Shares of wins per block, with half of the games repeating the luck of their block."""
    common, own = rng.random((blocks, 1)) < share, rng.random((blocks, rotations)) < share
    return np.asarray(np.where(rng.random((blocks, rotations)) < 0.5, common, own).mean(axis=1))


def wrong(test: Sprt, truth: float, duels: int, rng: np.random.Generator) -> int:
    """How many duels between hypotheses believe the wrong one, when the truth is one of them."""
    believed = [test.verdict(duel_scores(truth, 3000, rng)).decision for _ in range(duels)]
    assert "continue" not in believed
    return believed.count("H1" if truth == test.s0 else "H0")


HYPOTHESES = [(0.25, 0.30), (0.5, 0.55), (0.5, 0.6), (0.7, 0.8), (0.05, 0.10)]
LIMITS = [0.07, 0.07, 0.07, 0.07, 0.10]  # rare wins that come in clumps are the hardest case


def test_errors_stay_near_their_rates() -> None:
    rng = np.random.default_rng(1)
    test = Sprt(0.25, 0.30, alpha=0.05, beta=0.10)
    assert wrong(test, 0.25, 300, rng) <= 29  # of 300; 5 % are 15, and 29 are four standard deviations more
    assert 10 <= wrong(test, 0.30, 300, rng) <= 51


@pytest.mark.long
@pytest.mark.parametrize(("hypotheses", "limit"), list(zip(HYPOTHESES, LIMITS, strict=True)))
def test_errors_stay_near_their_rates_at_length(hypotheses: tuple[float, float], limit: float) -> None:
    rng = np.random.default_rng(2)
    test = Sprt(*hypotheses)
    for truth in hypotheses:
        assert wrong(test, truth, 3000, rng) / 3000 < limit


def test_bounds_are_walds() -> None:
    assert Sprt(0.4, 0.5, alpha=0.05, beta=0.1).bounds == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))


def test_the_first_decision_stands() -> None:
    test = Sprt(0.25, 0.5)
    first = test.verdict([1.0, 0.75] * 20)
    assert first.decision == "H1"
    assert FEWEST_BLOCKS <= first.blocks < 40
    assert test.verdict([1.0, 0.75] * 20 + [0.0] * 500) == first
    assert test.verdict(([1.0, 0.75] * 20)[: first.blocks]) == first
    before = test.verdict(([1.0, 0.75] * 20)[: first.blocks - 1])
    assert (before.decision, before.blocks) == ("continue", first.blocks - 1)


def test_blocks_may_come_in_pieces() -> None:
    scores = duel_scores(0.3, 400, np.random.default_rng(4)).tolist()
    whole, pieces = Sprt(0.2, 0.3), Sprt(0.2, 0.3)
    for start in range(0, 400, 7):
        last = pieces.update(scores[start : start + 7])
    assert last == whole.verdict(scores)


@pytest.mark.parametrize(("score", "decision"), [(1.0, "H1"), (0.0, "H0"), (0.25, "H0"), (0.6, "H1")])
def test_scores_that_never_vary_decide_soon_but_not_at_once(score: float, decision: str) -> None:
    test = Sprt(0.4, 0.5)
    assert test.verdict([score] * (FEWEST_BLOCKS - 1)).decision == "continue"
    assert test.verdict([score] * 60).decision == decision


def test_no_block_is_no_evidence() -> None:
    assert Sprt(0.4, 0.5).verdict([]).as_dict() == {
        "test": "sprt",
        "decision": "continue",
        "llr": 0.0,
        "lower": -2.944439,
        "upper": 2.944439,
        "blocks": 0,
    }


@pytest.mark.parametrize(
    ("s0", "s1", "alpha", "beta", "sentence"),
    [
        (0.5, 0.5, 0.05, 0.05, "sprt: s0 and s1 must be 0 < s0 < s1 < 1, not 0.5 and 0.5"),
        (0.0, 0.5, 0.05, 0.05, "0 < s0 < s1 < 1"),
        (0.4, 0.5, 0.0, 0.05, "sprt.alpha: must be between 0 and 0.5, not 0.0"),
        (0.4, 0.5, 0.05, 0.5, "sprt.beta: must be between 0 and 0.5, not 0.5"),
    ],
)
def test_impossible_hypotheses_are_refused(s0: float, s1: float, alpha: float, beta: float, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        Sprt(s0, s1, alpha, beta)


def test_scores_beyond_the_scale_are_refused() -> None:
    with pytest.raises(FormatError, match=r"^sprt: scores of blocks must be between 0 and 1$"):
        Sprt(0.4, 0.5).verdict([0.5, 1.5])


def test_as_plain_data_the_ratios_have_six_digits() -> None:
    found = Sprt(0.4, 0.5, alpha=0.05, beta=0.1).verdict([0.5] * 4).as_dict()
    assert (found["lower"], found["upper"]) == (-2.251292, 2.890372)
    assert found["llr"] == round(float(str(found["llr"])), 6)
    assert list(found) == ["test", "decision", "llr", "lower", "upper", "blocks"]
