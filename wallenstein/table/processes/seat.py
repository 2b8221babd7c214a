"""The process of one bot in one seat of one game: reads questions, asks the bot, writes answers."""

import os
import pickle
import random
import signal
import socket
import sys
from typing import Any, Final, NoReturn, Protocol

from wallenstein.core.game import Game
from wallenstein.table.answers import Answer
from wallenstein.table.clock import Clock
from wallenstein.table.conditions import Conditions, Maker
from wallenstein.table.inside import InsideBot
from wallenstein.table.isolation import adopt_orphans, die_with_parent, hide_memory, limit_files, limit_memory
from wallenstein.table.python_speech import ASKED, Begin, Question, answer_bytes

HELLO: Final = b"H"  # the first byte, with which the system tells the table the process's number
READ: Final = 1 << 16


class KnownToAll:
    """What all seats at a table know before the game begins; made before a seat's process is forked."""

    def __init__(self, data: bytes) -> None:
        """Of the game, its rules and the number of players, pickled."""
        game, self.rules, players = pickle.loads(data)
        self.game: Game = game
        self.shared = self.game.shared_by(self.rules, players)


def run(wire: int, table: KnownToAll, maker: Maker, memory: int) -> NoReturn:
    """Plays one seat until the table closes the connection; runs in a process that was made for it."""
    code = 1
    try:
        die_with_parent()
        hide_memory()
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
        Seat(connection, table, maker).serve()
        code = 0
    except (OSError, EOFError):  # the table is gone
        code = 0
    finally:
        os._exit(code)


class Connection(Protocol):
    """A socket, or something like it."""

    def recv(self, size: int, /) -> bytes: ...
    def sendall(self, data: bytes, /) -> None: ...


class Seat:
    """One bot, asked through a connection."""

    def __init__(self, connection: Connection, table: KnownToAll, maker: Maker) -> None:
        self.connection = connection
        self.table = table
        self.maker = maker
        self.buffer = bytearray()
        self.bot: InsideBot

    def serve(self) -> None:
        """One question after the other."""
        process = os.getpid()
        with Clock() as clock:  # the table ends a process whose bot ignores its interruptions
            while True:
                size, number = ASKED.unpack(self.read(ASKED.size))
                clock.wind()
                question, content = pickle.loads(self.read(size))  # from the table, which is to be trusted
                answer = self.answer(question, content, clock)
                if os.getpid() != process:
                    os._exit(0)  # the bot has forked, and this is the copy
                self.connection.sendall(answer_bytes(number, answer))

    def answer(self, question: int, content: Any, clock: Clock) -> Answer:
        """Asks the bot."""
        if question == Question.DECIDE:
            view, decision, self.bot.bank.left = content
            view = self.table.game.with_shared(view, self.table.shared)
            return self.bot.chosen(decision, view)
        if question == Question.END:
            return self.bot.end(content)
        return self.begin(content, clock)

    def begin(self, begin: Begin, clock: Clock) -> Answer:
        """Makes and starts the bot."""
        seed_global_generators(begin.others)
        conditions = Conditions(begin.limits, clock=clock)
        self.bot = InsideBot(self.table.game, self.maker, self.table.shared, begin.seed, conditions)
        return self.bot.start(begin.setup._replace(rules=self.table.rules))

    def read(self, size: int) -> bytes:
        """So many bytes of what the table sends."""
        buffer = self.buffer
        while len(buffer) < size:
            part = self.connection.recv(READ)
            if not part:
                raise EOFError
            buffer += part
        data = bytes(buffer[:size])
        del buffer[:size]
        return data


def seed_global_generators(seed: int) -> None:
    """Seeds the global generators, so that even a bot that uses them plays the same again."""
    random.seed(seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed & 0xFFFF_FFFF)
