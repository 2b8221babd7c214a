"""What works where the system has not what Unix has: a part of `docs/platforms.md`.

A Python without fcntl, resource, os.fork and timers by signals stands for such a system. Runs are made beforehand.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tourney.tournament import played

pytestmark = pytest.mark.slow

WITHOUT = """
import os, signal, sys
for module in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[module] = None
for name in ("setitimer", "getitimer", "SIGALRM", "SIGCHLD", "SIGKILL", "SIGCONT", "SIGSTOP", "pidfd_send_signal"):
    vars(signal).pop(name, None)
for name in ("fork", "forkpty", "killpg", "wait4", "sched_getaffinity", "sched_setaffinity", "getuid", "geteuid"):
    vars(os).pop(name, None)
"""
MACOS = """
import os, platform, signal, sys
platform.system = lambda: "Darwin"
for name in ("sched_getaffinity", "sched_setaffinity", "pidfd_open"):
    vars(os).pop(name, None)
vars(signal).pop("pidfd_send_signal", None)
"""
OWN = """
from wallenstein import Bot, register
@register("own")
class Own(Bot):
    pass
"""
CONFIG = """
[tourney]
name = "small"
seed = 1
blocks = 1
format = "list"
tables = [["random", "settler", "random"]]
[bots]
entries = ["random", "settler"]
[matrix]
"game.setup" = ["default", "draft"]
"""
ENVIRONMENT = """
import wallenstein
for game in ("wallenstein", "sixteen-thirty"):
    env = wallenstein.env(game=game, render_mode="ansi")
    env.reset(seed=7)
    for _ in range(50):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.render()
seat = wallenstein.seat_env(["random", "settler", "regent"], seat=0)
seat.reset(seed=1)
seat.step(int(seat.action_masks().argmax()))
"""
ANALYSIS = """
from wallenstein.analysis import load
assert len(load("small").games) == 6
import wallenstein
assert wallenstein.play(["random", "random", "settler"], seed=3).faults == []
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run, made here, and a scenario."""
    made = tmp_path_factory.mktemp("platform")
    (made / "small.toml").write_text(CONFIG, "utf-8")
    played(made / "small.toml", made / "results")
    position = {"format": "wallenstein-position/1", "players": 3}
    (made / "position.json").write_text(json.dumps(position), "utf-8")
    return made


def call(folder: Path, code: str, without: str = WITHOUT) -> "subprocess.CompletedProcess[str]":
    """Runs Python code where something is missing."""
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", without + code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environ)


def wallenstein(folder: Path, line: str, without: str = WITHOUT) -> "subprocess.CompletedProcess[str]":
    """The command line where something is missing."""
    code = f"sys.argv = {['wallenstein', *line.split()]!r}\nfrom wallenstein.cli import main\nmain()\n"
    return call(folder, code, without)


@pytest.mark.parametrize(
    "line",
    [
        "play --bots random,settler,miller --seed 7",
        "play --game sixteen-thirty --bots broker,random,banker --seed 7 --json",
        "referee --position position.json",
        "replay --bots random,settler,miller --seed 7 --out game.html",
        "replay small 0 --out recorded.html",
        "report small --out report.html",
        "standings small",
        "compare small",
        "why small random",
        "board show",
        "bots list",
        "env",
    ],
)
def test_what_needs_no_unix_works_without(folder: Path, line: str) -> None:
    done = wallenstein(folder, line)
    hints = [line for line in done.stderr.splitlines() if line]
    assert done.returncode == 0, done.stderr
    assert all("wallenstein " in hint for hint in hints), "only what to type next"
    assert done.stdout


@pytest.mark.parametrize("code", [ENVIRONMENT, ANALYSIS], ids=["environments", "analysis"])
def test_libraries_work_without(folder: Path, code: str) -> None:
    done = call(folder, code)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("line", ["tourney small.toml --fresh", "bots check random", "tune tune-regent"])
def test_what_needs_unix_says_so(folder: Path, line: str) -> None:
    done = wallenstein(folder, line)
    assert done.returncode == 2
    command = " ".join(word for word in line.split()[:2] if "." not in word and "-" not in word)
    assert done.stderr == (
        f"wallenstein: {command} needs what only Unix has (such as os.fork); on Windows, run it in WSL: "
        "see docs/platforms.md\n"
    )


def test_bots_of_others_need_linux(folder: Path) -> None:
    (folder / "bots").mkdir(exist_ok=True)
    (folder / "bots" / "own.py").write_text(OWN, "utf-8")
    for isolation, code in (("auto", 2), ("none", 0)):
        line = f"tourney own.toml --quiet --jobs 1 --set run.isolation={isolation}"
        (folder / "own.toml").write_text(CONFIG.replace("random", "own"), "utf-8")
        done = wallenstein(folder, line, MACOS)
        assert done.returncode == code, done.stderr
        said = "wallenstein: a bot in a process of its own needs processes that only Linux can measure and end; "
        assert done.stderr.startswith(said) == bool(code)
