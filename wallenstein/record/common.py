"""The tables that every run has, whatever the game: who played, what was decided, what went wrong."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.game import Game
from wallenstein.core.tables import Column, Table
from wallenstein.table.faults import Ending, FaultKind

SCHEMA: Final = 1  # raise it when a column of any common table changes
GAME: Final = Column("game", "i32", "number of the game in the schedule, from 0")
SEAT: Final = Column("seat", "i8", "seat at the table, from 0")
COMMON: Final = ("games", "seats", "decisions", "faults", "timings")
MEASURED: Final = "timings"  # the one table that may differ between two runs of the same configuration


def games_table(cells: Sequence[str] = ()) -> Table:
    """One row a game."""
    return Table(
        "games",
        "One row a game.",
        (
            GAME,
            Column("cell", "wide-category", "cell of the matrix; missing in a run without one", tuple(cells)),
            Column(
                "block",
                "i32",
                "number of the seed; games of one number share their seed in every line-up and every cell",
            ),
            Column("lineup", "i32", "number of the line-up: which entries sat together"),
            Column("rotation", "i16", "number of the seating of the line-up, from 0"),
            Column("seed", "u64", "the game's seed; all of its chance comes from it"),
            Column("players", "i8", "how many seats played"),
            Column("decisions", "i32", "how many decisions were taken"),
            Column("ending", "category", "how the game came to its end", tuple(e.value for e in Ending)),
            Column("tainted", "bool", "whether a seat was benched, so that a substitute finished its game"),
            Column("digest", "u64", "hash of all that happened; a replay must arrive at the same"),
        ),
    )


def seats_table(entries: Sequence[str] = ()) -> Table:
    """One row a seat of a game."""
    return Table(
        "seats",
        "One row a seat of a game: who sat there, and how it ended.",
        (
            GAME,
            SEAT,
            Column("bot", "wide-category", "entry of the configuration that sat there", tuple(entries)),
            Column("rank", "i8", "place at the end, 1 is best; tied seats share the better place"),
            Column("score", "i32", "points at the end"),
            Column("win", "f64", "share of the win: 1 alone, 1/n when n seats tie for the first place"),
            Column("faults", "i32", "faults that counted against the seat"),
            Column("benched", "bool", "whether the seat was benched and played on by the game's own substitute"),
        ),
    )


def decisions_table(kinds: Sequence[str] = ()) -> Table:
    """One row a decision; the kinds are named as they are met."""
    return Table(
        "decisions",
        "One row a decision, in the order they were taken: enough to play every game again without the bots.",
        (
            GAME,
            SEAT,
            Column("kind", "wide-category", "what was asked", tuple(kinds)),
            Column("choice", "bytes", "the choice, packed by the game"),
        ),
    )


FAULTS: Final = Table(
    "faults",
    "One row a fault of a bot, or a remark on its manners.",
    (
        GAME,
        SEAT,
        Column("kind", "category", "what went wrong", tuple(k.value for k in FaultKind)),
        Column("decision", "i32", "how many decisions the game had seen; -1 before the first question"),
        Column("text", "text", "the error's sentence and the lines of the bot that led to it"),
    ),
)
TIMINGS: Final = Table(
    "timings",
    "One row a seat of a game: time by the clock. Measured, so it differs from run to run.",
    (
        GAME,
        SEAT,
        Column("seconds", "f32", "seconds that the bot took in all"),
        Column("decisions", "i32", "how many decisions it was asked"),
        Column("longest", "f32", "seconds of its longest decision"),
    ),
)


def tables_of(game: Game, entries: Sequence[str] = (), cells: Sequence[str] = ()) -> dict[str, Table]:
    """All tables that a run of this game can have, by name: the common ones, then the game's own."""
    common = (games_table(cells), seats_table(entries), decisions_table(), FAULTS, TIMINGS)
    return {table.name: table for table in (*common, *game.tables)}
