"""Limits of the system that are too tight for a command end in a sentence, before anything can hang."""

import resource
import subprocess
import sys
from pathlib import Path

import click
import pytest

from wallenstein.cli import main
from wallenstein.cli.group import check_room
from wallenstein.cli.parameters import RunType
from wallenstein.core.errors import ConfigError

ROOT = Path(__file__).parents[2]
TIGHT = [(resource.RLIMIT_AS, 600_000 * 1024), (resource.RLIMIT_NOFILE, 16)]
CONFIG = "configs/quickstart.toml"
LARGE = ("standings x", "compare x", "report x", "why x y", "replay x 0", "review x 0", "record x 0", "watch x",
         "verify x", f"tourney {CONFIG}", f"tune {CONFIG}", f"study {CONFIG}")  # fmt: skip


def run(words: str, kind: int, value: int) -> "subprocess.CompletedProcess[str]":
    """A command under a limit. It hangs if it imports the libraries of tables."""
    return subprocess.run(
        [sys.executable, "-m", "wallenstein.cli", *words.split()],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=20,
        preexec_fn=lambda: resource.setrlimit(kind, (value, value)),
    )


@pytest.mark.parametrize("words", LARGE)
def test_a_process_with_too_little_memory_says_so(words: str) -> None:
    done = run(words, *TIGHT[0])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("wallenstein: this process may use only 600,000 KiB")
    assert f"and {words.split()[0]} needs" in done.stderr
    assert done.stderr.count("\n") == 1


def test_every_command_that_takes_a_run_is_tried_here() -> None:
    found = {name: main.get_command(click.Context(main), name) for name in main.table}
    takes_run = {name for name, one in found.items() if one and any(isinstance(p.type, RunType) for p in one.params)}
    assert takes_run <= {words.split()[0] for words in LARGE}


def test_a_process_with_too_few_files_says_so() -> None:
    done = run(LARGE[0], *TIGHT[1])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("wallenstein: this process may open only 16 files")


@pytest.mark.parametrize("words", ["board show", "bots list", "report --help"])
def test_commands_without_tables_do_with_less(words: str) -> None:
    assert run(words, *TIGHT[0]).returncode == 0


def test_a_process_without_limits_may_do_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda kind: (resource.RLIM_INFINITY,) * 2)
    check_room("report")
    monkeypatch.setattr("resource.getrlimit", lambda kind: (100, 100))
    with pytest.raises(ConfigError, match="and report needs"):
        check_room("report")
