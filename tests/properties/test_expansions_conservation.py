"""W2, C1, C2, L1: with the expansions, too, nothing is ever lost or made."""

from dataclasses import replace

import pytest

from tests.properties.expansions import EXPANDED, name_of, shortfalls
from tests.properties.players import Table, finish, start
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


def play_counting_steps(table: Table, seed: int) -> None:
    book = open_book(*table)
    audit = replace(book, steps={name: audited(do) for name, do in book.steps.items()})
    state = State(audit, seeded(seed))
    state.agenda.extend(audit.setup)
    state.advance()
    finish(state, stream(seed, "players"), counted)
    assert state.phase == OVER
    assert not state.agenda


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_every_supply_is_conserved_after_every_step(table: Table) -> None:
    for seed in range(4):
        play_counting_steps(table, seed)


@pytest.mark.long
@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_every_supply_is_conserved_after_every_step_of_many_games(table: Table) -> None:
    for seed in range(1000, 1060):
        play_counting_steps(table, seed)


@pytest.mark.parametrize("field", ["supply", "hall", "gone", "open"])
def test_the_count_notices_one_thing_too_many(field: str) -> None:
    state = start(EXPANDED[0], 1)
    counted(state)
    assert state.court is not None
    values = getattr(state.court, field)
    if field == "gone":
        values.append(state.court.open[0])
    elif field == "open":
        values[0] = values[1]
    else:
        values[0] += 1
    assert shortfalls(state)
