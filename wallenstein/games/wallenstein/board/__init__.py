"""Boards by name: the packaged one, a drawn one, or a user's file."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.board.check import check
from wallenstein.games.wallenstein.board.sample import is_sample, sample_text
from wallenstein.games.wallenstein.board.values import DEFAULT, Board, build, packaged_text, parse, read

FIRST: Final = 3  # number of faults in the error for a board


def board(path: str | Path = DEFAULT) -> Board:
    """The packaged board ("default"), a drawn one such as "sample:7", or a user's file.

    Raises ConfigError with the file's first faults.
    """
    if str(path) == DEFAULT:
        return _default()
    return _checked(board_text(path), str(path))


def board_text(path: str | Path = DEFAULT) -> str:
    if str(path) == DEFAULT:
        return packaged_text()
    return sample_text(str(path)) if is_sample(str(path)) else read(path)


@cache
def _default() -> Board:
    return _checked(packaged_text(), DEFAULT)


@lru_cache(maxsize=64)
def _checked(text: str, path: str) -> Board:
    faults = check(text).faults
    if faults:
        first = "; ".join(fault.sentence(path) for fault in faults[:FIRST])
        more = f"; and {len(faults) - FIRST} more" if len(faults) > FIRST else ""
        raise ConfigError(f"{first}{more}; all faults: wallenstein board check {path}")
    return build(parse(text), path)


__all__ = ["DEFAULT", "Board", "board", "board_text"]
