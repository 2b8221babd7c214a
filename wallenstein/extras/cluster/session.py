"""Does tasks of a run on any machine, in a process of its own, with nothing but the files sent to it.

The process gets a bundle, checks whether it can play with it, and does one task after the other.
"""

import logging
import pickle
import shutil
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.bots.entrants import Entrant
from wallenstein.core.errors import WallensteinError
from wallenstein.core.seeds import RunKey
from wallenstein.extras.cluster.bundle import RunBundle, read_bundle, unfit, unpacked
from wallenstein.table.isolation import hide_memory
from wallenstein.table.processes.channel import Channel
from wallenstein.tourney.config import Config, load
from wallenstein.tourney.identity import FoundBots, absent
from wallenstein.tourney.pool import serve
from wallenstein.tourney.run import Tournament, run_context
from wallenstein.tourney.schedule import make_schedule
from wallenstein.tourney.worker.context import GamesDone
from wallenstein.tourney.worker.tasks import Tasks

SENT: Final = "sent"  # folder of the bundle
MADE: Final = "made"  # folder of the files that a task needs, and of those that it makes


class SessionResult(NamedTuple):
    """A finished task: its value, the files that it made by their paths in the run's folder, and its log."""

    value: Any
    files: dict[str, bytes]
    lines: list[tuple[int, str]]  # level and text


class Unfit(WallensteinError):
    """This machine cannot play for the run."""


class WorkerSession:
    def __init__(self, bundle: RunBundle, folder: Path) -> None:
        """Raises Unfit if rules or bots here are not those of the bundle."""
        for module in bundle.modules:
            import_module(module)
        sent, self.made = folder / SENT, folder / MADE
        bundle.unpack(sent)
        config = load(sent / "config.toml", secret=0)  # only its key is known
        RunKey(config.seed).set(bundle.key)
        _check(bundle, config, sent)
        found = ([absent if bot is None else unpacked(bot, sent) for bot in bots] for bots in bundle.bots)
        makers = tuple(map(tuple, found))
        for bot in (bot for bots in makers for bot in bots if isinstance(bot, Entrant) and bot.packaged):
            bot.load()  # once, before processes that play are forked
        schedule = make_schedule(config)
        context = run_context(Tournament(config, schedule, FoundBots(makers, {})), self.made, GamesDone())
        self.tasks: Final = Tasks(context, schedule)
        self.log: Final = LogCollector()
        logger = logging.getLogger("wallenstein")
        logger.setLevel(logging.INFO)
        logger.addHandler(self.log)

    def __call__(self, order: tuple[object, dict[str, bytes]]) -> SessionResult:
        """Does a task that needs some files."""
        task, files = order
        self.log.lines.clear()
        try:
            for name, data in files.items():
                (self.made / name).parent.mkdir(parents=True, exist_ok=True)
                (self.made / name).write_bytes(data)
            self.made.mkdir(exist_ok=True)
            value = self.tasks(task)
            paths = {path.relative_to(self.made).as_posix(): path for path in self.made.rglob("*") if path.is_file()}
            made = {name: path.read_bytes() for name, path in paths.items() if name not in files}
            return SessionResult(value, made, list(self.log.lines))
        finally:
            shutil.rmtree(self.made, ignore_errors=True)


class LogCollector(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: Final[list[tuple[int, str]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((record.levelno, record.getMessage()))


def _check(bundle: RunBundle, config: Config, sent: Path) -> None:
    for cell in config.cells:
        label = list(bundle.rules)[cell.index]  # by its number: a copy's name may be part of the label here
        if cell.game.fingerprint(cell.rules) != bundle.rules[label]:
            raise Unfit(f"the rules{f' of {label}' if label else ''} are others there")
    for sentence in unfit({bot.name: bot for bots in bundle.bots for bot in bots if bot}.values(), sent):
        raise Unfit(sentence)


IDLE: Final = 600.0  # seconds without a task until it ends: its starter may be lost


def main() -> None:
    """Arguments: a folder, a socket, and the parent."""
    hide_memory()
    folder, wire, parent = sys.argv[1:]
    session: WorkerSession | None = None

    def work(order: Any) -> Any:
        nonlocal session
        if session is None:
            session = WorkerSession(read_bundle(order), Path(folder))
            return None
        return session(order)

    channel = Channel(socket.socket(fileno=int(wire)), pickle)
    serve(work, channel, int(parent), lambda: shutil.rmtree(folder, ignore_errors=True), IDLE)
