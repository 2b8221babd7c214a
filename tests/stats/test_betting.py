"""Bets hold their error rates for all shares and at every look; they decide at the first block that settles it."""

from itertools import product
from math import exp, log

import numpy as np
import pytest

from tests.stats.duels import duel_scores
from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.stats.betting import FRACTIONS, KNOWN, Bet, BettingTest, ConfidenceSequence

HYPOTHESES = [(0.25, 0.30), (0.5, 0.55), (0.5, 0.6), (0.7, 0.8), (0.05, 0.10), (0.85, 0.9), (0.9, 0.95), (0.02, 0.05)]


def wrong(hypotheses: tuple[float, float], truth: float, duels: int, rng: np.random.Generator) -> int:
    found = []
    for _ in range(duels):
        found.append(BettingTest(*hypotheses).update(duel_scores(truth, 2000, rng)).decision)
    return found.count("H1" if truth == hypotheses[0] else "H0")


def test_errors_stay_below_their_rates_near_the_end_of_the_scale() -> None:
    rng = np.random.default_rng(1)
    for truth in (0.85, 0.95):
        assert wrong((0.85, 0.95), truth, 60, rng) <= 9  # of 60; 5 % are 3


@pytest.mark.long
@pytest.mark.parametrize("hypotheses", HYPOTHESES)
def test_errors_stay_below_their_rates_everywhere(hypotheses: tuple[float, float]) -> None:
    rng = np.random.default_rng(2)
    for truth in hypotheses:
        assert wrong(hypotheses, truth, 500, rng) / 500 < 0.05 + 3 * (0.05 * 0.95 / 500) ** 0.5


def test_the_capital_of_a_true_mean_is_expected_to_stay() -> None:
    """All sequences of four blocks, each weighed by its chance: the mean of the capital is 1, whatever the scores."""
    scores, chances = (0.0, 0.25, 1.0), (0.5, 0.3, 0.2)
    mean = float(np.dot(scores, chances))
    expected = 0.0
    for places in product(range(3), repeat=4):
        bet = Bet(mean, 0.7)
        for place in places:
            capital = bet.add(scores[place])
        expected += exp(capital) * float(np.prod([chances[place] for place in places]))
    assert expected == pytest.approx(1, abs=1e-12)


def test_the_capital_is_the_mean_of_all_stakes() -> None:
    bet, hoped = Bet(0.4, 0.5), 1.0
    for score in (1.0, 0.0, 0.5):
        hoped *= 1 + bet.stake * (score - 0.4)
        capital = bet.add(score)
    each = [np.prod([1 + f * (score / 0.4 - 1) for score in (1.0, 0.0, 0.5)]) for f in FRACTIONS]
    assert capital == pytest.approx(log(0.8 * hoped + 0.2 * float(np.mean(each))))


def test_the_stake_follows_the_variance_of_the_blocks_before() -> None:
    wild, calm = Bet(0.5, 0.6), Bet(0.5, 0.6)
    assert wild.stake == pytest.approx(0.1 / (0.125 + 0.01))
    for score in (0.0, 1.0) * 20:
        wild.add(score)
    for score in (0.45, 0.55) * 20:
        calm.add(score)
    assert wild.stake < 0.1 / 0.23
    assert calm.stake == 0.9 / 0.5  # never more than nine tenths of the capital


@pytest.mark.parametrize(("score", "decision"), [(1.0, "H1"), (0.0, "H0"), (0.25, "H0"), (0.7, "H1")])
def test_scores_that_never_vary_decide(score: float, decision: str) -> None:
    assert BettingTest(0.4, 0.6).update([score] * 60).decision == decision


def test_the_first_decision_stands_and_blocks_may_come_in_pieces() -> None:
    scores = duel_scores(0.4, 400, np.random.default_rng(4)).tolist()
    whole = BettingTest(0.2, 0.3).update(scores)
    pieces = BettingTest(0.2, 0.3)
    for start in range(0, 400, 7):
        last = pieces.update(scores[start : start + 7])
    assert last == whole
    assert whole.decision == "H1"
    assert BettingTest(0.2, 0.3).update(scores[: whole.blocks - 1]).decision == "continue"
    assert BettingTest(0.2, 0.3).update(scores[: whole.blocks] + [0.0] * 500) == whole


def test_as_plain_data_the_evidence_says_which_bet_won() -> None:
    lost = vars(BettingTest(0.4, 0.5, alpha=0.05, beta=0.1).update([0.0] * 40))
    assert (lost["test"], lost["decision"]) == ("betting", "H0")
    assert (lost["lower"], lost["upper"]) == (round(-log(10), 6), round(log(20), 6))
    assert isinstance(lost["llr"], float)
    assert lost["llr"] <= -log(10)
    assert lost["llr"] == round(lost["llr"], 6)


