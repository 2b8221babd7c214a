"""`bots new --language`: the program that it writes plays at once, and nothing is written over."""

from pathlib import Path

import pytest

from tests.languages.commands import compiled, javascript
from tests.languages.driver import Talker, play
from tests.toy.game import ToyGame
from wallenstein.bots.scaffold import LANGUAGES, write_program
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.rules import Rules

GAME = Wallenstein()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_plays_under_its_own_name(tmp_path: Path, language: str) -> None:
    program = write_program("heron-2", tmp_path / "bots", GAME, language)
    assert [path.name for path in (tmp_path / "bots").iterdir()] == [f"heron-2.{language}"]
    talker = Talker(javascript(program.file) if language == "js" else compiled(program.file, tmp_path))
    result = play(GAME, Rules(), [talker, "random", "random"], 2)
    assert result[0].rank == 1
    assert talker.speech is not None
    assert talker.speech.hello == ("heron-2", True)
    assert talker.stop() == 0
    text = program.file.read_text("utf-8")
    assert "Heron-2: a bot for Wallenstein" in text
    assert "otter" not in text.lower()


def test_it_is_told_how_the_program_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert write_program("heron", Path("bots"), GAME, "c").instructions().splitlines() == [
        "bots/heron.c: the bot",
        "Compile it:      cc -O2 -o bots/heron bots/heron.c",
        'Try it:          wallenstein bots check --command "bots/heron"',
        'In a tournament: entries = [{ name = "heron", command = ["bots/heron"] }]',
    ]
    assert write_program("heron", Path(), GAME, "js").command == ("node", "./heron.js")


@pytest.mark.parametrize(("language", "present"), [("js", "heron.js"), ("c", "heron.c"), ("c", "heron")])
def test_nothing_is_written_over(tmp_path: Path, language: str, present: str) -> None:
    (tmp_path / present).write_text("mine")
    with pytest.raises(ConfigError, match=f"{present} already exists; choose another name or another folder"):
        write_program("heron", tmp_path, GAME, language)
    assert [path.name for path in tmp_path.iterdir()] == [present]


@pytest.mark.parametrize("name", ["", "a b", "../up", "a.b", 'x"; system("', "x" * 41])
def test_other_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be the name of a bot"):
        write_program(name, tmp_path / "bots", GAME, "c")
    assert not (tmp_path / "bots").exists()


def test_a_game_may_have_no_program_in_a_language(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no first bot for Toy in JavaScript; there is one in Python"):
        write_program("heron", tmp_path, ToyGame(), "js")
