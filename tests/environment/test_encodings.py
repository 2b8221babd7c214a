"""Every choice can be said by actions, nothing else can, and observations say no more than views."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.environment.tables import GAMES, Table, by_rules
from tests.together import together
from wallenstein.core.encoding import Encoding, Feature, Spelled, StepwiseAnswer, capped, from_seat
from wallenstein.core.game import State
from wallenstein.games import find_game

MOST = 400  # choices of a decision that are all said


def new_game(table: Table, seed: int) -> tuple[Encoding, State]:
    game = find_game(table.game)
    rules = game.rules(table.rules, Path())
    return game.encoding(rules, table.players), game.new_game(rules, table.players, seed)


def moments(state: State, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Every decision of a random game, with the view of its seat."""
    while state.decision is not None:
        yield state.decision, state.view(state.decision.seat)
        state.make(state.decision.random(rng))


def every_answer(encoding: Encoding, view: Any, decision: Any) -> Iterator[Any]:
    """All choices that can be said, by all ways to say them."""
    waiting: list[list[int]] = [[]]
    while waiting:
        said = waiting.pop()
        answer = encoding.answer(view, decision)
        for action in said:
            answer.take(action)
        if answer.done:
            yield answer.choice
        else:
            waiting += [[*said, action] for action in answer.legal()]


def said_at_random(answer: StepwiseAnswer, rng: Random) -> Any:
    while not answer.done:
        legal = sorted(answer.legal())
        assert len(legal) > 1
        answer.take(rng.choice(legal))
    return answer.choice


@together(by_rules(*GAMES))
def test_all_choices_and_nothing_else_can_be_said(table: Table) -> None:
    encoding, state = new_game(table, seed=3)
    seen: set[str] = set()
    for decision, view in moments(state, Random(3)):
        if decision.kind == "plan" or decision.kind in seen or len(decision.options) > MOST:
            continue
        seen.add(decision.kind)
        assert set(every_answer(encoding, view, decision)) == set(decision.options)
    assert len(seen) >= 2


@together(by_rules("wallenstein"))
def test_plans_are_legal_and_every_legal_plan_can_be_said(table: Table) -> None:
    encoding, state = new_game(table, seed=5)
    rng = Random(5)
    plans = [(decision, view) for decision, view in moments(state, rng) if decision.kind == "plan"]
    assert len(plans) == 6 * table.players
    for decision, view in plans:
        for _ in range(5):
            assert decision.options.check(said_at_random(encoding.answer(view, decision), rng)) is None
            wanted = decision.options.random(rng)
            assert plan_said(encoding, view, decision, wanted) == wanted


def plan_said(encoding: Encoding, view: Any, decision: Any, plan: Any) -> Any:
    """The plan, said card by card; where nothing is left to choose, the answer goes on by itself."""
    answer: Any = encoding.answer(view, decision)
    cards = [*plan.boxes, plan.bid, *plan.court]
    while not answer.done:
        place = len(answer.cards)
        card = cards[place]
        if place == 10:
            names = {-1: "no-bid", 5: "dice-tower", **{money: f"bid-{money}" for money in range(5)}}
            action = card - 10 if card >= 10 else encoding.actions.index(names[card])
        else:
            action = card if card >= 0 else encoding.actions.index("dice-tower" if card == -2 else "none")
        assert action in answer.legal()
        answer.take(action)
    return answer.choice


@together(by_rules(*GAMES))
def test_observations_have_an_entry_for_each_index_within_its_bounds(table: Table) -> None:
    encoding, state = new_game(table, seed=7)
    size = sum(feature.size for feature in encoding.features)
    highest = [feature.high for feature in encoding.features for _ in range(feature.size)]
    rng = Random(7)
    for decision, view in islice(moments(state, rng), 0, None, 7):
        answer = encoding.answer(view, decision)
        while not answer.done:
            entries = encoding.table(view) + encoding.question(view, decision, answer)
            assert len(entries) == size
            assert all(value <= high for value, high in zip(entries, highest, strict=True))
            answer.take(rng.choice(sorted(answer.legal())))
    seat = 1
    view = state.view(seat)
    assert len(encoding.table(view) + encoding.question(view, None, None)) == size


@together(by_rules(*GAMES))
def test_an_observation_says_nothing_that_the_view_does_not(table: Table) -> None:
    """A sample agrees with the view and has other secrets: it is observed as the game itself is."""
    encoding, state = new_game(table, seed=11)
    rng = Random(11)
    compared = 0
    for decision, view in islice(moments(state, rng), 5, None, 40):
        sampled = view.sample(rng)
        other = sampled.view(decision.seat)
        if hasattr(other, "log"):
            other = other._replace(log=view.log)  # a sample has no past; observations do not show it
        assert encoding.table(other) == encoding.table(view)
        answers = encoding.answer(view, decision), encoding.answer(other, sampled.decision)
        while not answers[0].done:
            assert encoding.question(view, decision, answers[0]) == encoding.question(
                other, sampled.decision, answers[1]
            )
            action = rng.choice(sorted(answers[0].legal()))
            assert set(answers[0].legal()) == set(answers[1].legal())
            for answer in answers:
                answer.take(action)
        compared += 1
    assert compared > 1


def test_entries_are_named_by_their_axes() -> None:
    feature = Feature("tile", "a tile", (("own", "left 1"), ("thaler", "grain")))
    assert feature.size == 4
    assert list(feature.entries()) == ["tile, own, thaler", "tile, own, grain", "tile, left 1, thaler",
                                       "tile, left 1, grain"]  # fmt: skip


def test_what_has_one_way_to_be_said_is_not_asked() -> None:
    answer = Spelled([((1, 2, 3), "a"), ((1, 2, 4, 5), "b")])
    assert answer.said == [1, 2]
    assert set(answer.legal()) == {3, 4}
    answer.take(4)
    assert answer.done
    assert answer.choice == "b"


def test_counts_are_capped_and_seats_turn() -> None:
    assert capped([0, 255, 256, 1000]) == bytes([0, 255, 255, 255])
    assert from_seat(["a", "b", "c"], 1) == ("b", "c", "a")
