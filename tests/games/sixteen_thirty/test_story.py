"""Games told in words: every kind of entry has its teller, and whole games are told to their end."""

import re
from collections.abc import Iterable
from random import Random
from typing import Any, Final

import pytest

from tests.games.sixteen_thirty.properties.games import at_every_table, finish, start
from wallenstein.core.game import Placing
from wallenstein.core.text import Item
from wallenstein.games.sixteen_thirty.model.choices import Play
from wallenstein.games.sixteen_thirty.model.entries import (
    ENTRIES,
    BidMade,
    Drew,
    EndChecked,
    Exchanged,
    FactionJoined,
    LeagueDissolved,
    LeagueMade,
    LobbyCalled,
    Lost,
    MarkerPassed,
    Rearmed,
    SpecialPlayed,
    TurnBegun,
    Turned,
    VoteClosed,
    Voted,
    WarFought,
)
from wallenstein.games.sixteen_thirty.names import ASSASSIN, CARDS, COUNTRIES, JOIN, LEAGUE, LOBBY_CARD, UNREST
from wallenstein.games.sixteen_thirty.story import StoryNarrator
from wallenstein.report.plain import lines

BOTS: Final = ("ann", "bob", "cid", "dan", "eve", "fay")
FRANCE, SPAIN = COUNTRIES.index("france"), COUNTRIES.index("spain")
RED, BLUE = 0, 1


def narrator(players: int = 4) -> StoryNarrator:
    return StoryNarrator(BOTS[:players], start(players, 1).book)


def told(items: Iterable[Item]) -> list[str]:
    return [line for item in items for line in lines(item)]


def card(name: str) -> int:
    return CARDS.index(name)


def test_every_entry_has_its_teller() -> None:
    assert set(narrator().tellers) == set(ENTRIES.values())


@at_every_table(1)
def test_whole_games(players: int, seeds: range) -> None:
    opening = start(players, 7)
    story = StoryNarrator(BOTS[:players], opening.book)
    state = finish(start(players, 7), Random(7))
    journal = state.journal or []
    text = told([*story.opening(opening, 7), *story.tell(journal), *story.ending(state, state.result())])
    assert text[0] == "Sixteen Thirty Something"
    assert sum(bool(re.fullmatch(r"Turn \d+", line)) for line in text) == state.turn
    assert sum(line.startswith("  war: ") for line in text) == sum(isinstance(entry, WarFought) for entry in journal)
    assert sum("League of Princes." in line for line in text) == sum(isinstance(one, LeagueMade) for one in journal)
    assert sum(" lobbies " in line or " cannot lobby " in line for line in text) == sum(
        isinstance(entry, LobbyCalled) for entry in journal
    )
    assert all(any(bot in line for line in text) for bot in BOTS[:players])
    assert [one for one in journal if story.begins_part(one)] == [one for one in journal if type(one) is TurnBegun]
    assert not re.search(r"-1|None", "\n".join(text))


