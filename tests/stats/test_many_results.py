"""Results that are read piece by piece have the same parts and figures as if all were in memory."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest

from wallenstein.stats.figures import text_of
from wallenstein.stats.plackett_luce import PickCounts, Picks
from wallenstein.stats.results import Results, SpooledResults
from wallenstein.stats.summary import summary

NAMES: Final = ["a", "b", "c", "d"]


def columns_of(random: np.random.Generator, blocks: Any) -> list[Any]:
    """The rows of games at tables of two to four, one for each number of a block; games with benched seats are out."""
    sizes = random.integers(2, 5, len(blocks))
    game = np.repeat(np.arange(len(blocks)), sizes)
    seat = np.concatenate([np.arange(size) for size in sizes])
    bot = np.concatenate([random.permutation(4)[:size] for size in sizes])
    rank = random.integers(1, 4, len(game))
    score = random.integers(-500, 500, len(game))
    return [game, np.repeat(blocks, sizes), seat, bot, rank, score, random.random(len(game)) < 0.05, True]


def pieces_of(columns: list[Any], games: int, random: np.random.Generator) -> Iterator[Results]:
    """The same results in pieces of a few games."""
    ends = [*sorted(random.choice(games, 12, replace=False)), games]
    for first, end in zip([0, *ends], ends, strict=False):
        here = (columns[0] >= first) & (columns[0] < end)
        rows: list[Any] = [*(column[here] for column in columns[:-1]), True]
        yield Results.from_rows(NAMES, *rows)


def check_same(one: Results, other: Results, seed: int) -> None:
    assert (one.names, one.left_out, one.seats) == (other.names, other.left_out, other.seats), seed
    for name in ("blocks", "block", "entrant", "given", "benched"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), (name, seed)
    for name in ("rank", "score"):
        assert np.array_equal(getattr(one, name)[one.taken], getattr(other, name)[one.taken]), (name, seed)


@pytest.mark.parametrize("memory", [1, 1 << 20])
def test_parts_are_those_of_results_in_memory(memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether they fit in memory or are in a file; blocks may be longer than a piece or a part."""
    monkeypatch.setattr("wallenstein.stats.results.IN_MEMORY", memory)
    for seed in range(8):
        check_parts(seed)


def check_parts(seed: int) -> None:
    """Results read piece by piece against those of all rows at once."""
    random = np.random.default_rng(seed)
    blocks = np.sort(random.integers(0, random.choice([3, 40, 400]), 200))
    columns = columns_of(random, blocks)
    whole, spooled = Results.from_rows(NAMES, *columns), SpooledResults(NAMES)
    for piece in pieces_of(columns, 200, random):
        spooled.add(piece)
    assert (spooled.games, spooled.block_count) == (whole.games, whole.block_count)
    for size in (1, 7, 50, 1000):
        several = zip(whole.parts(size), spooled.parts(size), strict=True)
        for one, other in several:
            check_same(one, other, seed)
    if seed == 0:
        assert text_of(summary(spooled)) == text_of(summary(whole))


def test_pieces_in_another_order_are_sorted() -> None:
    """As those of several runs with equal seeds."""
    random = np.random.default_rng(5)
    columns = columns_of(random, np.arange(60) % 30 // 2)
    whole, spooled = Results.from_rows(NAMES, *columns), SpooledResults(NAMES)
    for piece in pieces_of(columns, 60, random):
        spooled.add(piece)
    assert spooled.block_count == whole.block_count == 15
    for one, other in zip(whole.parts(8), spooled.parts(8), strict=True):
        check_same(one, other, 5)


def test_without_games_there_is_one_part_without_games() -> None:
    nothing: list[Any] = [[]] * 6
    (part,) = SpooledResults(NAMES).parts()
    assert part.games == 0
    assert text_of(summary(SpooledResults(NAMES))) == text_of(summary(Results.from_rows(NAMES, *nothing)))


def test_joined_choices_are_those_added_one_by_one() -> None:
    random = np.random.default_rng(2)
    results = Results.from_rows(NAMES, *columns_of(random, np.arange(300)))
    parts = [PickCounts.of(Picks.of(part)) for part in results.parts(7)]
    added = parts[0]
    for part in parts[1:]:
        added += part
    joined = PickCounts.joined(parts)
    assert np.array_equal(joined.members, added.members)
    assert np.array_equal(joined.totals, added.totals), "to the last digit"
    assert np.array_equal(joined.taken, added.taken)
