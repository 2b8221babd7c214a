"""A bot in a process of its own: asked through a connection, timed from outside, killed if it does not stop."""

import marshal
import os
import select
import signal
import socket
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import sleep
from typing import Any, ClassVar, Final

from wallenstein.core.game import Placing
from wallenstein.table.answers import Answer, Garbled, IllegalChoice, Reported, SeatLost, Speech
from wallenstein.table.clock import TICK, time_is_up
from wallenstein.table.conditions import Bank, Limits, Setup
from wallenstein.table.faults import FaultKind, clean, exit_text
from wallenstein.table.processes.channel import framed
from wallenstein.table.processes.keeper_line import KeeperLine, StartOrder
from wallenstein.table.processes.seat import HELLO
from wallenstein.table.processes.usage import MOMENT, Usage, children, is_ending, is_stopped

READ: Final = 1 << 16
LOOK: Final = 100  # milliseconds between two looks at a process
OFTEN: Final = int(1000 * TICK)  # the same while a bot is loaded in a sandbox
CREDENTIALS: Final = struct.Struct("3i")  # process, user, group, from the system
NOBODY: Final = 0
COMMAND: Final = -1  # for a seat without a loader


BotOrder = tuple[bytes, list[str], int, bytes]  # the pickled maker, what can be read, memory, the common knowledge


class Ended(Exception):
    """The process has closed its side, or has ended, as the text says."""


class SeatLine:
    def __init__(self, keeper: KeeperLine, loader: int, reading: int, writing: int) -> None:
        self.keeper = keeper
        self.loader = loader
        self.reading = reading
        self.writing = writing
        self.poller = select.poll()
        self.poller.register(reading, select.POLLIN)
        os.set_blocking(writing, False)
        self.room = select.poll()
        self.room.register(writing, select.POLLOUT)
        self.process = NOBODY
        self.handle = NOBODY  # a handle that stays with the process, even if its number is used again
        self.started = NOBODY  # the process inside a started one, if there are two
        self.usage: Usage
        self.is_open = True

    def open(self) -> None:
        """Meets the process; raises Ended without one."""

    def belongs_to(self, process: int) -> None:
        """The number of the process whose time counts."""
        self.process = process
        self.started = self.started or process
        self.release()
        with suppress(OSError, AttributeError):  # it has ended already, or the system has no such handles
            self.handle = os.pidfd_open(process)
        self.usage = Usage(process)
        self.usage.answered()

    def write(self, data: bytes, is_overdue: Callable[[], bool] = lambda: False) -> bool:
        """Sends all of it; False if the process does not read in time."""
        while data:
            try:
                data = data[os.write(self.writing, data) :]
            except BlockingIOError:
                if not self.room.poll(LOOK) and is_overdue():
                    return False
            except OSError:
                self.lost()
        return True

    def load(self, order: BotOrder, limit: float) -> None:
        """Sends the bot to a process in a sandbox, and waits until it is loaded."""
        self.write(framed(marshal.dumps(order)))
        while not self.has_more(OFTEN):
            if limit and self.usage.look() > limit:
                raise Ended(f"it was not loaded within {limit:g} seconds")
        said = self.read()
        if said[:1] != HELLO:
            raise Ended(said[1:2000].decode("utf-8", "replace") or "its process could not be started")
        self.usage.answered()

    def has_more(self, milliseconds: int) -> bool:
        """Waits until there is something to read, or for this time."""
        return bool(self.poller.poll(milliseconds))

    def read(self) -> bytes:
        try:
            data = os.read(self.reading, READ)
        except BlockingIOError:  # a socket may promise bytes that never come
            return b""
        except OSError:
            data = b""
        return data or self.lost()

    def lost(self) -> bytes:
        self.keeper.loaded.discard(self.loader)  # its loader may be lost as well
        code = self.keeper.exit_code(self.loader, self.process, self.started)
        raise Ended(code if isinstance(code, str) else f"its process {exit_text(code)}")

    def kill(self) -> None:
        if self.handle != NOBODY:
            with suppress(ProcessLookupError, PermissionError):
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)

    def release(self) -> None:
        if self.handle != NOBODY:
            os.close(self.handle)
            self.handle = NOBODY

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.kill()
            self.release()
            for file in {self.reading, self.writing}:
                os.close(file)


class ForkedSeat(SeatLine):
    """A seat's process forked from the one that has its bot loaded. It is requested at once, and met in `open`."""

    def __init__(
        self,
        keeper: KeeperLine,
        loader: int,
        how: bytes,
        table: bytes,
        memory: int,
        limit: float,
        confined: BotOrder | None = None,
    ) -> None:
        """`how` makes bots, pickled; `limit` in seconds is for loading, which happens once.

        A bot that is `confined` is loaded in its own process, by a loader that has none.
        """
        self.confined = confined
        self.limit = limit
        self.broken = keeper.load(loader, how, memory, limit)
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with theirs:
            keeper.send(("fork", loader, table), [theirs.fileno()])
        self.wire = ours
        super().__init__(keeper, loader, ours.fileno(), ours.fileno())

    def open(self) -> None:
        """Waits for the process, which the system identifies."""
        if self.broken:
            raise Ended(self.broken)
        while not self.has_more(1000):
            if not self.keeper.ask("alive", self.loader, True):
                self.keeper.drop(self.loader)
                raise Ended("its process could not be started")
        data = b""
        with suppress(OSError):
            data, extra, _, _ = self.wire.recvmsg(1, socket.CMSG_SPACE(CREDENTIALS.size))
        if not data:
            self.keeper.drop(self.loader)
            raise Ended("its process could not be started")
        (_, _, credentials), *_ = extra
        self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        self.belongs_to(CREDENTIALS.unpack(credentials)[0])
        if self.confined:
            self.load(self.confined, self.limit)

    def close(self) -> None:
        super().close()
        self.wire.detach()  # which is closed


