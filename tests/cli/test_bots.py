"""`wallenstein bots`."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.bots.bot_files import bot_text, write
from wallenstein.cli import main


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["bots", *words], prog_name="wallenstein")


def test_list_tells_name_idea_and_place_and_show_tells_options(tmp_path: Path) -> None:
    write(
        tmp_path / "bots" / "mine.py",
        bot_text(
            "mine", "Mine", body="def __init__(self, depth: int = 2, bold: bool = True, style: str = 'calm'): ..."
        ),
    )
    result = run("list")
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    mine = lines.index("mine Mine does something.")
    assert lines[mine + 1] == "bots/mine.py"
    shown = run("show", "mine")
    assert [" ".join(line.split()) for line in shown.stdout.splitlines()] == [
        "mine Mine does something.",
        "depth: a whole number (default 2)",
        "bold: true or false (default true)",
        'style: a text (default "calm")',
        "bots/mine.py",
    ]
    assert "random Plays at random: the yardstick that every other bot must beat." in lines


def test_list_as_json_is_not_spoiled_by_what_files_print(tmp_path: Path) -> None:
    write(tmp_path / "more" / "loud.py", bot_text("loud", "Loud", before="print('noise')"))
    broken = write(tmp_path / "more" / "broken.py", "register(")
    result = run("list", "--paths", "more", "--json")
    document = json.loads(result.stdout)
    loud = next(bot for bot in document["bots"] if bot["name"] == "loud")
    assert loud == {
        "name": "loud", "idea": "Loud does something.", "plays": "wallenstein", "options": None,
        "where": str(tmp_path / "more" / "loud.py"),
    }  # fmt: skip
    assert document["problems"] == [
        f"the bot file {broken} cannot be loaded: line 1: SyntaxError: '(' was never closed"
    ]


def test_list_runs_no_file_and_tells_which_other_game_a_bot_plays(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    write(tmp_path / "bots" / "ends.py", bot_text("ends", before=f"import os; open({str(mark)!r}, 'w'); os._exit(7)"))
    for name, game in (("skat", "skat"), ("ours", "wallenstein"), ("any", "")):
        write(tmp_path / "bots" / f"{name}.py", bot_text(name, body=f"plays = {game!r}"))
    result = run("list")
    assert result.exit_code == 0
    assert not mark.exists()
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    told = sorted(line for line in lines if line.startswith("plays "))
    assert told == ["plays skat"]
    assert [line for line in lines if line.endswith(", weakest first")] == [
        "sixteen-thirty, weakest first",
        "wallenstein, weakest first",
    ]
    assert lines.index("your own") < lines.index("plays skat")
    names = [line.partition(" ")[0] for line in lines]
    assert names.index("miller") < names.index("settler") < names.index("marshal") < names.index("your")
    assert lines[lines.index("plays skat") + 1] == "bots/skat.py"


def test_show_as_json_and_of_a_bot_that_cannot_be_loaded(tmp_path: Path) -> None:
    write(tmp_path / "bots" / "mine.py", bot_text("mine", body="def __init__(self, depth: int): ..."))
    assert json.loads(run("show", "mine", "--json").stdout) == {
        "name": "mine", "idea": "Some does something.", "plays": "wallenstein",
        "options": [{"name": "depth", "allowed": "a whole number", "default": None}],
        "where": str(tmp_path / "bots" / "mine.py"),
    }  # fmt: skip
    shown = run("show", "miller").stdout
    assert "certainty: a number (default 0.8)" in shown
    assert "Options: `certainty`, the odds from which on it marches into a neutral county." in shown
    write(tmp_path / "bots" / "ends.py", bot_text("ends", before="import os; os._exit(7)"))
    result = run("show", "ends")
    assert result.exit_code == 2
    assert "ends.py cannot be loaded: its process ended with exit code 7" in result.stderr
    assert 'there is no bot "mien"; did you mean "mine" or' in run("show", "mien").stderr


def test_list_notes_problems_on_standard_error(tmp_path: Path) -> None:
    write(tmp_path / "bots" / "broken.py", "register(")
    write(tmp_path / "bots" / "one.py", bot_text("same"))
    write(tmp_path / "bots" / "two.py", bot_text("same"))
    result = run("list")
    assert result.exit_code == 0
    assert "random" in result.stdout
    assert "note: the bot file" in result.stderr
    assert 'note: the name "same" is registered twice' in result.stderr


def test_list_refuses_a_path_that_is_not_there() -> None:
    result = run("list", "--paths", "nowhere")
    assert result.exit_code == 2
    assert "there is no file or folder" in result.stderr


@pytest.mark.slow
def test_new_then_check(tmp_path: Path) -> None:
    result = run("new", "weaver")
    assert (result.exit_code, result.stdout.splitlines()) == (
        0,
        [
            "bots/weaver.py: the bot",
            "bots/test_weaver.py: its test, for pytest",
            "Try it: wallenstein bots check weaver",
            "        wallenstein play --bots weaver,random,random",
        ],
    )
    checked = run("check", "weaver", "--rounds", "1", "-o", "bid=3")
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.endswith("weaver: no faults\n")
    assert "time   plan" in checked.stdout


def test_new_refuses_what_is_taken() -> None:
    assert 'there already is a bot "random", in ' in run("new", "random").stderr
    run("new", "weaver")
    again = run("new", "weaver")
    assert again.exit_code == 2
    assert 'there already is a bot "weaver", in ' in again.stderr


def test_new_elsewhere_says_how_to_find_it() -> None:
    said = run("new", "weaver", "--dir", "lab").stdout
    assert "wallenstein bots check weaver --paths lab" in said
    assert "wallenstein play --bots weaver,random,random --paths lab" in said
    assert 'there already is a bot "weaver"' in run("new", "weaver", "--dir", "lab").stderr


def test_new_in_a_folder_that_is_a_file_ends_in_a_sentence(tmp_path: Path) -> None:
    write(tmp_path / "file", "")
    result = run("new", "weaver", "--dir", "file/bots")
    assert result.exit_code == 2
    assert result.stderr == "wallenstein: file/bots: cannot be there: its folder is a file\n"


def test_check_exits_with_1_on_a_fault_and_names_it() -> None:
    result = run("check", "tests.bots.ill_mannered:Crashing", "--rounds", "1")
    assert result.exit_code == 1
    assert "FAULT  sound" in result.stdout
    assert result.stdout.endswith("Crashing: 1 fault\n")


def test_check_as_json() -> None:
    result = run("check", "random", "--rounds", "1", "--json")
    document = json.loads(result.stdout)
    assert (document["bot"], document["ok"]) == ("random", True)
    assert {"kind", "asked", "mean", "longest"} == set(document["seconds"][0])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["randum"], 'there is no bot "randum"; did you mean "random"?'),
        (["random", "-o", "depth=2"], "options.depth: the bot has no such option; it has no options"),
        (["settler", "-o", "reserve=much"], "options.reserve: must be a whole number, not 'much'"),
        (["random", "-o", "depth"], "--option depth: must be KEY=VALUE"),
        (["random", "-g", "edition=third"], 'game.edition: "third" is not allowed'),
    ],
)
def test_check_refuses_wrong_names_and_options(words: list[str], told: str) -> None:
    result = run("check", *words)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.slow
def test_the_progress_of_a_check_is_one_line_that_is_overwritten(tmp_path: Path) -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "wallenstein", "bots", "check", "random", "--rounds", "1"]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=child, check=True)
    os.close(child)
    assert os.read(parent, 10_000).endswith(b"\r\x1b[2K")
