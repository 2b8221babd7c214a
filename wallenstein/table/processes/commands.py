"""Bots that are commands."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.game import Game, Placing
from wallenstein.table.answers import Answer
from wallenstein.table.conditions import Limits
from wallenstein.table.faults import FaultKind
from wallenstein.table.processes.confine import FILTER, SET_SECCOMP, call_filter
from wallenstein.table.processes.keeper_line import KeeperLine, StartOrder
from wallenstein.table.processes.process_bot import LATE, CommandSeat, ProcessBot, SeatLine
from wallenstein.table.processes.sandbox import MOST_PROCESSES, Kind, sandbox_kind, sandboxed
from wallenstein.table.protocol import JsonSpeech

# in bubblewrap: the limit of processes, the filter of system calls, then the command
FEW: Final = (
    "import ctypes, os, resource, struct, sys\n"
    f"resource.setrlimit(resource.RLIMIT_NPROC, ({MOST_PROCESSES}, {MOST_PROCESSES}))\n"
    "steps = bytes.fromhex(sys.argv[1])\n"
    "kept = ctypes.create_string_buffer(steps)\n"
    "program = struct.pack('HxxxxxxP', len(steps) // 8, ctypes.addressof(kept))\n"
    f"if ctypes.CDLL(None).prctl({SET_SECCOMP}, {FILTER}, program, 0, 0): sys.exit('no system call can be refused')\n"
    "try: os.execvp(sys.argv[2], sys.argv[2:])\n"
    "except OSError as error: sys.exit(f'the command {sys.argv[2]} cannot be started: {error.strerror}')"
)


def command_seat(
    keeper: KeeperLine, words: Sequence[str], folder: str, memory: int, readable: Sequence[str], shielded: bool = False
) -> CommandSeat:
    """The connection to a command's process, in a sandbox if it names what can be read there."""
    if not readable or sandbox_kind() is Kind.LANDLOCK:
        return CommandSeat(keeper, StartOrder(list(words), folder, memory, shielded, list(readable)))
    inside = [sys.executable, "-ISc", FEW, call_filter(command=True).hex(), *words]
    return CommandSeat(keeper, StartOrder(sandboxed(inside, readable, folder), folder, memory, False, None))


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

    def __init__(
        self, seat: int, line: SeatLine, speech: JsonSpeech, limits: Limits, waiting: list[Waiting] | None
    ) -> None:
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
        if self.waiting is not None and self.over and hello is not None and hello.reset and not self.buffer:
            self.waiting.append(Waiting(self.line, self.json))
        else:
            super().close()


class Commands:
    """Makes the commands of one game after the other."""

    def __init__(
        self, keeper: KeeperLine, memory: int, kind: type[CommandBot] = CommandBot, resets: bool = True
    ) -> None:
        """`kind` of the bots; `resets`: whether they may keep their processes, and thus remember earlier games."""
        self.kind: Final = kind
        self.keeper: Final = keeper
        self.memory: Final = memory
        self.resets: Final = resets
        self.waiting: Final[dict[tuple[tuple[str, ...], str], list[Waiting]]] = {}

    def bot(
        self, game: Game, command: Command, seat: int, seed: int, limits: Limits, readable: Sequence[str] = ()
    ) -> CommandBot:
        """`readable`: with sandboxes, the files that it sees."""
        waiting = self.waiting.setdefault((command.words, command.folder), [])
        if waiting:
            line, speech = waiting.pop()
            speech.next_game(seed)
            return self.kind(seat, line, speech, limits, waiting)
        speech = JsonSpeech(game, limits, seed, command.options, self.memory)
        line = command_seat(self.keeper, command.words, command.folder, self.memory, readable)
        return self.kind(seat, line, speech, limits, waiting if self.resets else None)

    @property
    def waiting_processes(self) -> list[int]:
        return [one.line.started for several in self.waiting.values() for one in several]

    def forget(self) -> None:
        """Ends all that wait, so that the next game begins with new processes."""
        for several in self.waiting.values():
            while several:
                several.pop().line.close()
