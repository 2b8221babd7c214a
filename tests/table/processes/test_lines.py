"""Connections to the processes of seats: none can make the table wait for ever."""

import os
import socket
from collections.abc import Iterator

import pytest

from wallenstein.table.processes.keeper_line import KeeperLine
from wallenstein.table.processes.process_bot import COMMAND, SeatLine


@pytest.fixture
def pipe() -> Iterator[tuple[SeatLine, int]]:
    """A line, and the end of it that its process would read."""
    reading, writing = os.pipe()
    ours, theirs = socket.socketpair()
    answers, never = os.pipe()
    with ours, theirs:
        line = SeatLine(KeeperLine(ours), COMMAND, answers, writing)
        line.belongs_to(os.getpid())
        yield line, reading
    for file in (reading, writing, answers, never):
        os.close(file)


def test_a_process_that_does_not_read_is_overdue(pipe: tuple[SeatLine, int]) -> None:
    line, _ = pipe
    looks = iter(range(3))
    assert line.write(b"x" * 1000, lambda: pytest.fail("there is room"))
    assert not line.write(b"x" * 1_000_000, lambda: next(looks) == 2)
    assert next(looks, None) is None


def test_a_process_that_reads_late_gets_all_of_it(pipe: tuple[SeatLine, int]) -> None:
    line, reading = pipe
    received = bytearray()

    def read() -> bool:
        received.extend(os.read(reading, 1 << 16))
        return False

    sent = os.urandom(300_000)
    assert line.write(sent, read)
    while len(received) < len(sent):
        received.extend(os.read(reading, 1 << 16))
    assert received == sent
