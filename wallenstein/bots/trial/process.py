"""Plays a bot's trial games in a process of its own: `python -m wallenstein.bots.trial.process ORDER` (JSON)."""

import json
import os
import resource
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from io import FileIO, TextIOWrapper
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.bots.bot import Bot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant
from wallenstein.bots.options import arguments
from wallenstein.bots.trial.observed import Notes, Observed
from wallenstein.core.errors import ConfigError
from wallenstein.games import find_game
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View
from wallenstein.table.clock import Clock
from wallenstein.table.conditions import Conditions, Limits, Maker, Watch
from wallenstein.table.faults import FaultKind, error_text
from wallenstein.table.guard import Guard
from wallenstein.table.played_game import play_game

LIMITS: Final = Limits(start=30.0, choose=1.0, kinds={"plan": 5.0})  # those of a tournament that names no others
MAX_FAULTS: Final = 3
MEMORY: Final = 1024 * 1024 * 1024
DEAF: Final = 91  # exit code: it did not heed the interruptions
PLACE: Final = 24  # bytes of a line that says which question is open


class TrialGame(NamedTuple):
    """One game that a bot is tried in."""

    setup: str
    players: int
    seed: int

    def __str__(self) -> str:
        return f"the game of {self.players} players with set-up {self.setup} and seed {self.seed}"


@dataclass(frozen=True)
class Order:
    """What a trial is to do; the results go to files, because output is the bot's."""

    spec: str
    options: Mapping[str, Any]
    rules: Mapping[str, Any]  # further keys of a configuration's section [game]
    games: tuple[TrialGame, ...]
    again: bool  # play everything a second time, from the last game to the first
    result: str
    progress: str
    output: str


class Sparring(Bot):
    """Sits in the other seats, and brings the bot into all sorts of positions."""

    def choose(self, view: View, choice: Decision) -> Any:
        """Any of the options."""
        return choice.options[int(self.rng.random() * len(choice.options))]


class Marker(Watch):
    """Keeps the open question in a file, for the case that it is never answered."""

    def __init__(self, path: str) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT)
        self.number = 0  # of the game

    def asking(self, seat: int, decision: int, limit: float) -> None:
        """A question begins."""
        os.pwrite(self.file, f"{self.number} {seat} {decision}".ljust(PLACE).encode(), 0)


class Trial:
    """The games of one process."""

    def __init__(self, order: Order) -> None:
        self.order = order
        cls = Catalogue(defaults=False).find(order.spec)
        self.entrant = Entrant(cls, arguments(cls, order.options, "options"))
        self.notes = Notes()
        self.kinds: list[str] = []  # all that can be asked in the last game
        self.clock = Clock(lambda: os._exit(DEAF))
        self.marker = Marker(order.progress)
        output = _lead_output(order.output)
        _limit_memory()
        self.guard = Guard(self.clock, output)

    def run(self) -> dict[str, Any]:
        """All games, and what was seen in them."""
        with self.clock:
            first: list[Any] = []
            again: list[Any] = []
            slow = False
            while len(first) < len(self.order.games) and not slow:
                first.append(self.play(len(first)))
                slow = any(fault.kind is FaultKind.TIMEOUT for fault in first[-1]["faults"])
            if self.order.again and not slow:
                seen = asdict(self.notes)
                again = [self.play(number) for number in reversed(range(len(first)))][::-1]
                self.notes.seconds = seen["seconds"]
        return {"games": first, "again": again, "kinds": self.kinds, **asdict(self.notes)}

    def play(self, number: int) -> dict[str, Any]:
        """One game, with the bot in every other seat."""
        trial = self.order.games[number]
        self.marker.number = number
        wallenstein = find_game("wallenstein")
        rules = wallenstein.rules({**self.order.rules, "setup": trial.setup}, Path.cwd())
        state = wallenstein.new_game(rules, trial.players, trial.seed)
        view: View = state.view(0)
        book = repr(view.book)
        self.kinds = sorted(wallenstein.kinds)
        makers: list[Maker] = [Sparring if seat % 2 else self.observed for seat in range(trial.players)]
        conditions = Conditions(LIMITS, MAX_FAULTS, self.clock, self.guard, self.marker)
        played = play_game(wallenstein, state, makers, trial.seed, conditions, rules)
        if repr(state.view(0).book) != book:
            self.notes.offence("view", "it changed the rule book or the board, which all seats play by")
        digest = blake2b(repr(played.decisions).encode(), digest_size=16).hexdigest()
        return {"digest": digest, "decisions": len(played.decisions), "faults": played.faults}

    def observed(self) -> Observed:
        """The bot for one seat."""
        return Observed(self.entrant, self.notes)


def _lead_output(path: str) -> int:
    """Leads everything that is printed into a file, unbuffered, so that it is seen who printed it."""
    sys.stdout.flush()
    output = os.open(path, os.O_RDWR | os.O_CREAT)
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(output, number)
        stream = TextIOWrapper(FileIO(output, "w", closefd=False), "utf-8", "replace", write_through=True)
        setattr(sys, name, stream)
    return output


def _limit_memory() -> None:
    with suppress(OSError, ValueError):  # a system without the one or the other
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))


def main() -> None:
    """Runs the order that the command line holds."""
    fields = json.loads(sys.argv[1])
    fields["games"] = tuple(TrialGame(*one) for one in fields["games"])
    order = Order(**fields)
    try:
        result = Trial(order).run()
    except ConfigError as error:
        result = {"error": str(error)}
    except Exception as error:  # what a bot raises is caught at the table
        result = {"error": f"the game itself failed, which is no fault of the bot: {error_text(error)}"}
    Path(order.result).write_text(json.dumps(result), "utf-8")
    os._exit(0)  # threads that a bot has left behind do not keep us


if __name__ == "__main__":
    main()
