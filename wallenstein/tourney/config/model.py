"""A valid configuration, as the runner uses it."""

from collections.abc import Mapping
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.core.game import Game
from wallenstein.stats.figures import OnBench
from wallenstein.tourney.config.sections import RunSection
from wallenstein.tourney.formats import Fixed, InRounds, TourneySection

SUFFIX: Final = ".py"  # no name of a bot has this end


class Entry(NamedTuple):
    name: str
    bot: str  # a registered name, a file or a module; empty for a command
    options: Mapping[str, Any]
    key: str
    command: tuple[str, ...] = ()
    files: tuple[str, ...] = ()  # of the command
    folder: str = ""  # working directory of the command
    options_key: str = ""  # the key of its options, if it is not below its own


class Pairings(NamedTuple):
    section: TourneySection  # with all defaults
    format: Fixed | InRounds
    blocks: int  # in all rounds
    asked: tuple[str, int]  # blocks or games, and the number asked for
    candidate: int | None
    rounds: int


@dataclass(frozen=True)
class Cell:
    """One combination of the matrix, or the whole tournament if nothing varies."""

    index: int
    label: str
    values: Mapping[str, Any]
    game: Game
    rules: Any
    options: Mapping[str, Any]
    entries: tuple[Entry, ...]
    pairings: Pairings
    tables: tuple[str, ...]


@dataclass(frozen=True)
class Config:
    """A tournament: its cells, how it is run, and its normal form."""

    file: str
    name: str
    seed: int
    seed_drawn: bool
    commitment: str  # to a seed that is secret until the run is finished; otherwise empty
    on_bench: OnBench
    cells: tuple[Cell, ...]
    bot_paths: tuple[Path, ...]
    on_broken: str
    run: RunSection
    chunk: int
    text: str
    essence: Mapping[str, Any]
    hash: str
    notes: tuple[str, ...] = ()  # sentences that are not mistakes

    @property
    def known_seed(self) -> int | str:
        """The seed, or the commitment to a secret one."""
        return self.commitment or self.seed

    @property
    def entry_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entry.name for cell in self.cells for entry in cell.entries))

    def entries(self, cell: int) -> tuple[Entry | None, ...]:
        """A cell's bots in the order of `entry_names`; None for those that only other cells have."""
        here = {entry.name: entry for entry in self.cells[cell].entries}
        return tuple(here.get(name) for name in self.entry_names)


def own_name(bot: str) -> str:
    """The name of a bot without one in its entry: its registered name, its class or its file."""
    place, _, name = bot.rpartition(":")
    if place and name:
        return name
    return Path(bot).stem if is_file(bot) else bot


def is_file(bot: str) -> bool:
    """Whether a bot is given by its file: `bots/mine.py`, or `bots/mine.py:Mine`."""
    return bot.endswith(".py") or ".py:" in bot


def file_of(bot: str) -> str:
    """The file of a bot that is given by it; otherwise the bot itself."""
    return bot.partition(f"{SUFFIX}:")[0].removesuffix(SUFFIX) + SUFFIX if is_file(bot) else bot


def is_glob(bot: str) -> bool:
    """Whether this matches several files, such as `bots/*.py`."""
    return any(sign in bot for sign in "*?[")


def located(bot: str, base: Path) -> str:
    """The bot with the full path of its file, because the normal form is stored in another folder."""
    if is_glob(bot) and not (base / bot).exists():
        return str(Path(escape(str(base))) / bot)
    return str(base / bot) if is_file(bot) else bot
