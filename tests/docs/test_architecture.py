"""The page on how the program is built names files, classes and kinds as they are."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.bots.bot_files import bot_text, write
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.editions.part import Expansion

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
WALK: Final = re.findall(r"^\| (\d+)\. .* \| `([\w/.]+)` \| `([\w.]+)` \|$", PAGE, re.MULTILINE)
GAME: Final = ROOT / "wallenstein" / "games" / "wallenstein"


def defined(file: Path) -> set[str]:
    """The functions of a module, and the methods of its classes."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    methods = [(node.name, each) for node in body if isinstance(node, ast.ClassDef) for each in node.body]
    inside = {f"{name}.{each.name}" for name, each in methods if isinstance(each, ast.FunctionDef)}
    return inside | {node.name for node in body if isinstance(node, ast.FunctionDef)}


def test_the_walk_has_every_step() -> None:
    assert [int(number) for number, _, _ in WALK] == list(range(1, len(WALK) + 1))
    assert 15 <= len({file for _, file, _ in WALK}) <= 60


@pytest.mark.parametrize(("number", "file", "name"), WALK)
def test_what_a_step_of_the_walk_names_is_there(number: str, file: str, name: str) -> None:
    assert name in defined(ROOT / "wallenstein" / file)


@pytest.mark.slow
def test_a_tournament_walks_like_that(tmp_path: Path) -> None:
    write(tmp_path / "weaver.py", bot_text("weaver"))
    bots = '["weaver.py", "regent", "settler"]'
    text = f"[tourney]\nseed = 1\nblocks = 1\nplayers = 3\n[bots]\nentries = {bots}\n[run]\njobs = 1\n"
    write(tmp_path / "walk.toml", text)
    steps = [f"{file}:{name}" for _, file, name in WALK]
    command = [sys.executable, "-m", "tests.docs.calls", str(tmp_path / "log"), ",".join(steps), "tourney"]
    command += [str(tmp_path / "walk.toml"), "--results", str(tmp_path / "results")]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "WALLENSTEIN_COMPILED": "0"}, check=True, capture_output=True)
    calls = iter((tmp_path / "log").read_text("utf-8").splitlines())
    assert [step for step in steps if step not in calls] == []


def test_every_file_that_the_page_names_is_there() -> None:
    roots = (ROOT, ROOT / "wallenstein", GAME, GAME / "model")
    for name in re.findall(r"`([\w/]+(?:\.py|/[\w/]*))`", PAGE):
        assert any((root / name).exists() for root in roots), name


def test_what_a_part_has_is_there() -> None:
    table = PAGE.partition("| an expansion adds |")[2].partition("\n\n")[0]
    rows = [row.split("|")[2] for row in table.splitlines() if row.count("|") > 2]
    named = re.findall(r"`(\w+)(?:\(\w+\))?`", "\n".join(rows))
    known = {*dir(Expansion), "copy", "view", "of", "story", "advice", "encoding", "TELLERS"}
    assert set(named) <= known
    assert {"kinds", "functions", "lay_out", "sections", "tables"} <= set(named)
    assert list(EXPANSIONS) == ["emperors-court", "landsknechte"]


def changes() -> dict[str, list[str]]:
    """The files that each change touches, as the page lists them."""
    found: dict[str, list[str]] = {}
    change = ""
    for named, file in re.findall(
        r"^\| (.*?) ?\| `([\w/.]+)` \| [^|]* \|$", PAGE.partition("## Four changes")[2], re.MULTILINE
    ):
        change = named.strip("| ") or change
        found.setdefault(change, []).append(file)
    return found


def files_with(word: str) -> set[str]:
    """The files of the package in which a string or a command is this word."""
    found = set()
    for path in (ROOT / "wallenstein").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        nodes = ast.walk(ast.parse(text)) if word in text else ()
        if any(
            (isinstance(node, ast.Constant) and node.value == word)
            or (isinstance(node, ast.FunctionDef) and node.name == word and node.decorator_list)
            for node in nodes
        ):
            found.add(path.relative_to(ROOT / "wallenstein").as_posix())
    return found


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("a tournament format", "swiss"),
        ("a command", "completion"),
        ("a column of `throws`", "inside_own"),
        ("an expansion", None),  # a whole one stands in the tests: test_promises
    ],
)
def test_a_change_touches_the_files_that_are_named(change: str, word: str | None) -> None:
    files = changes()[change]
    assert [file for file in files if not (ROOT / "wallenstein" / file).exists()] == []
    assert len(files) == 2
    if word is not None:
        knowing = files_with(word)
        assert files[0] in knowing
        assert knowing <= set(files)
