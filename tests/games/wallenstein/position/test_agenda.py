"""Positions in the middle of something: steps still to do, and drafts under way."""

from copy import deepcopy
from typing import Any

import pytest

from tests.games.wallenstein.referee.referee_documents import (
    FIGHT,
    PLANNING,
    WINTER,
    changed,
    normal,
    reached,
    read,
    without,
)
from wallenstein.core.errors import FormatError

PENDING = without(reached(FIGHT), "pending")
THEIRS = read(FIGHT).book.board.index["kursachsen"]
HUNGRY = {"trier": {"owner": 2, "armies": 1}, "koeln": {"owner": 2, "armies": 1}, "baden": {"owner": 2, "armies": 1}}
REVOLTS = without(reached(changed({**WINTER, "counties": HUNGRY}, "seats/2/grain", 1)), "pending")
TILES = without(
    reached(
        {**PLANNING, "plans": [{"bid": 1}, {"bid": 2}, {"bid": 0}]},
    ),
    "pending",
)
DRAFT = without(reached({"format": FIGHT["format"], "players": 3}), "pending")


def test_a_pending_march_is_the_last_step() -> None:
    county = read(FIGHT).book.board.index["anhalt"]
    assert PENDING["agenda"] == [["next-seat"], ["march", 0, 8, county]]
    assert reached(PENDING)["pending"] == {"seat": 0, "kind": "march"}


def test_pending_tiles_are_steps_and_bids_stay_paid() -> None:
    assert [step[0] for step in TILES["agenda"]][-3:] == ["tile", "tile", "tile"]
    assert [seat["thalers"] for seat in TILES["seats"]] == [4, 3, 5]
    again = reached(TILES)
    assert again["pending"] == {"seat": 1, "kind": "tile"}
    assert [seat["thalers"] for seat in again["seats"]] == [4, 3, 5]


def test_pending_revolts_are_steps() -> None:
    assert [step[0] for step in REVOLTS["agenda"]] == ["score", "revolts"]
    assert reached(REVOLTS)["pending"] == {"seat": 2, "kind": "revolt"}


def test_a_plan_phase_lists_no_steps() -> None:
    half = reached(
        PLANNING, decisions=[{"seat": 0, "kind": "plan", "choice": {"actions": {"grain": "anhalt"}, "bid": 1}}]
    )
    assert half["pending"] == {"seat": 1, "kind": "plan"}
    assert "agenda" not in half
    assert half["plans"] == [{"actions": {"grain": "anhalt"}, "bid": 1}, None, None]


AGENDAS: list[tuple[dict[str, Any], Any, str]] = [
    (FIGHT, {}, "agenda: must be a list"),
    (FIGHT, [[]], r"agenda\[0\]: a step begins with its name"),
    (FIGHT, [["slto"]], r'agenda\[0\]\[0\]: there is no such step; did you mean "slot"'),
    (FIGHT, [["slot", 1]], r'agenda\[0\]: the step "slot" takes 0 numbers'),
    (FIGHT, [["slot"], ["slot"]], "agenda: these steps cannot come in this order"),
    (FIGHT, [["march", 0, 8, 3]], "agenda: these steps cannot come in this order"),
    (FIGHT, [["next-seat"], ["march", 0, 8]], r'agenda\[1\]: the step "march" takes 3 numbers, not 2'),
    (FIGHT, [["next-seat"], ["march", 0, 8, 99]], r"agenda\[1\]\[3\]: "),
    (FIGHT, [["next-seat"], ["march", 0, 8, True]], r"agenda\[1\]\[3\]: "),
    (FIGHT, [["next-seat"], ["march", 0, 8, "kursachsen"]], r"agenda\[1\]\[3\]: "),
    (FIGHT, [["next-seat"], ["march", 0, 8, "trier"]], r"agenda\[1\]: seat 0 does not act now|\[3\]"),
    (PENDING, [["next-seat"], ["march", 1, 8, 0]], r"agenda\[1\]: "),
    (PENDING, [["next-seat"], ["march", 0, 8, THEIRS]], r'agenda\[1\]: "kursachsen" does not belong to seat 0'),
    (PENDING, [["next-seat"], ["march", 0, 9, PENDING["agenda"][1][3]]], r"agenda\[1\]: W44: "),
    (PENDING, [["next-seat"], ["march", 0, 5, PENDING["agenda"][1][3]]], r"agenda\[1\]: W44: "),
    (PLANNING, [["plan", 0]], "agenda: in this phase, the steps follow"),
    (WINTER, [["hunger", 0, 1, 1]], "agenda: these steps cannot come in this order"),
    (WINTER, [["score"], ["revolts", 0, 1, 0, 0]], r"agenda\[1\]: "),
    (WINTER, [["season", 1, 0]], r"agenda\[0\]: after winter"),
    (TILES, [["actions"], ["tile", 1]], "agenda: must begin with actions, order"),
    (TILES, [["actions"], ["order"], ["tile", 1]], "agenda: W26: exactly the seats"),
    (TILES, [["actions"], ["order"], ["tile", 1], ["tile", 1], ["tile", 2]], "agenda: W26: exactly the seats"),
    (DRAFT, [["draft-card", 0, 0]], "agenda: must begin with season, open-events"),
]


