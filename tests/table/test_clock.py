"""What a clock says of the time that a question has taken."""

from time import process_time, sleep

import pytest

from wallenstein.table.clock import TICK, Clock, NoClock

SLACK = 0.01  # seconds between two looks at different clocks


def busy(seconds: float) -> float:
    """Uses so much processor time; returns how much it was."""
    begun = process_time()
    while process_time() - begun < seconds:
        pass
    return process_time() - begun


@pytest.mark.parametrize("seconds", [0.005, 0.08])
def test_time_used_is_processor_time_but_for_a_tick(seconds: float) -> None:
    with Clock() as clock:
        busy(0.03)  # of another question
        clock.start(5.0)
        spent = busy(seconds)
        used = clock.used()
        clock.stop()
    assert spent - TICK - SLACK <= used <= spent + TICK + SLACK


def test_time_asleep_is_not_used_without_a_bank() -> None:
    with Clock() as clock:
        clock.start(5.0)
        sleep(0.1)
        assert clock.used() <= TICK + SLACK
        clock.start(5.0, bank=1.0)
        sleep(0.1)
        assert clock.used() >= 0.05  # what it waits for a processor in between is not counted


def test_a_clock_that_never_interrupts_knows_the_time_used() -> None:
    clock = NoClock()
    busy(0.03)
    clock.start(5.0)
    spent = busy(0.01)
    assert spent - TICK <= clock.used() <= spent + SLACK
