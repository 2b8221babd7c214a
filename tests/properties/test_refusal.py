"""An illegal choice is refused, names its rule, and leaves the state exactly as it was."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from operator import index
from random import Random
from typing import Any

import pytest

from tests.properties.junk import THINGS, junk_for
from tests.properties.photo import photo
from tests.properties.players import BASE, ONE_EACH, Table, at_every_table, finish, moments, name_of, start
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.decision import Decision, March, Muster
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import TowerChance, TowerModel

# junk holds NotImplemented, whose truth is asked when the refusal is put into words
pytestmark = pytest.mark.filterwarnings("ignore:NotImplemented should not be used")

GAME = Wallenstein()
RULE_OF = {
    "draft-card": "W13", "draft-group": "W13", "tile": "W26", "move": "W43", "march": "W44", "revolt": "W71",
    "declare": "F3", "muster": "F6", "defend": "F7",
    "favor": "C5", "favor-event": "C6", "favor-calm": "C6", "favor-garrison": "C6", "favor-build": "C6",
    "benefit": "L2",
}  # fmt: skip
RARE = {"declare", "favor-event", "favor-calm", "favor-garrison"}  # not met in every game


class Watched:
    """A chance that counts how often it was asked."""

    def __init__(self, chance: TowerChance) -> None:
        self.chance = chance
        self.asked = 0

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        self.asked += 1
        return self.chance.draw(kind, items, count)

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        self.asked += 1
        return self.chance.throw(tower, falling, inside)


def rules_broken(kind: str, rules: Rules) -> set[str]:
    """The rules that an illegal choice of this kind may break."""
    if kind != "plan":
        return {RULE_OF[kind]}
    if rules.edition == "first":
        return {"F3", "W23"}
    return {"W23", "W24", "C3"} if "emperors-court" in rules.expansions else {"W23", "W24"}


def expected(table: Table) -> set[str]:
    """The kinds of decisions that a few games at this table are sure to ask."""
    state = start(table, 1)
    return set(state.functions.kinds) - RARE - (set() if state.draft is not None else {"draft-card", "draft-group"})


BY_ID = {  # kinds whose choices, or the first part of them, may be given as ids
    "revolt", "draft-card", "favor-calm", "favor-garrison", "favor-build", "march", "move", "muster",
}  # fmt: skip


def number(part: Any) -> Any:
    """The number that a part of a choice means; itself if it means none."""
    if type(part) is not bool:
        with suppress(TypeError, ZeroDivisionError):
            return int.__index__(index(part))
    return part


def meant(decision: Decision, choice: Any) -> Any:
    """What a choice means, found out without the code under test; a value that is no option if nothing."""
    ids = board("default").ids
    if type(choice) in (tuple, list, March, Muster) and type(decision.default) in (tuple, March, Muster, type(None)):
        parts = [number(part) for part in choice]
        place = 1 if decision.kind == "muster" else 0
        if decision.kind in BY_ID and len(parts) > place:
            if type(parts[place]) is str and parts[place] in ids:
                parts[place] = ids.index(parts[place])
            elif decision.kind == "muster" and parts[place] is None:
                parts[place] = -1
        return tuple(parts) if {int} == set(map(type, parts)) or not parts else object()
    if decision.kind in BY_ID and type(choice) is str and choice in ids:
        return ids.index(choice)
    one = number(choice)
    return one if one is None or type(one) is int else object()


def legal(decision: Decision, choice: Any) -> bool:
    """Whether it may be chosen after all, found out without the code under test where that is simple."""
    if decision.kind == "plan":
        return type(choice) is Plan and decision.options.check(choice) is None
    if decision.kind == "favor-event" and type(choice) is bool:
        return True
    return meant(decision, choice) in list(decision.options)


def check_refused(state: State, decision: Decision, wrong: list[Any]) -> None:
    """Each is refused in one sentence, by the runner too; no draw was made, and nothing changed."""
    before = photo(state)
    state.chance = watched = Watched(state.chance)
    for choice in wrong:
        with pytest.raises(RuleError) as refusal:
            state.apply(choice)
        told = str(refusal.value)
        assert refusal.value.rule in rules_broken(decision.kind, state.book.rules)
        assert re.match(r"[WFCL]\d+: ", told)
        assert "\n" not in told
        assert len(told) < 300
        with pytest.raises(RuleError) as named:  # the same, but with names for numbers
            GAME.check(state.book, decision, choice)
        assert named.value.rule == refusal.value.rule
        assert "\n" not in str(named.value)
        assert len(str(named.value)) < 300
        assert state.decision is decision
        assert photo(state) == before
        assert watched.asked == 0
    state.chance = watched.chance


@at_every_table(range(12, 14), range(100, 104))
def test_an_illegal_choice_is_refused_and_changes_nothing(table: Table, seeds: range) -> None:
    rng = Random(1)
    provoked = Counter[str]()
    for state, decision in moments(table, seeds, every=1):
        if provoked[decision.kind] < len(seeds) // 2:
            wrong = [choice for choice in junk_for(decision, rng) if not legal(decision, choice)]
            assert len(wrong) > 60
            check_refused(state, decision, wrong)
            provoked[decision.kind] += 1
    assert expected(table) <= set(provoked)


@at_every_table(range(4, 5), at=ONE_EACH)
def test_a_refused_choice_does_not_change_the_game_that_follows(table: Table, seeds: range) -> None:
    def provoked(state: State) -> None:
        for thing in THINGS:
            if state.decision is not None and not legal(state.decision, thing):
                with pytest.raises(RuleError):
                    state.apply(thing)

    for seed in seeds:
        calm = finish(start(table, seed), Random(4))
        assert finish(start(table, seed), Random(4), provoked).journal == calm.journal


def test_w24_every_bid_beyond_the_purse_is_refused() -> None:
    state = start(BASE[0], 2)
    decision = state.decision
    assert decision is not None
    for thalers in range(6):
        state.thalers[decision.seat] = thalers
        offer = state.functions.offer(state, decision.seat)
        plan = offer.repair(Plan((-1,) * 10, 0))
        for bid in range(5):
            told = offer.check(plan._replace(bid=bid))
            assert (told is None) == (bid <= thalers)
            assert told in (None, f"W24: seat {decision.seat} bids {bid} Thalers but has only {thalers}")


@pytest.mark.parametrize("table", ONE_EACH, ids=name_of)
def test_w74_nothing_can_be_chosen_once_the_game_is_over(table: Table) -> None:
    state = finish(start(table, 2), Random(2))
    before = photo(state)
    for thing in (None, 0, Plan((-1,) * 10, 0)):
        with pytest.raises(RuleError) as refusal:
            state.apply(thing)
        assert refusal.value.rule == "W74"
    assert photo(state) == before
