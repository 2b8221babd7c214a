"""Plays one chunk and writes its parts."""

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.errors import WallensteinError
from wallenstein.record.arrow import packed_rows, to_arrow
from wallenstein.record.common import decisions_table
from wallenstein.record.manifest import Chunk
from wallenstein.record.part import CHUNK, write_part
from wallenstein.record.rows import Book, GameFacts
from wallenstein.table.faults import FaultKind
from wallenstein.tourney.worker.supervisor import Supervisor
from wallenstein.tourney.worker.work import Stage

Seats = NDArray[Any]
log = logging.getLogger("wallenstein.worker")


class BotAtFault(WallensteinError):
    """A bot was at fault, and the configuration wants the tournament to end then."""

    exit_code = 1


def play_chunk(stage: Stage, chunk: int, games: Sequence[GameFacts]) -> Chunk:
    """Plays the games and writes one part for each table."""
    book = Book(stage.tables)
    supervisor = Supervisor(stage, book, games, lambda done: stage.ticker.set(chunk, done))
    supervisor.run()
    if stage.abort:
        check_conduct(book)
    for number, rescues in supervisor.rescues.items():
        for rescue in rescues.values():
            log.warning("game %d, seat %d: %s", number, rescue.seat, rescue.text)
    if supervisor.said:
        log.info("chunk %d: bots wrote: %s", chunk, supervisor.said.decode("utf-8", "replace"))
    rows = book.rows
    if "decisions" in rows:
        rows["decisions"].table = decisions_table(book.kinds)
    parts = tuple(
        write_part(stage.folder, CHUNK, chunk, to_arrow(table), table.table, stage.schema) for table in rows.values()
    )
    seats = packed_rows(rows["seats"])
    scores = _scores(seats, games, stage.cell(games[0]).candidate)
    faults = int(seats["faults"].sum())
    return Chunk(chunk, games[0].number, len(games), parts, _sums(seats, stage.entries), faults, scores)


def check_conduct(book: Book) -> None:
    """BotAtFault for the first fault that counts."""
    faults = packed_rows(book.rows["faults"])
    names = book.rows["seats"].table.columns[2].names
    bots = {(row["game"], row["seat"]): names[row["bot"]] for row in packed_rows(book.rows["seats"])}
    for row, (text,) in zip(faults, book.rows["faults"].loose, strict=True):
        kind = tuple(FaultKind)[row["kind"]]
        if not kind.manners:
            who = f"{bots[row['game'], row['seat']]} in seat {row['seat']} of game {row['game']}"
            raise BotAtFault(f"{who}: {kind} at decision {row['decision']}: {text}")


def _sums(seats: Seats, entries: int) -> tuple[tuple[int, float, int], ...]:
    """For each entry the seats it has held, its wins, and its ranks added up."""
    bot = seats["bot"]
    count = np.bincount(bot, minlength=entries)
    wins = np.bincount(bot, seats["win"], entries)
    ranks = np.bincount(bot, seats["rank"], entries)
    return tuple((int(c), float(w), int(r)) for c, w, r in zip(count, wins, ranks, strict=True))


def _scores(seats: Seats, games: Sequence[GameFacts], candidate: int | None) -> tuple[float, ...]:
    """The candidate's share of the wins in each block, where a sequential test needs it."""
    if candidate is None:
        return ()
    own = seats["bot"] == candidate
    numbers = np.array([facts.block for facts in games])
    blocks, index = np.unique(numbers, return_inverse=True)
    block = index[seats["game"] - games[0].number]
    won = np.bincount(block[own], seats["win"][own], len(blocks))
    return tuple(float(share) for share in won / np.bincount(index))
