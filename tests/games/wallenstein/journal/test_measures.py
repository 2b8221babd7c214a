"""What is measured of games, on tables small enough to reckon by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from wallenstein.games.wallenstein.surveys.traits import measures

# kind, defender, end: each game of the throws below, in any order
THROWS = {
    3: [
        ("fill", -1, ""),
        ("battle", -1, "attacker"),
        ("battle", 0, "attacker"),
        ("battle", 2, "defender"),
        ("battle", 1, "attacker"),
        ("battle", 0, "tie"),
        ("revolt", -1, "lost"),
        ("revolt", -1, "held"),
        ("winter", -1, "lost"),
        ("winter", -1, "lost"),
    ],
    8: [("fill", -1, ""), ("winter", -1, "held"), ("battle", -1, "defender")],
    9: [("fill", -1, "")],
}


def columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def measured(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, list[float]]:
    """Every measure by its text: one value a game, in the order of the games' numbers."""

    def read(table: str, names: Sequence[str]) -> dict[str, Any]:
        every = columns(tables[table])
        return {name: every[name] for name in names}

    found = measures(list(tables), read)
    for measure in found:
        assert sorted(set(measure.games.tolist())) == measure.games.tolist()
    return {measure.text: measure.values.tolist() for measure in found}


def test_battles_and_revolts_are_counted_apart() -> None:
    rows = [{"game": n, "kind": k, "other": o, "end": e} for n, throws in THROWS.items() for k, o, e in throws]
    assert measured({"throws": rows}) == {
        "battles per game": [5, 1, 0],
        "battles between players per game": [4, 0, 0],
        "counties taken from players per game": [2, 0, 0],
        "revolts per game, including winter": [4, 1, 0],
        "counties lost to revolts per game": [3, 0, 0],
    }


def winter(game: int, seat: int, season: str = "winter", **points: int) -> dict[str, Any]:
    names = ("counties", "palaces", "churches", "posts", "vp_palaces", "vp_churches", "vp_posts")
    return {"game": game, "seat": seat, "season": season, **dict.fromkeys(names, 0), **points}


def test_points_of_the_winner_come_from_what_was_scored_in_winter() -> None:
    seats = [
        {"game": 4, "seat": 0, "rank": 1, "score": 40, "win": 1.0},
        {"game": 4, "seat": 1, "rank": 2, "score": 20, "win": 0.0},
        {"game": 6, "seat": 0, "rank": 1, "score": 10, "win": 0.5},
        {"game": 6, "seat": 1, "rank": 1, "score": 10, "win": 0.5},
    ]
    seasons = [
        winter(4, 0, "fall", counties=9, palaces=9, vp_posts=9),
        winter(4, 0, counties=5, palaces=1, churches=2, posts=3, vp_palaces=1, vp_churches=2, vp_posts=4),
        winter(4, 0, counties=5, palaces=1),  # of the second year
        winter(4, 1, counties=7, palaces=8),
        winter(6, 0, counties=4),
        winter(6, 1, counties=2, posts=2, vp_posts=1),
    ]
    found = measured({"seats": seats, "seasons": seasons})
    assert found["victory points per seat"] == [30, 10]
    assert found["victory points of the winner"] == [40, 10]
    assert found["winner's points from counties"] == pytest.approx([10 / 40, (4 + 2) / 20])
    assert found["winner's points from buildings"] == pytest.approx([7 / 40, 2 / 20])
    assert found["winner's points from majorities"] == pytest.approx([7 / 40, 1 / 20])
    assert found["winner's points from favors and benefits"] == pytest.approx([16 / 40, 11 / 20])


def test_without_a_table_there_is_nothing_to_measure_in_it() -> None:
    assert measured({"seats": [{"game": 1}]}) == {}
