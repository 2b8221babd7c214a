"""The summary as a whole: the same bytes again, and plain answers to odd tournaments."""

import json
import os
import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest

from tests.stats.simulate import World, rows
from wallenstein.core.reports import Estimate
from wallenstein.stats.figures import text_of
from wallenstein.stats.results import PART, Results
from wallenstein.stats.summary import summary

WORLD = World((1.0, 0.3, 0.0, -0.4, -0.9))
PRINT = """
import numpy as np
from tests.stats.simulate import World
from wallenstein.stats.summary import summary
from wallenstein.stats.figures import text_of
print(text_of(summary(World((1.0, 0.3, 0.0, -0.4, -0.9)).play(60, np.random.default_rng(1)))), end="")
"""


def test_equal_results_give_equal_bytes() -> None:
    played = WORLD.play(60, np.random.default_rng(1))
    again = WORLD.play(60, np.random.default_rng(1))
    assert text_of(summary(played)) == text_of(summary(again))


def test_another_process_with_one_thread_gives_the_same_bytes() -> None:
    env = {**os.environ, "PYTHONHASHSEED": "99", "OPENBLAS_NUM_THREADS": "1"}
    other = subprocess.run([sys.executable, "-c", PRINT], env=env, capture_output=True, text=True, check=True)
    assert other.stdout == text_of(summary(WORLD.play(60, np.random.default_rng(1))))


@pytest.mark.parametrize("games", [1, 7, 50])
def test_figures_do_not_depend_on_the_parts_that_are_summed_up(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played = WORLD.play(60, np.random.default_rng(1))
    whole = text_of(summary(played))
    monkeypatch.setattr("wallenstein.stats.results.PART", games)
    assert len(list(played.parts())) > 1
    assert text_of(summary(played)) == whole


def test_summing_up_many_games_needs_little_more_memory_than_a_few() -> None:
    """What is held of each game is small, and the rest is of one part at a time."""
    played = WORLD.play(15_000, np.random.default_rng(1))
    tracemalloc.start()
    summary(played)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert played.games > 2 * PART
    assert peak < 800 * PART, "bytes; as much for any number of games"


def test_entrants_stand_strongest_first() -> None:
    found = summary(WORLD.play(200, np.random.default_rng(2)))
    assert [e.name for e in found.entrants] == [f"bot-{i}" for i in range(5)]


def test_who_never_played_stands_last() -> None:
    game = [(1, 1, 9.0), (2, 2, 4.0)]
    found = summary(rows([game, game[::-1]] * 3, list(range(6)), ["absent", "bob", "cat"]))
    assert [e.name for e in found.entrants] == ["bob", "cat", "absent"]
    assert found.entrants[-1].strength.value is None


def test_keys_stand_in_a_fixed_order() -> None:
    plain = json.loads(text_of(summary(WORLD.play(10, np.random.default_rng(2)), "label")))
    top = ["games", "left_out", "blocks", "confidence", "entrants", "seats", "seat_test", "pairs", "field"]
    assert list(plain) == ["cell", *top, "verdict", "joint"]
    bench = ["left_out", "benched", "mostly_benched"]
    figures = ["win_share", "rank", "score", "strength", "points"]
    assert list(plain["entrants"][0]) == ["name", "games", *bench, "seats", "blocks", "parity", *figures]


def everyone_level() -> Results:
    return rows([[(0, 1, 7.0), (1, 1, 7.0), (2, 1, 7.0)]] * 6, list(range(6)), ["a", "b", "c"])


ODD = {
    "no game": rows([], [], ["a", "b"]),
    "no entrant": rows([], [], []),
    "one game": rows([[(0, 1, 9.0), (1, 2, 4.0)]], [0], ["a", "b"]),
    "one block": rows([[(0, 1, 9.0), (1, 2, 4.0)], [(1, 1, 5.0), (0, 2, 1.0)]], [0, 0], ["a", "b"]),
    "one entrant": rows([[(0, 1, 9.0), (0, 2, 4.0), (0, 3, 1.0)]] * 5, list(range(5)), ["a"]),
    "one seat": rows([[(0, 1, 9.0)]] * 3, [0, 1, 2], ["a"]),
    "everyone level": everyone_level(),
    "one always wins": rows([[(0, 1, 9.0), (1, 2, 4.0)]] * 500, list(range(500)), ["a", "b"]),
    "one never plays": rows([[(0, 1, 9.0), (1, 2, 4.0)]] * 5, list(range(5)), ["a", "b", "c"]),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("results", ODD.values(), ids=ODD.keys())
def test_an_odd_tournament_has_a_plain_summary(results: Results) -> None:
    found = summary(results)
    text = text_of(found)  # refuses NaN
    assert len(found.entrants) == len(results.names)
    assert json.loads(text)["games"] == results.games


def test_one_block_has_figures_without_intervals() -> None:
    first = summary(ODD["one block"]).entrants[0]
    assert first.win_share == Estimate(0.5)
    assert first.strength == Estimate(0.0)


def test_scores_that_never_vary_have_no_known_error() -> None:
    first = summary(everyone_level()).entrants[0]
    assert first.score == Estimate(7.0)
    assert first.rank.value == 2.0
    assert first.win_share.value == pytest.approx(1 / 3, abs=1e-6)


def test_an_invincible_bot_is_first_and_finite() -> None:
    first, last = summary(ODD["one always wins"]).entrants
    assert (first.name, first.win_share.value, last.win_share.value) == ("a", 1.0, 0.0)
    assert first.points.value is not None
    assert 500 < first.points.value < 2000


def test_a_hundred_thousand_games_take_seconds() -> None:
    results = World((1.0, 0.6, 0.3, 0.1, -0.1, -0.4, -0.6, -0.9)).play(25_000, np.random.default_rng(1))
    start = time.process_time()  # of this process: another may be busy
    found = summary(results)
    assert time.process_time() - start < 5
    assert found.games == 100_000
