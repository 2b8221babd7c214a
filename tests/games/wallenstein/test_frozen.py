"""What a bot is handed cannot be changed by it: a changed offer or choice would make illegal moves legal."""

import pytest

from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.state import State

EDITIONS = (Rules(), Rules(edition="first"), Rules(expansions=("emperors-court",)))


def first_of(kind: str, rules: Rules) -> State:
    """A game at its first decision of a kind, everybody choosing the default."""
    state = new_game(rules, 4, seeded(1))
    while state.decision is not None and state.decision.kind != kind:
        options = state.decision.options
        state.apply(options.random() if state.decision.kind == "plan" else state.decision.default)
    assert state.decision is not None, f"no {kind} was asked for"
    return state


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: f"{rules.edition}{rules.expansions}")
@pytest.mark.parametrize("name", ["payable", "counties", "short", "seat", "anything"])
def test_an_offer_is_fixed(rules: Rules, name: str) -> None:
    state = first_of("plan", rules)
    assert state.decision is not None
    with pytest.raises(AttributeError):
        setattr(state.decision.options, name, 9)


@pytest.mark.parametrize("name", ["most", "targets", "optional", "anything"])
def test_the_moves_on_offer_are_fixed(name: str) -> None:
    state = first_of("march", Rules())
    assert state.decision is not None
    with pytest.raises(AttributeError):
        setattr(state.decision.options, name, 99)
    with pytest.raises(AttributeError):
        delattr(state.decision.options, name)


def test_decision_and_view_are_fixed() -> None:
    state = first_of("march", Rules())
    assert state.decision is not None
    for thing, name in ((state.decision, "options"), (state.view(0), "armies"), (state.view(0).book, "players")):
        with pytest.raises(AttributeError):
            setattr(thing, name, ())
