"""Every choice can be said by actions, nothing else can, and observations say no more than views."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.environment.tables import GAMES, Table, by_rules
from tests.together import together
from wallenstein.core.encoding import Encoding, Feature, Spelled, StepwiseAnswer, capped, from_seat, write_asked
from wallenstein.core.game import State
from wallenstein.environment import numbers
from wallenstein.games import find_game
from wallenstein.games.wallenstein.names import ACTIONS

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


@together(by_rules(*GAMES))
def test_an_encoding_that_goes_on_writes_what_a_new_one_writes(table: Table) -> None:
    """It remembers what it has written, from game to game; within an answer it changes only a part."""
    game = find_game(table.game)
    rules, rng = game.rules(table.rules, Path()), Random(13)
    lasting = game.encoding(rules, table.players)
    row, mask = bytearray(sum(feature.size for feature in lasting.features)), bytearray(len(lasting.actions))
    for seed in (13, 14):
        state = game.new_game(rules, table.players, seed)
        memories = [lasting.memory() for _ in range(table.players)]
        for number, (decision, view) in enumerate(moments(state, rng)):
            memory = memories[decision.seat]
            if memory is not None:
                memory.look(view)
            row[: lasting.split] = lasting.table(view, memory)
            answer = lasting.answer(view, decision)
            write_asked(lasting, answer, view, decision, row, mask)
            fresh = game.encoding(rules, table.players) if number % 5 == 0 else lasting  # to make one takes long
            entries = fresh.table(view, memory)
            while not answer.done:
                assert row == entries + fresh.question(view, decision, answer)
                legal = answer.legal()
                assert {action for action, one in enumerate(mask) if one} == set(legal)
                lasting.take(answer, rng.choice(sorted(legal)), view, decision, row, mask)


def test_every_action_leads_on_wherever_choices_are_spelled_by_branches() -> None:
    """Some cards have no target at the moment, and are then no action."""
    encoding, state = new_game(Table("sixteen-thirty", {}, 4), seed=6)
    tried = 0
    for decision, view in moments(state, Random(6)):
        if decision.kind in ("special", "exchange", "lobby"):
            choices = set()
            for action in encoding.answer(view, decision).legal():
                answer = encoding.answer(view, decision)
                answer.take(action)
                assert answer.done or len(answer.legal()) > 1
                choices.add(said_at_random(answer, Random(3)))
                tried += 1
            assert all(choice in decision.options for choice in choices)
    assert tried > 300


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_has_its_place_in_the_layout(game: str) -> None:
    """Each entry is in one plane or in the rest, and a plane has what its label says."""
    found = numbers(game=game)
    layout = found.layout()
    shown = set(layout.at[layout.at >= 0].tolist())
    assert shown | set(layout.rest) == set(range(found.size))
    assert not shown & set(layout.rest)
    encoding, state = new_game(Table(game, {}, 4), seed=2)
    view: Any = state.view(state.decision.seat)
    entries = np.frombuffer(encoding.table(view) + encoding.question(view, None, None), np.uint8)
    arranged = layout.arrange(np.stack([entries, entries]))
    assert arranged.shape == (2, 4, len(encoding.places), len(layout.planes))
    points = arranged[1, :, :, layout.planes.index("points")]
    assert points.tolist() == [[view.vp[(view.seat + left) % 4]] * len(encoding.places) for left in range(4)]
    if game == "wallenstein":
        owned = arranged[0, :, :, layout.planes.index("owner")]
        assert owned.tolist() == [[owner == (view.seat + left) % 4 for owner in view.owner] for left in range(4)]
        armies = arranged[0, 2, :, layout.planes.index("armies")]
        assert armies.tolist() == list(view.armies)


def test_cards_of_seasons_past_are_remembered() -> None:
    encoding, state = new_game(Table("wallenstein", {}, 4), seed=3)
    memory, rng, seen = encoding.memory(), Random(3), set()
    entries = [*numbers().entries]
    while (decision := state.decision) is not None and (decision.kind != "plan" or state.season < 2):  # type: ignore[attr-defined]
        view: Any = state.view(decision.seat)
        if decision.seat == 1:
            memory.look(view)
            if view.season == 0:
                seen |= {(box, county) for plan in view.plans if plan for box, county in enumerate(plan.boxes)}
        state.make(decision.random(rng))
    table = encoding.table(state.view(1), memory)
    counties = encoding.places
    kept = {(box, county) for box, county in seen if county >= 0}
    assert len(kept) > 5
    for box, county in kept:
        assert table[entries.index(f"past plan, spring of year 1, {counties[county]}")] == box + 1
    assert not any(table[entries.index(f"past plan, summer of year 2, {county}")] for county in counties)


def test_a_rivals_open_card_keeps_its_box() -> None:
    encoding, state = new_game(Table("wallenstein", {}, 4), seed=3)
    rng, entries, counted = Random(4), [*numbers().entries], 0
    for decision, view in moments(state, rng):
        table = encoding.table(view)
        for seat, plan in enumerate(view.plans):
            if plan is None or seat == view.seat:
                continue
            for box, county in enumerate(plan.boxes):
                if county >= 0:
                    name = encoding.places[county]
                    assert table[entries.index(f"card, {ACTIONS[box]}, {name}")] == 1
                    assert table[entries.index(f"card of, left {(seat - view.seat) % 4}, {name}")] == 1
                    counted += 1
        if counted > 200 or decision is None:
            break
    assert counted > 200


def test_entries_are_named_by_their_axes() -> None:
    feature = Feature("tile", "a tile", (("own", "left 1"), ("thaler", "grain")))
    assert feature.size == 4
    assert list(feature.entries()) == ["tile, own, thaler", "tile, own, grain", "tile, left 1, thaler",
                                       "tile, left 1, grain"]  # fmt: skip


def test_what_has_one_way_to_be_said_is_not_asked() -> None:
    answer = Spelled([(1, 2, 3), (1, 2, 4, 5)], ["a", "b"])
    assert answer.said == [1, 2]
    assert set(answer.legal()) == {3, 4}
    answer.take(4)
    assert answer.done
    assert answer.choice == "b"


def test_counts_are_capped_and_seats_turn() -> None:
    assert capped([0, 255, 256, 1000]) == bytes([0, 255, 255, 255])
    assert from_seat(["a", "b", "c"], 1) == ("b", "c", "a")
