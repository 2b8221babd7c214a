"""The tables of every run of any game: results, decisions, faults, times."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.game import Game
from wallenstein.core.tables import Column, Table
from wallenstein.table.faults import Ending, FaultKind

SCHEMA: Final = 3  # increase it when a table or a column changes, in a game of ours as well
GAME: Final = Column("game", "i32", "number of the game in the schedule, from 0")
SEAT: Final = Column("seat", "i8", "seat at the table, from 0")
COMMON: Final = ("games", "seats", "decisions", "faults", "timings", "notes")
MEASURED: Final = "timings"  # the one table that may differ between two runs of the same configuration


def games_table(cells: Sequence[str] = ()) -> Table:
    return Table(
        "games",
        "One row per game.",
        (
            GAME,
            Column("cell", "wide-category", "cell of the matrix; null in a run without a matrix", tuple(cells)),
            Column(
                "block",
                "i32",
                "number of the seed; games with the same number have the same seed in every line-up and every cell",
            ),
            Column(
                "lineup", "i32", "number of the table on its seed; in a sample or in rounds, other bots on each seed"
            ),
            Column("rotation", "i16", "number of the seating of this line-up, from 0"),
            Column("seed", "u64", "the game's seed, from which all its chance comes"),
            Column("players", "i8", "number of players"),
            Column("decisions", "i32", "number of decisions"),
            Column("ending", "category", "how the game ended", tuple(e.value for e in Ending)),
            Column("tainted", "bool", "whether a seat was benched, so that a substitute played on for it"),
            Column("digest", "u64", "hash of everything that happened; a replay must produce the same"),
        ),
    )


def seats_table(entries: Sequence[str] = ()) -> Table:
    return Table(
        "seats",
        "One row per seat of a game: the bot, and its result.",
        (
            GAME,
            SEAT,
            Column("bot", "wide-category", "entry of the configuration that played this seat", tuple(entries)),
            Column(
                "rank",
                "i8",
                "final rank, 1 is best; tied seats share the better rank; a benched seat comes after all that were not",
            ),
            Column("score", "i32", "final points, as the game gives them, also to a benched seat"),
            Column("win", "f64", "share of the win: 1 for the only seat of rank 1, 1/n if n seats share it"),
            Column("faults", "i32", "faults counted against the seat"),
            Column("benched", "bool", "whether the seat was benched, so that a substitute played on for it"),
        ),
    )


def decisions_table(kinds: Sequence[str] = ()) -> Table:
    """One row per decision; the kinds are listed in the order of their first use."""
    return Table(
        "decisions",
        "One row per decision, in the order of play. They are enough to replay every game without the bots.",
        (
            GAME,
            SEAT,
            Column("kind", "wide-category", "kind of decision", tuple(kinds)),
            Column("choice", "bytes", "the choice, encoded by the game"),
        ),
    )


FAULTS: Final = Table(
    "faults",
    "One row per fault of a bot.",
    (
        GAME,
        SEAT,
        Column("kind", "category", "what went wrong", tuple(k.value for k in FaultKind)),
        Column("decision", "i32", "number of decisions taken in the game before; -1 before the first question"),
        Column("text", "text", "the error, and the bot's lines that led to it"),
    ),
)
TIMINGS: Final = Table(
    "timings",
    "One row per seat of a game: the time it took. It differs from run to run.",
    (
        GAME,
        SEAT,
        Column("seconds", "f32", "total seconds of the bot"),
        Column("decisions", "i32", "number of decisions that the bot was asked"),
        Column("longest", "f32", "seconds of its longest decision"),
    ),
)
NOTES: Final = Table(
    "notes",
    "One row per note that a bot kept with a decision.",
    (
        GAME,
        SEAT,
        Column("decision", "i32", "number of decisions taken in the game before"),
        Column("text", "text", "the note, shortened to one line of 200 characters"),
    ),
)


def tables_of(game: Game, entries: Sequence[str] = (), cells: Sequence[str] = ()) -> dict[str, Table]:
    """All tables that a run of this game can have, by name: the common ones, then the game's own."""
    common = (games_table(cells), seats_table(entries), decisions_table(), FAULTS, TIMINGS, NOTES)
    return {table.name: table for table in (*common, *game.tables)}
