"""Notes on searches: bots that keep a log play the same games, and their notes can be read again."""

from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from wallenstein import run
from wallenstein.bots.discovery import find
from wallenstein.bots.entrants import entrant_of
from wallenstein.bots.match import play
from wallenstein.bots.search_log import Candidate, candidates, search_note
from wallenstein.table.conditions import NOTE

SMALL: dict[str, dict[str, Any]] = {
    "seer": {"playouts": 16, "trials": 8, "plans": 4},
    "marshal": {"playouts": 16, "trials": 8, "plans": 4},
    "generalissimo": {"playouts": 40, "trials": 8, "plans": 4, "searches": 1},
    "chancellor": {"playouts": 4},
    "cardinal": {"playouts": 4},
}


def test_a_note_has_the_choices_with_most_playouts_and_their_errors() -> None:
    values = {"a": [0.5, 0.7, 0.3], "b": [0.9, 0.8, 0.4], "c": [0.99], "d": [0.1]}
    note = search_note({((name, 1), deal): value for name, each in values.items() for deal, value in enumerate(each)})
    first, second, third = candidates(note)
    assert note.startswith("search of 4 | 0.700±0.153 x3: (b 1) | ")
    assert first == Candidate("(b 1)", 0.7, round(sqrt((0.2**2 + 0.1**2 + 0.3**2) / 2 / 3), 3), 3)
    assert (second.candidate, second.value, second.playouts) == ("(a 1)", 0.5, 3)
    assert third == Candidate("(c 1)", 0.99, 0.0, 1)


def test_a_note_keeps_whole_candidates_and_stays_within_the_room_of_a_decision() -> None:
    note = search_note({("x" * 80 + str(number), 0): 0.1 for number in range(9)})
    assert len(note) <= NOTE
    assert [len(each.candidate) for each in candidates(note)] == [81]
    assert candidates("attack Trier | 0.5") == []


@pytest.mark.parametrize(("bot", "game"), [(bot, find(bot).plays) for bot in SMALL])
def test_a_bot_that_keeps_a_log_makes_the_same_choices(bot: str, game: str) -> None:
    rivals = ["random", "random"]
    plain, logged = (
        play([entrant_of(find(bot), {**SMALL[bot], "log": log}), *rivals], 5, {}, game) for log in (False, True)
    )
    assert [each.packed for each in logged.decisions] == [each.packed for each in plain.decisions]
    assert plain.notes == []
    assert len(logged.notes) > 5
    assert all(candidates(note.text) for note in logged.notes)


def test_the_search_of_a_run_is_a_frame(tmp_path: Path) -> None:
    entry = {"name": "thinker", "bot": "seer", "options": {**SMALL["seer"], "log": True}}
    bots = {"entries": ["random"], "entry": [entry]}
    tourney = {
        "format": "list",
        "tables": [["thinker", "random", "random"]],
        "blocks": 1,
        "rotation": "none",
        "seed": 2,
    }
    frames = run({"tourney": tourney, "bots": bots}, results=tmp_path, jobs=1).frames
    found = frames.search()
    assert list(found.columns) == ["game", "seat", "bot", "decision", "candidate", "value", "error", "playouts"]
    assert set(found.bot) == {"thinker"}
    assert found.groupby("decision").size().max() == 3
    assert found.playouts.min() >= 1
    assert found.value.between(0, 1).all()
    assert frames.search(where={"decision": 0}).candidate.str.startswith("((").all()
