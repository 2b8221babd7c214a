"""Ranges of options: what may be written, and what proposals in them mean."""

import pytest

from wallenstein.extras.tune.setting import Choice, NumberRange, read_ranges
from wallenstein.tourney.config.mistakes import Mistakes


def test_numbers_are_whole_between_whole_ends_and_short_otherwise() -> None:
    whole, any_number = NumberRange(1, 9, True, False), NumberRange(0.1, 0.25, False, True)
    assert whole.value(4) == 4
    assert any_number.value(0.123456789) == 0.1235
    assert any_number.value(0.2499999) == 0.25
    assert [any_number.holds(value) for value in (0.1, 0.3, True)] == [True, False, False]
    assert [whole.holds(value) for value in (3, 3.5, True, 10, "3")] == [True, False, False, False, False]


def test_a_choice_may_have_lists() -> None:
    choice = Choice(([], ["church"]))
    assert choice.value(1) == ["church"]
    assert choice.holds(("church",))
    assert choice.proposal(("church",)) == 1
    assert not choice.holds(("post",))


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"low": 1}, "must have low and high, or a choice"),
        ({"low": 3, "high": 2}, "its low, 3, must be less than its high, 2"),
        ({"low": 0, "high": 2, "log": True}, "its low must be above 0 with log = true, not 0"),
        ({"low": "a", "high": 2}, "its low must be a number"),
        ({"low": 1, "high": 2, "log": 1}, "its log must be true or false"),
        ({"choice": [1]}, "its choice must be a list of two values or more"),
        ({"choice": [1, 2], "low": 1}, "has a choice, and low, high or log beside it; write one or the other"),
    ],
)
def test_what_is_wrong_with_a_range_is_told(table: dict[str, object], sentence: str) -> None:
    mistakes = Mistakes("t.toml")
    assert read_ranges({"army": table}, mistakes) == {}
    assert list(mistakes.lines) == [f"t.toml: tune.ranges.army: {sentence}"]


def test_an_unknown_key_of_a_range_has_a_hint() -> None:
    mistakes = Mistakes("t.toml")
    read_ranges({"army": {"low": 1, "hihg": 2}}, mistakes)
    assert list(mistakes.lines) == ['t.toml: tune.ranges.army.hihg: there is no such key; did you mean "high"?']
