"""The data dictionary in the documentation is that of the schemas."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.record.dictionary import KINDS, dictionary
from tests.toy.game import ToyGame
from wallenstein.core.tables import CODES, LOOSE
from wallenstein.games import GAMES, find_game
from wallenstein.record.tables import tables_of

OURS = [name for name, game in GAMES.items() if game.place.startswith("wallenstein.")]
PAGE = Path(__file__).parents[2] / "docs" / "data.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == dictionary(OURS), (
        "run `python -m tests.record.dictionary > docs/data.md`"
    )


def test_it_is_written_by_the_command_that_the_documentation_names() -> None:
    command = [sys.executable, "-m", "tests.record.dictionary"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == PAGE.read_text("utf-8")


def test_another_game_has_its_own_tables_behind_those_of_every_game() -> None:
    page = dictionary([ToyGame.name])
    assert page.index("## timings") < page.index("## turns")
    assert "One row a turn: what was picked, and the die. Only Toy has this table." in page
    assert "Every game has this table." in page


def test_a_word_is_not_broken_at_its_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Markdown would show it with a space."""
    (turns,) = ToyGame.tables
    text = f"{'One row a turn, ' * 5}of a thirty-five-sided die."
    monkeypatch.setattr(ToyGame, "tables", (replace(turns, text=text),))
    lines = dictionary([ToyGame.name]).splitlines()
    start = lines.index("## turns") + 2
    assert " ".join(lines[start : start + 2]) == f"{text} Only Toy has this table."


def test_every_kind_of_column_is_described() -> None:
    assert set(KINDS) == {*CODES, *LOOSE}


def test_every_column_says_what_it_means() -> None:
    for table in (table for name in GAMES for table in tables_of(find_game(name)).values()):
        assert table.text.endswith("."), table.name
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names), table.name
        assert all(column.text for column in table.columns), table.name
        assert names[0] == "game", table.name
