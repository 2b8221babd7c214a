"""The tables of every run of any game, which `tables.toml` lists: results, decisions, faults, times."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from wallenstein.core.documents import folder_of
from wallenstein.core.game import Game
from wallenstein.core.tables import Column, Table, listed_tables
from wallenstein.table.faults import Ending, FaultKind

SCHEMA: Final = 3  # increase it when a table or a column changes, in a game of ours as well
GAME: Final = Column("game", "i32", "number of the game in the schedule, from 0")
SEAT: Final = Column("seat", "i8", "seat at the table, from 0")
COMMON: Final = ("games", "seats", "decisions", "faults", "timings", "notes")
MEASURED: Final = "timings"  # the one table that may differ between two runs of the same configuration
MODELS_TEXT: Final = "Where a language model plays, it also has the columns from `calls` on; they are 0 for other bots."
MODELS_COLUMNS: Final = (
    Column("calls", "i32", "calls of the language model for the answers of this game, retries among them"),
    Column("retries", "i32", "calls that were made again"),
    Column("tokens_in", "i64", "tokens of the questions"),
    Column("tokens_out", "i64", "tokens of the answers"),
    Column("cost", "f64", "the price of these tokens, in the currency of its entry"),
    Column("waited", "f32", "seconds until its answers came"),
)


@cache
def listed() -> Mapping[str, Table]:
    """The tables as in the list; the names of bots, cells and kinds of decisions are those of a run."""
    names = {"ending": tuple(ending.value for ending in Ending), "fault": tuple(kind.value for kind in FaultKind)}
    return listed_tables((folder_of("wallenstein.record") / "tables.toml").read_text("utf-8"), names, GAME, SEAT)


def _with_names(table: str, column: str, names: Sequence[str]) -> Table:
    found = listed()[table]
    columns = (replace(each, names=tuple(names)) if each.name == column else each for each in found.columns)
    return replace(found, columns=tuple(columns))


def decisions_table(kinds: Sequence[str] = ()) -> Table:
    """One row per decision; the kinds are listed in the order of their first use."""
    return _with_names("decisions", "kind", kinds)


def tables_of(game: Game, entries: Sequence[str] = (), cells: Sequence[str] = ()) -> dict[str, Table]:
    """All tables that a run of this game can have, by name: the common ones, then the game's own."""
    timed = listed()[MEASURED]
    own = {
        "games": _with_names("games", "cell", cells),
        "seats": _with_names("seats", "bot", entries),
        MEASURED: replace(timed, text=f"{timed.text} {MODELS_TEXT}", columns=(*timed.columns, *MODELS_COLUMNS)),
    }
    return {**listed(), **own, **{table.name: table for table in game.tables}}
