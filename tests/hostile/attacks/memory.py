"""More memory than there is, and memory that is not to be touched."""

import ctypes
import mmap
import os
import sys
from typing import Any

from tests.hostile.attack import APART, PROCESS, Attack, Holds, died
from wallenstein.table.faults import FaultKind as Kind

MEMORY = Holds(Kind.MEMORY, "MemoryError")
MANY = 1 << 30  # more than it may have


class OneHuge(Attack):
    """One object of a terabyte."""

    holds = MEMORY

    def attack(self, view: Any, decision: Any) -> Any:
        return bytearray(1 << 40)


class ManySmall(Attack):
    """Many objects of some megabytes."""

    slow = True
    holds = MEMORY

    def attack(self, view: Any, decision: Any) -> Any:
        return [bytearray(1 << 22) for _ in range(1 << 12)]


class Mapped(Attack):
    """Memory of the system, not of Python."""

    holds = Holds(Kind.CRASH, "OSError: [Errno 12] Cannot allocate memory")

    def attack(self, view: Any, decision: Any) -> Any:
        return [mmap.mmap(-1, 1 << 28) for _ in range(16)]


class Swallowing(Attack):
    """Takes all memory, lets go of it, and plays on."""

    slow = True

    def attack(self, view: Any, decision: Any) -> Any:
        hoard = []
        try:
            while True:
                hoard.append(bytearray(1 << 24))
        except MemoryError:
            hoard.clear()
        return self.honestly(decision)


class NoBrakes(Attack):
    """Takes away the limit of recursion, and recurses where Python does not count."""

    slow = True
    holds = died("its process was ended by SIGSEGV")
    modes = APART  # elsewhere the process that plays is lost, and it is played again with processes

    def attack(self, view: Any, decision: Any) -> Any:
        sys.setrecursionlimit(1 << 30)
        nested: Any = []
        for _ in range(100_000):
            nested = [nested]
        return hash(repr(nested))


class Nowhere(Attack):
    """Reads at address 0."""

    holds = died("its process was ended by SIGSEGV")

    def attack(self, view: Any, decision: Any) -> Any:
        return ctypes.string_at(0)


class Aborting(Attack):
    """Ends its process by SIGABRT; in a sandbox by SIGSEGV, because no signal of its own ends a first process."""

    holds = died("its process was ended by SIG")

    def attack(self, view: Any, decision: Any) -> Any:
        os.abort()


class Quitting(Attack):
    """Ends its process as if all were well."""

    holds = died("its process ended with exit code 0")

    def attack(self, view: Any, decision: Any) -> Any:
        os._exit(0)


class ExitCodes(Attack):
    """Ends its process with a code that means something to others."""

    holds = died("its process ended with exit code 93")

    def attack(self, view: Any, decision: Any) -> Any:
        os._exit(93)


class ChildrenEat(Attack):
    """Lets children eat the memory."""

    slow = True
    modes = (PROCESS,)

    def attack(self, view: Any, decision: Any) -> Any:
        for _ in range(4):
            if not os.fork():
                try:
                    hoard = [bytearray(1 << 24) for _ in range(1 << 20)]
                finally:
                    os._exit(len(hoard) & 1)
        for _ in range(4):
            os.wait()
        return self.honestly(decision)