def test_no_block_is_no_evidence() -> None:
    assert vars(BettingTest(0.4, 0.5).update([])) == {
        "test": "betting",
        "decision": "continue",
        "llr": 0.0,
        "lower": -2.995732,
        "upper": 2.995732,
        "blocks": 0,
    }


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"betting: s0 and s1 must be 0 < s0 < s1 < 1, not 0.5 and 0.5"):
        BettingTest(0.5, 0.5)
    with pytest.raises(FormatError, match=r"^betting: scores of blocks must be between 0 and 1$"):
        BettingTest(0.4, 0.5).update([1.5])
    with pytest.raises(FormatError, match=r"^confidence sequence: scores of blocks must be between 0 and 1$"):
        ConfidenceSequence().add([-0.5])
    with pytest.raises(ConfigError, match="a confidence sequence needs an error between 0 and 1, not 1"):
        ConfidenceSequence(1.0)


@pytest.mark.parametrize("precision", [None, 0.05])
@pytest.mark.parametrize("share", [0.03, 0.5, 0.9])
def test_a_confidence_sequence_holds_the_truth_at_every_look(share: float, precision: float | None) -> None:
    rng, missed = np.random.default_rng(6), 0
    for _ in range(25):
        sequence, held = ConfidenceSequence(0.05, precision), True
        for score in duel_scores(share, 150, rng).reshape(-1, 10):
            sequence.add(score.tolist())
            low, high = sequence.interval
            held &= low <= share <= high
        missed += not held
    assert missed <= 5  # 1.25 are expected at most


def test_a_confidence_sequence_begins_with_everything_and_shrinks() -> None:
    sequence = ConfidenceSequence()
    assert (sequence.blocks, sequence.interval) == (0, (0.0, 1.0))
    widths = []
    for _ in range(3):
        sequence.add([0.25, 0.75] * 50)
        low, high = sequence.interval
        assert low < 0.5 < high
        widths.append(high - low)
    assert sequence.blocks == 300
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.12


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5])
def test_a_precision_is_reached_in_about_twice_the_blocks_of_one_look(share: float) -> None:
    """An interval that is looked at once needs (1.96 s / precision)² blocks with a spread of s."""
    scores, precision = duel_scores(share, 3000, np.random.default_rng(4)), 0.05
    once, taken = (1.96 * scores.std() / precision) ** 2, list[int]()
    for chosen in (precision, None):
        sequence = ConfidenceSequence(0.05, chosen)
        while (interval := sequence.interval)[1] - interval[0] > 2 * precision:
            sequence.add(scores[sequence.blocks : sequence.blocks + 5].tolist())
        taken.append(sequence.blocks)
    assert taken[0] < 2.4 * once
    assert taken[0] < 0.85 * taken[1]


def test_the_stake_of_a_block_follows_from_those_before_it() -> None:
    """The same scores in another order are another bet, but no score changes its own."""
    one, other = ConfidenceSequence(0.1, 0.1), ConfidenceSequence(0.1, 0.1)
    scores = [1.0, 0.0, 0.5, 0.75, 0.0, 1.0] * 4
    one.add(scores)
    for score in scores:
        other.add([score])
    assert one.interval == other.interval
    low, _ = one.interval
    sums, squares, count, hoped = KNOWN * 0.5, KNOWN * 0.3125, KNOWN, 0.0
    for score in scores:
        stake = float(f"{0.1 / (squares / count - (sums / count) ** 2):.2g}")
        hoped += log(1 + stake * (score - low))
        sums, squares, count = sums + score, squares + score * score, count + 1
    fixed = np.prod(1 + FRACTIONS[:, None] * (np.array(scores) / low - 1), axis=1).mean()
    assert log(0.8 * np.exp(hoped) + 0.2 * fixed) == pytest.approx(log(20), abs=1e-4)


def test_the_bounds_are_those_against_which_no_bet_has_won() -> None:
    sequence, scores = ConfidenceSequence(0.1), [0.5, 1.0, 0.0, 1.0, 0.75] * 8
    sequence.add(scores)
    low, high = sequence.interval
    for mean, turn in ((low, False), (1 - high, True)):
        turned = np.array([1 - score if turn else score for score in scores])
        capital = np.prod(1 + FRACTIONS[:, None] * (turned / mean - 1), axis=1).mean()
        assert log(capital) == pytest.approx(log(20), abs=1e-4)
