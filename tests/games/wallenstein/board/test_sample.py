"""Boards drawn around the refit: what is documented stays, and a name is always the same board."""

from collections import Counter
from math import sqrt
from random import Random

import pytest

from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.board import Board, board
from wallenstein.games.wallenstein.board.sample import (
    Counties,
    correlation,
    draw_map,
    in_one_piece,
    uncertainty,
)
from wallenstein.games.wallenstein.options import expand_value


@pytest.mark.parametrize("name", ["sample:7", "sample:1:0.5", "refit:0", "refit:x", "refit:", "refit:1:0.5"])
def test_a_name_of_no_board_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(ConfigError, match=f"^{name}: a drawn board is named by a number from 1, such as refit:7"):
        board(name)


AROUND = [board(f"refit:{number}") for number in range(1, 25)]


def test_boards_around_the_refit_vary_as_far_as_is_known() -> None:
    refit = board("refit")
    for one in AROUND:
        assert (one.ids, one.names, one.light_border, one.line_ups) == (
            refit.ids, refit.names, refit.light_border, refit.line_ups,
        )  # fmt: skip
        assert (one.taxes[one.index["burgund"]], one.sites[one.index["bremen"]]) == (7, 2)
        assert [one.region.count(region) for region in range(5)] == [9] * 5
        assert one.index["kursachsen"] in one.neighbours[one.index["anhalt"]]
        assert sum(one.taxes) in range(212, 229)
        assert sum(one.grain) in range(135, 156)
        assert sum(one.sites) in range(84, 93)
        assert -0.72 <= correlation(one.taxes, one.grain) <= -0.28
        assert set(one.taxes) <= {3, 4, 5, 6, 7}
        assert all(in_one_piece(counties_of(one), region) for region in one.regions)
    assert len({sum(one.taxes) for one in AROUND}) > 8
    assert len({one.content_hash() for one in AROUND}) == len(AROUND)


def counties_of(one: Board) -> Counties:
    return {
        name: {"region": one.regions[one.region[county]], "neighbours": [one.ids[n] for n in one.neighbours[county]]}
        for county, name in enumerate(one.ids)
    }


def test_counties_move_between_regions_as_an_assignment_says() -> None:
    refit = board("refit")
    known = [each["changes"] for each in uncertainty()["assignment"]]
    moved = [
        {name: one.regions[one.region[c]] for c, name in enumerate(one.ids) if one.region[c] != refit.region[c]}
        for one in AROUND
    ]
    assert all(changes in known for changes in moved)
    assert {} in moved
    assert len({str(changes) for changes in moved}) > 3


@pytest.mark.slow
def test_each_border_comes_as_often_as_is_said() -> None:
    drawn, random, came = 1000, Random(1634), Counter[tuple[str, str]]()
    for _ in range(drawn):
        near = {county["id"]: county["neighbours"] for county in draw_map(random)["county"]}
        came.update((name, other) for name, others in near.items() for other in others)
    for border in uncertainty()["border"]:
        (one, other), said = border["counties"], border["probability"]
        share = came[one, other] / drawn
        assert came[one, other] == came[other, one]
        if (one, other) == ("kaernten", "tirol"):  # in all assignments but one, it alone joins Tirol to its region
            assert 0.98 < share < 1
        else:
            assert abs(share - said) <= 4 * sqrt(said * (1 - said) / drawn), (one, other)


def test_a_name_is_always_the_same_board_around_the_refit() -> None:
    assert [board(f"refit:{number}").content_hash() for number in (1, 2)] == [
        "3121931bcd0852eb8778921b07b6c072",
        "be618857d6ff165d9c7fcd98aea92394",
    ]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({"sample": 2}, ["refit:1", "refit:2"]),
        ({"sample": 2, "around": "refit"}, ["refit:1", "refit:2"]),
        ({"sample": 2, "around": "refit", "first": 21}, ["refit:21", "refit:22"]),
    ],
)
def test_a_number_of_boards_stands_for_their_names(value: dict[str, object], names: list[str]) -> None:
    assert expand_value("board", value) == names


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"sample": 2, "around": "shogun-sun"}, 'game.board.around: "shogun-sun" is not allowed'),
        ({"sample": 2, "around": "reconstruction"}, 'game.board.around: "reconstruction" is not allowed'),
        ({"sample": 2, "spread": 0.5}, "game.board.spread: there is no such key"),
        ({"sample": 2, "first": 0}, "game.board.first: must be the number of the first board"),
        ({"sample": 2, "arround": "refit"}, 'game.board.arround: there is no such key; did you mean "around"'),
    ],
)
def test_a_wrong_key_of_drawn_boards_is_named(value: dict[str, object], text: str) -> None:
    with pytest.raises(ConfigError, match=f"^{text}"):
        expand_value("board", value)
