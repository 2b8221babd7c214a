"""What the expansions add to a position is read strictly, and told with its place."""

from pathlib import Path
from typing import Any

import pytest

from wallenstein.core.documents import Json
from wallenstein.core.errors import FormatError
from wallenstein.games.wallenstein.editions.court.audience import court_of
from wallenstein.games.wallenstein.editions.court.records import BeginCourt
from wallenstein.games.wallenstein.editions.landsknechte.part import cards_of
from wallenstein.games.wallenstein.editions.landsknechte.records import BeginLandsknechte
from wallenstein.games.wallenstein.model.decision import BeginActions
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import COURT, LANDSKNECHT
from wallenstein.games.wallenstein.position.document import read_position, write_position

BOTH = ["emperors-court", "landsknechte"]


def position(expansions: list[str] | None = None, seats: list[dict[str, Any]] | None = None, **keys: Any) -> State:
    """A position of three seats in phase court, with these keys."""
    document = {
        "format": "wallenstein-position/1",
        "rules": {"expansions": BOTH if expansions is None else expansions},
        "players": 3,
        "season": "spring",
        "phase": "court",
        "counties": {"anhalt": {"owner": 0, "armies": 3}},
        "seats": [*(seats or []), *[{}] * (3 - len(seats or []))],
        **keys,
    }
    return read_position(Json(document), Path())


def test_what_is_missing_is_as_at_the_start() -> None:
    state = position()
    assert court_of(state).supply == [7, 7, 7]
    assert court_of(state).hall == [0, 0, 0]
    assert court_of(state).open == [0, 0, 0]
    assert cards_of(state) == [1, 1, 1]


def test_courtiers_in_the_supply_follow_from_those_at_court_and_the_other_way_round() -> None:
    state = position(seats=[{"courtiers": {"hall": 3}}, {"courtiers": {"supply": 5}}, {"courtiers": {}}])
    assert court_of(state).hall == [3, 2, 0]
    assert court_of(state).supply == [4, 5, 7]


def test_keys_of_expansions_have_their_places_in_the_normal_form() -> None:
    """docs/notation.md: the favors stand between the events and the actions."""
    keys = list(write_position(position()))
    assert keys[keys.index("events") : keys.index("order")] == ["events", "favors"]
    assert "favors" not in write_position(position(["landsknechte"], phase="landsknechte"))


def test_everything_is_written_as_it_was_read() -> None:
    seats = [
        {"courtiers": {"supply": 4, "hall": 3}, "kept_calm": True, "protected": [], "landsknecht": 1},
        {"courtiers": {"supply": 7, "hall": 0}, "kept_calm": False, "protected": ["combat-a"], "landsknecht": 3},
        {
            "courtiers": {"supply": 0, "hall": 7},
            "kept_calm": False,
            "protected": ["combat-a", "combat-b"],
            "landsknecht": 4,
        },
    ]
    favors = {"open": {"4": 19, "2": 3}, "gone": [5, 12]}
    plan = {"actions": {"grain": "anhalt"}, "bid": "dice-tower", "court": {"3": None, "2": "dice-tower", "1": None}}
    state = position(seats=seats, favors=favors, plans=[plan, None, None])
    written = write_position(state)
    assert written["favors"] == favors
    assert [{key: seat[key] for key in seats[0]} for seat in written["seats"]] == seats
    assert written["plans"] == [plan, None, None]
    assert {4, 5, 12, 19, 3}.isdisjoint(court_of(state).pile())


@pytest.mark.parametrize(
    ("place", "text", "keys"),
    [
        ("seats[0].courtiers", "C1: ", {"seats": [{"courtiers": {"supply": 4, "hall": 2}}]}),
        ("seats[0].courtiers.hall", "from 0 to 7", {"seats": [{"courtiers": {"hall": 8}}]}),
        ("seats[0].courtiers.tray", "unknown key", {"seats": [{"courtiers": {"tray": 1}}]}),
        ("seats[0].kept_calm", "true or false", {"seats": [{"kept_calm": 1}]}),
        ("seats[1].kept_calm", "another seat", {"seats": [{"kept_calm": True}, {"kept_calm": True}]}),
        ("seats[0].protected[0]", '"combat-a"', {"seats": [{"protected": ["combat-c"]}]}),
        ("seats[2].landsknecht", "from 1 to 4", {"seats": [{}, {}, {"landsknecht": 5}]}),
        ("favors.open", "C2: ", {"favors": {"open": {"4": 3, "3": 8}}}),
        ("favors.open.5", "unknown key", {"favors": {"open": {"5": 8}}}),
        ("favors.open.4", "from 1 to 21", {"favors": {"open": {"4": 22}}}),
        ("favors", "two places", {"favors": {"open": {"4": 8}, "gone": [8]}}),
        ("favors", "two places", {"favors": {"gone": [8, 8]}}),
        ("favors", "two places", {"favors": {"open": {"2": 4}}, "seats": [{"kept_calm": True}]}),
        ("plans[0].court.3", "not a county", {"plans": [{"court": {"3": "rome"}}, None, None]}),
        ("plans[0].court.4", "unknown key", {"plans": [{"court": {"4": "anhalt"}}, None, None]}),
        ("agenda[2]", "favor 12 was not taken", {"agenda": [["actions"], ["dismissal"], ["favor-garrison", 0, 12]]}),
        (
            "agenda[2]",
            "needs no such decision",
            {"agenda": [["actions"], ["dismissal"], ["favor-build", 0, 12]], "favors": {"gone": [12]}},
        ),
        ("agenda", "a seat is listed twice", {"agenda": [["actions"], ["dismissal"], ["favor", 0], ["favor", 0]]}),
        ("agenda", "cannot come in this order", {"agenda": [["actions"], ["favor", 0]]}),
        ("phase", "landsknechte", {"expansions": ["emperors-court"], "phase": "landsknechte"}),
        ("phase", "emperors-court", {"expansions": ["landsknechte"]}),
        ("favors", "emperors-court", {"expansions": ["landsknechte"], "phase": "landsknechte", "favors": {}}),
        (
            "seats[0].courtiers",
            "unknown key",
            {"expansions": ["landsknechte"], "phase": "landsknechte", "seats": [{"courtiers": {}}]},
        ),
        ("seats[0].landsknecht", "unknown key", {"expansions": ["emperors-court"], "seats": [{"landsknecht": 2}]}),
        (
            "favors.open",
            "C5: ",
            {"phase": "winter", "season": "winter", "order": [0, 1, 2], "events": {"open": ["tax-cap"]},
             "favors": {"open": {"4": 8}}},
        ),
        (
            "seats",
            "C6: ",
            {"phase": "winter", "season": "winter", "order": [0, 1, 2], "events": {"open": ["tax-cap"]},
             "seats": [{"protected": ["combat-a"]}]},
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(place: str, text: str, keys: dict[str, Any]) -> None:
    with pytest.raises(FormatError) as refusal:
        position(**keys)
    assert str(refusal.value).startswith(f"{place}: "), str(refusal.value)
    assert text in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_phases_of_the_expansions_begin_with_their_step() -> None:
    assert [type(step) for step in position().agenda] == [BeginActions, BeginCourt]
    assert position().phase == COURT
    state = position(phase="landsknechte")
    assert [type(step) for step in state.agenda] == [BeginActions, BeginCourt, BeginLandsknechte]
    assert state.phase == LANDSKNECHT
    alone = position(expansions=["landsknechte"], phase="landsknechte")
    assert [type(step) for step in alone.agenda] == [BeginActions, BeginLandsknechte]
