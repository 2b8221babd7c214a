"""Results take rows in any order and refuse what cannot be."""

from typing import Any

import numpy as np
import pytest

from tests.stats.simulate import World, rows
from wallenstein.core.errors import FormatError
from wallenstein.stats.results import ABSENT, Results

GOOD: dict[str, Any] = {
    "names": ["a", "b"],
    "game": [7, 7],
    "block": [1, 1],
    "seat": [0, 1],
    "entrant": [0, 1],
    "rank": [1, 2],
    "score": [30, 20],
}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"entrant": [0, 2]}, "results.entrant: must be 0 to 1, an index into the names"),
        ({"entrant": [0, -1]}, "results.entrant: must be 0 to 1, an index into the names"),
        ({"seat": [0, 0]}, "results: a seat is given twice in a game"),
        ({"seat": [0, -1]}, "results.seat: must be 0 or more"),
        ({"block": [1, 2]}, "results.block: all seats of a game must be in the same block"),
        ({"rank": [1.0, 2.0]}, "results.rank: must hold whole numbers, not float64"),
        ({"score": [30, float("nan")]}, "results.score: must hold finite numbers"),
        ({"score": [30]}, r"results: columns must have the same length, not \[1, 2\]"),
    ],
)
def test_a_mistake_is_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        Results.from_rows(**{**GOOD, **change})


def test_games_of_different_size_share_one_rectangle() -> None:
    results = rows([[(0, 1, 5), (1, 2, 4), (2, 3, 3)], [(2, 1, 9), (0, 2, 8)]], [0, 0], ["a", "b", "c"])
    assert results.entrant.tolist() == [[0, 1, 2], [2, 0, ABSENT]]
    assert results.taken.sum() == 5


def test_the_order_of_rows_does_not_matter() -> None:
    played = World((0.5, 0.0, -0.5, 0.0)).play(6, np.random.default_rng(1))
    game, seat = np.nonzero(played.taken)
    mixed = np.random.default_rng(2).permutation(len(game))
    game, seat = game[mixed], seat[mixed]
    again = Results.from_rows(
        played.names,
        game=game,
        block=played.block[game],
        seat=seat,
        entrant=played.entrant[game, seat],
        rank=played.rank[game, seat],
        score=played.score[game, seat],
    )
    for name in ("blocks", "block", "entrant", "rank", "score"):
        assert np.array_equal(getattr(played, name), getattr(again, name)), name


def test_a_game_with_a_benched_seat_is_left_out_whole() -> None:
    twice = {key: value + [x + 1 for x in value] for key, value in GOOD.items() if key in ("game", "block")}
    same = {key: value * 2 for key, value in GOOD.items() if key in ("seat", "entrant", "rank", "score")}
    for leave_out, counted in ((True, (1, 1, [2])), (False, (2, 0, [1, 2]))):
        results = Results.from_rows(GOOD["names"], **twice, **same, benched=[0, 1, 0, 0], leave_out=leave_out)
        assert (results.games, results.left_out, results.blocks.tolist()) == counted
        assert (results.given.tolist(), results.benched.tolist()) == ([2, 2], [0, 1])


def test_several_benched_seats_of_a_bot_are_one_game() -> None:
    columns: dict[str, Any] = {
        "game": [0, 0, 0, 1, 1, 1],
        "block": [0] * 6,
        "seat": [0, 1, 2] * 2,
        "entrant": [0, 0, 1, 0, 1, 1],
    }
    benched = [True, True, False, False, True, False]
    results = Results.from_rows(["a", "b", "c"], **columns, rank=[1, 2, 3] * 2, score=[3, 2, 1] * 2, benched=benched)
    assert results.given.tolist() == [2, 2, 0]
    assert results.benched.tolist() == [1, 1, 0]


def test_parts_are_whole_blocks_with_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that do not count are in none of them."""
    monkeypatch.setattr("wallenstein.stats.results.PART", 4)
    block = np.array([0] * 3 + [2] * 3 + [5] * 7 + [6])
    game = np.repeat(np.arange(len(block)), 2)
    benched = game == 4
    results = Results.from_rows(
        ["a", "b"],
        game,
        np.repeat(block, 2),
        game * 0 + [0, 1] * len(block),
        game % 2,
        game * 0 + 1,
        game,
        benched,
        True,
    )
    parts = list(results.parts())
    assert [part.blocks.tolist() for part in parts] == [[0, 2], [5], [6]]
    assert [part.block.tolist() for part in parts] == [[0, 0, 0, 1, 1], [0] * 7, [0]]
    assert np.array_equal(np.concatenate([part.score for part in parts]), results.score)
    assert np.array_equal(np.concatenate([part.entrant for part in parts]), results.entrant)
    assert {part.seats for part in parts} == {2}


def test_results_without_games_are_one_part_without_games() -> None:
    (part,) = Results.from_rows(["a"], [], [], [], [], [], []).parts()
    assert part.games == 0


def test_small_types_are_held_and_large_ones_used() -> None:
    game = np.repeat(np.arange(3, dtype=np.int32), 2)
    seat = np.tile(np.arange(2, dtype=np.int8), 3)
    results = Results.from_rows(["a", "b"], game, game, seat, seat.astype(np.int16), seat + 1, game * 100)
    held = (results.held_block, results.held_entrant, results.held_rank, results.held_score)
    assert [str(column.dtype) for column in held] == ["int32", "int8", "int8", "int16"]
    used = (results.block, results.entrant, results.rank, results.score)
    assert [str(column.dtype) for column in used] == ["int64", "int64", "int64", "float64"]


def test_results_of_parts_of_a_run_are_those_of_the_run() -> None:
    """Blocks may go on in the next part, and tables may be of other sizes there."""
    random = np.random.default_rng(3)
    sizes = random.integers(2, 5, 40)
    game = np.repeat(np.arange(40), sizes)
    seat = np.concatenate([np.arange(size) for size in sizes])
    columns: list[Any] = [
        game,
        game // 3 % 11,
        seat,
        (seat + game) % 5,
        seat + 1,
        random.integers(-500, 500, len(game)),
    ]
    columns.append(random.random(len(game)) < 0.1)  # benched
    names = [f"bot-{number}" for number in range(5)]
    for leave_out in (False, True):
        whole = Results.from_rows(*[names, *columns, leave_out])
        parts = []
        for numbers in (range(7), range(7, 20), range(20, 40)):
            here = np.isin(game, numbers)
            rows = [column[here] for column in columns]
            parts.append(Results.from_rows(*[names, *rows, leave_out]))
        joined = Results.joined(names, parts)
        assert (joined.names, joined.left_out) == (whole.names, whole.left_out)
        for name in ("blocks", "block", "entrant", "rank", "given", "benched"):
            assert np.array_equal(getattr(joined, name), getattr(whole, name)), name
        assert np.array_equal(joined.score[joined.taken], whole.score[whole.taken])
    assert Results.joined(names, []).games == 0
