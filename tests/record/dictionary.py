"""The data dictionary, made from the schemas: `python -m tests.record.dictionary > docs/data.md`."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

from wallenstein.core.tables import Column, Table
from wallenstein.games import GAMES, find_game
from wallenstein.record.tables import COMMON, MEASURED, SCHEMA, tables_of

KINDS: Final = {
    "i8": "integer, 8 bits", "u8": "integer, 8 bits, not negative", "i16": "integer, 16 bits",
    "i32": "integer, 32 bits", "i64": "integer, 64 bits", "u64": "integer, 64 bits, not negative",
    "f32": "number, 32 bits", "f64": "number, 64 bits", "bool": "true or false", "category": "category",
    "wide-category": "category", "text": "text", "bytes": "bytes",
}  # fmt: skip
WIDTH: Final = 100  # of lines outside tables
FEW: Final = 12  # names of a category that are listed
HEAD: Final = f"""# The tables of a run

A run's folder contains each table as Parquet files, `tables/<table>/part-00000.parquet` and so on,
about two thousand games per part, in the order of the schedule. Load them with
`wallenstein.analysis.load` ([analysis.md](analysis.md)) or with any other Parquet reader.
Categories are dictionary-encoded text. `load(run).decoded()` is the table `decisions` with choices
in words.

While a run goes on, a finished chunk has one file for all tables, `chunks/00000.arrows.zst`, which
`standings`, `verify` and `load` read like part files. A group of chunks is merged as soon as all of
them are finished. The numbers of chunks decide which form a group, and so which games are in a
part; where a sequential test has ended a cell, numbers of parts may be left out.

Every table except `{MEASURED}` is the same, byte for byte, whenever the same configuration is played.
This is version {SCHEMA} of the schema. The metadata of each file contains the version, as
`wallenstein.schema`, and the descriptions below, as `wallenstein.table`.
"""


def dictionary(names: Iterable[str]) -> str:
    """The whole page: the tables of every game, then those of each game named."""
    games = [find_game(name) for name in names]
    lines = [HEAD]
    for name, table in tables_of(games[0]).items():
        if name in COMMON:
            lines += _section(table, "Every game has")
    for game in games:
        for table in game.tables:
            lines += _section(table, f"Only {game.title} has")
    return "\n".join(lines)


def _section(table: Table, belongs: str) -> Iterator[str]:
    yield f"## {table.name}"
    yield ""
    yield from wrap(f"{table.text} {belongs} this table.", WIDTH, break_on_hyphens=False)
    yield ""
    yield "| column | type | meaning |"
    yield "| --- | --- | --- |"
    for column in table.columns:
        yield f"| `{column.name}` | {KINDS[column.kind]} | {_meaning(column)} |"
    yield ""


def _meaning(column: Column) -> str:
    if not column.names:
        return column.text
    few = column.names[:FEW]
    shown = ", ".join(f"`{name}`" for name in few)
    more = f" and {len(column.names) - len(few)} more" if len(column.names) > len(few) else ""
    return f"{column.text}: {shown}{more}"


if __name__ == "__main__":
    print(dictionary(GAMES), end="")
