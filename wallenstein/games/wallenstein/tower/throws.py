"""Throws recorded at a real table: the sheet to fill in, and its reader."""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.documents import read_text
from wallenstein.core.errors import ConfigError

Ints = NDArray[np.int64]

SEATS: Final = ("red", "blue", "green", "yellow", "black")
PEASANTS: Final = "peasants"
GAME: Final = "game"
IN: Final = "_in"
OUT: Final = "_out"
MOST: Final = 1000  # cubes of a colour
LARGEST: Final = 10_000_000  # bytes
HOW: Final = (
    "One line for each time that cubes go into the tower. NAME_in: all cubes of that",
    "colour that are dropped in, those from the tray included. NAME_out: all that lie",
    "in the tray afterwards. An empty field is 0. Begin with the filling, into an",
    "empty tower. For another game write another number in the first column.",
)


class Throws(NamedTuple):
    """One row a throw, one column a colour: cubes that fell in, lay inside before, and came out."""

    falling: Ints
    inside: Ints
    out: Ints

    @property
    def number(self) -> int:
        return len(self.falling)


def sheet_csv(players: int, throws: int) -> str:
    names = (*SEATS[:players], PEASANTS)
    head = ",".join([GAME, *(f"{name}{end}" for name in names for end in (IN, OUT))])
    rows = ["1" + "," * (2 * len(names))] * throws
    return "\n".join([*(f"# {line}" for line in HOW), head, *rows]) + "\n"


def sheet_text(players: int, throws: int) -> str:
    """The sheet to print, with lines to write on."""
    names = (*SEATS[:players], PEASANTS)
    width = 9
    ruler = "+".join(["-" * 5, *(["-" * width] * len(names))])
    head = "|".join(["game ", *(name.center(width) for name in names)])
    under = "|".join(["     ", *([" in  out ".center(width)] * len(names))])
    line = "|".join(["     ", *(["    :    "] * len(names))])
    body = [text for _ in range(throws) for text in (line, ruler)]
    return "\n".join([*HOW, "", ruler, head, under, ruler, *body]) + "\n"


def read_throws(path: str | Path) -> Throws:
    """The throws of a file; raises ConfigError with the wrong line."""
    rows = list(_rows(path))
    if not rows:
        raise ConfigError(f"{path}: is empty; wallenstein tower sheet --csv prints the file to fill in")
    (line, head), body = rows[0], rows[1:]
    names = _names(head, f"{path}:{line}")
    falling, inside, out = [], [], []
    there: list[int] = []
    game: str | None = None
    for line, row in body:
        place = f"{path}:{line}"
        fields = dict(zip(head, row, strict=False))
        if len(row) > len(head):
            raise ConfigError(f"{place}: has {len(row)} fields, but there are {len(head)} columns")
        if not any(fields.get(f"{name}{end}", "") for name in names for end in (IN, OUT)):
            continue  # not filled in
        if fields.get(GAME, "") != game:
            game, there = fields.get(GAME, ""), [0] * len(names)
        into, came = ([_count(fields, name + end, place) for name in names] for end in (IN, OUT))
        for name, thrown, stuck, fell in zip(names, into, there, came, strict=True):
            if fell > thrown + stuck:
                most = f"{thrown} were thrown in and {stuck} were inside"
                raise ConfigError(f"{place}: {name}{OUT} is {fell}, but only {most}")
        falling.append(into)
        inside.append(there)
        out.append(came)
        there = [stuck + thrown - fell for stuck, thrown, fell in zip(there, into, came, strict=True)]
    if not falling:
        raise ConfigError(f"{path}: no throw is filled in")
    return Throws(*(np.array(each, np.int64) for each in (falling, inside, out)))


def _rows(path: str | Path) -> Iterator[tuple[int, list[str]]]:
    """The rows with the numbers of their lines, without comments and empty lines."""
    text = read_text(path, "sheet", LARGEST, "a sheet has a few kB")
    sign = ";" if ";" in next((line for line in text.splitlines() if IN in line), "") else ","  # some spreadsheets
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, [field.strip() for field in next(csv.reader([line], delimiter=sign))]


def _names(head: Sequence[str], place: str) -> list[str]:
    """The colours of a head; each needs its two columns."""
    names = [name.removesuffix(IN) for name in head if name.endswith(IN)]
    for name in head:
        known = name.removesuffix(OUT) in names if name.endswith(OUT) else name.endswith(IN) or name == GAME
        if not known:
            raise ConfigError(
                f'{place}: the column "{name:.40}" is unknown; columns are {GAME}, NAME{IN} and NAME{OUT}'
            )
    if not names:
        raise ConfigError(f"{place}: there is no column NAME{IN}, such as red{IN}")
    for name in names:
        if f"{name}{OUT}" not in head:
            raise ConfigError(f"{place}: there is a column {name}{IN} and no column {name}{OUT}")
    if len(set(head)) < len(head):
        raise ConfigError(f"{place}: a column is named twice")
    return names


def _count(fields: dict[str, str], key: str, place: str) -> int:
    text = fields.get(key, "") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MOST):
        raise ConfigError(f'{place}: {key} is "{text:.40}", which is not a number of cubes from 0 to {MOST}')
    return int(text)
