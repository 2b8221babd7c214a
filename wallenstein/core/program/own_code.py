"""Code of the user's own in the rules of a game, such as a tower's model; where it runs is decided elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from wallenstein.core.errors import ConfigError


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


Ask = Callable[[OwnCode, object], Any]


def run_here(code: OwnCode, question: object) -> Any:
    return code.answer(question)


_asking: list[Ask] = [run_here]  # the last one counts, as one game is played at a time


def ask_outside_games(ask: Ask) -> None:
    """From now on, wherever nothing else is said, code of the user's own is asked like this."""
    _asking[0] = ask


@contextmanager
def asked_through(ask: Ask) -> Iterator[None]:
    """Until the end of the context, code of the user's own is asked like this."""
    _asking.append(ask)
    try:
        yield
    finally:
        _asking.pop()


def asked(code: OwnCode, question: object) -> Any:
    """The answer, from wherever the code runs; it may be anything."""
    return _asking[-1](code, question)
