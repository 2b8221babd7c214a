"""W2, F1, C1, C2, L1: nothing is ever lost or made, after any decision and after any step of the agenda."""

from dataclasses import replace

import pytest

from tests.properties.photo import lists
from tests.properties.players import BASE, COURT, FIRST, LANDSKNECHTE, Table, at_every_table, finish, start
from tests.properties.supplies import shortfalls
from wallenstein.core.records import fields_of
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.editions.landsknechte.part import first_cards
from wallenstein.games.wallenstein.model.decision import Step
from wallenstein.games.wallenstein.model.state import State, StepFunction
from wallenstein.games.wallenstein.names import OVER
from wallenstein.games.wallenstein.new_game import seeded


def audited(step_function: StepFunction) -> StepFunction:
    """The same step, and everything counted after it."""

    def do(state: State, step: Step) -> None:
        step_function(state, step)
        wrong = shortfalls(state)
        assert not wrong, (step, wrong)
        assert all(len(to_do) == len(fields_of(type(to_do))) for to_do in state.agenda), state.agenda

    return do


def assert_counts_add_up(table: Table, seed: int) -> None:
    """A game at random; everything is counted after every decision and every step."""
    rules = functions(*table)
    audit = replace(rules, steps={step: audited(do) for step, do in rules.steps.items()})
    state = State(audit, seeded(seed))
    state.agenda.extend(reversed(audit.setup))
    state.advance()
    finish(state, stream(seed, "players"), counted)
    assert (state.phase, state.agenda) == (OVER, [])


def counted(state: State) -> None:
    """Fails with everything that does not add up."""
    wrong = shortfalls(state)
    assert not wrong, wrong


@at_every_table(range(5), range(1000, 1095))
def test_w2_every_supply_is_conserved(table: Table, seeds: range) -> None:
    for seed in seeds:
        assert_counts_add_up(table, seed)


STATE = ("supply", "armies", "stock", "tray", "tower", "markers")
AT_COURT = ("emperors-court.supply", "emperors-court.hall", "emperors-court.gone", "emperors-court.open")


@pytest.mark.parametrize(
    ("table", "field"),
    [*((table, field) for table in (BASE[0], FIRST[0]) for field in STATE),
     *((COURT[0], field) for field in AT_COURT), (LANDSKNECHTE[0], "landsknechte.top")],
)  # fmt: skip
def test_the_count_notices_one_thing_too_many(table: Table, field: str) -> None:
    state = start(table, 1)
    counted(state)
    values = dict(lists(state))[field]
    if values and field not in ("emperors-court.open", "landsknechte.top"):
        values[0] += 1
    elif "emperors-court" in state.parts:
        values[:1] = [state.parts["emperors-court"].open[1]]
    else:
        values.append(1)
    assert shortfalls(state)


def test_the_count_notices_an_expansion_that_is_not_played() -> None:
    state = start(BASE[0], 1)
    state.parts = {"landsknechte": first_cards(state.book)}
    assert shortfalls(state)
