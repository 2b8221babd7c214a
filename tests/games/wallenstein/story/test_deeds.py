"""Planned actions in their slots: done, impossible, void, or nobody's."""

from typing import Any

import pytest

from tests.games.wallenstein.story.telling import ACTIONS, county, story, told
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.names import BLANK, DEPLOY_1, DONE, OUTCOMES, REVOLT_LOST, VOID


def plan(seat: int, **boxes: int) -> tuple[Any, ...]:
    """A plan's entry with some boxes, dashes left out of the actions' names."""
    by_action = [boxes.get(name.replace("-", "_"), BLANK) for name in names.ACTIONS]
    return ("plan", seat, tuple(by_action), 0, ())


@pytest.mark.parametrize(
    ("action", "outcome", "amount", "sentence"),
    [
        ("palace", DONE, 0, "anna (red) builds a palace."),
        ("post", DONE, 0, "anna (red) builds a trading post."),
        ("grain", DONE, 4, "anna (red) harvests 4 grain."),
        ("taxes", DONE, 1, "anna (red) collects 1 Thaler in taxes."),
        ("deploy-5", DONE, 6, "anna (red) deploys 6 armies."),
        ("deploy-1", DONE, 1, "anna (red) deploys 1 army."),
        ("deploy-1", DONE, 0, "anna (red) pays for a move."),
        ("church", VOID, 0, "anna (red) cannot build a church: void, the county was lost."),
        ("grain", REVOLT_LOST, 0, "anna (red) cannot harvest grain: the county was lost."),
        ("palace", OUTCOMES.index("no-money"), 0, "anna (red) cannot build a palace: too few Thalers."),
        ("combat-a", OUTCOMES.index("no-reach"), 0, "anna (red) cannot march: no county within reach."),
    ],
)
def test_an_action_is_a_sentence(action: str, outcome: int, amount: int, sentence: str) -> None:
    teller = story()
    code = names.ACTIONS.index(action)
    entry = ("action", code, 0, code, county(teller, "boehmen"), outcome, amount, -1)
    assert told(teller, ACTIONS, entry)[-1] == f"Böhmen: {sentence}"


def test_every_outcome_has_words() -> None:
    for outcome in range(len(OUTCOMES)):
        teller = story()
        entry = ("action", 0, 0, 0, county(teller, "boehmen"), outcome, 0, -1)
        assert told(teller, ACTIONS, entry)[-1].startswith("Böhmen: anna (red) ")


def test_w43_the_move_follows_its_action() -> None:
    teller = story()
    anhalt, kursachsen = county(teller, "anhalt"), county(teller, "kursachsen")
    action = ("action", 7, 1, DEPLOY_1, anhalt, DONE, 1, -1)
    assert told(teller, ACTIONS, action, ("move", 1, anhalt, kursachsen, 3))[-2:] == [
        "Anhalt: bert (blue) deploys 1 army.",
        "then moves 3 armies to Kursachsen.",
    ]


def test_w44_a_march_into_an_own_county_is_one_sentence() -> None:
    teller = story()
    anhalt, kursachsen = county(teller, "anhalt"), county(teller, "kursachsen")
    march = ("action", 9, 1, 9, anhalt, DONE, 2, kursachsen)
    lines = told(teller, ACTIONS, march, ("move", 1, anhalt, kursachsen, 2))
    assert lines[-3:] == ["10. combat B", "no player", "Anhalt: bert (blue) moves 2 armies to Kursachsen."]


def test_f7_a_story_that_breaks_off_before_the_throw() -> None:
    teller = story(edition="first")
    march = ("action", 8, 1, 8, county(teller, "anhalt"), DONE, 2, county(teller, "kursachsen"))
    assert told(teller, ACTIONS, march)[-1] == "Anhalt: bert (blue) marches to Kursachsen with 2 armies."


def test_w28_slots_that_nobody_planned_are_named() -> None:
    teller = story()
    anhalt, boehmen = county(teller, "anhalt"), county(teller, "boehmen")
    lines = told(
        teller,
        ("order", 1, 0),
        ACTIONS,
        plan(0, church=anhalt),
        plan(1, church=boehmen),
        ("action", 1, 1, 1, boehmen, DONE, 0, -1),
        ("action", 1, 0, 1, anhalt, VOID, 0, -1),
        ("standing", 1, 0, 0, 7, 20, 1, 1, 0, 2, 30, 3, 1, 4, 5, 0),
    )
    assert lines[1:9] == [
        "Actions: palace, church, trading post, grain, taxes; "
        "face down: deploy 5, deploy 3, deploy 1 / move, combat A, combat B.",
        "1. palace",
        "no player",
        "2. church",
        "Böhmen: bert (blue) builds a church.",
        "Anhalt: anna (red) cannot build a church: void, the county was lost.",
        "3. trading post",
        "no player",
    ]
    assert lines[-6:-3] == ["10. combat B", "no player", "After spring"]
