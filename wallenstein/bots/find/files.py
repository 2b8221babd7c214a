"""Loads a file with bots under its own module name, and turns any exception into one sentence."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from hashlib import blake2b
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import NamedTuple

from wallenstein.bots.registry import PACKAGE, forget
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.python_file import load_python_file


class Loaded(NamedTuple):
    """A loaded file."""

    digest: bytes  # of the source it was loaded from
    module: ModuleType


_LOADED: dict[Path, Loaded] = {}


def load_file(path: Path) -> ModuleType:
    """The file's module, loaded once until the file changes; ConfigError names file and line."""
    path = path.resolve()
    try:
        source = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"the bot file {path} cannot be read: {error.strerror}") from None
    digest = blake2b(source).digest()
    loaded = _LOADED.get(path)
    if loaded is None or loaded.digest != digest:
        loaded = _LOADED[path] = Loaded(digest, _load(path, source))
    return loaded.module


def _load(path: Path, source: bytes) -> ModuleType:
    name = module_name(path)
    present = sys.modules.get(name)
    if present is not None and path not in _LOADED:
        return present  # a neighbour has imported it already
    forget(name)
    try:
        with quiet_import():
            return load_python_file(path, name, source)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may raise anything, even SystemExit
        forget(name)
        _LOADED.pop(path, None)
        raise ConfigError(sentence(path, error)) from None


def module_name(path: Path) -> str:
    """The name that a file is loaded under. Its folder is a package, so `from .neighbour import ...` works."""
    package = PACKAGE + _short(str(path.parent))
    if package not in sys.modules:
        folder = sys.modules[package] = ModuleType(package)
        folder.__path__ = [str(path.parent)]
    stem = path.stem
    if not stem.isidentifier():
        stem = re.sub(r"\W", "_", stem) + "_" + _short(stem)
    return f"{package}.{stem}"


@contextmanager
def quiet_import() -> Iterator[None]:
    """While a bot's module is imported: keeps its output out of ours, and restores the working directory."""
    folder = os.getcwd()
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)  # for output that bypasses sys.stdout, such as that of a command
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(output, 1)
        os.close(output)
        os.chdir(folder)


def sentence(path: Path, error: BaseException) -> str:
    """Why the file cannot be loaded, and at which line."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(path) else None
    for frame in extract_tb(error.__traceback__):
        if frame.filename == str(path) and line is None:
            line = frame.lineno
    said = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    what = said if isinstance(error, ConfigError) else f"{type(error).__name__}: {said}".rstrip(": ")
    where = "" if line is None else f"line {line}: "
    return f"the bot file {path} cannot be loaded: {where}{what}"


def _short(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
