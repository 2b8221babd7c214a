"""Bots that are commands, and sandboxes for these and for Python bots."""

import marshal
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Game, Placing
from wallenstein.table.answers import Answer
from wallenstein.table.clock import TICK
from wallenstein.table.conditions import Limits
from wallenstein.table.faults import FaultKind
from wallenstein.table.processes.channel import framed
from wallenstein.table.processes.keeper_line import KeeperLine
from wallenstein.table.processes.process_bot import (
    LATE,
    NOBODY,
    CommandSeat,
    Ended,
    ProcessBot,
    SeatLine,
)
from wallenstein.table.processes.seat import HELLO
from wallenstein.table.processes.usage import children
from wallenstein.table.protocol import JsonSpeech

PROGRAM: Final = "bwrap"
ALONE: Final = "wallenstein.table.processes.loader"
PRIVATE: Final = "/tmp"
SCRATCH: Final = 64_000_000  # bytes of the private folder for temporary files
MOST_PROCESSES: Final = 64
PATIENCE: Final = 2.0  # seconds until a sandbox has started its command
LOOK: Final = int(1000 * TICK)


class NoSandbox(WallensteinError):
    """Sandboxes cannot be made here."""

    exit_code = 2


def sandboxed(words: Sequence[str], hidden: Path, folder: Path, seen: Sequence[Path] = ()) -> list[str]:
    """The command inside a sandbox that hides a folder, begins in another one, and still sees those of `seen`."""
    arguments = [
        PROGRAM, "--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL",
        "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
        "--size", str(SCRATCH), "--tmpfs", "/dev/shm", "--remount-ro", "/dev",
        "--size", str(SCRATCH), "--tmpfs", PRIVATE,
    ]  # fmt: skip
    hidden = hidden.absolute()
    for path in dict.fromkeys(needed(seen, folder)):
        arguments += ["--ro-bind", str(path), str(path)]
    if hidden.is_dir():
        arguments += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    return [*arguments, "--chdir", str(folder), "--setenv", "HOME", PRIVATE, "--", *words]


def needed(seen: Sequence[Path], folder: Path) -> Iterator[Path]:
    """The folders that the command needs although the private one would hide them."""
    own = [Path(entry) for entry in sys.path if entry]
    for path in (folder, *own, *seen, Path(sys.executable).parent, Path(sys.prefix)):
        whole = path.absolute()
        if whole.is_relative_to(PRIVATE) and whole.exists() and whole != Path(PRIVATE):
            yield whole


def check_sandbox() -> None:
    """Raises NoSandbox, with advice, if sandboxes cannot be made here."""
    if shutil.which(PROGRAM) is None:
        raise NoSandbox(
            'run.isolation: "sandbox" needs bubblewrap, which is not installed; install it '
            '(Debian and Ubuntu: apt-get install bubblewrap), or write "process"'
        )
    tried = subprocess.run(sandboxed(["true"], Path("/nowhere"), Path("/")), capture_output=True)
    if tried.returncode:
        raise NoSandbox(
            'run.isolation: "sandbox" cannot be used here: bubblewrap is installed, but the system does not let it '
            'make namespaces (in a container it may need more rights); write "process" instead'
        )


class SandboxedLine(CommandSeat):
    """A command in a sandbox."""

    def open(self) -> None:
        """Starts the sandbox; only the time inside it counts, not the time that it waits."""
        if self.process == NOBODY:
            super().open()
            given_up = monotonic() + PATIENCE
            while not (inside := children(self.started)) and monotonic() < given_up:
                sleep(0.001)
            if inside:
                self.belongs_to(inside[0])


