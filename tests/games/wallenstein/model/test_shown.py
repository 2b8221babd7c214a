"""What a bot is handed it may change as it likes: the game looks at its own, or illegal moves would become legal."""

from random import Random

import pytest

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules

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
def test_what_is_done_to_an_offer_does_not_reach_the_game(rules: Rules) -> None:
    state = first_of("plan", rules)
    decision = state.decision
    assert decision is not None
    held = Wallenstein().for_bot(decision)
    assert held.options.random(Random(1)) == decision.options.random(Random(1)), "it is the same offer"
    for name in ("counties", "payable", "short", "seat"):
        before = getattr(decision.options, name)
        setattr(held.options, name, 99)
        assert getattr(decision.options, name) == before


@pytest.mark.parametrize("kind", ["march", "move"])
def test_what_is_done_to_the_moves_does_not_reach_the_game(kind: str) -> None:
    state = first_of(kind, Rules())
    decision = state.decision
    assert decision is not None
    held = Wallenstein().for_bot(decision)
    assert list(held.options) == list(decision.options)
    held.options.most = 99
    target = decision.options.targets[0]
    with pytest.raises(RuleError, match=r"W4[34]"):
        state.apply((target, 99))


def test_decision_and_view_are_fixed() -> None:
    state = first_of("march", Rules())
    assert state.decision is not None
    for thing, name in ((state.decision, "options"), (state.view(0), "armies"), (state.view(0).book, "players")):
        with pytest.raises(AttributeError):
            setattr(thing, name, ())


@pytest.mark.parametrize(("length", "told"), [(78, "x'"), (79, "…"), (5_000, "…")])
def test_a_refused_choice_is_told_in_eighty_characters(length: int, told: str) -> None:
    state = first_of("march", Rules())
    with pytest.raises(RuleError) as refusal:
        state.apply("x" * length)
    choice = str(refusal.value).split("cannot choose ")[1].partition(" for march; ")[0]
    assert len(choice) == 80
    assert choice.endswith(told)
