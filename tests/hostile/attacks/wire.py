"""Writes to its channel by itself, or does not read it, or gives it away."""

import os
import socket
import struct
import time
from typing import Any

from tests.hostile.attack import APART, PROCESS, Attack, Holds, died
from wallenstein.table.faults import FaultKind as Kind
from wallenstein.table.processes.seat import ANSWERED

CHANNEL = 3
GARBLED = Holds(Kind.GARBLED, "its process sent something that is not an answer")


def answer(number: int, content: bytes = b"\1", status: int = 0) -> bytes:
    """An answer as it is sent."""
    return ANSWERED.pack(len(content), number, status) + content


class OnChannel(Attack):
    """Knows where its channel is, in a process that was forked for it."""

    modes: tuple[str, ...] = (PROCESS,)  # type: ignore[misc]  # in a sandbox, the channel is two pipes

    @property
    def question(self) -> int:
        """The number of the open question: the start has 1."""
        return self.turns + 1


class TwoGigabytes(OnChannel):
    """Announces an answer of four gigabytes."""

    holds = GARBLED

    def attack(self, view: Any, decision: Any) -> Any:
        os.write(CHANNEL, b"\xff" * 9)
        time.sleep(60)


class Garbage(OnChannel):
    """Floods the channel with bytes that mean nothing."""

    holds = GARBLED

    def attack(self, view: Any, decision: Any) -> Any:
        while True:
            os.write(CHANNEL, os.urandom(1 << 16))


class Pickled(OnChannel):
    """Sends a pickle that would run a program, as the content of its answer."""

    holds = Holds(Kind.ILLEGAL, "decisions: a pick is one byte, not ")

    def attack(self, view: Any, decision: Any) -> Any:
        os.write(CHANNEL, answer(self.question, b"cos\nsystem\n(S'touch /tmp/owned'\ntR.xx"[:36]))
        return decision.default


class NotACode(OnChannel):
    """Sends a status that is none."""

    holds = Holds(Kind.ILLEGAL, "its process sent something that is not an answer")

    def attack(self, view: Any, decision: Any) -> Any:
        os.write(CHANNEL, answer(self.question, status=200))
        return decision.default


class Confessing(OnChannel):
    """Reports a fault of a kind of its choice, with a text full of addresses."""

    holds = Holds(Kind.MEMORY, "0x... ")

    def attack(self, view: Any, decision: Any) -> Any:
        os.write(CHANNEL, answer(self.question, b"0xdeadbeef \xff", 4))
        return decision.default


class Twice(OnChannel):
    """Answers twice; the second answer is that of no question."""

    def attack(self, view: Any, decision: Any) -> Any:
        chosen = self.honestly(decision)
        os.write(CHANNEL, answer(self.question, bytes([chosen])))
        return (chosen + 1) % 4


class Ahead(OnChannel):
    """Answers a question that has not been asked."""

    holds = GARBLED

    def attack(self, view: Any, decision: Any) -> Any:
        os.write(CHANNEL, answer(self.question + 1))
        return self.honestly(decision)


class Behind(OnChannel):
    """Answers old questions again and again."""

    def attack(self, view: Any, decision: Any) -> Any:
        for _ in range(2_000):
            os.write(CHANNEL, answer(self.question - 1))
        return self.honestly(decision)


class DropByDrop(OnChannel):
    """Sends its answer byte by byte."""

    def attack(self, view: Any, decision: Any) -> Any:
        chosen = self.honestly(decision)
        for byte in answer(self.question, bytes([chosen])):
            os.write(CHANNEL, bytes([byte]))
            time.sleep(0.001)
        return chosen


class Closing(OnChannel):
    """Closes its channel, and goes on."""

    holds = died("it closed its connection")

    def attack(self, view: Any, decision: Any) -> Any:
        os.close(CHANNEL)
        time.sleep(60)


class HalfClosed(OnChannel):
    """Closes its channel in one direction."""

    holds = died("it closed its connection")

    def attack(self, view: Any, decision: Any) -> Any:
        with socket.socket(fileno=os.dup(CHANNEL)) as channel:
            channel.shutdown(socket.SHUT_WR)
        time.sleep(60)


class OtherHalf(OnChannel):
    """Answers, and lets nobody ask it any more."""

    holds = died("its process ended with exit code 0", 7)

    def attack(self, view: Any, decision: Any) -> Any:
        with socket.socket(fileno=os.dup(CHANNEL)) as channel:
            channel.shutdown(socket.SHUT_RD)
        return self.honestly(decision)


class OutOfBand(OnChannel):
    """Sends bytes that can be waited for, but not read."""

    def attack(self, view: Any, decision: Any) -> Any:
        with socket.socket(fileno=os.dup(CHANNEL)) as channel:
            channel.send(b"!", socket.MSG_OOB)
            time.sleep(0.2)
        return self.honestly(decision)


class Gifts(OnChannel):
    """Sends open files along with bytes, which nobody wants."""

    def attack(self, view: Any, decision: Any) -> Any:
        chosen = self.honestly(decision)
        with socket.socket(fileno=os.dup(CHANNEL)) as channel:
            for byte in answer(self.question, bytes([chosen])):
                socket.send_fds(channel, [bytes([byte])], [0, 1, 2] * 60)
        return chosen


class NeverReading(OnChannel):
    """Answers all questions to come, and reads none of them."""

    def attack(self, view: Any, decision: Any) -> Any:
        first = self.question
        for number in range(first, first + 2):
            os.write(CHANNEL, answer(number, bytes([self.honestly(decision)])))
        os.write(CHANNEL, answer(first + 2, b""))
        time.sleep(60)


class Handing(OnChannel):
    """Leaves its channel to a child, which answers in its place."""

    holds = died("its process ended with exit code 0")

    def attack(self, view: Any, decision: Any) -> Any:
        chosen = self.honestly(decision)
        if os.fork():
            os._exit(0)
        time.sleep(0.3)
        return chosen


class ChildSpeaks(OnChannel):
    """A child answers while the bot itself waits for it, and then the bot answers too."""

    def attack(self, view: Any, decision: Any) -> Any:
        chosen = self.honestly(decision)
        child = os.fork()
        if not child:
            os.write(CHANNEL, answer(self.question, bytes([chosen])))
            os._exit(0)
        os.waitpid(child, 0)
        return (chosen + 1) % 4


class Late(OnChannel):
    """A child answers this question again, when the next one is open."""

    def attack(self, view: Any, decision: Any) -> Any:
        question = self.question
        if not os.fork():
            time.sleep(0.02)
            os.write(CHANNEL, answer(question, b"\0"))
            os._exit(0)
        return self.honestly(decision)


class Plain(Attack):
    """Writes what looks like answers to all that can be written: its output, not its channel."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        for file in (1, 2):
            os.write(file, struct.pack("<IIB", 1, 3, 0) + b"\0")
        return self.honestly(decision)
