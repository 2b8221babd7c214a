"""Errors that users see. Each is one sentence: the mistake, its place, and a remedy."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Read = TypeVar("Read")


class WallensteinError(Exception):
    """Base of every error that the command line prints as one sentence."""

    exit_code = 2
    names_its_place = False  # the message begins with a rule or a place in a document, and is printed unchanged


class RuleError(WallensteinError):
    """A choice or a forced outcome that a rule of the game forbids."""

    exit_code = 1
    names_its_place = True

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self.text = text


class FormatError(WallensteinError):
    """A malformed document; names the place in it."""

    names_its_place = True

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text


class ConfigError(WallensteinError):
    """A configuration that cannot be used; names file and key if they are known."""


class ConfigErrors(ConfigError):
    """All mistakes of a configuration, one line each."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)


class MistakeList:
    """Collects the mistakes of several parts, to report them all at once."""

    def __init__(self, lines: Sequence[str] = ()) -> None:
        self.lines = list(lines)

    def read(self, reader: Callable[..., Read], *values: object) -> Read | None:
        """The reader's value; None if it raises ConfigError, which is noted."""
        try:
            return reader(*values)
        except ConfigError as error:
            self.lines += error.lines if isinstance(error, ConfigErrors) else [str(error)]
            return None

    def raise_any(self) -> None:
        """Raises ConfigErrors if there are mistakes."""
        if self.lines:
            raise ConfigErrors(self.lines)
