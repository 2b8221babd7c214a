"""The last page: the ranking, what broke a tie, and the faults of a lenient game."""

from random import Random

import pytest

from tests.games.wallenstein.story.telling import BOTS, random_game
from wallenstein.cli.playing import tell_faults
from wallenstein.core.game import Placing
from wallenstein.core.text import Sentence, plain_text
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model.state import State
from wallenstein.report.plain import lines
from wallenstein.table.faults import Fault, FaultKind

GAME = random_game(3, 1)
STORY = new_story(BOTS[:3], GAME.book)


def verdict(game: State, places: list[Placing]) -> str:
    """The sentence that says who has won."""
    _, sentence, _ = new_story(BOTS[:3], game.book).ending(game, places)
    assert isinstance(sentence, Sentence)
    return plain_text(sentence.words)


@pytest.mark.parametrize(
    ("places", "sentence"),
    [
        ([(0, 2, 30), (1, 1, 31), (2, 3, 5)], "bert (blue) wins with 31 points."),
        ([(0, 2, 31), (1, 1, 31), (2, 3, 5)], "bert (blue) wins with 31 points and more Thalers than anna (red)."),
        ([(0, 1, 31), (1, 1, 31), (2, 3, 5)], "anna (red) and bert (blue) share the win with 31 points each."),
    ],
)
def test_w74_who_has_won(places: list[tuple[int, int, int]], sentence: str) -> None:
    assert verdict(GAME, [Placing(*place) for place in places]) == sentence


def test_f13_ties_of_the_first_edition_are_broken_by_buildings() -> None:
    game = random_game(3, 1, edition="first")
    places = [Placing(0, 2, 9), Placing(1, 1, 9), Placing(2, 3, 1)]
    sentence = verdict(game, places)
    assert sentence == "bert (blue) wins with 9 points and more palaces, churches or posts than anna (red)."


def test_final_table_is_in_the_order_of_the_ranks() -> None:
    shown = [line.split() for item in STORY.ending(GAME, GAME.result()) for line in lines(item)]
    rows = [row for row in shown if row and row[0].isdigit()]
    assert [int(row[0]) for row in rows] == sorted(place.rank for place in GAME.result())
    assert {(row[1], int(row[-2])) for row in rows} == {(BOTS[place.seat], place.score) for place in GAME.result()}


def test_faults_are_listed() -> None:
    faults = [Fault(1, FaultKind.CRASH, 4, "ValueError: no\n  in plan"), Fault(0, FaultKind.ILLEGAL, -1, "W23: no")]
    Random(0).shuffle(faults)
    assert sorted(line for item in tell_faults(STORY, faults) for line in lines(item))[-2:] == [
        "anna (red) made an illegal choice before the first decision: W23: no",
        "bert (blue) crashed at decision 4: ValueError: no",
    ]
    assert list(tell_faults(STORY, [])) == []
