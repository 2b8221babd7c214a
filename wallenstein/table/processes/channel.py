"""Messages between processes: their length, then plain or pickled values; with open files, if need be."""

import marshal
import os
import socket
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

HEAD: Final = 8  # bytes of the length
READ: Final = 1 << 20
MOST_FILES: Final = 4  # with one message


class Closed(Exception):
    """The other side has closed the connection, or has ended."""


class Channel:
    """One end of a connection, which is read either by `receive` or by `take`.

    A process that may run a bot's code sends marshalled values, because its messages are never unpickled.
    """

    def __init__(self, wire: socket.socket, form: ModuleType = marshal) -> None:
        self.wire: Final = wire
        self.form: Final = form
        self.buffer: Final = bytearray()
        self.fileno: Final = wire.fileno
        self.close: Final = wire.close

    def send(self, message: object, files: Sequence[int] = ()) -> None:
        data = framed(self.form.dumps(message))
        try:
            sent = socket.send_fds(self.wire, [data], list(files)) if files else self.wire.send(data)
            if sent < len(data):
                self.wire.sendall(memoryview(data)[sent:])
        except OSError:
            raise Closed from None

    def receive(self) -> tuple[Any, list[int]]:
        """Waits for the next message, and the files with it."""
        try:
            data, files, _, _ = socket.recv_fds(self.wire, HEAD, MOST_FILES)
            data += self._exactly(HEAD - len(data))
            message = self.form.loads(self._exactly(int.from_bytes(data, "little")))
        except OSError:
            raise Closed from None
        for file in files:
            os.set_inheritable(file, False)
        return message, files

    def _exactly(self, size: int) -> bytes:
        parts = []
        while size:
            part = self.wire.recv(min(size, READ))
            if not part:
                raise Closed
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def take(self) -> Any:
        """The next message if all of it has arrived, otherwise None: its sender may have been stopped."""
        buffer = self.buffer
        while len(buffer) < HEAD or len(buffer) < (end := HEAD + int.from_bytes(buffer[:HEAD], "little")):
            try:
                part = self.wire.recv(READ, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return None
            except OSError:
                part = b""
            if not part:
                raise Closed
            buffer += part
        data = bytes(buffer[HEAD:end])
        del buffer[:end]
        return self.form.loads(data)


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(HEAD, "little") + data


def channels(form: ModuleType = marshal) -> tuple[Channel, Channel]:
    ours, theirs = socket.socketpair()
    return Channel(ours, form), Channel(theirs, form)
