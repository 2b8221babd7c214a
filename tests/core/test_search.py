"""Playouts of both games, and a search by halving: where they end, and that they repeat."""

from random import Random
from typing import Any

import pytest

from wallenstein.core.search.halving import halving
from wallenstein.core.search.playout import playout, playouts, random_policy
from wallenstein.games.sixteen_thirty import new_game as thirty
from wallenstein.games.sixteen_thirty.rules import Rules as ThirtyRules
from wallenstein.games.wallenstein import new_game as wallenstein
from wallenstein.games.wallenstein.rules import Rules

POLICIES = [random_policy] * 4


def begun(game: str) -> Any:
    """A game some decisions after its beginning."""
    if game == "wallenstein":
        state: Any = wallenstein.new_game(Rules(), 4, wallenstein.seeded(3))
    else:
        state = thirty.new_game(ThirtyRules(), 4, thirty.seeded(3))
    return playout(state, POLICIES, Random(1), until=9)


@pytest.mark.parametrize("game", ["wallenstein", "sixteen-thirty"])
def test_it_plays_to_the_end_and_leaves_the_state_alone(game: str) -> None:
    state = begun(game)
    before, asked = state.view(0), state.decision
    ends = list(playouts(state, POLICIES, 3, Random(5)))
    assert all(end.decision is None and len(end.result()) == 4 for end in ends)
    assert len({tuple(end.vp) for end in ends}) > 1, "each playout has chance of its own"
    assert (state.view(0), state.decision) == (before, asked)


@pytest.mark.parametrize("game", ["wallenstein", "sixteen-thirty"])
def test_the_same_generator_plays_the_same(game: str) -> None:
    state = begun(game)
    first, second = [state.playout(POLICIES, Random(7)) for _ in range(2)]
    assert first.view(1) == second.view(1)


def test_it_plays_a_number_of_decisions() -> None:
    asked: list[int] = []

    def noted(state: Any, seat: int, rng: Random) -> Any:
        asked.append(seat)
        return random_policy(state, seat, rng)

    end = begun("wallenstein").playout([noted] * 4, Random(1), until=5)
    assert len(asked) == 5
    assert end.decision is not None


@pytest.mark.parametrize(("game", "period"), [("wallenstein", "year"), ("wallenstein", "season"), ("thirty", "turn")])
def test_it_ends_with_a_period(game: str, period: str) -> None:
    state = begun(game)
    end = state.playout(POLICIES, Random(1), until=period)
    assert end.decision is not None
    assert end.period(period) == state.period(period) + 1


@pytest.mark.parametrize("game", ["wallenstein", "thirty"])
def test_a_period_that_a_game_does_not_have_is_refused(game: str) -> None:
    with pytest.raises(ValueError, match='"week" is not a period of this game; it has'):
        begun(game).playout(POLICIES, Random(1), until="week")


def test_common_dice_show_the_same_cards_whatever_the_players_do() -> None:
    state = begun("wallenstein")

    def second(state: Any, seat: int, rng: Random) -> Any:
        return random_policy(state, seat, Random(seat))

    ends = [
        state.playout([policy] * 4, Random(1), until="year", chance=wallenstein.seeded(11))
        for policy in (random_policy, second)
    ]
    assert ends[0].vp != ends[1].vp
    assert ends[0].events == ends[1].events
    assert ends[0].actions == ends[1].actions


def test_the_best_of_many_noisy_choices_is_found() -> None:
    def trial(choice: int, number: int) -> float:
        return choice + 8 * Random(number).random() + Random(1000 * choice + number).random()

    assert halving(range(32), trial, budget=400)[0][0] == 31


@pytest.mark.parametrize("budget", [1, 7, 40, 333])
@pytest.mark.parametrize("choices", [1, 2, 3, 17])
def test_the_budget_is_kept_unless_each_must_be_tried_once(budget: int, choices: int) -> None:
    asked: list[tuple[int, int]] = []

    def trial(choice: int, number: int) -> float:
        asked.append((choice, number))
        return -choice

    best = halving(range(choices), trial, budget)
    assert best[0][0] == 0
    assert len(asked) <= max(budget, choices)
    assert len(set(asked)) == len(asked), "no choice is tried twice with the same luck"


def test_the_finalists_have_been_tried_alike_and_equal_ones_keep_their_order() -> None:
    numbers: dict[str, list[int]] = {}

    def trial(choice: str, number: int) -> float:
        numbers.setdefault(choice, []).append(number)
        return 0.5

    best = halving("abcdefgh", trial, budget=64, finalists=3)
    assert [choice for choice, _ in best] == list("abcdefgh"[: len(best)])
    assert 3 <= len(best) < 8
    assert {value for _, value in best} == {0.5}
    assert numbers["a"] == numbers["b"]