class SandboxedSeat(SandboxedLine):
    """A Python bot in a sandbox of its own, new for each game."""

    def __init__(
        self, keeper: KeeperLine, how: bytes, table: bytes, memory: int, limit: float, hidden: Path, folder: Path
    ) -> None:
        words = sandboxed([sys.executable, "-m", ALONE], hidden, folder)
        super().__init__(keeper, words, str(folder), memory, socketed=True)
        self.order = framed(marshal.dumps((how, table, memory, MOST_PROCESSES)))
        self.limit = limit

    def open(self) -> None:
        """Starts the sandbox, sends the bot, and waits until it is loaded."""
        super().open()
        self.write(self.order)
        while not self.has_more(LOOK):
            if self.limit and self.usage.look() > self.limit:
                raise Ended(f"it was not loaded within {self.limit:g} seconds")
        said = self.read()
        if said[:1] != HELLO:
            raise Ended(said[1:2000].decode("utf-8", "replace") or "its process could not be started")
        self.usage.answered()


# inside a sandbox: the limit of processes, then the command
FEW: Final = (
    "import os, resource, sys\n"
    f"resource.setrlimit(resource.RLIMIT_NPROC, ({MOST_PROCESSES}, {MOST_PROCESSES}))\n"
    "try: os.execvp(sys.argv[1], sys.argv[1:])\n"
    "except OSError as error: sys.exit(f'the command {sys.argv[1]} cannot be started: {error.strerror}')"
)


class Command(NamedTuple):
    """A program with its arguments, its working directory, and its options."""

    words: tuple[str, ...]
    folder: str
    options: Mapping[str, object]


class Waiting(NamedTuple):
    """A process that has played a game and can play another one."""

    line: SeatLine
    speech: JsonSpeech


class CommandBot(ProcessBot):
    """A command that plays one seat of one game. It cannot be interrupted, so an overrun ends it."""

    grace = LATE

    def __init__(self, seat: int, line: SeatLine, speech: JsonSpeech, limits: Limits, waiting: list[Waiting]) -> None:
        """A process that can be reset is added to `waiting` when its game is over."""
        super().__init__(seat, line, speech, limits)
        self.json = speech
        self.waiting = waiting
        self.over = False

    def ask(self, *question: Any) -> Answer:
        """The answer; a late one is the last."""
        answer = super().ask(*question)
        if answer.fault is not FaultKind.TIMEOUT:
            return answer
        self.line.kill()
        return answer._replace(fault=FaultKind.STALLED)

    def end(self, result: Sequence[Placing]) -> Answer:
        answer = super().end(result)
        self.over = answer.fault is None
        return answer

    def close(self) -> None:
        """Ends the process, unless it can play another game."""
        hello = self.json.hello
        if self.over and hello is not None and hello.reset and not self.buffer:
            self.waiting.append(Waiting(self.line, self.json))
        else:
            super().close()


class Commands:
    """Makes the commands of one game after the other."""

    def __init__(
        self, keeper: KeeperLine, memory: int, hidden: Path | None, kind: type[CommandBot] = CommandBot
    ) -> None:
        """`hidden`: with sandboxes, the folder that they must not see; `kind` of the bots."""
        self.kind: Final = kind
        self.keeper: Final = keeper
        self.memory: Final = memory
        self.hidden: Final = hidden
        self.waiting: Final[dict[tuple[tuple[str, ...], str], list[Waiting]]] = {}

    def bot(self, game: Game, command: Command, seat: int, seed: int, limits: Limits) -> CommandBot:
        waiting = self.waiting.setdefault((command.words, command.folder), [])
        if waiting:
            line, speech = waiting.pop()
            speech.next_game(seed)
            return self.kind(seat, line, speech, limits, waiting)
        speech = JsonSpeech(game, limits, seed, command.options, self.memory)
        return self.kind(seat, self.line(command), speech, limits, waiting)

    def line(self, command: Command) -> SeatLine:
        """The connection to a process that is not in a game."""
        if self.hidden is None:
            return CommandSeat(self.keeper, list(command.words), command.folder, self.memory)
        words = [sys.executable, "-ISc", FEW, *command.words]
        inside = sandboxed(words, self.hidden, Path(command.folder))
        return SandboxedLine(self.keeper, inside, command.folder, self.memory)

    @property
    def waiting_processes(self) -> list[int]:
        return [one.line.started for several in self.waiting.values() for one in several]

    def forget(self) -> None:
        """Ends all that wait, so that the next game begins with new processes."""
        for several in self.waiting.values():
            while several:
                several.pop().line.close()
