"""A small study of the toy game: bots that always pick the same number, in worlds of three or six rounds."""

from pathlib import Path

import tests.toy.game  # noqa: F401  (registers the game)
from wallenstein.extras.study.play import play_blocks
from wallenstein.extras.study.setting import StudySetting, read_setting
from wallenstein.extras.study.values import Block
from wallenstein.tourney.progress import RunTally

BOT = """
from wallenstein.bots import BaseBot, register


@register("picker")
class Picker(BaseBot):
    plays = "toy"

    def __init__(self, pick: int = 1) -> None:
        self.pick = pick

    def decide(self, view, decision):
        return self.pick
"""
CONFIG = """
[study]
title = "Which pick is best?"
text = "Two scores most."
seed = 5
blocks = 60
pilot = 4
see = 0.5
base = "picker"

[game]
name = "toy"

[bots]
paths = ["picker.py"]

[run]
isolation = "none"

[[study.axis]]
name = "rounds"
levels = [
    { name = "three rounds", game = { rounds = 3 } },
    { name = "six rounds", game = { rounds = 6 } },
]

[[study.axis]]
name = "players"
levels = [{ name = "2 players", players = 2 }, { name = "3 players", players = 3 }]

[[study.axis]]
name = "die"
random = true
levels = [
    { name = "four faces", game = { die = { faces = 4 } } },
    { name = "five faces", game = { die = { faces = 5 } } },
]

[[study.strategy]]
name = "two"
bot = "picker"
options = { pick = 2 }
text = "picks two"

[[study.strategy]]
name = "none"
bot = "picker"
options = { pick = 0 }
text = "picks nothing"
where = { rounds = ["six rounds"] }

[[study.strategy]]
name = "same"
bot = "picker"
text = "picks as always"
every = 2

[[study.question]]
name = "picks"
title = "Which pick?"
strategies = ["two", "none", "same"]
overturn = "a die with fewer faces."

[[study.question]]
name = "long"
title = "What do more rounds change?"
axis = "rounds"
against = "three rounds"
measures = ["decisions per game", "gain of two"]

[[study.question]]
name = "seats"
title = "Are seats alike?"
measures = ["points ahead in seat 0", "points ahead in seat 2"]
where = { players = ["3 players"] }
"""


def written(folder: Path, text: str = CONFIG) -> Path:
    """The study in a file, its bot beside it."""
    (folder / "picker.py").write_text(BOT)
    path = folder / "small.toml"
    path.write_text(text)
    return path


def setting_in(folder: Path, text: str = CONFIG) -> StudySetting:
    """The study, read."""
    return read_setting(written(folder, text))


def watch(total: int, names: tuple[str, ...]) -> RunTally:
    """No progress is shown."""
    return RunTally(total, names)


def played(setting: StudySetting, results: Path, most: int, jobs: int = 1) -> list[Block]:
    """All blocks."""
    return list(play_blocks(setting, results, jobs, watch, most))
