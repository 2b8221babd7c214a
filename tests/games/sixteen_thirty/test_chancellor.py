"""The chancellor searches: legally, repeatably, with the budget that it was given."""

from random import Random
from typing import Any, Final

import pytest

from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find
from wallenstein.bots.entrants import Entrant, entrant_of
from wallenstein.bots.match import play
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import Rules
from wallenstein.games.sixteen_thirty.search.rehearsal import Rehearsal

GAME: Final = "sixteen-thirty"
SMALL: Final = {"playouts": 2, "width": 2}


def chancellor(**options: Any) -> Entrant:
    """A chancellor with small budgets, unless these options say otherwise."""
    return entrant_of(find("chancellor"), {**SMALL, **options})


def at(kind: str, seed: int = 1) -> State:
    """A random game at the first decision of a kind, in its second turn."""
    state, rng = new_game(Rules(), 4, seeded(seed)), Random(seed)
    while state.decision is not None and (state.turn < 2 or state.decision.kind != kind):
        state.make(state.decision.random(rng))
    return state


@pytest.mark.parametrize("players", [3, 6])
def test_it_plays_at_every_table_without_a_fault(players: int) -> None:
    game = play([chancellor(), *["random"] * (players - 1)], seed=players, game=GAME)
    assert game.faults == []
    assert game.result[0].score > 50


def test_its_games_repeat() -> None:
    first, second = [play([chancellor(), "banker", "random"], seed=2, game=GAME).state for _ in range(2)]
    assert (first.vp, first.displays) == (second.vp, second.displays)  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ["special", "lobby", "bid", "vote"])
def test_a_choice_costs_the_playouts_that_it_may_and_is_one_of_the_brokers_best(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = at(kind)
    decision = state.decision
    assert decision is not None
    tried: list[Any] = []

    def trial(self: Rehearsal, choice: Any, number: int) -> float:
        tried.append(choice)
        return float(choice == likely[-1])  # the last one of the list wins every time

    monkeypatch.setattr(Rehearsal, "trial", trial)
    bot: Any = chancellor(playouts=24, width=3)()
    bot.rng = Random(1)
    view = state.view(decision.seat)
    likely = sorted(decision.options, key=bot.opinion(view, decision), reverse=True)[:3]
    assert bot.choose(view, decision) == likely[-1]
    assert len(tried) <= 24
    assert set(tried) == set(likely)


def test_the_brokers_choice_stands_unless_another_is_clearly_better(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at("lobby")
    decision = state.decision
    assert decision is not None
    view, chosen = state.view(decision.seat), []
    for better in (0.01, 0.02):
        bot: Any = chancellor(playouts=24, width=3)()
        bot.rng = Random(1)
        likely = sorted(decision.options, key=bot.opinion(view, decision), reverse=True)[:3]
        monkeypatch.setattr(
            Rehearsal, "trial", lambda self, choice, number, by=better, other=likely[1]: by * (choice == other)
        )
        chosen.append(bot.choose(view, decision))
    assert chosen == likely[:2]


def test_what_it_does_not_search_for_is_as_the_broker_has_it() -> None:
    state = at("to-market")
    decision = state.decision
    assert decision is not None
    view = state.view(decision.seat)
    bots: list[Any] = [chancellor()(), find("broker")()]
    for bot in bots:
        bot.rng = Random(1)
    assert bots[0].choose(view, decision) == bots[1].choose(view, decision)


@pytest.mark.long
def test_it_is_legal_everywhere_and_reproducible() -> None:
    assert_conforms("chancellor", SMALL, rounds=1)
