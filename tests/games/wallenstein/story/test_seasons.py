"""What frames the actions: events, bids, order, standings, winter and points."""

import pytest

from tests.games.wallenstein.story.telling import county, story, told


def test_w25_the_event_says_what_it_does() -> None:
    teller = story()
    ids = [event.id for event in teller.names.book.cards.events]
    assert told(teller, ("event", ids.index("tax-cap"))) == ["Event: tax-cap, taxes bring at most 5 Thalers."]


def test_f5_an_event_names_its_region() -> None:
    teller = story(edition="first")
    ids = [event.id for event in teller.names.book.cards.events]
    assert told(teller, ("events", ids.index("good-harvest-oesterreich"), ids.index("palace-guard"))) == [
        "Events of the year",
        "good-harvest-oesterreich: a harvest brings 2 more grain in Österreich; winter loss 5",
        "palace-guard: a peasant joins the battle for a county with a palace; winter loss 4",
    ]


@pytest.mark.parametrize("edition", ["second", "first"])
def test_every_event_has_words(edition: str) -> None:
    cast = story(edition=edition).names
    for event in range(len(cast.book.cards.events)):
        assert "{" not in cast.event(event)


def test_w26_bids_positions_and_order() -> None:
    teller = story(players=4)
    anhalt = county(teller, "anhalt")
    assert told(
        teller,
        ("bid", 0, 1, 1),
        ("bid", 1, 10 + anhalt, 0),
        ("bid", 2, -1, 0),
        ("bid", 3, 5, 0),
        ("tile", 0, 4, 3),
        ("tile", 1, 0, 2),
        ("order", 1, 0),
    ) == [
        "Bids: anna (red) 1 Thaler, bert (blue) Anhalt, cleo (yellow) no card, dora (purple) a dice tower card.",
        "Positions taken: anna (red) 5 with +1 attack, bert (blue) 1 with 6 armies.",
        "Turn order: bert (blue), anna (red).",
    ]


def test_f3_boxes_left_empty_are_declared() -> None:
    assert told(story(edition="first"), ("declare", 2, 0, 4)) == [
        "cleo (yellow) has too few cards and leaves empty: palace and taxes."
    ]


def test_w70_w71_winter() -> None:
    teller = story()
    assert told(teller, ("winter", 0, 5), ("hunger", 0, 2, 1, 2), ("hunger", 1, 8, 3, 3)) == [
        "All players lose 5 grain (post-calms-5).",
        "anna (red) lacks 2 grain: 1 revolt with 2 extra peasants.",
        "bert (blue) lacks 8 grain: 3 revolts with 3 extra peasants each.",
    ]
    assert told(teller, ("winter", 7, 0)) == ["No player loses grain (tax-cap)."]


def test_w72_points_by_source_with_their_sum() -> None:
    lines = told(story(), ("score", 1, 0, 9, 6, 6, 4, 0), ("score", 1, 1, 10, 7, 0, 0, 2))
    assert [line.split() for line in lines[1:]] == [
        ["counties", "buildings", "palaces", "churches", "posts", "points"],
        ["anna", "(red)", "9", "6", "6", "4", "0", "25"],
        ["bert", "(blue)", "10", "7", "0", "0", "2", "19"],
    ]


def test_standings_after_a_winter() -> None:
    lines = told(
        story(),
        ("standing", 2, 3, 0, 9, 31, 1, 2, 3, 2, 28, 3, 0, 4, 8, 17),
        ("standing", 2, 3, 1, 8, 30, 0, 0, 1, 2, 29, 0, 2, 0, 14, 20),
    )
    assert lines[:2] == ["After winter", "Armies in the tower: 3 red; in the tray: 2 blue."]
    assert [line.split() for line in lines[2:]] == [
        ["VP", "counties", "armies", "palaces", "churches", "posts", "grain", "Thalers"],
        ["anna", "(red)", "17", "9", "31", "1", "2", "3", "4", "8"],
        ["bert", "(blue)", "20", "8", "30", "0", "0", "1", "0", "14"],
    ]
