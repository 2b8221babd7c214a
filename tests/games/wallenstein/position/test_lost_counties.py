"""W55 in positions: the card of a county that changed hands lies on no mat, so that its action is void for good."""

from copy import deepcopy
from typing import Any

import pytest

from tests.games.wallenstein.referee.referee_documents import FIGHT, MARCH, changed, normal, reached

WON = {"throw": {"0": 4, "1": 0, "peasant": 0}}  # all of the attackers, none of the defenders
BACK = {"throw": {"0": 0, "1": 3, "peasant": 0}}
SEAT_1 = {"actions": {"combat-a": "lausitz", "palace": "kursachsen", "church": "lausitz"}, "bid": 1}


def attacked(order: list[int]) -> dict[str, Any]:
    """Seat 1 has plans for Kursachsen, which seat 0 attacks in the first slot, and for Lausitz next to it."""
    document = changed(deepcopy(FIGHT), "plans/1", SEAT_1)
    document["counties"]["lausitz"] = {"owner": 1, "armies": 5}
    document["seats"][1]["thalers"] = 9
    return {**document, "order": order}


def test_w55_a_lost_county_takes_its_card_along() -> None:
    document = attacked([0, 2, 1])
    document["plans"][1] = {"actions": {"palace": "kursachsen", "church": "lausitz"}, "bid": 1}
    after = reached(document, chance=[WON], decisions=[MARCH], until="slot")
    assert after["counties"]["kursachsen"]["owner"] == 0
    assert after["plans"][1] == {"actions": {"church": "lausitz"}, "bid": 1}
    assert after["plans"][0] == {"actions": {"combat-a": "anhalt"}, "bid": 2}


def test_w54_the_card_of_a_county_that_is_neutral_now_is_gone_too() -> None:
    document = attacked([0, 2, 1])
    document["plans"][1] = {"actions": {"palace": "kursachsen", "church": "lausitz"}, "bid": "kursachsen"}
    tie = {"throw": {"0": 2, "1": 2, "peasant": 0}}
    after = reached(document, chance=[tie], decisions=[MARCH], until="slot")
    assert "kursachsen" not in after["counties"]
    assert after["plans"][1] == {"actions": {"church": "lausitz"}, "bid": "kursachsen"}


def test_w55_a_county_won_back_does_not_bring_its_card_back() -> None:
    """Read again, the position plays on as the game would: no palace is built in Kursachsen."""
    march = {"seat": 1, "kind": "march", "choice": {"to": "kursachsen", "armies": 4}}
    after = reached(attacked([0, 1, 2]), chance=[WON, BACK], decisions=[MARCH, march], until="slot")
    assert after["counties"]["kursachsen"]["owner"] == 1
    assert after["plans"][1] == {"actions": {"church": "lausitz", "combat-a": "lausitz"}, "bid": 1}
    for position in (after, normal(after)):
        later = reached(position, until="slot")
        assert later["slot"] == 3
        assert later["counties"]["kursachsen"]["buildings"] == []
        assert later["seats"][1]["thalers"] == 9


def test_w28_a_county_won_this_season_goes_to_the_hand() -> None:
    """A neutral county that seat 0 wins lies on nobody's mat; what seat 0 planned elsewhere stays there."""
    document = changed(deepcopy(FIGHT), "plans/0", {"actions": {"combat-a": "anhalt", "palace": "anhalt"}, "bid": 2})
    march = {"seat": 0, "kind": "march", "choice": {"to": "altmark", "armies": 4}}
    after = reached(document, chance=[WON], decisions=[march], until="slot")
    assert after["counties"]["altmark"]["owner"] == 0
    assert after["plans"][0]["actions"] == {"palace": "anhalt", "combat-a": "anhalt"}


@pytest.mark.parametrize("phase", ["plan", "order"])
def test_before_the_actions_every_card_lies(phase: str) -> None:
    """Cards go with counties while actions are done; what a position says of a plan before, it says again."""
    document = {
        **FIGHT,
        "phase": phase,
        "tiles": {},
        "tiles_on_offer": ["thaler", "grain", "armies-6", "attack", "defence"],
    }
    plan = {"actions": {"palace": "altmark"}, "bid": 1}
    document["plans"] = [plan, plan, plan]
    if phase == "plan":
        document["events"] = {"open": ["grain-cap", "tax-floor", "tax-cap", "church-peace-3"]}
    assert normal(document)["plans"][0] == plan
