"""Bots that are commands."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.game import Game
from wallenstein.table.answers import Answer
from wallenstein.table.conditions import Limits
from wallenstein.table.faults import FaultKind
from wallenstein.table.processes.confine import FILTER, SET_SECCOMP, call_filter
from wallenstein.table.processes.keeper_line import KeeperLine, StartOrder
from wallenstein.table.processes.process_bot import LATE, CommandSeat, ProcessBot
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


class CommandBot(ProcessBot):
    """A command that plays one seat of one game. It cannot be interrupted, so an overrun ends it."""

    grace = LATE

    def __init__(
        self,
        keeper: KeeperLine,
        game: Game,
        command: Command,
        seat: int,
        seed: int,
        limits: Limits,
        memory: int,
        readable: Sequence[str] = (),
    ) -> None:
        """`readable`: with sandboxes, the files that it sees."""
        self.json: Final = JsonSpeech(game, limits, seed, command.options, memory)
        line = command_seat(keeper, command.words, command.folder, memory, readable)
        super().__init__(seat, line, self.json, limits)

    def ask(self, *question: Any) -> Answer:
        """The answer; a late one is the last."""
        answer = super().ask(*question)
        if answer.fault is not FaultKind.TIMEOUT:
            return answer
        self.line.kill()
        return answer._replace(fault=FaultKind.STALLED)
