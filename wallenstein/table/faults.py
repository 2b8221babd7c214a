"""Faults of bots, the endings of games, and the recorded text of an error."""

import re
import signal
import sysconfig
from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple

LONGEST: Final = 2000  # characters recorded of a fault
KEPT_OUTPUT: Final = 2000  # bytes kept of the output of bots
FRAMES: Final = 8  # innermost calls recorded
ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{4,}")


class FaultKind(StrEnum):
    CRASH = "crash"  # it raised an exception, or asked the process to exit
    ILLEGAL = "illegal"  # its choice was not legal
    TIMEOUT = "timeout"  # it was interrupted because its time was up
    MEMORY = "memory"  # it exceeded the memory limit
    STALLED = "stalled"  # it ignored the interruption, and its process was stopped
    DIED = "died"  # its process ended
    GARBLED = "garbled"  # its process sent something that is not an answer
    OUT = "out"  # it was benched in too many games before this one, and is out of the tournament

    @property
    def lost(self) -> bool:
        """Whether the bot's process was lost."""
        return self in (FaultKind.STALLED, FaultKind.DIED, FaultKind.GARBLED)

    @property
    def measured(self) -> bool:
        """Whether it depends on the machine, so that it may differ between two runs."""
        return self in (FaultKind.TIMEOUT, FaultKind.STALLED, FaultKind.MEMORY)


class Ending(StrEnum):
    CLEAN = "clean"  # every seat made all its choices
    FAULTY = "faulty"  # some choices were made by a substitute
    BENCHED = "benched"  # a seat was benched after too many faults
    RESCUED = "rescued"  # a bot lost its process, and was benched from there on


class TracedCall(NamedTuple):
    """One of the calls that led to an error."""

    file: str
    line: int
    function: str


def ending_of(faults: Sequence[FaultKind], tainted: bool) -> Ending:
    """The ending of a game with these faults; `tainted` if a seat was benched."""
    if any(fault.lost for fault in faults):
        return Ending.RESCUED
    if tainted:
        return Ending.BENCHED
    return Ending.FAULTY if faults else Ending.CLEAN


class Fault(NamedTuple):
    """One fault: the seat, the kind, the number of decisions before it, and the recorded text."""

    seat: int
    kind: FaultKind
    decision: int
    text: str


def error_text(error: BaseException) -> str:
    """The error's message, then file, line and function of the bot's calls that led to it, innermost last.

    Nothing in it depends on the machine or the process: no folders, no addresses.
    """
    return with_calls(_message(error), error)


def with_calls(said: str, error: BaseException) -> str:
    """A sentence, then the bot's calls that led to an error."""
    return _text(said, own_calls(_calls(error.__traceback__)))


def failure_text(error: BaseException) -> str:
    """An error of the program itself: its message, then all calls that led to it."""
    return _text(_message(error), _calls(error.__traceback__))


def own_calls(calls: Sequence[TracedCall]) -> list[TracedCall]:
    """The bot's calls: the last is in its own code, without later calls in ours or in a library."""
    found = [call for call in calls if is_bots(call.file)]
    if found and not _is_installed(found[0].file):  # the first is the bot's in any case
        found = [call for call in found if not _is_installed(call.file)]
    return found


def is_bots(file: str) -> bool:
    """Whether code of this file may be a bot's: it is not Python's, and not the program's except for its bots."""
    path = Path(file)
    inside = path.relative_to(_PACKAGE.parent) if path.is_relative_to(_PACKAGE) else path
    if inside.parts[:1] == _REFERENCE[:1]:  # compiled code has names relative to the folder of the package
        return inside.parts[:3] == _REFERENCE
    if file.startswith("<frozen "):
        return False
    return _is_installed(file) or not path.is_relative_to(_LIBRARY)


def exit_text(code: int) -> str:
    """An exit code, or minus a signal, as the end of a sentence."""
    if code >= 0:
        return f"ended with exit code {code}"
    known = -code in signal.Signals.__members__.values()
    return f"was ended by {signal.Signals(-code).name if known else f'signal {-code}'}"


def clean(text: str) -> str:
    """Text for a table: no addresses, valid UTF-8, not too long."""
    text = ADDRESS.sub("0x...", text[: 2 * LONGEST]).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _text(said: str, calls: Sequence[TracedCall]) -> str:
    shown = [f"  {Path(call.file).name}:{call.line} in {call.function}" for call in calls[-FRAMES:]]
    return clean("\n".join([said, *shown]))


def _message(error: BaseException) -> str:
    try:
        said = str(error)
    except BaseException:  # its __str__ may raise anything
        said = "(it has no text)"
    return f"{type(error).__name__}: {said}{_near(error)}" if said else type(error).__name__


def _near(error: BaseException) -> str:
    """The name that was perhaps meant, if one of our own objects lacks an attribute."""
    lacking = type(error.obj) if type(error) is AttributeError else None
    if lacking is None or not lacking.__module__.startswith(f"{_PACKAGE.name}."):
        return ""
    names = [name for name in dir(lacking) if not name.startswith("_")]
    near = get_close_matches(str(error.name), names, n=1)  # type: ignore[attr-defined]
    return f"; did you mean {near[0]}?" if near else ""


def _calls(trace: TracebackType | None) -> list[TracedCall]:
    """From the outermost to the innermost."""
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(TracedCall(code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    return found


_PACKAGE: Final = Path(__file__).parents[1]
_REFERENCE: Final = (_PACKAGE.name, "bots", "reference")  # the folder of reference bots in an installed package
_LIBRARY: Final = Path(sysconfig.get_path("stdlib"))
_SITES: Final = frozenset(("site-packages", "dist-packages"))


def _is_installed(file: str) -> bool:
    """Whether a file belongs to an installed package."""
    return not _SITES.isdisjoint(Path(file).parts)
