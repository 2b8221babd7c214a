"""The table of plan values: what is assigned is payable, and forbidden actions are not taken."""

from functools import partial
from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.bots.reference.family import bot_class, play
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import PlanTable, assign, plan_table
from wallenstein.games.wallenstein.model.entries import PlanLaid
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, COMBAT_A, COMBAT_B, MONEY_CARDS, PALACE
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules


def table_of(thalers: int) -> PlanTable:
    """The table of the first seat, with so many Thalers; taxes come after the buildings."""
    state = new_game(Rules(), 4, seeded(1))
    state.thalers[0] = thalers
    view = state.view(0)
    return plan_table(Outlook(view, Weights()), view.offer().counties, MONEY_CARDS)


def test_a_row_has_every_county_and_every_blank() -> None:
    table = table_of(10)
    assert len(table.rows) == len(ACTIONS)
    assert {len(row) for row in table.rows + table.more} == {len(table.counties) + MONEY_CARDS}
    assert all(value == 0 for row in table.rows for value in row[len(table.counties) :])


def test_what_cannot_be_paid_for_is_worth_nothing() -> None:
    rich, poor = table_of(12), table_of(0)
    columns = poor.assigned()
    paid = poor.without_unpaid(poor.rows, columns)
    assert all(value == 0 for value in paid[PALACE])
    assert any(value > 0 for value in poor.rows[PALACE]), "the rows stay as they are"
    assert sum(column < len(rich.counties) for column in rich.assigned()) > 4


def test_forbidden_actions_are_not_assigned() -> None:
    table = table_of(12).forbid([PALACE, COMBAT_A, COMBAT_B])
    columns = table.assigned()
    assert all(columns[action] >= len(table.counties) for action in (PALACE, COMBAT_A, COMBAT_B))
    assert max(columns.count(column) for column in columns) == 1


@pytest.mark.parametrize("without", [("combat-a", "combat-b"), ("palace", "church", "post")])
def test_a_regent_without_an_action_does_not_plan_it(without: tuple[str, ...]) -> None:
    regent: Any = bot_class("regent")
    journal = play([partial(regent, without=without), "regent", "random"], 3).journal
    planned = [entry.plan.boxes for entry in journal or () if isinstance(entry, PlanLaid) and entry.seat == 0]
    assert len(planned) == 6
    assert all(boxes[ACTIONS.index(action)] == BLANK for boxes in planned for action in without)


def test_no_assignment_has_a_higher_sum_and_blank_cards_are_used_from_the_left() -> None:
    rng = Random(4)
    for _ in range(300):
        rows, own, blanks = rng.randint(1, 4), rng.randint(1, 4), rng.randint(0, 3)
        if rows > own + blanks:
            continue
        values = [[float(rng.randint(-3, 6)) for _ in range(own)] + [0.0] * blanks for _ in range(rows)]
        laid = assign(values)
        assert len(set(laid)) == rows
        best = max(sum(map(list.__getitem__, values, order)) for order in permutations(range(own + blanks), rows))
        assert sum(map(list.__getitem__, values, laid)) == best
        used = sorted(column for column in laid if column >= own)
        assert used == list(range(own, own + len(used)))
