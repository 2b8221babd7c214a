"""Code of the user's own in the rules of a game, such as a tower's model: where it runs, and whose may be imported."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from os.path import relpath
from pathlib import Path
from typing import Any, Final, Protocol

from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.program.sources import LARGEST, neighbours


class OwnCodeFailed(ConfigError):
    """Code of the user's own failed, was too slow, or gave an impossible answer; no bot is at fault."""


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
    """From now on, unless something else is set, code of the user's own is asked like this."""
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


# Only code of this user's own configurations is imported; that of a run if it is the same, or trusted.

OWN: Final[dict[str, Path]] = {}  # code in this user's configurations: files by their content, modules by name
_stranger: Final[ContextVar[Path | None]] = ContextVar("folder of the run that is read", default=None)


class Untrusted(WallensteinError):
    """The run names code that this user has neither named nor trusted."""


@contextmanager
def reading_run(folder: Path, trusted: bool) -> Iterator[None]:
    """Until the end of the context, a configuration is that of a run, which may be somebody else's."""
    token = _stranger.set(None if trusted else folder.resolve())
    try:
        yield
    finally:
        _stranger.reset(token)


def code_file(key: str, path: Path) -> Path:
    """The file to import: for a run's, the user's own file with the same content."""
    folder, mark = _stranger.get(), _mark(path)
    if folder is None:
        OWN[mark] = path
    elif mark not in OWN or _mark(OWN[mark]) != mark:  # it may have changed since
        raise _refused(key, str(path))
    return OWN[mark]


def check_module(key: str, name: str) -> None:
    """Raises Untrusted for a module that only a run names."""
    if _stranger.get() is None:
        OWN[name] = Path()
    elif name not in OWN:
        raise _refused(key, f"the module {name}")


def check_data(key: str, path: Path) -> None:
    """Raises ConfigError for a file that a run names outside its folder."""
    folder = _stranger.get()
    if folder is not None and not path.is_relative_to(folder):
        raise ConfigError(f"{key}: {path} is not in the folder of the run, so it is not read")


def _refused(key: str, what: str) -> Untrusted:
    return Untrusted(
        f"{key}: this would run {what}, code of the run that your own configuration does not name; if you trust its "
        "author, use --trust (in Python: trust=True)"
    )


def _mark(path: Path) -> str:
    """A hash of a Python file, and of the neighbours that it imports with their places, wherever they lie."""
    digest = blake2b(digest_size=16)
    for each in neighbours([path]):
        if each.stat().st_size > LARGEST:
            raise ConfigError(f"{each}: larger than {LARGEST:,} bytes, which is too large for a program")
        place = "" if each == path else relpath(each, path.parent)
        digest.update(f"{place}\0".encode() + blake2b(each.read_bytes()).digest())
    return digest.hexdigest()
