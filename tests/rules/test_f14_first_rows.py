"""What the tables tell of the first edition: musters, defences, incomes lost, and the slot of every throw."""

from typing import Any

import pytest

from tests.rules.referee import FOLDER, read
from tests.rules.tables import play_until
from wallenstein.core.documents import Json
from wallenstein.core.tables import Rows, Table
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.journal.rows import tables, write_rows
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import OUTCOMES
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.referee.scenario import REFEREE
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.record.write import to_arrow

BY_NAME: dict[str, Table] = {table.name: table for table in tables()}


def rows_of(state: State, table: str) -> list[dict[str, Any]]:
    """The rows of one table, by column, with the names of categories."""
    rows = Rows(BY_NAME[table])
    write_rows(0, state, {table: rows})
    found: list[dict[str, Any]] = to_arrow(rows).to_pylist()
    return found


def played(scenario: str) -> State:
    """The state that a scenario file ends in, with its journal."""
    return REFEREE.play(REFEREE.read(Json(read(FOLDER / f"{scenario}.json")["scenario"]), FOLDER))


@pytest.mark.parametrize(
    ("scenario", "outcome", "amount", "to", "moved"),
    [
        ("f6_deploy_alone", "done", 1, None, 0),
        ("f6_move_alone", "done", 0, "altmark", 2),
        ("f6_deploy_and_move", "done", 1, "altmark", 3),
        ("f6_without_a_thaler", "no-money", 0, None, 0),
        ("f6_neither_is_possible", "no-armies", 0, None, 0),
        ("f14_the_revolt_comes_first", "revolt-lost", 0, None, 0),
        ("f14_the_income_comes_after", "done", 5, None, 0),
        ("f7_revolt_lost_with_armies_kept_back", "done", 5, None, 0),
        ("f5_crop_failure", "done", 3, None, 0),
        ("f5_troop_shortage_deploy_5", "done", 3, None, 0),
        ("f7_the_defender_is_asked", "done", 4, "kursachsen", 0),
    ],
)
def test_actions(scenario: str, outcome: str, amount: int, to: str | None, moved: int) -> None:
    (row,) = rows_of(played(scenario), "actions")
    assert (row["slot"], row["outcome"], row["amount"], row["to"], row["moved"]) == (1, outcome, amount, to, moved)


@pytest.mark.parametrize(
    ("scenario", "kind", "thrown", "end", "left"),
    [  # thrown: by the seat, its other, peasants
        ("f7_held_with_armies_kept_back", "battle", (4, 2, 0), "defender", 1),
        ("f7_nobody_is_thrown", "battle", (4, 0, 0), "attacker", 1),
        ("f7_tie_with_armies_kept_back", "battle", (4, 1, 0), "tie", 0),
        ("f9_a_neutral_county_gets_a_marker", "battle", (4, 0, 1), "attacker", 2),
        ("f10_peasants_alone_hold", "battle", (4, 1, 0), "defender", 0),
        ("f5_palace_guard", "battle", (4, 1, 1), "tie", 0),
        ("f14_a_peasant_for_the_marker", "battle", (4, 1, 1), "tie", 0),
        ("f7_revolt_held_with_armies_kept_back", "revolt", (2, 0, 1), "held", 1),
        ("f7_revolt_lost_with_armies_kept_back", "revolt", (1, 0, 1), "lost", 0),
        ("f14_the_revolt_comes_first", "revolt", (3, 0, 1), "lost", 0),
        ("f14_the_income_comes_after", "revolt", (3, 0, 1), "held", 2),
    ],
)
def test_throws(scenario: str, kind: str, thrown: tuple[int, int, int], end: str, left: int) -> None:
    (row,) = rows_of(played(scenario), "throws")
    assert (row["kind"], row["end"], row["left"]) == (kind, end, left)
    assert (row["thrown"], row["thrown_other"], row["thrown_peasants"]) == thrown
    assert (row["year"], row["season"], row["slot"]) == (1, "spring", 1)  # F14: even before its action is done


def test_winter_throws_are_outside_the_slots() -> None:
    rows = rows_of(played("f12_three_short_two_revolts"), "throws")
    assert [(row["kind"], row["slot"], row["thrown"], row["thrown_peasants"]) for row in rows] == [
        ("winter", 0, 2, 2),
        ("winter", 0, 1, 3),
    ]


@pytest.mark.parametrize("variant", [None, "manual"])
@pytest.mark.parametrize("players", [3, 5])
def test_whole_games_fill_every_table(variant: str | None, players: int) -> None:
    rules = Rules(edition="first", variant=variant)
    state = play_until(new_game(rules, players, seeded(3), journal=True), lambda state: False)
    assert len(rows_of(state, "plans")) == 6 * players
    assert {row["bid"] for row in rows_of(state, "plans")} == {-1}
    assert len(rows_of(state, "seasons")) == 8 * players
    actions = rows_of(state, "actions")
    assert {row["outcome"] for row in actions} <= set(OUTCOMES)
    slots = {(row["year"], row["season"], row["slot"], row["seat"], row["county"]) for row in actions}
    for row in rows_of(state, "throws"):
        if row["kind"] == "revolt":  # in the slot of an action that its owner planned there
            assert (row["year"], row["season"], row["slot"], row["seat"], row["county"]) in slots


def test_the_runner_takes_the_first_edition() -> None:
    game = Wallenstein()
    prints = {
        game.fingerprint(Rules(edition=e, variant=v))
        for e, v in (("first", None), ("first", "manual"), ("second", None))
    }
    assert len(prints) == 3