class CommandSeat(SeatLine):
    def __init__(self, keeper: KeeperLine, order: StartOrder, socketed: bool = False) -> None:
        """`socketed` if it talks through one socket, not through two pipes."""
        self.order = order
        if socketed:
            reading, theirs = (end.detach() for end in socket.socketpair())
            writing, self.theirs = reading, [theirs, os.dup(theirs)]
        else:
            their_reading, writing = os.pipe()
            reading, their_writing = os.pipe()
            self.theirs = [their_reading, their_writing]
        super().__init__(keeper, COMMAND, reading, writing)

    def open(self) -> None:
        started: int | str = self.keeper.ask("command", *self.order, files=self.theirs)
        self.close_theirs()
        if isinstance(started, str):
            raise Ended(started)
        self.belongs_to(started)
        if self.order.readable is None:  # only the time inside a sandbox counts, not the time that it waits
            while not (inside := children(started)):
                if is_ending(started) or is_stopped(started):
                    return
                sleep(MOMENT)
            self.belongs_to(inside[0])

    def close(self) -> None:
        super().close()
        self.close_theirs()

    def close_theirs(self) -> None:
        while self.theirs:
            os.close(self.theirs.pop())


GRACE: Final = 1.0  # seconds beyond the limit until the process is killed
LATE: Final = 2.5 * TICK  # seconds beyond the limit that an answer may take: a bot is interrupted at a tick
FLOOD: Final = 1 << 20  # bytes without an answer that are kept


class ProcessBot:
    """Asks the process of one seat of one game."""

    grace: ClassVar = GRACE

    def __init__(self, seat: int, line: SeatLine, speech: Speech, limits: Limits) -> None:
        self.seat = seat
        self.speech = speech
        self.limits = limits
        self.bank = Bank(limits.bank)
        self.buffer = bytearray()
        self.line = line

    def start(self, setup: Setup) -> Answer:
        try:
            self.line.open()
        except Ended as error:
            raise SeatLost(self.seat, str(error)) from None
        return self.ask(self.speech.start(setup), self.limits.start, self.acknowledged)

    def decide(self, state: Any, decision: Any) -> Answer:

        def read(answer: bytes) -> bytes:
            return self.speech.read(answer, state, decision)

        limit = self.limits.of(decision.kind)
        answer = self.ask(self.speech.decide(state, decision, self.bank.left), limit, read, self.bank.left)
        if self.bank.left:
            self.bank.pay(limit, max(answer.seconds, self.line.usage.look()))  # the second counts time asleep
        return answer

    def end(self, result: Sequence[Placing]) -> Answer:
        return self.ask(self.speech.end(result), self.limits.choose, self.acknowledged)

    def acknowledged(self, answer: bytes) -> bytes:
        self.speech.acknowledged(answer)
        return b""

    def close(self) -> None:
        self.line.close()

    def ask(self, question: bytes, limit: float, read: Callable[[bytes], bytes], bank: float = 0.0) -> Answer:
        """The answer to a question, or a fault; `bank`: seconds beyond the limit."""
        line = self.line
        limit = limit and limit + bank
        line.usage.ask()
        if bank:
            line.usage.look()  # time asleep counts from the beginning
        try:
            is_sent = line.write(question, lambda: self.is_overdue(line, limit))
            answer = self.received(line, limit) if is_sent else None
        except Ended as error:
            raise SeatLost(self.seat, str(error)) from None
        except Garbled as error:
            line.kill()
            return Answer(b"", FaultKind.GARBLED, clean(str(error)), line.usage.answered())
        if answer is None:
            line.kill()
            over = "limit and its time bank were used up" if bank else f"{limit:g} seconds were over"
            return Answer(b"", FaultKind.STALLED, f"it did not stop when its {over}", limit)
        seconds = line.usage.answered()
        try:
            packed = read(answer)
        except Reported as fault:
            return Answer(b"", fault.kind, fault.text, seconds)
        except (Garbled, IllegalChoice) as error:
            return Answer(b"", FaultKind.ILLEGAL, clean(str(error)), seconds)
        if limit and seconds > limit + LATE:
            return Answer(b"", FaultKind.TIMEOUT, time_is_up(limit, bank > 0), seconds)
        return Answer(packed, None, "", seconds, note=self.speech.note)

    def is_overdue(self, line: SeatLine, limit: float) -> bool:
        """Whether the open question has exceeded its time. Raises Ended if the process has ended."""
        used = line.usage.look()
        if line.usage.has_ended and not line.has_more(0):
            line.lost()  # another process may have its connection, whose time cannot be read
        if is_stopped(line.process):
            line.kill()
            raise Ended("its process was stopped by a signal")
        return bool(limit and used > limit + self.grace)

    def received(self, line: SeatLine, limit: float) -> bytes | None:
        """A whole answer; None if it is late."""
        buffer = self.buffer
        if buffer and (early := self.speech.take(buffer)) is not None:
            return early  # an answer before the question
        while True:
            if line.has_more(LOOK):
                buffer += line.read()
                answer = self.speech.take(buffer)
                if answer is not None:
                    return answer
                if len(buffer) > FLOOD:
                    raise Garbled("its process sent something that is not an answer")
                if self.is_overdue(line, limit):
                    return None  # it sends one byte after the other
            elif self.is_overdue(line, limit) and not line.has_more(0):
                return None
