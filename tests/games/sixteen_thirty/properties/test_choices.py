"""Options, and what is refused: an illegal choice names its section and leaves the state exactly as it was."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from operator import index
from pickle import dumps, loads
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.games.sixteen_thirty.properties.games import at_every_table, moments, photo
from tests.properties.junk import THINGS
from wallenstein.core.choices import Choices
from wallenstein.core.documents import Json
from wallenstein.core.errors import RuleError
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call, Decision, Play
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, FACTIONS, ISSUES, NONE

SECTIONS = re.compile(r"3\.[36]|4\.1\.[145]|4\.1\.3(\.[1-7])?|5\.6(\.[1-4])?|5\.6\.4\.2|5\.[78]\.1|4\.2\.3\.[12]")


@at_every_table(2, 8)
def test_options_are_different_and_written_in_one_way(players: int, seeds: range) -> None:
    for state, decision in moments(players, seeds, every=4):
        options, kind = list(decision.options), state.functions.kinds[decision.kind]
        assert len(options) == len(decision.options) == len(set(options))
        assert decision.default == options[0] == decision.options[-len(options)]
        assert list(decision.options[1:3]) == options[1:3]
        written = []
        for option in options:
            assert option in decision.options
            assert kind.unpack(kind.pack(option)) == option
            document = kind.write(option, state.functions)
            assert kind.read(Json(document), state.functions) == option
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
    """Whether it is one of the options, by what it means; parts of a record that have defaults may be missing."""
    record: Any = next((type(option) for option in options if hasattr(option, "_fields")), None)
    if isinstance(choice, tuple) and type(choice) not in (tuple, record):
        return False
    value = meant(choice)
    if record is not None and isinstance(value, tuple):
        defaults = [record._field_defaults.get(name) for name in record._fields[len(value) :]]
        value = (*value, *defaults)
        if record in (Call, Play):
            value = (*value[:2], *[NONE if part is None else part for part in value[2:]])
    return value in options


def meant(value: Any, depth: int = 3) -> Any:
    """Numbers by their index, lists as tuples; something that equals nothing for all else."""
    if depth and (type(value) in (tuple, list) or hasattr(value, "_fields")):
        return tuple([meant(part, depth - 1) for part in value])
    with suppress(TypeError, ZeroDivisionError):
        return object() if type(value) is bool else int.__index__(index(value))
    return value if value is None else object()


def in_other_words(kind: str, option: Any) -> list[Any]:
    """The same choice with numbers of numpy, in lists, by its names."""
    if option is None:
        return []
    if not isinstance(option, tuple):
        names = {"pass-marker": COUNTRIES, "vote": FACTIONS, "lose-influence": CARDS, "to-market": CARDS}.get(kind)
        return [np.int64(option), np.array(option), *([names[option]] if names else [])]
    numbers = [list(map(np.int64, part)) if isinstance(part, tuple) else np.int8(part) for part in option]
    found: list[Any] = [list(option), tuple(numbers), numbers]
    if isinstance(option, Call):
        found.append([COUNTRIES[option.country], ISSUES[option.issue], option.target])
        found.append((option.country, option.issue, None if option.target == NONE else COUNTRIES[option.target]))
    if isinstance(option, Play) and option.issue != NONE:
        found.append((CARDS[option.card], COUNTRIES[option.country], ISSUES[option.issue], option.target))
    if isinstance(option, Bid):
        found.append([[CARDS[card] for card in option.add], [CARDS[card] for card in option.remove]])
    return found


@at_every_table(2)
def test_a_choice_counts_by_what_it_means(players: int, seeds: range) -> None:
    game, rng, met = SixteenThirty(), Random(3), Counter[str]()
    for state, decision in moments(players, seeds, every=5):
        option = decision.random(rng)
        packed = game.encode(state.book, decision, option)
        second: Any = np.int64(1)
        assert decision.options[second] == decision.options[1]
        for words in in_other_words(decision.kind, option):
            found = game.check(state.book, decision, words)
            assert found == option
            assert game.encode(state.book, decision, found) == packed
            met[decision.kind] += 1
    assert {"bid", "lobby", "special"} <= set(met)


def test_what_was_mistyped_is_told_with_what_is_near() -> None:
    told = {}
    for state, decision in moments(4, range(3)):
        mistyped: dict[str, Any] = {"lobby": ["frnce", 0], "bid": [["frnce-1"]], "special": "spain"}
        for wrong in (mistyped.get(decision.kind), None, 2.5):
            if wrong is not None or None not in decision.options:
                with pytest.raises(RuleError) as refusal:
                    state.apply(wrong)
                told[decision.kind, str(wrong)] = refusal.value.text.partition("; ")[2]
    assert told["lobby", "['frnce', 0]"] == 'there is no country "frnce"; did you mean "france"?'
    assert told["bid", "[['frnce-1']]"] == 'there is no card "frnce-1"; did you mean "france-1"?'
    assert told["special", "spain"] == "it must be (card, country, issue, target, seat, remove)"
    assert told["vote", "None"] == "is a `return` missing?"
    assert told["vote", "2.5"] == "2.5 is not a whole number"


def test_nothing_can_be_chosen_when_the_game_is_over() -> None:
    *_, (state, decision) = moments(3, range(1))
    while state.decision is not None:
        state.apply(state.decision.default)
    with pytest.raises(RuleError, match=r"4\.2\.2: the game is over"):
        state.apply(decision.default)


def attributes(options: Choices) -> list[str]:
    """All that it holds."""
    return [name for cls in type(options).__mro__ for name in getattr(cls, "__slots__", ())]


def test_options_cannot_be_changed_by_a_bot() -> None:
    kinds = set()
    for _, decision in moments(4, range(2)):
        options = decision.options
        if isinstance(options, tuple):
            continue
        kinds.add(decision.kind)
        for name in attributes(options):
            with pytest.raises(AttributeError, match="cannot be changed"):
                setattr(options, name, ())
            with pytest.raises(AttributeError, match="cannot be changed"):
                delattr(options, name)
            value = getattr(options, name)
            assert value is None or isinstance(value, int | tuple | Choices), name
        with pytest.raises(AttributeError):
            options.more = 1
    assert kinds == {"open-display", "special", "lobby", "exchange"}


def test_options_are_a_sequence_and_can_be_sent_to_a_process() -> None:
    seen = set()
    for _, decision in moments(3, range(1)):
        options = decision.options
        if isinstance(options, Choices):
            seen.add(type(options))
            assert isinstance(options, Sequence)
            assert list(loads(dumps(options))) == list(options)
            for place, option in enumerate(options[:9]):
                assert options.index(option) == place
                assert options.count(option) == 1
            assert options.count("none of them") == 0
            with pytest.raises(ValueError, match="is not among the choices"):
                options.index("none of them")
            assert repr(options[0]) in repr(options)
    assert len(seen) == 4
