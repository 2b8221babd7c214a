"""The time of a process: what counts, and what does not."""

import os

import pytest

from wallenstein.table.processes import usage
from wallenstein.table.processes.usage import NANO, Usage


class Machine:
    """A clock, and how long each thread has waited for a processor."""

    def __init__(self) -> None:
        self.now = 100.0
        self.waits: dict[str, int] = {}

    def passes(self, seconds: float, **waited: float) -> None:
        """Time passes, in which threads waited."""
        self.now += seconds
        for thread, more in waited.items():
            self.waits[thread] = self.waits.get(thread, 0) + round(more / NANO)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine where nothing happens by itself."""
    made = Machine()
    monkeypatch.setattr(usage, "monotonic", lambda: made.now)
    monkeypatch.setattr(usage, "waits", lambda processes: dict(made.waits))
    monkeypatch.setattr(usage, "descendants", lambda process: iter(()))
    return made


def asked(machine: Machine) -> Usage:
    """A process that has just been asked."""
    found = Usage(os.getpid())
    found.clock = -1  # type: ignore[misc]  # it uses no processor
    found.ask()
    found.look()
    return found


def test_waiting_for_a_processor_does_not_count_and_sleeping_does(machine: Machine) -> None:
    found = asked(machine)
    machine.passes(1.0, one=0.9)
    assert found.look() == pytest.approx(0.1)
    machine.passes(1.0)
    assert found.look() == pytest.approx(1.1)


def test_sleep_cannot_be_bought_by_many_threads_that_wait_together(machine: Machine) -> None:
    found = asked(machine)
    for _ in range(10):
        machine.passes(0.1, **{f"thread-{number}": 0.05 for number in range(100)})
        found.look()
    assert found.look() == pytest.approx(0.5)


def test_threads_that_work_one_after_the_other_are_not_blamed(machine: Machine) -> None:
    found = asked(machine)
    for number in range(10):
        machine.passes(0.1, **{f"thread-{number}": 0.1})
        found.look()
    assert found.look() == pytest.approx(0.0, abs=1e-6)
