"""Boards by name: packaged ones, drawn ones, or a user's file."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from wallenstein.core.documents import parse_toml
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.board import values
from wallenstein.games.wallenstein.board.values import DEFAULT, PACKAGED, Board, is_sample

FIRST: Final = 3  # number of faults in the error for a board


def board(path: str | Path = DEFAULT) -> Board:
    """A packaged board such as "refit", a drawn one such as "refit:7", or that of a user's file.

    Raises ConfigError with the file's first faults.
    """
    name = board_name(str(path))
    return _checked(board_text(path), name)


def board_name(name: str) -> str:
    """The name as it is written in records."""
    return DEFAULT if name == values.RECONSTRUCTION else name


def has_file(name: str) -> bool:
    """Whether a board with this name is one in a user's file."""
    return board_name(name) not in PACKAGED and not is_sample(name)


def board_text(path: str | Path = DEFAULT) -> str:
    name = board_name(str(path))
    if name in PACKAGED:
        return values.packaged_text(name)
    if not is_sample(name):
        return values.read(path)
    from wallenstein.games.wallenstein.board.sample import sample_text  # most tournaments draw no boards

    return sample_text(name)


@lru_cache(maxsize=64)
def _checked(text: str, path: str) -> Board:
    if path in PACKAGED:  # tests check those
        return values.build(parse_toml(text), path)
    from wallenstein.games.wallenstein.board.check import check

    if faults := check(text).faults:
        first = "; ".join(fault.sentence(path) for fault in faults[:FIRST])
        more = f"; and {len(faults) - FIRST} more" if len(faults) > FIRST else ""
        raise ConfigError(f"{first}{more}; all faults: wallenstein board check {path}")
    return values.build(parse_toml(text), path)


def title(board: Board) -> str:
    name = "The packaged board" if board.path == DEFAULT else f"The board {board.path}"
    if is_sample(board.path):
        return f"{name}: drawn around a reconstruction; these are not the printed values."
    if has_file(board.path):
        name = f"The board in {board.path}"
    if board.printed_data:
        return f"{name}: the printed values, according to the file."
    return f"{name}: a reconstruction; these are not the printed values."


def origin(board: Board) -> str:
    """The origin of the values, according to the file."""
    return board.provenance or "The file does not say where its values come from."


__all__ = ["DEFAULT", "PACKAGED", "Board", "board", "board_name", "board_text", "has_file", "origin", "title"]
