"""The cardinal searches as the chancellor does, and for what it gives up, too."""

from random import Random
from typing import Any, Final

import pytest

from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find
from wallenstein.bots.entrants import Entrant, entrant_of
from wallenstein.bots.match import play
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import Rules
from wallenstein.games.sixteen_thirty.search.rehearsal import Rehearsal

GAME: Final = "sixteen-thirty"
SMALL: Final = {"playouts": 2, "width": 2}


def cardinal(**options: Any) -> Entrant:
    """A cardinal with small budgets, unless these options say otherwise."""
    return entrant_of(find("cardinal"), {**SMALL, **options})


@pytest.mark.parametrize("players", [3, 6])
def test_it_plays_at_every_table_without_a_fault(players: int) -> None:
    game = play([cardinal(), *["random"] * (players - 1)], seed=players, game=GAME)
    assert game.faults == []
    assert game.result[0].score > 50


@pytest.mark.parametrize("kind", ["vote", "to-market", "fade", "lose-influence"])
def test_it_tries_choices_of_every_kind_that_matters_and_foresees_votes(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, rng = new_game(Rules(), 4, seeded(1)), Random(1)
    while state.decision is not None and (state.turn < 2 or state.decision.kind != kind):
        state.make(state.decision.random(rng))
    decision = state.decision
    assert decision is not None
    tried: list[Any] = []

    def trial(self: Rehearsal, choice: Any, number: int) -> float:
        assert self.foresight
        tried.append(choice)
        return float(choice == decision.options[1])

    monkeypatch.setattr(Rehearsal, "trial", trial)
    bot: Any = cardinal(playouts=24, width=9)()
    bot.rng = Random(1)
    assert bot.choose(state.view(decision.seat), decision) == decision.options[1]
    assert set(tried) == set(decision.options)
    assert len(tried) <= 24


@pytest.mark.slow
def test_it_is_legal_everywhere_and_reproducible() -> None:
    assert_conforms("cardinal", SMALL, rounds=1)