SENTENCES: Final[list[tuple[list[Any], list[str]]]] = [
    (
        [MarkerPassed(1, 0, FRANCE), MarkerPassed(1, 1, SPAIN), MarkerPassed(2, 0, SPAIN), MarkerPassed(2, 1, SPAIN)],
        [
            "Round 1 of passing: ann (seat 0) passes France and bob (seat 1) passes Spain.",
            "Round 2 of passing: ann (seat 0) passes Spain and bob (seat 1) passes Spain.",
        ],
    ),
    ([LobbyCalled(1, 1, -1, -1, -1)], ["bob (seat 1) cannot lobby any country."]),
    ([LobbyCalled(1, 1, FRANCE, JOIN, -1)], ["bob (seat 1) lobbies France to join a faction."]),
    ([LobbyCalled(1, 0, FRANCE, LEAGUE, SPAIN)], ["bob (seat 1) lobbies France to enact a league with Spain."]),
    ([BidMade(0, FRANCE, (), ())], []),
    ([BidMade(0, FRANCE, (card("open-2"),), ())], ["  ann (seat 0) adds open 2 in France."]),
    (
        [BidMade(0, FRANCE, (card("france-3"), card("open-2")), (card("france-1"),))],
        ["  ann (seat 0) adds France 3, open 2 in France for France 1."],
    ),
    (
        [Voted(0, FRANCE, RED, 3), Voted(2, FRANCE, BLUE, 1)],
        ["  votes in France: ann (seat 0) red with 3 and cid (seat 2) blue with 1."],
    ),
    ([VoteClosed(FRANCE, JOIN, -1, 0, 3, 1, RED)], ["  red wins, 3 red to 1 blue."]),
    ([VoteClosed(FRANCE, JOIN, -1, 0, 2, 2, -1)], ["  2 to 2: a draw, nothing happens."]),
    ([FactionJoined(FRANCE, BLUE)], ["  France joins the blue faction."]),
    ([Rearmed(FRANCE)], ["  France rearms."]),
    (
        [WarFought(FRANCE, SPAIN, ((6, 2), (3, 3)), (2, -1), (6, -1), FRANCE, (5, 2), (2, 0), (2, 1))],
        [
            "  war: France 6 (dice 6 and 2, modifier +2) against Spain -1 (dice 3 and 3, modifier -1): France wins.",
            "    France: status 5, army 2, ability 2.",
            "    Spain: status 2, army 0, ability 1.",
        ],
    ),
    ([LeagueMade(FRANCE, SPAIN, RED)], ["  France and Spain are in the red League of Princes."]),
    ([LeagueDissolved(BLUE, 0)], ["  the blue League of Princes ends because of unrest."]),
    ([LeagueDissolved(BLUE, 1)], ["  the blue League of Princes ends because of a new faction."]),
    ([SpecialPlayed(0, Play(LOBBY_CARD, FRANCE, JOIN))], ["ann (seat 0) plays lobby the crown."]),
    ([SpecialPlayed(0, Play(UNREST, FRANCE))], ["ann (seat 0) plays unrest in France."]),
    (
        [SpecialPlayed(0, Play(ASSASSIN, FRANCE, seat=1, remove=card("france-2")))],
        ["ann (seat 0) plays assassin: France 2 of bob (seat 1) in France is removed."],
    ),
    ([Turned(2, FRANCE, 0)], ["  the influence of cid (seat 2) in France turns."]),
    ([Turned(2, FRANCE, 1)], ["  the influence of cid (seat 2) in France turns in the unrest."]),
    ([Lost(2, FRANCE, (card("france-1"), card("open-1")), 0)], ["  cid (seat 2) loses France 1, open 1 in France."]),
    ([EndChecked(8, 3, 0)], ["The die shows 3: the game goes on."]),
    ([EndChecked(10, -1, 1)], ["the game is over."]),
]


@pytest.mark.parametrize(("entries", "expected"), SENTENCES, ids=lambda value: type(value[0]).__name__ if value else "")
def test_sentences(entries: list[Any], expected: list[str]) -> None:
    assert told(narrator().tell(entries)) == expected


def test_rounds_and_markets_have_headings() -> None:
    text = told(narrator().tell([Drew(1, (card("assassin"),), 1), Drew(2, (), 0), Exchanged(0, 2, 1, 4)]))
    assert [line for line in text if line] == [
        "bob (seat 1)",
        "the discards are shuffled; bob (seat 1) draws assassin.",
        "cid (seat 2)",
        "cid (seat 2) draws nothing.",
        "Market",
        "ann (seat 0) gives England 2 for Spain 2 of cid (seat 2).",
    ]


def test_a_shared_win() -> None:
    text = told(narrator(3).ending(start(3, 1), (Placing(0, 1, 9), Placing(1, 3, 4), Placing(2, 1, 9))))
    assert "ann (seat 0) and cid (seat 2) share the win with 9 points each." in text
    assert "ann (seat 0) wins with 9 points." in told(narrator(3).ending(start(3, 1), (Placing(0, 1, 9),)))
