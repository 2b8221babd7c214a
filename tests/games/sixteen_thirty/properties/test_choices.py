"""Options, and what is refused: an illegal choice names its section and leaves the state exactly as it was."""

import re
from random import Random
from typing import Any

import pytest

from tests.games.sixteen_thirty.properties.games import at_every_table, moments, photo
from tests.properties.junk import THINGS
from wallenstein.core.errors import RuleError
from wallenstein.core.json_place import Json
from wallenstein.games.sixteen_thirty.model.decision import Decision

SECTIONS = re.compile(r"3\.[36]|4\.1\.[145]|4\.1\.3(\.[1-7])?|5\.6(\.[1-4])?|5\.6\.4\.2|5\.[78]\.1|4\.2\.3\.[12]")


@at_every_table(2, 8)
def test_options_are_different_and_written_in_one_way(players: int, seeds: range) -> None:
    for state, decision in moments(players, seeds, every=4):
        options, kind = list(decision.options), state.course.kinds[decision.kind]
        assert len(options) == len(decision.options) == len(set(options))
        assert decision.default == options[0] == decision.options[-len(options)]
        assert list(decision.options[1:3]) == options[1:3]
        written = []
        for option in options:
            assert option in decision.options
            assert kind.unpack(kind.pack(option)) == option
            document = kind.write(option, state.course)
            assert kind.read(Json(document), state.course) == option
            written.append(str(document))
        assert len(set(written)) == len(options)
        with pytest.raises(IndexError):
            decision.options[len(options)]


@at_every_table(2, 8)
def test_random_choices_are_options_and_all_of_them_come(players: int, seeds: range) -> None:
    rng = Random(1)
    for _, decision in moments(players, seeds, every=25):
        options = set(decision.options)
        drawn = {decision.random(rng) for _ in range(8 * len(options) if len(options) < 30 else 40)}
        assert drawn <= options
        assert len(options) > 12 or len(drawn) > len(options) / 2


@at_every_table(2, 8)
def test_refused_choices_leave_the_state_untouched(players: int, seeds: range) -> None:
    rng = Random(2)
    for state, decision in moments(players, seeds, every=30):
        before, journal = photo(state), list(state.journal or ())
        for choice in wrong_choices(decision, rng):
            with pytest.raises(RuleError) as refusal:
                state.apply(choice)
            assert SECTIONS.fullmatch(refusal.value.rule), refusal.value
            assert "\n" not in str(refusal.value)
            assert len(str(refusal.value)) < 200
            assert state.decision is decision
        assert photo(state) == before
        assert state.journal == journal


def wrong_choices(decision: Decision, rng: Random) -> list[Any]:
    """Junk, and legal choices with a number changed; nothing that is legal after all."""
    options = list(decision.options)
    wrong: list[Any] = [thing for thing in THINGS if not is_legal(thing, options)]
    for option in rng.sample(options, min(6, len(options))):
        if isinstance(option, tuple):
            wrong += [option[:-1], (*option, 0), list(option)]
            for place in range(len(option)):
                for part in (-2, 39, 99, None, (99,), 10**40, "red"):
                    wrong.append((*option[:place], part, *option[place + 1 :]))
        elif option is not None:
            wrong += [option + 40, -2 - option, float(option), (option,)]
    return [choice for choice in wrong if not is_legal(choice, options)]


def is_legal(choice: Any, options: list[Any]) -> bool:
    """Whether it is one of the options, by its plain values."""
    if type(choice) is int or choice is None:
        return choice in options
    return isinstance(choice, tuple) and type(choice) in (tuple, *map(type, options)) and plain(choice) in options


def plain(choice: Any) -> Any:
    """The values alone; something that equals nothing where one is not a number or a tuple of numbers."""
    for part in choice:
        if type(part) is not int and not (type(part) is tuple and all(type(value) is int for value in part)):
            return object()
    return tuple(choice)


def test_nothing_can_be_chosen_when_the_game_is_over() -> None:
    *_, (state, decision) = moments(3, range(1))
    while state.decision is not None:
        state.apply(state.decision.default)
    with pytest.raises(RuleError, match=r"4\.2\.2: the game is over"):
        state.apply(decision.default)


def test_options_cannot_be_changed_by_a_bot() -> None:
    from wallenstein.games.sixteen_thirty.model.decision import bots_copy
    from wallenstein.games.sixteen_thirty.model.options import Choices

    kinds = set()
    for _, decision in moments(4, range(2)):
        given = bots_copy(decision)
        assert given == decision or list(given.options) == list(decision.options)
        if isinstance(decision.options, Choices):
            kinds.add(decision.kind)
            assert given.options is not decision.options
        else:
            assert isinstance(decision.options, tuple)
    assert kinds == {"open-display", "special", "lobby", "exchange"}
