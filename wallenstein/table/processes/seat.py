"""The process of one Python bot in one seat of one game, and how the table talks with it."""

import os
import pickle
import signal
import socket
from collections.abc import Callable, Sequence
from enum import IntEnum
from struct import Struct
from typing import Any, Final, NamedTuple, NoReturn

from wallenstein.core.game import Game, Placing
from wallenstein.table.answers import Answer, Garbled, Reported
from wallenstein.table.clock import Clock
from wallenstein.table.conditions import Conditions, Limits, Maker, Setup, as_note
from wallenstein.table.faults import LONGEST, FaultKind, clean
from wallenstein.table.inside import InsideBot, seed_global_generators
from wallenstein.table.isolation import adopt_orphans, die_with_parent, hide_memory, limit_files, limit_memory
from wallenstein.table.processes.confine import fence

ASKED: Final = Struct("<II")  # bytes of the question, its number
ANSWERED: Final = Struct("<IIB")  # bytes of the answer, the number of its question, its place in FAULTS, 0, or NOTED
NOTED: Final = 255  # a choice with a note before it
NOTE: Final = Struct("<H")  # bytes of the note
FAULTS: Final = (None, FaultKind.CRASH, FaultKind.ILLEGAL, FaultKind.TIMEOUT, FaultKind.MEMORY)
MOST: Final = 4 * LONGEST  # bytes of an answer


class Question(IntEnum):
    START = 0
    DECIDE = 1
    END = 2


class Begin(NamedTuple):
    """The message to a bot's process at the start of a game."""

    setup: Setup  # without the rules, which it has
    limits: Limits
    seed: int  # of the bot's own generator
    others: int  # seed of Python's and numpy's global generators


class PythonSpeech:
    def __init__(self, game: Game, limits: Limits, seed: int, others: int) -> None:
        """`seed` of the bot's own generator, `others` of the global ones."""
        self.game = game
        self.limits = limits
        self.seed = seed
        self.others = others
        self.number = 0
        self.note = ""

    def start(self, setup: Setup) -> bytes:
        return self.framed(Question.START, Begin(setup._replace(rules=None), self.limits, self.seed, self.others))

    def decide(self, state: Any, decision: Any, bank: float = 0.0) -> bytes:
        """The view without the part that all views share, the decision, and the time bank."""
        return self.framed(Question.DECIDE, (self.game.without_shared(state.view(decision.seat)), decision, bank))

    def end(self, result: Sequence[Placing]) -> bytes:
        return self.framed(Question.END, tuple(result))

    def framed(self, question: Question, content: object) -> bytes:
        self.number += 1
        data = pickle.dumps((int(question), content), 5)
        return ASKED.pack(len(data), self.number) + data

    def take(self, buffer: bytearray) -> bytes | None:
        """Head and content of an answer; answers to earlier questions are skipped."""
        while len(buffer) >= ANSWERED.size:
            length, number, _ = ANSWERED.unpack_from(buffer)
            size = ANSWERED.size + length
            if length > MOST or number > self.number:
                raise Garbled("its process sent something that is not an answer")
            if len(buffer) < size:
                return None
            answer = bytes(buffer[:size])
            del buffer[:size]
            if number == self.number:
                return answer
        return None

    def read(self, answer: bytes, state: object, decision: object) -> bytes:
        """The encoded choice; the rules check it later."""
        return self.content(answer)

    def acknowledged(self, answer: bytes) -> None:
        self.content(answer)

    def content(self, answer: bytes) -> bytes:
        """The content of an answer; raises Reported if it is a fault."""
        _, _, status = ANSWERED.unpack_from(answer)
        self.note = ""
        if status == NOTED and len(answer) >= ANSWERED.size + NOTE.size:
            start = ANSWERED.size + NOTE.size
            end = start + NOTE.unpack_from(answer, ANSWERED.size)[0]
            self.note = as_note(answer[start:end].decode("utf-8", "replace"))
            return answer[end:]
        if status >= len(FAULTS):
            raise Garbled("its process sent something that is not an answer")
        kind = FAULTS[status]
        if kind is not None:
            raise Reported(kind, clean(answer[ANSWERED.size :].decode("utf-8", "replace")))
        return answer[ANSWERED.size :]


def answer_bytes(number: int, answer: Answer) -> bytes:
    if answer.note:
        note = answer.note.encode("utf-8", "replace")
        content = NOTE.pack(len(note)) + note + answer.packed
        return ANSWERED.pack(len(content), number, NOTED) + content
    content = answer.packed if answer.fault is None else answer.text.encode()[:MOST]
    return ANSWERED.pack(len(content), number, FAULTS.index(answer.fault)) + content


HELLO: Final = b"H"  # the first byte, which comes with the process's number from the system
READ: Final = 1 << 16


class KnownToAll:
    """The common knowledge of all seats before the game begins; made before a seat's process is forked."""

    def __init__(self, data: bytes) -> None:
        """Of the game, its rules and the number of players, pickled."""
        game, self.rules, players = pickle.loads(data)
        self.game: Game = game
        self.shared = self.game.shared_by(self.rules, players)


def run(wire: int, table: KnownToAll, find: Callable[[socket.socket], Maker], memory: int) -> NoReturn:
    """Plays one seat until the table closes the connection; `find` finds its bot."""
    code = 1
    try:
        die_with_parent()
        hide_memory()
        fence()
        adopt_orphans()  # so that their time counts
        if os.getsid(0) != os.getpid():
            os.setsid()
        os.dup2(wire, 3, inheritable=False)
        os.closerange(4, os.sysconf("SC_OPEN_MAX"))
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        limit_memory(memory)
        limit_files()
        connection = socket.socket(fileno=3)
        connection.sendall(HELLO)
        Seat(connection, table, find(connection)).serve()
        code = 0
    except (OSError, EOFError):  # the table is gone
        code = 0
    finally:
        os._exit(code)


class Seat:
    """One bot, asked through a connection."""

    def __init__(self, connection: socket.socket, table: KnownToAll, maker: Maker) -> None:
        self.connection = connection
        self.table = table
        self.maker = maker
        self.buffer = bytearray()
        self.bot: InsideBot

    def serve(self) -> None:
        process = os.getpid()
        with Clock() as clock:  # the table ends a process whose bot ignores its interruptions
            while True:
                size, number = ASKED.unpack(self.read(ASKED.size))
                clock.wind()
                question, content = pickle.loads(self.read(size))  # from the table, which is trusted
                answer = self.answer(question, content, clock)
                if os.getpid() != process:
                    os._exit(0)  # a copy, forked by the bot
                self.connection.sendall(answer_bytes(number, answer))

    def answer(self, question: int, content: Any, clock: Clock) -> Answer:
        if question == Question.DECIDE:
            view, decision, self.bot.bank.left = content
            view = self.table.game.with_shared(view, self.table.shared)
            return self.bot.chosen(decision, view)
        if question == Question.END:
            return self.bot.end(content)
        return self.begin(content, clock)

    def begin(self, begin: Begin, clock: Clock) -> Answer:
        seed_global_generators(begin.others)
        conditions = Conditions(begin.limits, clock=clock)
        self.bot = InsideBot(self.table.game, self.maker, self.table.shared, begin.seed, conditions)
        return self.bot.start(begin.setup._replace(rules=self.table.rules))

    def read(self, size: int) -> bytes:
        buffer = self.buffer
        while len(buffer) < size:
            part = self.connection.recv(READ)
            if not part:
                raise EOFError
            buffer += part
        data = bytes(buffer[:size])
        del buffer[:size]
        return data
