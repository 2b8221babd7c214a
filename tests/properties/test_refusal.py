"""An illegal choice is refused, names its rule, and leaves the state exactly as it was."""

import re
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.properties.junk import THINGS, junk_for
from tests.properties.photo import photo
from tests.properties.players import TABLES, Table, finish, moments, name_of, start
from wallenstein.core.chance import Chance, Tower
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.decision import Decision
from wallenstein.games.wallenstein.new_game import seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.state import State

RULE_OF = {
    "plan": {"W23", "W24"},
    "tile": {"W26"},
    "move": {"W43"},
    "march": {"W44"},
    "revolt": {"W71"},
    "draft-card": {"W13"},
    "draft-group": {"W13"},
}


class Watched:
    """A chance that counts how often it was asked."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.asked = 0

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        self.asked += 1
        return self.chance.draw(kind, items, count)

    def throw(self, tower: Tower, falling: Sequence[int], inside: Sequence[int]) -> list[int]:
        self.asked += 1
        return self.chance.throw(tower, falling, inside)


def plain(choice: Any) -> bool:
    """Made of the very types that choices are made of."""
    if type(choice) is Plan:
        return len(choice) == 3 and type(choice.boxes) is tuple and all(map(plain, (*choice.boxes, choice.bid)))
    if type(choice) is tuple:
        return len(choice) == 2 and all(type(part) is int for part in choice)
    return choice is None or type(choice) is int


def legal(decision: Decision, choice: Any) -> bool:
    """Whether it may be chosen after all, found out without the code under test where that is simple."""
    if not plain(choice):
        return False
    if decision.kind == "plan":
        return type(choice) is Plan and type(choice.court) is tuple and decision.options.check(choice) is None
    return choice in list(decision.options)


def check_refused(state: State, choice: Any, watched: Watched) -> None:
    decision = state.decision
    assert decision is not None
    before, asked = photo(state), watched.asked
    with pytest.raises(RuleError) as refusal:
        state.apply(choice)
    assert refusal.value.rule in RULE_OF[decision.kind]
    assert re.match(r"W\d+: ", str(refusal.value))
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300
    assert state.decision is decision
    assert photo(state) == before
    assert watched.asked == asked


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_an_illegal_choice_is_refused_and_changes_nothing(table: Table) -> None:
    rng = Random(1)
    provoked = Counter[str]()
    for state in moments(table, 12, every=1):
        decision = state.decision
        assert decision is not None
        if provoked[decision.kind] == 1:
            continue
        watched = Watched(state.chance)
        state.chance = watched
        wrong = [choice for choice in junk_for(decision, rng) if not legal(decision, choice)]
        assert len(wrong) > 60
        for choice in wrong:
            check_refused(state, choice, watched)
        state.chance = watched.chance
        provoked[decision.kind] += 1
    assert {"plan", "tile", "march", "move", "revolt"} <= set(provoked)


def test_a_refused_choice_does_not_change_the_game_that_follows() -> None:
    for table in TABLES[:6]:

        def provoked(state: State) -> None:
            for thing in THINGS:
                if state.decision is not None and not legal(state.decision, thing):
                    with pytest.raises(RuleError):
                        state.apply(thing)

        calm = finish(start(table, 4), Random(4))
        assert finish(start(table, 4, seeded(4)), Random(4), provoked).journal == calm.journal


def test_w24_every_bid_beyond_the_purse_is_refused() -> None:
    state = start(TABLES[0], 2)
    decision = state.decision
    assert decision is not None
    for thalers in range(6):
        state.thalers[decision.seat] = thalers
        offer = state.book.offer(state, decision.seat)
        plan = offer.repair(Plan((-1,) * 10, 0))
        for bid in range(5):
            told = offer.check(plan._replace(bid=bid))
            assert (told is None) == (bid <= thalers)
            assert told is None or told.startswith("W24: ")


def test_w74_nothing_can_be_chosen_once_the_game_is_over() -> None:
    state = finish(start(TABLES[0], 2), Random(2))
    before = photo(state)
    for thing in (None, 0, Plan((-1,) * 10, 0)):
        with pytest.raises(RuleError) as refusal:
            state.apply(thing)
        assert refusal.value.rule == "W74"
    assert photo(state) == before
