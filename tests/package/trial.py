"""What is tried in an environment that has the package and nothing else: every door that a new user may come through.

It runs with the interpreter of that environment, in an empty folder, and imports nothing of the tests.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import wallenstein

COMMAND: Final = str(Path(sys.executable).with_name("wallenstein"))
QUICK: Final = ("--set", "tourney.blocks=1", "--quiet")
LOAD: Final = "from wallenstein.analysis import load; load('quickstart')"
EXTRAS: Final = {  # what asks for an extra that is not installed, and which
    "env": [sys.executable, "-c", "import wallenstein; wallenstein.env()"],
    "duckdb": [sys.executable, "-c", f"{LOAD}.sql('select 1')"],
    "polars": [sys.executable, "-c", f"{LOAD}.seats.to_polars()"],
    "report": [COMMAND, "report", "quickstart", "--export", "figures"],
    "tune": [COMMAND, "tune", "tune-regent", "--quiet"],
    "dask": [COMMAND, "tourney", "duel", "--set", 'run.executor="dask"', "--set", 'run.scheduler="tcp://127.0.0.1:9"'],
    "s3": [COMMAND, "standings", "s3://bucket/runs/quickstart"],
}


def run(words: Sequence[str], code: int = 0) -> "subprocess.CompletedProcess[str]":
    """A command that ends with this code, and what it has printed."""
    environ = {**os.environ, "PYTHONWARNINGS": "error"}
    done = subprocess.run(words, capture_output=True, text=True, env=environ)
    said = f"{' '.join(words)} ended with {done.returncode}, not with {code}:\n{done.stdout}{done.stderr}"
    assert done.returncode == code, said
    return done


def call(*words: str) -> str:
    """What the command line prints."""
    return run([COMMAND, *words]).stdout


def told(*words: str) -> Any:
    """What it prints as JSON."""
    return json.loads(call(*words, "--json"))


def packaged_files() -> None:
    """Documents, configurations, bots and examples are there, inside the package."""
    home = Path(wallenstein.__file__).parent
    assert "site-packages" in home.parts, f"{home} is not what was installed"
    for rows in (told("docs"), told("config", "list")):
        files = [Path(row["file"]) for row in rows]
        assert len(files) > 10
        assert all(home in file.parents and file.is_file() for file in files), files
    assert call("docs", "sixteen-thirty/rules").startswith("# Sixteen Thirty Something")
    assert {"random", "regent", "marshal", "banker"} <= {bot["name"] for bot in told("bots", "list")["bots"]}
    assert (home / "py.typed").is_file()
    assert (home / "examples" / "train.py").is_file()


def games() -> None:
    """Games, tournaments and what is made from them."""
    assert call("play", "--bots", "regent,settler,random", "--seed", "7").strip()
    call("play", "--game", "sixteen-thirty", "--bots", "broker,banker,random", "--json")
    call("tourney", "quickstart", *QUICK)
    assert told("standings", "quickstart")["games"] == 20
    assert "wins" in call("standings", "quickstart")
    assert told("verify", "quickstart")
    call("report", "quickstart", "--out", "report.html")
    call("replay", "quickstart", "0", "--out", "replay.html")
    for page in ("report.html", "replay.html"):
        assert Path(page).stat().st_size > 10_000
    assert "standings" in run([sys.executable, "-m", "wallenstein", "--help"]).stdout


def own_things() -> None:
    """A folder of one's own, a bot in it, and bots in other languages."""
    call("init", "mine")
    os.chdir("mine")
    call("bots", "check", "weaver")
    call("tourney", "tournament", *QUICK)
    call("bots", "new", "scout", "--language", "js")
    os.chdir("..")


def from_python() -> None:
    """The functions of the package."""
    game = wallenstein.play(["random", "random", "random"], seed=3)
    assert sorted(placing.seat for placing in game.result) == [0, 1, 2]
    again = wallenstein.run("quickstart", sets={"tourney.blocks": 1})
    assert again.standings.bot[0] == "regent"


def extras() -> None:
    """What needs an extra says so in a sentence, with the command that installs it."""
    for extra, words in EXTRAS.items():
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode in (1, 2), f"{words} ended with {done.returncode}"
        last = done.stderr.splitlines()[-1]
        assert f"pip install 'wallenstein[{extra}]'" in last, done.stderr


def main() -> None:
    """Tries everything; an AssertionError says what went wrong."""
    version = call("--version")
    assert f"version {wallenstein.__version__}" in version
    packaged_files()
    games()
    own_things()
    from_python()
    extras()
    print("everything works")


if __name__ == "__main__":
    main()
