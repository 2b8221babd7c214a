"""A class of the toy game in a folder: bots of any skill, files that come, change, break and go.

`python -m tests.tourney.leagues 200 50 4` plays a league of 200 bots for 50 days, on each of which 4 come in a new
version, and prints what each day costs.
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import tests.toy.game  # noqa: F401  (registers the game)
from tests.tourney.tournament import COMMAND, contents
from wallenstein.record.read import Run
from wallenstein.report.html.league_page import standing_of, write_league_page
from wallenstein.tourney.league import League
from wallenstein.tourney.progress import RunTally

CONFIG = """
[tourney]
blocks = {blocks}
players = 3

[game]
name = "toy"

[bots]
entries = ["bots/*.py"]
on_broken = "leave-out"

[run]
isolation = "none"
"""
BOT = """
from wallenstein.bots import BaseBot, register

@register("{name}")
class Skilled(BaseBot):
    plays = "toy"
    def decide(self, view, decision):
        return 2 if self.rng.random() < {skill} else 0
"""


def write_class(folder: Path, blocks: int = 6) -> Path:
    (folder / "bots").mkdir(parents=True)
    (folder / "class.toml").write_text(CONFIG.format(blocks=blocks))
    (folder / "league.json").write_text(json.dumps({"seed": 7}))
    return folder


def hand_in(folder: Path, name: str, skill: float | str) -> None:
    """A bot that picks well so often; or one of those that are at fault."""
    found = {"crash": "1 / 0", "broken": "(", "hang": "next(x for x in iter(int, 1) if x)"}
    text = BOT.format(name=name, skill=found[skill] if isinstance(skill, str) else skill)
    (folder / "bots" / f"{name}.py").write_text(text)


def play_day(folder: Path) -> League:
    """As the command does."""
    league = League(folder)
    league.begin()
    assert league.play(1, lambda said: None, RunTally)
    standing = standing_of(league)
    if league.open is not None or not league.days:
        league.close(standing.cell.entrants)
    write_league_page(league, standing)
    return league


def kill_during(folder: Path, run: str) -> None:
    """Plays in a process of its own, and kills it as soon as a run has begun."""
    command = [sys.executable, "-c", COMMAND, "league", str(folder), "--jobs", "1", "--quiet"]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[2], stderr=subprocess.DEVNULL)
    end = monotonic() + 120
    while not list(folder.glob(f"days/{run}-*/manifest.jsonl")):
        assert process.poll() is None, "it ended before this run"
        assert monotonic() < end
        sleep(0.005)
    process.kill()
    process.wait()


def all_tables(folder: Path) -> dict[str, bytes]:
    """The bytes of all tables, by the names of their runs."""
    runs = sorted((folder / "days").iterdir())
    return {f"{run.name[:5]}/{name}": data for run in runs for name, data in contents(run).items()}


def spent() -> float:
    """Seconds of processor time of this process and of those that it has waited for."""
    return sum(used.ru_utime + used.ru_stime for used in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def main(bots: int, days: int, changed: int) -> None:
    """Prints a row for each day."""
    rng = Random(1)
    with TemporaryDirectory() as place:
        folder = write_class(Path(place) / "class")
        for number in range(bots):
            hand_in(folder, f"bot-{number:03d}", rng.random())
        print("| day | games so far | seconds |\n| --- | --- | --- |")
        command = [sys.executable, "-c", COMMAND, "league", str(folder), "--jobs", "1", "--quiet"]
        for day in range(1, days + 1):
            before = spent()
            subprocess.run(command, check=True, cwd=Path(__file__).parents[2], capture_output=True)
            seconds = spent() - before
            print(f"| {day} | {Run(folder).games:,} | {seconds:.1f} |", flush=True)
            for number in rng.sample(range(bots), changed):
                hand_in(folder, f"bot-{number:03d}", rng.random())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
