"""Messages between processes that trust each other: their length, then plain values; with open files, if need be."""

import marshal
import os
import socket
from collections.abc import Sequence
from typing import Any, Final, Protocol

HEAD: Final = 4  # bytes of the length
LONGEST: Final = 1 << 26
MOST_FILES: Final = 4  # that go with one message


class Closed(Exception):
    """The other side has closed the connection, or has ended."""


def send(wire: socket.socket, message: Any, files: Sequence[int] = ()) -> None:
    """Sends a message, and open files with it."""
    data = marshal.dumps(message)
    data = len(data).to_bytes(HEAD, "little") + data
    try:
        sent = socket.send_fds(wire, [data], list(files)) if files else wire.send(data)
        wire.sendall(data[sent:])
    except OSError:
        raise Closed from None


def receive(wire: socket.socket) -> tuple[Any, list[int]]:
    """The next message, and the files that came with it."""
    try:
        data, files, _, _ = socket.recv_fds(wire, HEAD, MOST_FILES)
        if not data:
            raise Closed
        head = data + exactly(wire, HEAD - len(data))
        content = exactly(wire, int.from_bytes(head, "little"))
    except OSError:
        raise Closed from None
    for file in files:
        os.set_inheritable(file, False)
    return marshal.loads(content), files


class Connection(Protocol):
    """A socket, or something like it."""

    def recv(self, size: int, /) -> bytes: ...
    def sendall(self, data: bytes, /) -> None: ...


def exactly(wire: Connection, size: int) -> bytes:
    """This number of bytes; raises Closed if the other side ends before."""
    parts = []
    while size:
        part = wire.recv(min(size, LONGEST))
        if not part:
            raise Closed
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
