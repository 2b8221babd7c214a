"""What a bot is handed cannot be changed in place: it may share it with the rules and with other bots."""

import pickle
from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.attributes import attributes
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules

EDITIONS = (Rules(), Rules(edition="first"), Rules(expansions=("emperors-court",)))


def first_of(kind: str, rules: Rules) -> State:
    """A game at its first decision of a kind, everybody choosing at random."""
    state, rng = new_game(rules, 4, seeded(1)), Random(1)
    while state.decision is not None and state.decision.kind != kind:
        state.apply(state.decision.random(rng))
    assert state.decision is not None, f"no {kind} was asked for"
    return state


def changeable(thing: Any, path: str, seen: dict[int, Any]) -> Iterator[str]:
    """The places below a thing that can be changed; `seen` keeps what was looked at, so that no number is reused."""
    if id(thing) in seen or isinstance(thing, int | str | float | None):
        return
    seen[id(thing)] = thing
    if isinstance(thing, list | dict | set | bytearray):
        yield path
    if isinstance(thing, tuple | frozenset | list):
        for part in thing:
            yield from changeable(part, f"{path}[]", seen)
    elif isinstance(thing, Mapping):
        for key, part in thing.items():
            yield from changeable(part, f"{path}[{key}]", seen)
    if type(thing).__module__.startswith("wallenstein"):
        for name in attributes_of(thing):
            value = getattr(thing, name)
            with suppress(AttributeError):
                setattr(thing, name, value)
                yield f"{path}.{name}"
            yield from changeable(value, f"{path}.{name}", seen)


def attributes_of(thing: Any) -> list[str]:
    """Those that this object has of its own."""
    slots = [slot for parent in type(thing).__mro__ for slot in attributes(parent)]
    return [*getattr(thing, "__dict__", {}), *(slot for slot in slots if hasattr(thing, slot))]


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: f"{rules.edition}{rules.expansions}")
def test_nothing_that_a_bot_is_handed_can_be_changed(rules: Rules) -> None:
    state, rng, seen, kinds = new_game(rules, 4, seeded(1)), Random(1), dict[int, Any](), set[str]()
    while (decision := state.decision) is not None and len(seen) < 100_000:
        held = decision
        assert list(changeable((state.view(held.seat), held), held.kind, seen)) == []
        kinds.add(held.kind)
        state.apply(decision.random(rng))
    assert {"plan", "march"} <= kinds | ({"march"} if "muster" in kinds else set())


def test_what_can_be_changed_is_found() -> None:
    class Plain:
        pass

    Plain.__module__ = "wallenstein.of.a.test"
    thing = Plain()
    vars(thing)["inner"] = ({"a": [1]},)
    assert sorted(changeable(thing, "it", {})) == ["it.inner", "it.inner[]", "it.inner[][a]"]


@pytest.mark.parametrize("name", ["counties", "payable", "anything"])
def test_an_offer_says_that_it_is_fixed(name: str) -> None:
    decision = first_of("plan", Rules()).decision
    assert decision is not None
    with pytest.raises(AttributeError, match=f"Offer cannot be changed: {name} is fixed"):
        setattr(decision.options, name, 99)
    with pytest.raises(AttributeError, match=f"Offer cannot be changed: {name} is fixed"):
        delattr(decision.options, name)


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: f"{rules.edition}{rules.expansions}")
def test_offers_and_moves_survive_the_way_to_another_process(rules: Rules) -> None:
    for kind in ("plan", "march"):
        decision = first_of(kind, rules).decision
        assert decision is not None
        copy = pickle.loads(pickle.dumps(decision, 5))
        names = attributes_of(decision.options)
        assert attributes_of(copy.options) == names
        assert [getattr(copy.options, name) for name in names] == [getattr(decision.options, name) for name in names]


@pytest.mark.parametrize(("length", "told"), [(78, "x'"), (79, "…"), (5_000, "…")])
def test_a_refused_choice_is_told_in_eighty_characters(length: int, told: str) -> None:
    state = first_of("march", Rules())
    with pytest.raises(RuleError) as refusal:
        state.apply("x" * length)
    choice = str(refusal.value).split("cannot choose ")[1].partition(" for march; ")[0]
    assert len(choice) == 80
    assert choice.endswith(told)
