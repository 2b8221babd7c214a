"""Whole games are told to their end: every kind of entry has its teller, and nothing that was thrown is left out."""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import pytest

from tests.games.wallenstein.story.telling import BOTS, random_game, story, told
from wallenstein.games.wallenstein.editions import entry_types
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.game import Wallenstein

ENTRY = re.compile(r"\bnote\(\s*(?:\w+\.)?([A-Z]\w+),")
COURT = ["emperors-court", "landsknechte"]


def sources(folder: Traversable) -> Iterator[str]:
    """The text of every module in a package."""
    for item in folder.iterdir():
        if item.is_dir():
            yield from sources(item)
        elif item.name.endswith(".py"):
            yield item.read_text(encoding="utf-8")


def test_every_entry_that_the_rules_write_has_its_teller() -> None:
    written = {name for text in sources(files("wallenstein.games.wallenstein")) for name in ENTRY.findall(text)}
    assert "Battled" in written
    tellers = new_story((), random_game(3, 1).book).tellers
    assert written == {entry.__name__ for entry in tellers}
    assert set(tellers) == set(entry_types().values())


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"setup": "draft"},
        {"expansions": COURT},
        {"edition": "first", "setup": "draft"},
        {"edition": "first", "variant": "manual"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_games(players: int, options: dict[str, Any]) -> None:
    state = random_game(players, 11, **options)
    assert state.journal is not None
    journal = Wallenstein().event_log(state)
    lines = told(story(players, **options), *journal)
    count = {name: sum(entry[0] == name for entry in journal) for name in entry_types()}
    assert sum(re.match(r"\d+ \w+ against ", line) is not None for line in lines) == count["battle"] + count["revolt"]
    assert sum(line.startswith("thrown: ") for line in lines) == count["throw"] - 1
    assert sum(line.startswith("Year ") for line in lines) == count["season"] == 8
    slots = [line for line in lines if re.match(r"\d+\. ", line)]
    assert [int(line.split(".")[0]) for line in slots] == [*range(1, 11)] * 6
    assert all(any(f"{bot} (" in line for line in lines) for bot in BOTS[:players])


def test_a_done_deed_is_told_for_each_action_of_the_journal() -> None:
    state = random_game(4, 5)
    journal = Wallenstein().event_log(state)
    lines = told(story(4), *journal)
    names = state.book.board.names
    for entry in journal:
        if entry[0] == "action" and entry[3] < 3 and entry[5] == 0:
            start = f"{names[entry[4]]}: {BOTS[entry[2]]} ("
            assert any(line.startswith(start) and " builds a " in line for line in lines)
