"""W2: nothing is ever lost or made, after any decision and after any step of the agenda."""

from dataclasses import replace

import pytest

from tests.properties.players import TABLES, Table, finish, name_of, start
from tests.properties.supplies import shortfalls
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.book import StepFunction, open_book
from wallenstein.games.wallenstein.names import OVER
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.state import State
from wallenstein.games.wallenstein.step import Step


def counted(state: State) -> None:
    """Fails with everything that does not add up."""
    wrong = shortfalls(state)
    assert not wrong, wrong


def audited(step_function: StepFunction) -> StepFunction:
    """The same step, and everything counted after it."""

    def do(state: State, step: Step) -> None:
        step_function(state, step)
        wrong = shortfalls(state)
        assert not wrong, (step, wrong)

    return do


def play_counting_decisions(table: Table, seed: int) -> None:
    state = finish(start(table, seed), stream(seed, "players"), counted)
    assert state.phase == OVER
    assert not state.agenda


def play_counting_steps(table: Table, seed: int) -> None:
    book = open_book(*table)
    audit = replace(book, steps={name: audited(do) for name, do in book.steps.items()})
    state = State(audit, seeded(seed))
    state.agenda.extend(audit.setup)
    state.advance()
    finish(state, stream(seed, "players"))
    assert state.phase == OVER


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_supply_is_conserved_after_every_decision(table: Table) -> None:
    for seed in range(8):
        play_counting_decisions(table, seed)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_supply_is_conserved_after_every_step(table: Table) -> None:
    for seed in range(8):
        play_counting_steps(table, seed)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_supply_is_conserved_in_two_thousand_games(table: Table) -> None:
    for seed in range(1000, 1112):
        play_counting_decisions(table, seed)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_supply_is_conserved_after_every_step_of_many_games(table: Table) -> None:
    for seed in range(2000, 2030):
        play_counting_steps(table, seed)


@pytest.mark.parametrize("field", ["supply", "armies", "stock", "tray", "tower", "markers"])
def test_the_count_notices_one_thing_too_many(field: str) -> None:
    state = start(TABLES[0], 1)
    counted(state)
    getattr(state, field)[0] += 1
    assert shortfalls(state)
