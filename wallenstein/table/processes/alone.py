"""A Python bot in a process that begins afresh, such as one in a sandbox: talks through standard input and output."""

import marshal
import os
import pickle
import resource
import sys
from typing import NoReturn

from wallenstein.table.conditions import Maker
from wallenstein.table.isolation import hide_memory, limit_files, limit_memory, no_input, redirect_output
from wallenstein.table.processes.loader import BROKEN, why_broken
from wallenstein.table.processes.seat import HELLO, KnownToAll, Seat


class Pipes:
    """Two pipes, used like a connection."""

    def __init__(self, reading: int, writing: int) -> None:
        self.reading = reading
        self.writing = writing

    def recv(self, size: int) -> bytes:
        """What there is."""
        return os.read(self.reading, size)

    def sendall(self, data: bytes) -> None:
        """All of it."""
        while data:
            data = data[os.write(self.writing, data) :]


def main() -> NoReturn:
    """Reads what is to be loaded, loads it, and plays one seat."""
    hide_memory()
    pipes = Pipes(os.dup(0), os.dup(1))
    no_input()
    redirect_output(2)
    try:
        seat = Seat(pipes, *ordered(pipes))
    except BaseException as error:  # an import may raise anything
        pipes.sendall(BROKEN + why_broken(error).encode())
        os._exit(1)
    pipes.sendall(HELLO)
    try:
        seat.serve()
    except (OSError, EOFError):  # the table is gone
        os._exit(0)
    os._exit(1)


def ordered(pipes: Pipes) -> tuple[KnownToAll, Maker]:
    """The table and the bot of the order that is read first."""
    order = exactly(pipes, int.from_bytes(exactly(pipes, 4), "little"))
    how, table, memory, processes = marshal.loads(order)
    limit_files()
    limit_memory(memory)
    resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
    maker: Maker = pickle.loads(how)
    prepare = getattr(maker, "load", None)
    if prepare is not None:
        prepare()
    return KnownToAll(table), maker


def exactly(pipes: Pipes, size: int) -> bytes:
    """So many bytes."""
    data = b""
    while len(data) < size:
        part = pipes.recv(size - len(data))
        if not part:
            sys.exit(0)
        data += part
    return data


if __name__ == "__main__":
    main()
