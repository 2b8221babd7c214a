"""`bots new`: the bot that it writes plays at once, its test passes, and nothing is written over."""

import subprocess
import sys
from pathlib import Path

import pytest

from wallenstein.bots.discovery import find
from wallenstein.bots.match import play
from wallenstein.bots.scaffold import write
from wallenstein.core.errors import ConfigError
from wallenstein.games import find_game

WALLENSTEIN = find_game("wallenstein")


def test_the_bot_plays_and_its_test_passes(tmp_path: Path) -> None:
    written = write("my-weaver", tmp_path / "bots", WALLENSTEIN)
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
    cls = find(str(write("weaver", tmp_path, WALLENSTEIN).bot))
    ranks = [{at.seat: at.rank for at in play([cls, "random", "random"], seed=seed).result} for seed in range(20)]
    ahead = sum((rank[0] < rank[1]) + (rank[0] < rank[2]) for rank in ranks)
    assert ahead >= 26, f"ahead in {ahead} of 40 meetings"


@pytest.mark.slow
def test_the_bot_can_be_typed_strictly(tmp_path: Path) -> None:
    written = write("weaver", tmp_path, WALLENSTEIN)
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
    written = write(name, tmp_path, WALLENSTEIN)
    assert written.bot.name == f"{stem}.py"
    cls = find(str(written.bot))
    assert (cls.name, cls.__name__) == (name, class_name)
    assert play([cls] * 3).faults == []


@pytest.mark.parametrize("name", ["", "a b", "../up", "a.b", "ä", "-x", "x" * 41])
def test_other_names_are_refused_and_nothing_is_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be the name of a bot"):
        write(name, tmp_path / "bots", WALLENSTEIN)
    assert not (tmp_path / "bots").exists()


@pytest.mark.parametrize("present", ["weaver.py", "test_weaver.py"])
def test_nothing_is_written_over(tmp_path: Path, present: str) -> None:
    (tmp_path / present).write_text("mine")
    with pytest.raises(ConfigError, match=f"{present} already exists; choose another name or another folder"):
        write("weaver", tmp_path, WALLENSTEIN)
    assert [path.name for path in tmp_path.iterdir()] == [present]
    assert (tmp_path / present).read_text() == "mine"
