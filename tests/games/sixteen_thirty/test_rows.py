"""Rows of the tables: what the journal of whole games says, and the course of a lobby and a league."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tests.games.sixteen_thirty.properties.games import at_every_table, finish, start
from wallenstein.core.documents import Json
from wallenstein.core.tables import Rows
from wallenstein.games.sixteen_thirty.model.entries import TurnBegun
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.referee import REFEREE
from wallenstein.games.sixteen_thirty.rows import BASE, write_rows
from wallenstein.games.sixteen_thirty.surveys import measures
from wallenstein.record.write import to_arrow

Table = list[dict[str, Any]]


def rows_of(state: State, number: int = 7) -> dict[str, Table]:
    """All tables, with names for categories."""
    rows = {table.name: Rows(table) for table in BASE}
    write_rows(number, state, rows)
    return {name: to_arrow(one).to_pylist() for name, one in rows.items()}


@at_every_table(3)
def test_rows_say_what_the_journal_says(players: int, seeds: range) -> None:
    for seed in seeds:
        state = finish(start(players, seed), Random(seed))
        tables = rows_of(state)
        entries = Counter(type(entry).__name__ for entry in state.journal or ())
        assert len(tables["lobbies"]) == entries["LobbyCalled"]
        assert [row["lobby"] for row in tables["lobbies"]] == list(range(entries["LobbyCalled"]))
        assert len(tables["votes"]) == entries["Voted"]
        assert len(tables["wars"]) == entries["WarFought"]
        assert len(tables["leagues"]) == entries["LeagueMade"]
        assert len(tables["turns"]) == players * state.turn
        assert {row["game"] for table in tables.values() for row in table} == {7}
        assert [row["vp"] for row in tables["turns"][-players:]] == state.vp
        check_votes(tables)
        check_turns(tables, players)


def check_votes(tables: Mapping[str, Table]) -> None:
    """The votes of a lobby make its outcome; whatever was carried has left its row."""
    sums = Counter[tuple[int, bool, str]]()
    for vote in tables["votes"]:
        sums[vote["lobby"], vote["second"], vote["colour"]] += vote["influence"]
    made = {row["lobby"] for table in ("wars", "leagues") for row in tables[table]}
    for lobby in tables["lobbies"]:
        number = lobby["lobby"]
        assert [sums[number, False, "red"], sums[number, False, "blue"]] == [lobby["red"], lobby["blue"]]
        assert (lobby["winner"] is None) == (lobby["red"] == lobby["blue"])
        if lobby["target_red"] >= 0:
            asked = [lobby["target_red"], lobby["target_blue"]]
            assert [sums[number, True, "red"], sums[number, True, "blue"]] == asked
            assert lobby["issue"] == "league"
        if lobby["issue"] in ("war", "league"):
            assert lobby["carried"] == (number in made)
        assert (lobby["target"] is not None) == (lobby["issue"] in ("war", "league"))


def check_turns(tables: Mapping[str, Table], players: int) -> None:
    """What a seat did in its turns is what the other tables list."""
    for seat in range(players):
        mine = [row for row in tables["turns"] if row["seat"] == seat]
        sides = Counter(row["side"] for row in tables["votes"] if row["seat"] == seat)
        assert sum(row["votes_won"] for row in mine) == sides["won"]
        assert sum(row["votes_lost"] for row in mine) == sides["lost"]
        added = sum(row["added"] for row in tables["bids"] if row["seat"] == seat)
        assert sum(row["added"] for row in mine) == added
        assert mine[-1]["vp"] == sum(row["gain"] for row in mine)
    for turn in {row["turn"] for row in tables["turns"]}:
        assert sum(row["first"] for row in tables["turns"] if row["turn"] == turn) == 1


LEAGUE: dict[str, Any] = {
    "format": "sixteen-thirty-scenario/1",
    "position": {
        "players": 3,
        "phase": "rounds",
        "step": "lobby",
        "countries": {"france": {"faction": "red"}, "spain": {"faction": "red"}},
        "seats": [
            {"display": {"france": {"cards": ["france-3"]}, "spain": {"cards": ["spain-2"]}}},
            {"display": {"spain": {"cards": ["spain-1"]}}},
        ],
    },
    "decisions": [
        {"seat": 0, "kind": "lobby", "choice": {"country": "france", "issue": "league", "target": "spain"}},
        {"seat": 0, "kind": "vote", "choice": "red"},
        {"seat": 0, "kind": "vote", "choice": "red"},
        {"seat": 1, "kind": "vote", "choice": "blue"},
    ],
    "until": "round",
}


def test_a_league_with_both_resolutions() -> None:
    state = REFEREE.play(REFEREE.read(Json(LEAGUE), Path()))
    state.journal = [TurnBegun(1, 0), *(state.journal or ())]  # as in a whole game
    tables = rows_of(state)
    (lobby,) = tables["lobbies"]
    assert lobby["issue"] == "league"
    assert (lobby["red"], lobby["blue"], lobby["winner"]) == (3, 0, "red")
    assert (lobby["target_red"], lobby["target_blue"], lobby["target_winner"]) == (2, 1, "red")
    assert lobby["carried"] == 1
    (league,) = tables["leagues"]
    assert (league["country"], league["target"], league["colour"], league["end"]) == ("france", "spain", "red", "game")
    assert [(row["second"], row["seat"], row["side"]) for row in tables["votes"]] == [
        (0, 0, "won"),
        (1, 0, "won"),
        (1, 1, "lost"),
    ]


def test_measures() -> None:
    games = [finish(start(4, seed), Random(seed)) for seed in range(3)]
    tables = [rows_of(state, number) for number, state in enumerate(games)]
    merged = {name: [row for one in tables for row in one[name]] for name in tables[0]}

    def reader(name: str, columns: Any) -> dict[str, Any]:
        return {column: np.array([row[column] for row in merged[name]]) for column in columns}

    found = {measure.text: list(measure.values) for measure in measures(list(merged), reader)}
    assert found["turns per game"] == [state.turn for state in games]
    assert np.allclose(found["victory points per seat"], [sum(state.vp) / 4 for state in games])
    assert found["lobbies per game"] == [len(one["lobbies"]) for one in tables]
    assert found["wars per game"] == [len(one["wars"]) for one in tables]
    assert found["leagues per game"] == [len(one["leagues"]) for one in tables]
    assert all(0 < share < 1 for share in found["votes lost"])
    assert measures(["lobbies"], reader) == []


def test_a_table_alone_has_the_rows_that_it_has_beside_others() -> None:
    state = start(4, 3)
    finish(state, Random(3))
    together = {table.name: Rows(table) for table in BASE}
    write_rows(7, state, together)
    for table in BASE:
        alone = {table.name: Rows(table)}
        write_rows(7, state, alone)
        assert len(alone[table.name]) > 0
        assert alone[table.name].packed == together[table.name].packed, table.name
