"""The first edition: nothing is lost or made (61 armies a seat), games repeat, copies stand alone."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.properties.first_edition import FIRST, name_of, shortfalls
from tests.properties.photo import photo
from tests.properties.players import Table, finish, moments, start
from wallenstein.core.chance import FreeChance
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.book import StepFunction, open_book
from wallenstein.games.wallenstein.names import NEUTRAL, OVER
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.state import State
from wallenstein.games.wallenstein.step import Step

EVERY_TABLE = pytest.mark.parametrize("table", FIRST, ids=name_of)


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


def play_counting(table: Table, seed: int) -> None:
    """A game at random; everything is counted after every step."""
    book = open_book(*table)
    audit = replace(book, steps={name: audited(do) for name, do in book.steps.items()})
    state = State(audit, seeded(seed))
    state.agenda.extend(audit.setup)
    state.advance()
    finish(state, stream(seed, "players"))
    assert (state.phase, state.agenda) == (OVER, [])


@EVERY_TABLE
def test_f1_every_supply_is_conserved_after_every_step(table: Table) -> None:
    for seed in range(4):
        play_counting(table, seed)


@pytest.mark.long
@EVERY_TABLE
def test_f1_every_supply_is_conserved_in_many_games(table: Table) -> None:
    for seed in range(1000, 1060):
        play_counting(table, seed)


@pytest.mark.parametrize("field", ["supply", "armies", "stock", "tray", "tower", "markers"])
def test_the_count_notices_one_thing_too_many(field: str) -> None:
    state = start(FIRST[0], 1)
    assert shortfalls(state) == []
    getattr(state, field)[0] += 1
    assert shortfalls(state)


@EVERY_TABLE
def test_the_same_seed_gives_the_same_game_again(table: Table) -> None:
    first, second, other = (finish(start(table, seed), stream(7, "players")) for seed in (7, 7, 8))
    assert photo(first) == photo(second)
    assert first.journal != other.journal


@EVERY_TABLE
def test_card_luck_does_not_depend_on_the_players(table: Table) -> None:
    shown = []
    for player in range(3):
        journal = finish(start(table, 3), Random(player)).journal or []
        shown.append([entry for entry in journal if entry[0] in ("counties", "events", "actions", "order", "event")])
    assert shown[0] == shown[1] == shown[2]
    assert [entry[0] for entry in shown[0]].count("order") == 7  # F2, F4: the set-up and six seasons


@EVERY_TABLE
def test_a_copy_is_equal_and_playing_it_leaves_the_original_alone(table: Table) -> None:
    for state in moments(table, 2, every=20):
        before = photo(state)
        copy = state.copy(FreeChance(Random(1)))
        assert photo(copy, journal=False) == photo(state, journal=False)
        for name in before:
            value = getattr(state, name)
            assert not isinstance(value, list) or name == "journal" or getattr(copy, name) is not value, name
        finish(copy, Random(1))
        assert photo(state) == before


@EVERY_TABLE
def test_f10_a_game_with_empty_counties_goes_on(table: Table) -> None:
    """An owned county may be empty of armies: it is rare, so here every second county is emptied by hand."""
    for state in moments(table, 3, every=10):
        if state.draft is not None:
            continue
        other = state.copy(FreeChance(Random(1)))
        for county, owner in enumerate(other.owner):
            if owner != NEUTRAL and county % 2:
                other.supply[owner] += other.armies[county]
                other.armies[county] = 0
        if other.agenda and (asked := state.decision) and asked.kind in ("plan", "declare"):
            other.agenda.append(asked.step)
            other.advance()
            finish(other, Random(2), counted)
            assert other.phase == OVER


def test_every_kind_of_decision_is_met() -> None:
    """The test of the tests: the games they play contain what is new in this edition."""
    kinds = Counter[str]()
    for table in FIRST:
        for seed in range(3):
            for state in moments(table, seed, every=1):
                assert state.decision is not None
                kinds[state.decision.kind] += 1
    assert set(kinds) == {"draft-card", "draft-group", "plan", "declare", "muster", "march", "defend", "revolt"}
