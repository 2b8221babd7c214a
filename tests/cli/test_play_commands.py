"""`wallenstein play` with bots in other languages."""

import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tests.toy.game  # noqa: F401  (registers the toy game)
from wallenstein.cli import main

SCRIPT = Path(__file__).parents[1] / "languages" / "toy_command.py"
PROGRAM = shlex.join([sys.executable, str(SCRIPT)])


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for how in ("decent", "quitting", "illegal", "rude", "loud"):
        program = tmp_path / how
        program.write_text(f"#!/bin/sh\nexec {PROGRAM} {how}\n")
        program.chmod(0o755)


def play(bots: str) -> Result:
    """A game of the toy."""
    return CliRunner().invoke(main, ["play", "-g", "toy", "--bots", bots, "--seed", "1"], prog_name="wallenstein")


def test_a_program_plays_beside_python_bots() -> None:
    result = play("./decent,random")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("decent picks 2") == 3
    assert result.stdout.count("random picks") == 3


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("quitting", "the bot of seat 0 (quitting) is lost: its process ended with exit code 3"),
        (
            "illegal",
            "the bot of seat 0 (illegal) made an illegal choice at decision 2, a pick in turn 2: T1: a pick is",
        ),
        ("rude", "the bot of seat 0 (rude) did not speak the protocol before the first decision: its answer:1: not"),
    ],
)
def test_its_first_fault_ends_the_game(how: str, text: str) -> None:
    result = play(f"./{how},random")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith(f"wallenstein: {text}")


def test_what_it_writes_to_standard_error_is_shown() -> None:
    result = play("./loud,random")
    assert result.exit_code == 0
    assert result.stderr.startswith("look at me! look at me!")
