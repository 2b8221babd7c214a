"""The keeper ends with the process that has started it, even if it has been stopped, at any moment."""

import os
import signal
from time import monotonic, sleep

import pytest

from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.table.processes.usage import is_ending


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
