"""The keeper ends with the process that started it; connections, and what a seat sees of the environment."""

import ctypes
import marshal
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from struct import pack
from time import monotonic, sleep

import pytest

from wallenstein.table.processes import keeper_line
from wallenstein.table.processes.channel import Closed, channels, framed
from wallenstein.table.processes.confine import CAPABILITIES
from wallenstein.table.processes.keeper_line import KeeperLine, KeeperProcess, passed_on
from wallenstein.table.processes.process_bot import COMMAND, SeatLine
from wallenstein.table.processes.usage import is_ending

SET_SECUREBITS, NO_ROOT = 28, 0b11


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.3, 1.0])
def test_a_keeper_that_was_stopped_ends_when_its_worker_is_killed(seconds: float) -> None:
    reading, writing = os.pipe()
    worker = os.fork()
    if not worker:
        keeper = KeeperProcess([])
        wire = keeper.connection()
        assert keeper.process is not None
        os.write(writing, f"{keeper.process.pid} ".encode())
        sleep(60)
        wire.close()
        os._exit(0)
    keeper_number = int(os.read(reading, 100))
    sleep(seconds)
    os.kill(keeper_number, signal.SIGSTOP)
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)
    given_up = monotonic() + 30
    while not is_ending(keeper_number) and monotonic() < given_up:
        sleep(0.01)
    assert is_ending(keeper_number)
    os.close(reading)
    os.close(writing)


def test_bots_get_what_programs_need_and_nothing_that_may_be_a_key() -> None:
    needed = {"PATH": "/bin", "HOME": "/home/me", "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1", "TMPDIR": "/scratch"}
    keys = ("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "OPENAI_API_KEY", "SSH_AUTH_SOCK", "DB_PASSWORD", "PATH_TO_KEY")
    assert passed_on(needed | dict.fromkeys(keys, "secret")) == needed


def test_no_other_process_reads_its_memory_while_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_line, "landlock_version", lambda: 0)
    child = os.fork()
    if not child:
        code = 1
        try:
            give_up_rights()
            keeper = KeeperProcess(())
            keeper.started()
            assert keeper.process is not None
            try:
                Path(f"/proc/{keeper.process.pid}/mem").open("rb").close()
            except PermissionError:
                code = 0 if keeper.connection().take_output() == b"" else 2
            keeper.stop()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def give_up_rights() -> None:
    """Makes root a user like any other, and programs that it starts, too."""
    libc = ctypes.CDLL(None, use_errno=True)
    if os.geteuid() == 0:
        assert libc.prctl(SET_SECUREBITS, NO_ROOT, 0, 0, 0) == 0
        assert libc.capset(pack("Ii", CAPABILITIES, 0), bytes(24)) == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="nobody else can read what a keeper has")
def test_the_keeper_which_starts_them_has_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "hidden")
    monkeypatch.setenv("TZ", "shown")
    keeper = KeeperProcess(())
    keeper.started()
    assert keeper.process is not None
    try:
        seen = Path(f"/proc/{keeper.process.pid}/environ").read_bytes()
    finally:
        keeper.stop()
    assert b"TZ=shown" in seen
    assert b"hidden" not in seen


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


def test_a_sender_that_is_stopped_within_a_message_holds_nobody_up() -> None:
    ours, theirs = channels()
    message = (1, b"x" * 3_000)
    whole = framed(marshal.dumps(message)) + framed(marshal.dumps("next"))
    for part in (whole[:3], whole[3:20], whole[20:2_000]):
        theirs.wire.sendall(part)
        assert ours.take() is None
    theirs.wire.sendall(whole[2_000:])
    assert [ours.take(), ours.take(), ours.take()] == [message, "next", None]
    theirs.wire.sendall(whole[:9])
    theirs.close()
    with pytest.raises(Closed):
        ours.take()
    ours.close()


def test_files_go_with_a_message() -> None:
    ours, theirs = channels()
    reading, writing = os.pipe()
    ours.send("take these", [reading, writing])
    said, files = theirs.receive()
    assert said == "take these"
    os.write(files[1], b"through")
    assert os.read(reading, 100) == b"through"
    assert not any(map(os.get_inheritable, files))
    for file in (reading, writing, *files):
        os.close(file)
    ours.close()
    with pytest.raises(Closed):
        theirs.receive()
    theirs.close()
