"""Emperor's Court and the Landsknechte, told."""

from typing import Any

import pytest

from tests.games.wallenstein.story.telling import county, story, told
from wallenstein.games.wallenstein.editions.court.records import box
from wallenstein.games.wallenstein.editions.court.story import promise
from wallenstein.games.wallenstein.names import BENEFITS, CONVERTED, DICE_TOWER, TOO_FEW_ARMIES, TOO_FEW_COURTIERS
from wallenstein.games.wallenstein.story.story import Story


def court() -> Story:
    return story(expansions=["emperors-court", "landsknechte"])


def test_c2_favors_with_their_prices() -> None:
    assert told(court(), ("favors", 17, 12, 2)) == [
        "Favors: 17 (a free church) for 4, 12 (3 armies into a county) for 3, 2 (2 Thalers) for 2."
    ]
    assert told(court(), ("favors", 0, 0, 0)) == ["Favors: none are left."]


def test_every_favor_promises_something() -> None:
    assert all(promise(number) for number in box().favors)


def test_c4_conversions_under_one_heading() -> None:
    teller = court()
    anhalt = county(teller, "anhalt")
    assert told(
        teller,
        ("convert", 0, 3, anhalt, CONVERTED),
        ("convert", 1, 2, DICE_TOWER, TOO_FEW_ARMIES),
        ("convert", 2, 1, anhalt, TOO_FEW_COURTIERS),
    ) == [
        "Court",
        "anna (red) sends 3 armies from Anhalt to court.",
        "bert (blue) cannot send 2 armies from the tray to court: too few armies.",
        "cleo (yellow) cannot send 1 army from Anhalt to court: too few courtiers are left.",
    ]


@pytest.mark.parametrize(
    ("number", "amount", "where", "effect"),
    [
        (12, 3, "anhalt", ["Used in Anhalt."]),
        (4, 0, "", ["It is kept for the next revolt marker."]),
        (12, 0, "", ["It has no effect."]),
        (14, 1, "", ["The supply has only 1 army."]),
        (2, 2, "", []),
    ],
)
def test_c6_what_a_favor_brought(number: int, amount: int, where: str, effect: list[str]) -> None:
    teller = court()
    place = county(teller, where) if where else -1
    favor: tuple[Any, ...] = ("favor", 0, number, 2)
    lines = told(teller, favor, ("effect", 0, number, amount, place))
    assert lines[1].startswith(f"anna (red) pays 2 courtiers for favor {number}: ")
    assert lines[2:] == effect


def test_c6_a_parried_marker() -> None:
    teller = court()
    assert told(teller, ("parry", 1, county(teller, "anhalt"))) == [
        "bert (blue) prevents the revolt marker in Anhalt with favor 4."
    ]


def test_l2_benefits() -> None:
    assert told(court(), ("benefit", 0, 3, BENEFITS.index("armies"), 2), ("benefit", 2, 2, 0, 1)) == [
        "Landsknechte",
        "anna (red) turns up card 3: 2 armies into the tray.",
        "cleo (yellow) turns up card 2: 1 Thaler.",
    ]
