"""What a bot gives, in plain types: numbers by their index, names, rows; everything else is in doubt."""

from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from wallenstein.core.plain import NotPlain, are_ints, brief, number_or_name, row, whole_number

NAMES = ("palace", "church", "post")


class Own(int):
    """A number that calls itself equal to anything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Indexed:
    """Has nothing but an index."""

    def __index__(self) -> int:
        return 4


class Seat(IntEnum):
    """Numbers with names."""

    FIRST = 4


@pytest.mark.parametrize("value", [4, np.int64(4), np.uint8(4), np.array(4), Own(4), Indexed(), Seat.FIRST])
def test_whatever_has_an_index_is_that_number(value: Any) -> None:
    found = whole_number(value)
    assert type(found) is int
    assert found + 0 == 4


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (True, "True"), (np.True_, "an object of type bool"), (4.0, "4.0"), ("4", "'4'"),
        (np.float64(4), "an object of type float64"), (None, "None"), ([4], "[4]"),
        (object(), "an object of type object"),
    ],
)  # fmt: skip
def test_what_has_none_is_no_number(value: Any, told: str) -> None:
    with pytest.raises(NotPlain) as doubt:
        whole_number(value)
    assert str(doubt.value).replace("bool_", "bool") == f"{told} is not a whole number"


def test_types_are_compared_by_identity() -> None:
    class EqualToAll(type):
        def __eq__(cls, other: object) -> bool:
            return True

        def __hash__(cls) -> int:
            return hash(int)

    class Sly(int, metaclass=EqualToAll):
        pass

    assert are_ints((1, 2, -3))
    assert are_ints(())
    assert not are_ints((1, Sly(2)))
    assert not are_ints((1, True))
    assert type(whole_number(Sly(2))) is int


def test_what_only_claims_to_be_a_text_is_none() -> None:
    class Claims:
        __class__ = property(lambda self: str)

    with pytest.raises(NotPlain, match="an object of type Claims is not a whole number"):
        number_or_name(Claims(), NAMES, "building")


def test_a_name_is_its_place() -> None:
    assert [number_or_name(name, NAMES, "building") for name in ("post", np.str_("church"), 7)] == [2, 1, 7]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("chruch", 'there is no building "chruch"; did you mean "church"?'),
        ("x", 'there is no building "x"; known: "church", "palace", "post"'),
        ("a\nb" + "c" * 99, 'there is no building "a\\nb' + "c" * 36 + '…"; known: "church", "palace", "post"'),
    ],
)
def test_an_unknown_name_is_told_with_what_is_near(name: str, told: str) -> None:
    with pytest.raises(NotPlain) as doubt:
        number_or_name(name, NAMES, "building")
    assert str(doubt.value) == told


def test_a_row_may_be_a_list() -> None:
    assert row([np.int8(1), 2], whole_number, "boxes") == row((1, 2), whole_number, "boxes") == (1, 2)
    with pytest.raises(NotPlain, match="boxes must be a tuple, not an object of type set"):
        row({1, 2}, whole_number, "boxes")


def test_a_wrong_value_is_told_in_a_line() -> None:
    class Failing:
        def __repr__(self) -> str:
            raise ZeroDivisionError

    assert brief([1, "two", None]) == "[1, 'two', None]"
    assert brief([Failing()]) == "an object of type list"
    assert brief(Failing()) == "an object of type Failing"
    assert brief(10**5000) == "an object of type int"
    assert brief("x" * 99) == "'" + "x" * 78 + "…"
