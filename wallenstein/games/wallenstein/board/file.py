"""Reads board files: the packaged one and the user's."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError

LARGEST: Final = 256 * 1024  # bytes; the packaged file has 11 kB


@cache
def packaged_text() -> str:
    """The package's board file."""
    return files("wallenstein.games.wallenstein").joinpath("data/board.toml").read_text(encoding="utf-8")


@cache
def packaged_document() -> dict[str, Any]:
    """The document in the package's board file; not to be changed."""
    return parse(packaged_text())


def read(path: str | Path) -> str:
    """The text of a board file; raises ConfigError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise ConfigError(f"{path}: the board cannot be read: {error.strerror}") from None
    except ValueError:  # a zero byte in the name
        raise ConfigError(f"{str(path)!r} is not a valid file name") from None
    if len(raw) > LARGEST:
        raise ConfigError(f"{path}: more than {LARGEST // 1024} kB; a board file has about 11 kB")
    try:
        return raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = raw[error.start]
        raise ConfigError(f"{path}:{line}: byte 0x{byte:02x} is not UTF-8; save the file as UTF-8") from None


def parse(text: str) -> dict[str, Any]:
    """The document in a board file's text; raises ConfigError, without the file's name, if it is not TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError("not valid TOML: brackets are nested too deeply") from None
    except ValueError as error:  # also numbers with more digits than Python reads
        raise ConfigError(f"not valid TOML: {error}") from None


HEADER: Final = re.compile(r"\s*\[\[?\s*([\w-]+)\s*\]\]?\s*(#.*)?$")
KEY: Final = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")

Lines = dict[tuple[str, int, str], int]


def key_lines(text: str) -> Lines:
    """(table, which one of that name, key) -> line number; the key "" is the table's header.

    Inline tables are not found, so a caller must handle keys without a line.
    """
    found: Lines = {}
    count: dict[str, int] = {}
    table = ""
    quoted = False  # inside a string of several lines
    for number, line in enumerate(text.split("\n"), start=1):
        inside = quoted
        if (line.count('"""') + line.count("'''")) % 2:
            quoted = not quoted
        if inside:
            continue
        header = HEADER.match(line)
        key = KEY.match(line)
        if header:
            table = header[1]
            count[table] = count.get(table, -1) + 1
            found[table, count[table], ""] = number
        elif key:
            found.setdefault((table, count.get(table, 0), key[1]), number)
    return found
