"""Every moment of a game with expansions can be written as a position, read back, and played on; tables hold it."""

import json
from random import Random

import pytest

from tests.properties.expansions import EXPANDED, name_of
from tests.properties.players import Table, finish, moments, random_choice, start
from wallenstein.core.chance import FreeChance
from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.position.codec import read_choice, write_choice
from wallenstein.games.wallenstein.position.document import read_position, write_position
from wallenstein.games.wallenstein.position.place import Json
from wallenstein.games.wallenstein.referee.log_lines import log_lines
from wallenstein.games.wallenstein.state import State

from . import HERE

GAME = Wallenstein()


def reread(state: State) -> State:
    """The state of the position that this one is written as."""
    document = json.loads(json.dumps(write_position(state)))
    read = read_position(Json(document), HERE)
    read.chance = FreeChance(Random(1))
    read.advance()
    assert write_position(read) == document
    return read


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_a_position_is_read_as_it_was_written(table: Table) -> None:
    for state in moments(table, 11, every=3):
        read = reread(state)
        assert read.decision is not None
        assert state.decision is not None
        assert read.decision[:2] == state.decision[:2]
        if state.court is not None and read.court is not None:
            assert read.court.view() == state.court.view()
        assert read.landsknechte == state.landsknechte


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_a_position_is_played_on_as_its_original(table: Table) -> None:
    for state in moments(table, 12, every=40):
        read = reread(state)
        read.chance = FreeChance(Random(2))
        ends = [finish(one, Random(3)) for one in (state.copy(FreeChance(Random(2))), read)]
        assert write_position(ends[0]) == write_position(ends[1])


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_choices_survive_the_tables_and_the_notation(table: Table) -> None:
    rng = Random(13)
    for state in moments(table, 13, every=1):
        decision = state.decision
        assert decision is not None
        choice = random_choice(decision, rng)
        assert GAME.decode(state, GAME.encode(state, choice)) == choice
        written = json.loads(json.dumps(write_choice(decision.kind, choice, state.book)))
        assert read_choice(decision.kind, Json(written), state.book) == choice


@pytest.mark.parametrize("table", EXPANDED, ids=name_of)
def test_the_tables_hold_every_conversion_favor_and_benefit(table: Table) -> None:
    state = finish(start(table, 14), Random(1))
    journal = state.journal
    assert journal is not None
    rows = {one.name: Rows(one) for one in GAME.tables}
    GAME.write_rows(0, state, rows)
    names = [entry[0] for entry in journal]
    for entry, name in (("convert", "conversions"), ("favor", "favors"), ("effect", "favors"), ("benefit", "benefits")):
        assert len(rows[name]) == names.count(entry)
    assert bool(len(rows["conversions"])) == ("emperors-court" in table[0].expansions)
    assert len(list(log_lines(journal, state.book))) == len(journal)