@pytest.mark.parametrize(("document", "agenda", "sentence"), AGENDAS)
def test_steps_that_cannot_be_are_refused(document: dict[str, Any], agenda: Any, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        normal({**document, "agenda": agenda})


def test_of_many_steps_the_first_are_named() -> None:
    with pytest.raises(FormatError) as refusal:
        normal({**FIGHT, "agenda": [["slot"]] * 90})
    named = str(refusal.value).split("order: ")[1]
    assert len(named) == 200
    assert named.startswith("slot, slot, ")


def test_w44_a_march_needs_armies_that_can_leave() -> None:
    weak = changed(PENDING, "counties/anhalt/armies", 1)
    with pytest.raises(FormatError, match=r"agenda\[1\]: W44"):
        normal(weak)


def test_draft_lists_the_cards_and_groups() -> None:
    draft = DRAFT["draft"]
    assert len(draft["open"]) == 2
    assert len(draft["pile"]) == 35
    assert draft["groups"] == [[5, 4, 4, 3, 3, 2, 2, 2, 2]] * 3
    assert (draft["first"], draft["seen"]) == (0, [None] * 3)
    assert normal(DRAFT) == DRAFT


def test_w13_first_says_who_begins() -> None:
    assert reached(changed(DRAFT, "draft/first", 2))["pending"] == {"seat": 2, "kind": "draft-card"}


def test_w13_the_groups_left_say_whose_turn_it_is() -> None:
    card = DRAFT["draft"]["open"][0]
    decisions = [
        {"seat": 0, "kind": "draft-card", "choice": card},
        {"seat": 0, "kind": "draft-group", "choice": 5},
    ]
    taken = reached(DRAFT, decisions=decisions)
    assert taken["pending"] == {"seat": 1, "kind": "draft-card"}
    assert "agenda" not in taken
    named = changed(without(taken, "pending"), "draft/first", 1)
    assert reached(named)["pending"] == {"seat": 1, "kind": "draft-card"}
    assert normal(named)["draft"]["first"] == 0


def test_w13_the_open_pair_is_put_away_once_a_turn() -> None:
    """A position taken after that says so, and does not offer it again."""
    groups = {"groups": [[4, 4, 3, 3, 2, 2, 2, 2]] * 3, "seen": [DRAFT["draft"]["open"], None, None]}
    placed = dict(zip(DRAFT["draft"]["pile"], range(3), strict=False))
    counties = {county: {"owner": seat, "armies": 5} for county, seat in placed.items()}
    draft = {**DRAFT["draft"], **groups, "pile": DRAFT["draft"]["pile"][3:]}
    refreshed = reached(
        {**without(DRAFT, "agenda"), "counties": counties, "draft": draft},
        decisions=[{"seat": 0, "kind": "draft-card", "choice": "refresh"}],
    )
    assert refreshed["agenda"][-1] == ["draft-card", 3, 1]
    assert refreshed["pending"] == {"seat": 0, "kind": "draft-card"}
    assert refreshed["draft"]["open"] == DRAFT["draft"]["pile"][3:5]
    assert sorted(refreshed["draft"]["pile"][-2:]) == sorted(DRAFT["draft"]["open"])
    assert normal(without(refreshed, "pending")) == without(refreshed, "pending")


def broken_draft(**changes: Any) -> dict[str, Any]:
    """The draft with some keys changed."""
    return {**DRAFT, "draft": {**deepcopy(DRAFT["draft"]), **changes}}


DRAFTS = [
    ({"open": []}, "draft.open: W13: 0 cards"),
    ({"pile": []}, "draft: W13: the card"),
    ({"pile": DRAFT["draft"]["pile"] + DRAFT["draft"]["open"]}, "draft: W13: the card"),
    ({"pile": [*DRAFT["draft"]["pile"], "bremen"]}, 'draft: W3: "bremen"'),
    ({"groups": [[5], [5]]}, "draft.groups: groups of 2 seats"),
    ({"groups": [[5, 5], [5], [5]]}, r"draft.groups\[0\]\[1\]: W11"),
    ({"groups": [[], [], []]}, "draft.groups: W13: every group is placed"),
    ({"groups": [[5], [5], [5]]}, "draft: W11: the placed and"),
    ({"groups": [[5, 4, 4], [5], [5]]}, "draft.groups: W13: seats take turns"),
    ({"first": 3}, "draft.first: "),
    ({"seen": [None]}, "draft.seen: pairs of 1 seats"),
    ({"seen": [["anhalt"], None, None]}, r"draft.seen\[0\]: must be two"),
    ({"buried": 2}, "draft.buried: unknown key"),
]


@pytest.mark.parametrize(("changes", "sentence"), DRAFTS)
def test_drafts_that_cannot_be_are_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        normal(broken_draft(**changes))


@pytest.mark.parametrize("key", ["open", "pile", "groups"])
def test_a_draft_under_way_needs_its_cards(key: str) -> None:
    with pytest.raises(FormatError, match=f'draft: "{key}" is missing'):
        normal({**DRAFT, "draft": without(DRAFT["draft"], key)})


def test_w14_the_tower_is_empty_during_the_draft() -> None:
    with pytest.raises(FormatError, match="W14"):
        normal({**DRAFT, "tower": {"peasant": 1}})


def test_counties_come_from_the_draft_alone() -> None:
    with pytest.raises(FormatError, match="counties: the draft begins with an empty board"):
        normal(changed(without(DRAFT, "draft"), "counties/anhalt", {"owner": 0, "armies": 5}))
