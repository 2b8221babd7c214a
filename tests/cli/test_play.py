"""`wallenstein play`: the told game, its choices, its JSON, and what bots do wrong."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.test_board import read_terminal
from wallenstein.cli import main
from wallenstein.games.wallenstein.board import board_text

THREE = ("--bots", "random,random,random", "--seed", "7")
BAD = """
import sys
from wallenstein import Bot, register

@register("crasher")
class Crasher(Bot):
    def choose(self, view, choice):
        raise ValueError("the ink is dry")

@register("unborn")
class Unborn(Bot):
    def __init__(self):
        raise RuntimeError("not today")

@register("cheat")
class Cheat(Bot):
    def choose(self, view, choice):
        return 77 if choice.kind == "tile" else choice.default

@register("chatterbox")
class Chatterbox(Bot):
    def plan(self, view, offer):
        print("look at me")
        return offer.random()

@register("sore-loser")
class SoreLoser(Bot):
    def end(self, result):
        raise RuntimeError("not fair")

@register("interrupter")
class Interrupter(Bot):
    def choose(self, view, choice):
        raise KeyboardInterrupt
"""


def play(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["play", *arguments])


@pytest.fixture(scope="module")
def story() -> str:
    result = play(*THREE)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.py"
    path.write_text(BAD, encoding="utf-8")
    return str(path)


def test_the_story_has_all_seasons_and_its_end(story: str) -> None:
    lines = story.splitlines()
    assert lines[:3] == ["Wallenstein", "===========", "Second edition, default line-up; seed 7."]
    seasons = [line for line in lines if re.fullmatch(r"Year \d, \w+", line)]
    assert seasons == [f"Year {year}, {season}" for year in (1, 2) for season in ("spring", "summer", "fall", "winter")]
    assert re.search(r"wins with \d+ points|share the victory", story)


def test_the_story_starts_from_the_line_up(story: str) -> None:
    assert "random (red): Sächs. Lande 2, Vogtland 2, Osnabrück 4, Gft. Mark 5, " in story


def test_in_a_pipe_there_are_no_colours(story: str) -> None:
    assert "\x1b" not in story
    assert all(line == line.rstrip() for line in story.splitlines())


def test_the_same_seed_tells_the_same_story(story: str) -> None:
    assert play(*THREE).stdout == story
    assert play(*THREE[:2], "--seed", "8").stdout != story


def test_a_drawn_seed_is_told_and_plays_the_game_again() -> None:
    drawn = play("--bots", "random", "--players", "3")
    found = re.fullmatch(r"the seed (\d+) was chosen at random; --seed \1 replays this game\n", drawn.stderr)
    assert found is not None
    assert play("--bots", "random", "--players", "3", "--seed", found[1]).stdout == drawn.stdout


def test_a_single_bot_plays_every_seat() -> None:
    lines = play("--bots", "random", "--players", "5", "--seed", "1").stdout.splitlines()
    assert lines[5:10] == [
        "0     red     random",
        "1     blue    random",
        "2     yellow  random",
        "3     purple  random",
        "4     cyan    random",
    ]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--bots", "random"], '--bots: "random" is one bot; add --players 3, 4 or 5 to let it play every seat'),
        (["--bots", "random,random"], "--bots names 2 bots; W1: Wallenstein is for 3, 4 or 5 players"),
        (["--bots", "random", "--players", "6"], "--players 6: W1: Wallenstein is for 3, 4 or 5 players"),
        (
            ["--bots", "random,random,random", "--players", "4"],
            "--bots names 3 bots and --players asks for 4; give 4, or one for all seats",
        ),
        (["--bots", "a,,b"], '--bots: a name is missing in "a,,b"; give names such as random,random,random'),
        ([*THREE, "--tower", "baffles,catch"], '--tower: "catch" is not a setting; write it as baffles,catch=0.3'),
        ([*THREE, "--tower", "baffle"], 'game.tower.model: there is no tower model "baffle"; did you mean "baffles"?'),
        (
            [*THREE, "--variant", "manual", "--edition", "second"],
            'game.variant: "manual" belongs to the first edition; set game.edition = "first"',
        ),
        ([*THREE, "--board", "none.toml"], "none.toml: the board cannot be read: No such file or directory"),
        ([*THREE, "--board", "~nobody-here/b.toml"], "b.toml: the board cannot be read: No such file or directory"),
        (
            [*THREE, "--game", "sixteen-thirty", "--data", "~nobody-here/d"],
            "d: the data cannot be read: No such file or directory",
        ),
    ],
)  # fmt: skip
def test_wrong_choices_are_a_sentence(arguments: list[str], line: str) -> None:
    result = play(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("wallenstein: ")
    assert result.stderr.endswith(f"{line}\n")
    assert result.stderr.count("\n") == 1


def test_an_unknown_bot_has_near_matches() -> None:
    result = play("--bots", "randon,random,random")
    assert (result.exit_code, result.stdout) == (2, "")
    assert 'there is no bot "randon"; did you mean "random"?' in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--draft"], "Second edition, draft; seed 7."),
        (["--edition", "first"], "First edition, default line-up; seed 7."),
        (["--variant", "manual"], "First edition, variant manual, default line-up; seed 7."),
        (["--tower", "open"], "Second edition, default line-up, tower open; seed 7."),
        (["--tower", "baffles,catch=0.3"], "Second edition, default line-up, tower baffles catch=0.3; seed 7."),
        (
            ["--expansion", "landsknechte", "--expansion", "emperors-court"],
            "Second edition, emperors-court, landsknechte, default line-up; seed 7.",
        ),
    ],
)
def test_rules_can_be_chosen(arguments: list[str], said: str) -> None:
    result = play(*THREE, *arguments)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2] == said


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(board_text().replace('name = "Köln"', 'name = "Cölln am Rhein"'), encoding="utf-8")
    result = play(*THREE, "--board", str(path))
    assert "Cölln am Rhein 2" in result.stdout
    assert f"board {path}" in result.stdout


@pytest.mark.parametrize("arguments", [[], ["--edition", "first"], ["--expansion", "emperors-court"]])
def test_json_lines(arguments: list[str]) -> None:
    result = play(*THREE, *arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    entries = [json.loads(line) for line in result.stdout.splitlines()]
    first, last = entries[0], entries[-1]
    assert (first["entry"], first["seed"], first["bots"]) == ("game", 7, ["random"] * 3)
    assert last["entry"] == "result"
    assert [seat["seat"] for seat in last["seats"]] == [0, 1, 2]
    standings = [entry for entry in entries if entry["entry"] == "standing"][-3:]
    assert [seat["vp"] for seat in last["seats"]] == [standing["vp"] for standing in standings]
    assert sum(entry["entry"] == "plan" for entry in entries) == 18


def test_json_tells_what_the_story_tells(story: str) -> None:
    entries = [json.loads(line) for line in play(*THREE, "--json").stdout.splitlines()]
    battles = sum(entry["entry"] in ("battle", "revolt") for entry in entries)
    assert len(re.findall(r"^ +\d+ \w+ against ", story, re.MULTILINE)) == battles > 0


def test_a_crash_ends_the_game_with_a_sentence(bad: str) -> None:
    result = play("--bots", "random,crasher,random", "--seed", "7", "-p", bad)
    assert result.exit_code == 1
    assert re.fullmatch(
        r"wallenstein: the bot of seat 1 \(crasher\) crashed at decision \d, a tile in spring of year 1: "
        r"ValueError: the ink is dry \(bad\.py:8 in choose\); --traceback shows all calls\n",
        result.stderr,
    )
    assert "Bids: " in result.stdout  # what came before is told
    assert "The end" not in result.stdout


def test_traceback_shows_the_calls(bad: str) -> None:
    result = play("--bots", "random,crasher,random", "--seed", "7", "--bots-path", bad, "--traceback")
    calls, sentence = result.stderr.rsplit("\n", 2)[:2]
    assert re.search(r"bad\.py:8 in choose$", calls)
    assert sentence.endswith("ValueError: the ink is dry (bad.py:8 in choose)")


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("unborn", r"crashed before the first decision: RuntimeError: not today \(bad.py:\d+ in __init__\).*"),
        ("sore-loser", r"crashed after the game was over: RuntimeError: not fair \(bad.py:\d+ in end\).*"),
        ("cheat", r"made an illegal choice at decision \d, a tile in spring of year 1: W26: seat 0 cannot choose.*"),
    ],
)  # fmt: skip
def test_other_faults_end_it_too(bad: str, bot: str, sentence: str) -> None:
    result = play("--bots", f"{bad}:{bot},random,random", "--seed", "7")
    assert result.exit_code == 1
    assert re.fullmatch(rf"wallenstein: the bot of seat 0 \({bot}\) {sentence}\n", result.stderr)


def test_a_lenient_table_plays_on_and_lists_the_faults(bad: str) -> None:
    result = play("--bots", "random,crasher,random", "--seed", "7", "-p", bad, "--lenient")
    assert (result.exit_code, result.stderr) == (0, "")
    faults = result.stdout.split("Faults\n------\n")[1].splitlines()
    assert len(faults) == 3  # then it was benched
    assert re.fullmatch(r"crasher \(blue\) crashed at decision \d: ValueError: the ink is dry", faults[0])


def test_lenient_json_has_the_faults_before_the_result(bad: str) -> None:
    result = play("--bots", "random,crasher,random", "--seed", "7", "-p", bad, "--lenient", "--json")
    *_, fault, last = (json.loads(line) for line in result.stdout.splitlines())
    assert (fault["entry"], fault["seat"], fault["kind"]) == ("fault", 1, "crash")
    assert last["entry"] == "result"


def test_what_a_bot_prints_does_not_spoil_the_log(bad: str) -> None:
    result = play("--bots", "random,chatterbox,random", "--seed", "7", "-p", bad, "--json")
    assert result.exit_code == 0
    assert all(json.loads(line) for line in result.stdout.splitlines())
    assert result.stderr == "look at me\n" * 6


def test_ctrl_c_is_one_line(bad: str) -> None:
    result = play("--bots", "random,interrupter,random", "--seed", "7", "-p", bad)
    assert (result.exit_code, result.stderr) == (130, "wallenstein: interrupted\n")


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_reader_that_goes_away_causes_no_traceback(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "wallenstein.cli", "play", *THREE, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()  # before anything can have been written
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=300) == 141


def test_in_a_terminal_players_have_colours_and_lines_fit() -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "wallenstein.cli", "play", *THREE]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "80"}
    with subprocess.Popen(command, stdout=child, env=environment) as process:
        os.close(child)
        output = b""
        while piece := read_terminal(parent):
            output += piece
    os.close(parent)
    assert process.returncode == 0
    text = output.decode()
    assert "\x1b[91mrandom (red)\x1b[0m" in text
    bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert max(len(line.rstrip()) for line in bare.splitlines()) <= 80
    assert "Year 2, winter ───" in bare


def test_in_brief_only_tables_are_printed() -> None:
    words = ["play", "--bots", "random,random,random", "--seed", "7"]
    whole, brief = (CliRunner().invoke(main, [*words, *more]).stdout.splitlines() for more in ([], ["--brief"]))
    assert len(brief) < len(whole) / 2
    assert set(brief) <= set(whole)
    assert "Year 2, winter" in brief
    assert brief[-5:] == whole[-5:]
