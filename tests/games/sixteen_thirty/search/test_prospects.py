"""Prospects: what they look at, what they say, and how they are fitted to games."""

from random import Random
from typing import Any

import pytest

from benchmarks.prospects import fit_samples, samples
from wallenstein.games.sixteen_thirty.model.choices import AskVote
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import BLUE, CARDS, COUNTRIES, NONE, OVER, RED, TURNS
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import Rules
from wallenstein.games.sixteen_thirty.search.prospects import FEATURES, features, prospects, win_chance
from wallenstein.games.sixteen_thirty.search.rehearsal import Rehearsal

FRANCE, SPAIN = COUNTRIES.index("france"), COUNTRIES.index("spain")


def cards(*names: str) -> tuple[int, ...]:
    """The codes of cards, in their order."""
    return tuple(sorted(CARDS.index(name) for name in names))


def at_lobby(turn: int = 1, seed: int = 3) -> State:
    """A random game at its first lobby of a turn."""
    state, rng = new_game(Rules(), 4, seeded(seed)), Random(seed)
    while (decision := state.decision) is not None:
        if decision.kind == "lobby" and state.turn == turn:
            return state
        state.make(decision.random(rng))
    raise AssertionError("there is a lobby in every turn")


def test_chances_add_up_to_one() -> None:
    for turn in range(1, 9):
        state = at_lobby(turn)
        assert sum(win_chance(state, seat) for seat in range(4)) == pytest.approx(1, abs=0.05)


def test_more_points_are_a_better_chance_and_when_it_is_over_the_only_one() -> None:
    state = at_lobby(8)
    before = win_chance(state, 0)
    state.vp[0] += 10
    assert win_chance(state, 0) > before
    state.step, state.vp = OVER, [100, 104, 90, 104]
    chances = [win_chance(state, seat) for seat in range(4)]
    assert chances[1] == chances[3] == pytest.approx(0.5, abs=0.02)
    assert chances[0] < 0.01


def test_the_features_of_a_small_table() -> None:
    state = at_lobby()
    state.vp[0], state.markers[0] = 12, (SPAIN, FRANCE, FRANCE)
    state.status[SPAIN], state.status[FRANCE] = 5, 4
    state.displays[0] = ((),) * len(COUNTRIES)
    state.lay(0, FRANCE, cards("france-3", "open-2"))
    state.lay(0, COUNTRIES.index("italy"), cards("italy-2"))
    state.hands[0] = cards("spain-3", "spain-3", "france-1", "open-1", "poland-2", "increase-status", "assassin")
    state.leagues = 1 << FRANCE
    row = dict(zip(FEATURES, features(state)[0], strict=True))
    assert (row["points"], row["scoring"], row["beyond"], row["ceiling"]) == (12, 8, 1, 13)
    assert (row["presence"], row["league"], row["usable"], row["open"]) == (2, 2, 5, 1), "spain-3 twice fills 5"
    assert (row["named"], row["status"], row["harm"], row["lobbies"]) == (2, 1, 1, 0)
    state.descendant[0] = 1 << FRANCE
    row = dict(zip(FEATURES, features(state)[0], strict=True))
    assert (row["scoring"], row["fading"]) == (0, 8)


def test_a_rehearsal_gives_every_choice_the_same_deals() -> None:
    state = at_lobby(2)
    assert state.decision is not None
    view, calls = state.view(state.decision.seat), list(state.decision.options)[:3]
    rehearsal = Rehearsal(view, Random(1), rounds=1)
    first = [rehearsal.trial(call, number) for call in calls for number in range(4)]
    assert len(rehearsal.deals) == 4
    assert first == [rehearsal.trial(call, number) for call in calls for number in range(4)]
    assert all(0 < chance < 1 for chance in first)
    assert len(set(first)) > 4


def test_with_foresight_the_others_vote_by_the_policy() -> None:
    state, rng = at_lobby(2), Random(3)
    while (decision := state.decision) is not None:
        if isinstance(decision.step, AskVote) and all(decision.step.influence):
            break
        state.make(decision.random(rng))
    asked: list[int] = []

    def blue(played: State, seat: int, rng: Random) -> int:
        assert played.decision is not None
        assert (played.decision.kind, played.decision.seat) == ("vote", seat)
        asked.append(seat)
        return BLUE

    for me in range(4):
        rehearsal = Rehearsal(state.view(me), Random(1), policy_of=lambda dealt: blue, foresight=True)
        dealt = rehearsal.deal(0)[0]
        assert dealt.decision is not None
        assert dealt.decision.seat == me
        assert asked == list(range(me)), "seats vote in order; those after it are asked in the trial"
        assert dealt.votes == [BLUE] * me + [NONE] * (4 - me)
        asked.clear()
        state.make(RED)


def test_samples_are_the_same_with_any_number_of_processes() -> None:
    alone, shared = [list(samples("random", 3, 3, 7, jobs)) for jobs in (1, 2)]
    assert alone == shared
    assert {sample.stage for sample in alone} >= set(range(8))
    assert sum(sample.stage == 0 for sample in alone) == 9, "each of three seats begins a round in the first turn"


def test_the_fit_has_what_prospects_are_read_from() -> None:
    turns: Any = fit_samples(samples("random", 20, 3, 5))["turn"]
    assert [turn["turn"] for turn in turns] == list(range(1, TURNS + 1))
    assert all(set(turn["weights"]) == set(FEATURES) for turn in turns)
    assert len(prospects()) == TURNS + 1
