"""Code of the user's own in the rules of a game, such as a tower's model; in tournaments, in a process of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from wallenstein.core.errors import ConfigError

Ask = Callable[[Any], Any]
_asking: list[Ask] = []  # one game is played at a time


class OwnCodeFailed(ConfigError):
    """It raised an error, was too slow, or gave an impossible answer: no bot's fault, and no game can go on."""


class OwnCode(Protocol):
    """Its questions and answers are plain values. It can be pickled, and is imported when it is first needed."""

    key: str  # of the configuration that names it
    place: str  # `file.py:Class` or `module:Class`

    @property
    def file(self) -> Path: ...

    def load(self) -> None:
        """Imports it."""

    def make(self) -> None:
        """Makes its object, with its parameters; raises ConfigError if it does not take them."""

    def answer(self, question: object) -> Any:
        """Runs it in this process."""


@contextmanager
def asked_through(ask: Ask) -> Iterator[None]:
    """Until the end of the context, code of the user's own does not run in this process."""
    _asking.append(ask)
    try:
        yield
    finally:
        _asking.pop()


def asked(code: OwnCode, question: object) -> Any:
    """The answer, from wherever the code runs; it may be anything."""
    return _asking[-1](question) if _asking else code.answer(question)
