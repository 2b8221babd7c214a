"""What can go wrong with a bot, how a game may end, and the recorded text of an error."""

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

LONGEST: Final = 2000  # characters recorded of a fault
FRAMES: Final = 8  # innermost calls recorded
ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{4,}")


class FaultKind(StrEnum):
    """All kinds of faults."""

    CRASH = "crash"  # it raised an exception, or asked the process to exit
    ILLEGAL = "illegal"  # its choice was not legal
    TIMEOUT = "timeout"  # it was interrupted because its time was up
    MEMORY = "memory"  # it exceeded the memory limit
    STALLED = "stalled"  # it ignored the interruption, and its process was stopped
    DIED = "died"  # its process ended
    GARBLED = "garbled"  # its process sent something that is not an answer

    @property
    def lost(self) -> bool:
        """Whether the bot's process was lost."""
        return self in (FaultKind.STALLED, FaultKind.DIED, FaultKind.GARBLED)

    @property
    def measured(self) -> bool:
        """Whether it depends on the machine, so that it may differ between two runs."""
        return self in (FaultKind.TIMEOUT, FaultKind.STALLED, FaultKind.MEMORY)


class Ending(StrEnum):
    """How a game ended."""

    CLEAN = "clean"  # every seat made all its choices
    FAULTY = "faulty"  # some choices were made by a substitute
    BENCHED = "benched"  # a seat was benched after too many faults
    RESCUED = "rescued"  # a bot lost its process, and was benched from there on


class Fault(NamedTuple):
    """One fault: the seat, the kind, the number of decisions before it, and the recorded text."""

    seat: int
    kind: FaultKind
    decision: int
    text: str


def error_text(error: BaseException) -> str:
    """The error's message, then file, line and function of the calls that led to it, innermost last.

    Nothing in it depends on the machine or the process: no folders, no addresses.
    """
    try:
        said = str(error)
    except BaseException:  # its __str__ may raise anything
        said = "(it has no text)"
    return with_calls(f"{type(error).__name__}: {said}" if said else type(error).__name__, error)


def with_calls(said: str, error: BaseException) -> str:
    """A sentence, then the calls that led to an error."""
    return clean("\n".join([said, *list(_calls(error.__traceback__))[-FRAMES:]]))


def clean(text: str) -> str:
    """Text for a table: no addresses, valid UTF-8, not too long."""
    text = ADDRESS.sub("0x...", text[: 2 * LONGEST]).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _calls(trace: TracebackType | None) -> Iterator[str]:
    while trace is not None:
        code = trace.tb_frame.f_code
        if not _is_host(Path(code.co_filename)):
            yield f"  {Path(code.co_filename).name}:{trace.tb_lineno} in {code.co_name}"
        trace = trace.tb_next


_PACKAGE: Final = Path(__file__).parents[1]
_HOSTS: Final = ("inside.py", "clock.py", "bot.py")  # every game has a bot.py, which asks the bot's own methods


def _is_host(file: Path) -> bool:
    """Whether a file of this package only calls bots, so that its frames are left out."""
    return file.name in _HOSTS and file.is_relative_to(_PACKAGE)
