"""Exceptions that are made to confuse whoever catches them."""

import sys
from typing import Any

from tests.hostile.attack import BEFORE, EVERYWHERE, LAST, Attack, Holds
from wallenstein.core.program.own_code import OwnCodeFailed
from wallenstein.table.answers import LimitsReached, SeatLost
from wallenstein.table.clock import TimeIsUp
from wallenstein.table.faults import FaultKind as Kind
from wallenstein.table.processes.channel import Closed


def crash(text: str, decision: int = 4) -> Holds:
    """An exception like any other."""
    return Holds(Kind.CRASH, text, decision)


class Mute(Attack):
    """An exception whose text raises."""

    holds = crash("Mute: (it has no text)")

    def attack(self, view: Any, decision: Any) -> Any:
        class Mute(BaseException):
            def __str__(self) -> str:
                raise SystemExit(0)

        raise Mute


class Liar(Attack):
    """An exception that says it is another, or none at all."""

    holds = crash("Liar: no")

    def attack(self, view: Any, decision: Any) -> Any:
        class Liar(Exception):
            @property  # type: ignore[misc]
            def __class__(self) -> Any:
                return MemoryError

            def __bool__(self) -> bool:
                return False

        raise Liar("no")


class Babbling(Attack):
    """An exception with a text of twenty megabytes, lone surrogates and addresses in it."""

    slow = True
    holds = crash("ValueError: 0x... \\udc80 xxxx")

    def attack(self, view: Any, decision: Any) -> Any:
        raise ValueError("0xdeadbeef \udc80 " + "x" * 20_000_000)


class LongName(Attack):
    """An exception whose class has a name of lines."""

    holds = crash("a\nb: ")

    def attack(self, view: Any, decision: Any) -> Any:
        raise type("a\nb", (Exception,), {})("!")


class Deep(Attack):
    """Calls itself until there is no more room."""

    holds = crash("RecursionError: maximum recursion depth exceeded")

    def attack(self, view: Any, decision: Any) -> Any:
        return self.attack(view, decision)


class Leaving(Attack):
    """Asks the interpreter to exit."""

    holds = crash("SystemExit: 0")

    def attack(self, view: Any, decision: Any) -> Any:
        sys.exit(0)


class Interrupting(Attack):
    """Pretends that somebody has pressed Ctrl-C."""

    holds = crash("KeyboardInterrupt")

    def attack(self, view: Any, decision: Any) -> Any:
        raise KeyboardInterrupt


class Group(Attack):
    """A group of exceptions, in groups."""

    holds = crash("BaseExceptionGroup: all (2 sub-exceptions)")

    def attack(self, view: Any, decision: Any) -> Any:
        raise BaseExceptionGroup("all", [GeneratorExit(), ExceptionGroup("some", [StopIteration(), OSError()])])


class PretendsToBeLost(Attack):
    """Raises what the table raises when a process is lost."""

    holds = crash("SeatLost: it was the machine")

    def attack(self, view: Any, decision: Any) -> Any:
        raise SeatLost(0, "it was the machine")


class PretendsGuest(Attack):
    """Raises what ends a tournament when the rules' own code fails."""

    holds = crash("OwnCodeFailed: the tower fell")

    def attack(self, view: Any, decision: Any) -> Any:
        raise OwnCodeFailed("the tower fell")


class PretendsLimits(Attack):
    """Raises what the table raises to have a game played again."""

    holds = crash("LimitsReached")

    def attack(self, view: Any, decision: Any) -> Any:
        raise LimitsReached


class PretendsClosed(Attack):
    """Raises what is raised when the keeper has gone."""

    holds = crash("Closed")

    def attack(self, view: Any, decision: Any) -> Any:
        raise Closed


class PretendsEnd(Attack):
    """Raises what ends a seat's process in good order."""

    holds = crash("EOFError")

    def attack(self, view: Any, decision: Any) -> Any:
        raise EOFError


class PretendsTime(Attack):
    """Raises what interrupts bots; so be it."""

    holds = Holds(Kind.TIMEOUT, "no more time")

    def attack(self, view: Any, decision: Any) -> Any:
        raise TimeIsUp("no more time")


class Unmade(Attack):
    """Cannot be made."""

    holds = crash("RuntimeError: not today\n", BEFORE)

    def __init__(self) -> None:
        raise RuntimeError("not today")


class BadStart(Attack):
    """Leaves when the game begins."""

    holds = crash("SystemExit: 3", BEFORE)

    def start(self, setup: Any) -> None:
        sys.exit(3)


class LazyStart(Attack):
    """Its `start` is a generator, of which nothing is ever run."""

    def start(self, setup: Any) -> Any:
        yield sys.exit(3)


class BadEnd(Attack):
    """Does not like the result."""

    holds = crash("RuntimeError: not fair", LAST)

    def end(self, result: Any) -> None:
        raise RuntimeError("not fair")


class Finalizer(Attack):
    """Raises when it is forgotten, and wants to do something at the exit."""

    modes = EVERYWHERE

    def attack(self, view: Any, decision: Any) -> Any:
        import atexit

        atexit.register(sys.exit, 3)
        return self.honestly(decision)

    def __del__(self) -> None:
        raise RuntimeError("still here")
