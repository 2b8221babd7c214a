"""Options are sequences (docs/bots.md); every legal choice is accepted, and survives being packed and written down."""

import json
from random import Random

import pytest

from tests.properties.photo import photo
from tests.properties.players import (
    FIRST,
    GAMES,
    ONE_EACH,
    Table,
    at_every_table,
    moments,
    name_of,
    random_choice,
    start,
)
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.tower.models import FreeTowerChance

GAME = Wallenstein()


@at_every_table(range(3), range(100, 106))
def test_every_choice_among_the_options_is_accepted_and_packed(table: Table, seeds: range) -> None:
    tried = set()
    for state, decision in moments(table, seeds, every=4):
        if decision.kind == "plan":
            options = [decision.options.random(Random(i)) for i in range(5)]
        else:
            options = list(decision.options)
            assert len(options) > 1, "a decision with one legal choice is not asked"
            assert all(option in decision.options for option in options)
            assert len(set(options)) == len(options)
            assert decision.default == options[0]
        before = photo(state, journal=False)
        for option in options:
            assert GAME.decode(state, GAME.encode(state.book, decision, option)) == option
            copy = state.copy(FreeTowerChance(Random(1)))
            copy.apply(option)
            assert photo(copy, journal=False) != before
        tried.add(decision.kind)
    second = table[0].edition == "second"
    assert {"plan", "march"} | ({"tile", "move"} if second else {"muster"}) <= tried


@at_every_table(range(13, 14), range(106, 112))
def test_every_choice_survives_the_tables_and_the_notation(table: Table, seeds: range) -> None:
    rng = Random(13)
    for state, decision in moments(table, seeds, every=1):
        choice = random_choice(decision, rng)
        assert GAME.decode(state, GAME.encode(state.book, decision, choice)) == choice
        kind = state.functions.kinds[decision.kind]
        written = json.loads(json.dumps(kind.write(choice, state.functions)))
        assert kind.read(Json(written), state.functions) == choice


@at_every_table(range(1, 2))
def test_a_plan_decision_has_no_list_of_options_but_an_offer(table: Table, seeds: range) -> None:
    for state, decision in moments(table, seeds, every=1):
        if decision.kind == "plan":
            assert isinstance(decision.options, Offer)
            assert decision.options.counties == tuple(state.view(decision.seat).mine())


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_is_met(game: tuple[Table, ...]) -> None:
    """The test of the tests: the games they play contain all that can be asked."""
    kinds = {decision.kind for table in game for _, decision in moments(table, range(8), every=1)}
    assert kinds == set(start(game[0], 1).functions.kinds)


FEW = 40  # options looked at one by one, at either end


@pytest.mark.parametrize("table", [*ONE_EACH, FIRST[0]], ids=name_of)
def test_options_are_sequences(table: Table) -> None:
    for _, decision in moments(table, range(2), every=2):
        if decision.kind == "plan":
            continue
        options, every = decision.options, list(decision.options)
        assert len(options) == len(every) > 1
        assert decision.default in every
        assert all(options[place] == option for place, option in enumerate(every[:FEW]))
        assert all(options[-1 - place] == option for place, option in enumerate(every[::-1][:FEW]))
        assert list(options[1:4]) == every[1:4]
        assert list(options[::-2])[:FEW] == every[::-2][:FEW]
        assert all(option in options for option in (every[0], every[-1]))
        for outside in (len(every), -len(every) - 1):
            with pytest.raises(IndexError):
                options[outside]
