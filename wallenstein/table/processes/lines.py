"""Connections to the processes of seats: bytes to them and from them, which may be anything or nothing at all."""

import os
import select
import signal
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from wallenstein.table.processes.keeper_line import KeeperLine
from wallenstein.table.processes.usage import Usage, children

READ: Final = 1 << 16
LOOK: Final = 100  # milliseconds between two looks at what a process does
CREDENTIALS: Final = struct.Struct("3i")  # process, user, group, as the system tells them
NOBODY: Final = 0
COMMAND: Final = -1  # a loader's number where there is none


class Ended(Exception):
    """The process has closed its side, or has ended; the text says how."""


class Line:
    """An open connection to a seat's process."""

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
        self.handle = NOBODY  # by which the process is killed, and never another one that got its number
        self.started = NOBODY  # the process that the keeper has started, if there is another one inside
        self.usage: Usage
        self.is_open = True

    def belongs_to(self, process: int) -> None:
        """The number of the process whose time counts."""
        self.process = process
        self.started = self.started or process
        self.release()
        with suppress(OSError):  # it has ended already
            self.handle = os.pidfd_open(process)
        self.usage = Usage(process)
        self.usage.answered()

    def write(self, data: bytes, is_overdue: Callable[[], bool] = lambda: False) -> bool:
        """Sends all of it; False if the process does not read, and is overdue before there is room."""
        while data:
            try:
                data = data[os.write(self.writing, data) :]
            except BlockingIOError:
                if not self.room.poll(LOOK) and is_overdue():
                    return False
            except OSError:
                self.lost()
        return True

    def has_more(self, milliseconds: int) -> bool:
        """Waits until there is something to read, or for so long."""
        return bool(self.poller.poll(milliseconds))

    def read(self) -> bytes:
        """What there is."""
        try:
            data = os.read(self.reading, READ)
        except BlockingIOError:  # a socket may promise bytes that are not to be read
            return b""
        except OSError:
            data = b""
        return data or self.lost()

    def lost(self) -> bytes:
        """Raises Ended."""
        self.keeper.doubt(self.loader)
        raise Ended(self.keeper.how_ended(self.loader, self.process, self.started))

    def kill(self) -> None:
        """Ends the process."""
        if self.handle != NOBODY:
            with suppress(ProcessLookupError, PermissionError):
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)

    def release(self) -> None:
        """The process is not killed any more."""
        if self.handle != NOBODY:
            os.close(self.handle)
            self.handle = NOBODY

    def close(self) -> None:
        """Ends the process and the connection."""
        if self.is_open:
            self.is_open = False
            self.kill()
            self.release()
            for file in {self.reading, self.writing}:
                os.close(file)


class Opening(Protocol):
    """Opens the connection of one seat in one game."""

    def open(self) -> Line:
        """The connection; raises Ended if there is no process."""

    def close(self) -> None:
        """It is not needed any more."""


class ForkedSeat:
    """A seat's process forked from the one that has its bot loaded. It is asked for at once, and met in `open`."""

    def __init__(self, keeper: KeeperLine, loader: int, how: bytes, table: bytes, memory: int, limit: float) -> None:
        """`how` makes bots, pickled; `limit` in seconds is for loading it, which happens once."""
        self.keeper = keeper
        self.loader = loader
        self.broken = keeper.load(loader, how, memory, limit)
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with theirs:
            keeper.fork(loader, table, theirs.fileno())
        self.wire = ours

    def open(self) -> Line:
        """The process says hello, and the system says which one it is."""
        if self.broken:
            raise Ended(self.broken)
        while not select.select([self.wire], [], [], 1.0)[0]:
            if not self.keeper.is_alive(self.loader):
                self.keeper.doubt(self.loader)
                raise Ended("its process could not be started")
        data = b""
        with suppress(OSError):
            data, extra, _, _ = self.wire.recvmsg(1, socket.CMSG_SPACE(CREDENTIALS.size))
        if not data:
            self.keeper.doubt(self.loader)
            raise Ended("its process could not be started")
        (_, _, credentials), *_ = extra
        line = Line(self.keeper, self.loader, self.wire.fileno(), self.wire.fileno())
        self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        self.wire.detach()  # the line closes it
        line.belongs_to(CREDENTIALS.unpack(credentials)[0])
        return line

    def close(self) -> None:
        """Nobody will say hello."""
        self.wire.close()


class CommandSeat:
    """A seat's process that is a command of its own."""

    def __init__(self, keeper: KeeperLine, words: list[str], folder: str, memory: int) -> None:
        self.keeper = keeper
        self.words = words
        self.folder = folder
        self.memory = memory

    def open(self) -> Line:
        """Starts the command."""
        their_reading, writing = os.pipe()
        reading, their_writing = os.pipe()
        started = self.keeper.command(self.words, self.folder, self.memory, their_reading, their_writing)
        os.close(their_reading)
        os.close(their_writing)
        if isinstance(started, str):
            os.close(reading)
            os.close(writing)
            raise Ended(started)
        line = Line(self.keeper, COMMAND, reading, writing)
        line.belongs_to(started)
        return line

    def close(self) -> None:
        """Nothing has been started."""


def inner_process(process: int) -> int:
    """The process that a sandbox has started."""
    inside = children(process)
    return inside[0] if inside else process
