"""A choice counts by what it means: numbers of numpy, lists and county ids are recorded as the plain choice is."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.properties.players import FIRST, ONE_EACH, Table, moments, name_of, random_choice
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.names import BENEFITS, BLANK, COUNTY_BID, TILES
from wallenstein.games.wallenstein.plan import Plan

IDS = board("default").ids
COUNTY_KINDS = ("revolt", "draft-card", "favor-calm", "favor-garrison", "favor-build")
GAME = Wallenstein()


def card(value: int) -> Any:
    """A box as a name, if it holds a county."""
    return IDS[value] if value >= 0 else None if value == BLANK else value


def otherwise(decision: Decision, choice: Any) -> list[Any]:
    """The same choice in other words."""
    if choice is None:
        return []
    if isinstance(choice, Plan):
        boxes, bid, court = choice
        named: Any = IDS[bid - COUNTY_BID] if bid >= COUNTY_BID else None if bid == BLANK else np.int8(bid)
        numbers: Any = [list(map(np.int64, boxes)), np.int64(bid), list(map(np.int16, court))]
        names: Any = (list(map(card, boxes)), tuple(map(card, court)))
        return [Plan(*numbers), Plan(names[0], named, names[1])]
    if isinstance(choice, tuple):
        found: list[Any] = [list(choice), tuple(map(np.int64, choice)), list(map(np.int8, choice))]
        if decision.kind in ("march", "move"):
            found += [[IDS[choice[0]], choice[1]], (IDS[choice[0]], np.int8(choice[1]))]
        if decision.kind == "muster":
            found.append([choice[0], card(choice[1]), choice[2]])
        return found
    same = [np.int64(choice), np.array(choice)]
    names = {"tile": TILES, "benefit": BENEFITS, **dict.fromkeys(COUNTY_KINDS, IDS)}.get(decision.kind, ())
    return [*same, names[choice]] if names and choice >= 0 else same


@pytest.mark.parametrize("table", [*ONE_EACH, FIRST[0]], ids=name_of)
def test_the_same_choice_in_other_words_is_recorded_alike(table: Table) -> None:
    rng = Random(3)
    met = Counter[str]()
    for state, decision in moments(table, range(3), every=3):
        choice = random_choice(decision, rng)
        packed = GAME.encode(state.book, decision, choice)
        for words in otherwise(decision, choice):
            plain = GAME.check(state.book, decision, words)
            assert GAME.encode(state.book, decision, plain) == packed
            kind = state.functions.kinds[decision.kind]
            assert kind.check(decision, words) == kind.unpack(packed)
            met[decision.kind] += 1
    assert {"plan", "march" if table[0].edition == "second" else "muster"} <= set(met)


@pytest.mark.parametrize("table", [*ONE_EACH, FIRST[0]], ids=name_of)
def test_options_can_be_indexed_by_whatever_has_an_index(table: Table) -> None:
    for _, decision in moments(table, range(2), every=4):
        if decision.kind != "plan":
            found = decision.options[np.int64(1)]
            assert found == decision.options[1]
            parts = found if isinstance(found, tuple) else (found,)
            assert {type(part) for part in parts} <= {int, type(None)}


class EqualToAll(type):
    """A class that calls itself equal to every other, and hashes like int."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(int)


class Chameleon(int, metaclass=EqualToAll):
    """A number that calls itself equal to every other, as its class does."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class SlyTuple(tuple[Any, ...], metaclass=EqualToAll):
    """A tuple whose class calls itself equal to every other."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@pytest.mark.parametrize("table", [*ONE_EACH, FIRST[0]], ids=name_of)
def test_what_calls_itself_equal_to_an_option_is_only_what_it_means(table: Table) -> None:
    sly = Chameleon(77)
    for state, decision in moments(table, range(2), every=4):
        choice = random_choice(decision, Random(5))
        wrong: list[Any] = [sly, SlyTuple((77, 77)), SlyTuple((77, 77, 77))]
        if isinstance(choice, Plan):
            wrong = [Plan((sly, *choice.boxes[1:]), choice.bid), Plan(choice.boxes, sly)]
            wrong += [Plan(choice.boxes, choice.bid, (sly,) * 3)]
        elif isinstance(choice, tuple):
            alike: Any = type(choice)
            wrong += [alike(*[sly for _ in choice]) if hasattr(choice, "_fields") else (sly,) * len(choice)]
        for words in wrong:
            with pytest.raises(RuleError):
                GAME.check(state.book, decision, words)


@pytest.mark.parametrize("table", ONE_EACH, ids=name_of)
def test_nothing_at_all_may_be_a_missing_return(table: Table) -> None:
    told = set()
    for state, decision in moments(table, range(2), every=4):
        if decision.kind == "plan" or None not in decision.options:
            with pytest.raises(RuleError) as refusal:
                GAME.check(state.book, decision, None)
            assert str(refusal.value).endswith("; is a `return` missing?")
            told.add(decision.kind)
    assert "plan" in told


def test_a_county_that_is_none_is_told_with_what_is_near() -> None:
    for state, decision in moments(ONE_EACH[0], range(1), every=1):
        if decision.kind == "march":
            with pytest.raises(RuleError) as refusal:
                GAME.check(state.book, decision, ["bremn", 1])
            assert str(refusal.value).startswith(f"W44: seat {decision.seat} cannot choose ['bremn', 1] for march; ")
            assert 'did you mean "bremen"?' in str(refusal.value)
            with pytest.raises(RuleError, match=r"cannot choose 'bremen' for march; it must be \(to, armies\)"):
                GAME.check(state.book, decision, "bremen")
            with pytest.raises(RuleError, match=r"cannot choose \(0, True\) for march; True is not a whole number"):
                GAME.check(state.book, decision, (0, True))
            return
    raise AssertionError("nobody marched")
