"""Battles and revolts: the throw in full, what counted, and whose county it is."""

from typing import Any

import pytest

from tests.games.wallenstein.story.telling import ACTIONS, county, story, told
from wallenstein.games.wallenstein.names import ATTACKER, COMBAT_A, DEFENDER, DONE, TIE

NOTHING = (0, 0, 0, 0)
Entry = tuple[Any, ...]


def attack(
    defender: int,
    hand: Entry,
    out: Entry,
    counted: tuple[int, int, int],
    outcome: int,
    left: int,
    tray: Entry = NOTHING,
) -> list[str]:
    """What is told of anna's attack from Anhalt on Kursachsen, without the headings of the slots before."""
    teller = story()
    source, target = county(teller, "anhalt"), county(teller, "kursachsen")
    return told(
        teller,
        ACTIONS,
        ("action", 8, 0, COMBAT_A, source, DONE, 4, target),
        ("throw", "battle", 0, defender, target, hand, tray, NOTHING, out),
        ("battle", 0, COMBAT_A, defender, target, *counted, outcome, left, True),
    )[-3:]


def test_w52_attacker_takes_the_county() -> None:
    lines = attack(1, (4, 2, 0, 0), (4, 1, 2, 1), (4, 1, 1), ATTACKER, 2, tray=(0, 0, 3, 0))
    assert lines == [
        "Anhalt: anna (red) attacks Kursachsen of bert (blue) with 4 armies.",
        "thrown: 4 red and 2 blue; from the tray: 3 yellow; came out: 4 red, 1 blue, 2 yellow and 1 peasant.",
        "4 red against 1 blue and 1 peasant: anna (red) takes Kursachsen with 2 armies left; lost: 2 red and 1 blue.",
    ]


@pytest.mark.parametrize(
    ("defender", "counted", "outcome", "left", "verdict"),
    [
        (1, (2, 3, 1), DEFENDER, 2, "2 red against 3 blue and 1 peasant: bert (blue) holds Kursachsen, "
         "2 armies return; lost: 2 red and 1 blue."),
        (1, (0, 1, 0), DEFENDER, 1, "0 red against 1 blue: bert (blue) holds Kursachsen, 1 army returns."),
        (1, (0, 0, 2), DEFENDER, 0, "0 red against 0 blue and 2 peasants: bert (blue) holds Kursachsen, "
         "no army returns."),  # F10
        (1, (2, 2, 0), TIE, 0, "2 red against 2 blue: a tie, Kursachsen becomes neutral; lost: 2 red and 2 blue."),
        (1, (1, 0, 2), TIE, 0, "1 red against 0 blue and 2 peasants: Kursachsen becomes neutral; lost: 1 red."),
        (-1, (1, 0, 1), TIE, 0, "1 red against 1 peasant: a tie, Kursachsen stays neutral; lost: 1 red."),
        (-1, (1, 0, 2), DEFENDER, 0, "1 red against 2 peasants: Kursachsen stays neutral; lost: 1 red."),
        (-1, (1, 0, 0), ATTACKER, 1, "1 red against 0 peasants: anna (red) takes Kursachsen with 1 army left."),
    ],
)  # fmt: skip
def test_w53_w54_verdicts(defender: int, counted: tuple[int, int, int], outcome: int, left: int, verdict: str) -> None:
    assert attack(defender, (4, 0, 0, 1), NOTHING, counted, outcome, left)[-1] == verdict


def test_neutral_county_and_an_empty_tray() -> None:
    lines = attack(-1, (4, 0, 0, 1), NOTHING, (0, 0, 0), TIE, 0)
    assert lines[0] == "Anhalt: anna (red) attacks Kursachsen, neutral, with 4 armies."
    assert lines[1] == "thrown: 4 red and 1 peasant; came out: nothing."


@pytest.mark.parametrize(
    ("left", "verdict"),
    [
        (1, "3 blue against 2 peasants: bert (blue) holds Bremen, 1 army returns."),
        (0, "3 blue against 2 peasants: bert (blue) loses Bremen, which becomes neutral."),
    ],
)
def test_w61_revolt(left: int, verdict: str) -> None:
    teller = story(players=4)
    bremen = county(teller, "bremen")
    throw = ("throw", "winter", 1, -1, bremen, (0, 3, 0, 0, 2), (0,) * 5, (0,) * 5, (0, 3, 0, 0, 2))
    assert told(teller, throw, ("revolt", 1, bremen, 3, 2, left)) == [
        "The peasants of Bremen revolt against bert (blue).",
        "thrown: 3 blue and 2 peasants; came out: 3 blue and 2 peasants.",
        verdict,
    ]


def test_f14_a_revolt_before_the_income_is_told_in_the_slot_of_the_income() -> None:
    teller = story(edition="first", variant="manual")
    anhalt = county(teller, "anhalt")
    throw = ("throw", "revolt", 0, -1, anhalt, (3, 0, 0, 1), NOTHING, NOTHING, (3, 0, 0, 0))
    plan = ("plan", 0, (-1, -1, -1, anhalt, *[-1] * 6), -1, ())
    lines = told(
        teller,
        ACTIONS,
        plan,
        ("order", 0, 1, 2),
        ("unrest", 3, 0, 3, anhalt),
        throw,
        ("revolt", 0, anhalt, 3, 0, 3),
        ("action", 3, 0, 3, anhalt, DONE, 5, -1),
    )
    assert lines[lines.index("4. grain") + 1 :] == [
        "Anhalt: anna (red) wants to harvest grain.",
        "The peasants of Anhalt revolt against anna (red).",
        "thrown: 3 red and 1 peasant; came out: 3 red.",
        "3 red against 0 peasants: anna (red) holds Anhalt, 3 armies return.",
        "Anhalt: anna (red) harvests 5 grain.",
    ]
