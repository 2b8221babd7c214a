"""`bots new`: the bot or program that it writes plays at once, and nothing is written over."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.languages import driver
from tests.languages.commands import compiled, javascript
from tests.toy.game import ToyGame
from wallenstein.bots.discovery import find
from wallenstein.bots.match import play
from wallenstein.bots.scaffold import LANGUAGES, write, write_program
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.rules import Rules

GAME = Wallenstein()


@pytest.mark.slow
def test_the_bot_plays_and_its_test_passes(tmp_path: Path) -> None:
    written = write("my-weaver", tmp_path / "bots", GAME)
    assert [path.name for path in written] == ["my_weaver.py", "test_my_weaver.py"]
    cls = find(str(written.bot))
    assert (cls.name, cls.__name__) == ("my-weaver", "MyWeaver")
    played = play([cls, "random", "random"], seed=2)
    assert played.faults == []
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(written.test)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert "1 passed" in run.stdout, run.stdout + run.stderr


def test_the_bot_is_better_than_random(tmp_path: Path) -> None:
    cls = find(str(write("weaver", tmp_path, GAME).bot))
    ranks = [{at.seat: at.rank for at in play([cls, "random", "random"], seed=seed).result} for seed in range(40)]
    ahead = sum((rank[0] < rank[1]) + (rank[0] < rank[2]) for rank in ranks)
    assert ahead >= 48, f"ahead in {ahead} of 80 meetings"


@pytest.mark.slow
def test_the_bot_can_be_typed_strictly(tmp_path: Path) -> None:
    written = write("weaver", tmp_path, GAME)
    for path in written:
        compile(path.read_text("utf-8"), path, "exec")
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", *map(str, written)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(
    ("name", "stem", "class_name"),
    [
        ("none", "none", "NoneBot"),
        ("plan", "plan", "PlanBot"),
        ("bot", "bot", "BotBot"),
        ("any", "any", "AnyBot"),
        ("class", "bot_class", "BotClass"),
        ("7up", "bot_7up", "Bot7up"),
        ("A-b+c", "a_b_c", "ABC"),
        ("warning", "warning", "WarningBot"),
    ],
)
def test_any_name_that_a_bot_may_have_will_do(tmp_path: Path, name: str, stem: str, class_name: str) -> None:
    written = write(name, tmp_path, GAME)
    assert written.bot.name == f"{stem}.py"
    cls = find(str(written.bot))
    assert (cls.name, cls.__name__) == (name, class_name)
    assert play([cls] * 3).faults == []


@pytest.mark.parametrize("name", ["", "a b", "../up", "a.b", "ä", "-x", "x" * 41])
def test_other_names_are_refused_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="name"):
        write(name, tmp_path / "bots", GAME)
    assert not (tmp_path / "bots").exists()


@pytest.mark.parametrize("present", ["weaver.py", "test_weaver.py"])
def test_nothing_is_written_over(tmp_path: Path, present: str) -> None:
    (tmp_path / present).write_text("mine")
    with pytest.raises(ConfigError, match=f"{present} already exists; choose another name or another folder"):
        write("weaver", tmp_path, GAME)
    assert [path.name for path in tmp_path.iterdir()] == [present]
    assert (tmp_path / present).read_text() == "mine"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_plays_under_its_own_name(tmp_path: Path, language: str) -> None:
    program = write_program("heron-2", tmp_path / "bots", GAME, language)
    assert [path.name for path in (tmp_path / "bots").iterdir()] == [f"heron-2.{language}"]
    talker = driver.Talker(javascript(program.file) if language == "js" else compiled(program.file, tmp_path))
    result = driver.play(GAME, Rules(), [talker, "random", "random"], 2)
    assert result[0].rank == 1
    assert talker.speech is not None
    assert talker.speech.name == "heron-2"
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
def test_no_program_is_written_over(tmp_path: Path, language: str, present: str) -> None:
    (tmp_path / present).write_text("mine")
    with pytest.raises(ConfigError, match=present):
        write_program("heron", tmp_path, GAME, language)
    assert [path.name for path in tmp_path.iterdir()] == [present]


@pytest.mark.parametrize("name", ["", "a b", "../up", "a.b", 'x"; system("', "x" * 41])
def test_other_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="name"):
        write_program(name, tmp_path / "bots", GAME, "c")
    assert not (tmp_path / "bots").exists()


def test_a_game_may_have_no_program_in_a_language(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no first bot for Toy in JavaScript; there is one in Python"):
        write_program("heron", tmp_path, ToyGame(), "js")
