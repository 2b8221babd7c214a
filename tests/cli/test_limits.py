"""Limits of the system that are too tight for a command are told in a sentence, before anything can hang."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from wallenstein.cli.group import LARGE, check_room
from wallenstein.core.errors import ConfigError

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("limit", [(resource.RLIMIT_AS, 409_600 * 1024), (resource.RLIMIT_NOFILE, 16)])
@pytest.mark.parametrize("words", [["standings", "nowhere"], ["tourney", "configs/quickstart.toml"]], ids=" ".join)
def test_a_process_with_too_little_says_so(words: list[str], limit: tuple[int, int]) -> None:
    kind, value = limit
    done = subprocess.run(
        [sys.executable, "-m", "wallenstein.cli", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(kind, (value, value)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("wallenstein: this process may ")
    assert done.stderr.count("\n") == 1


def test_commands_without_tables_do_with_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda kind: (100, 100))
    check_room("board")
    for command in LARGE:
        with pytest.raises(ConfigError, match=f"and {command} needs"):
            check_room(command)


def test_a_process_without_limits_may_do_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda kind: (resource.RLIM_INFINITY,) * 2)
    for command in LARGE:
        check_room(command)
