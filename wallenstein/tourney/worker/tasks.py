"""The tasks of a run, which any worker does: playing a chunk, merging finished ones."""

import logging
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.errors import WallensteinError
from wallenstein.record.chunks import ChunkFile, chunk_name, write_chunk
from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.record.manifest_lines import Chunk, EntrySums, pack_sums
from wallenstein.record.merging import Merging, merge_chunks
from wallenstein.record.tables import decisions_table
from wallenstein.record.write import complete, records_of
from wallenstein.table.faults import FaultKind
from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.tourney.schedule import Benched, CellSchedule, PlannedChunk, Schedule
from wallenstein.tourney.worker.context import CellContext, RunContext
from wallenstein.tourney.worker.supervisor import Supervisor

SeatsTable = NDArray[Any]
OUT: Final = "-"  # in place of the ranks of a game that does not count
log = logging.getLogger("wallenstein.worker")


class BotAtFault(WallensteinError):
    """A bot was at fault, and `on_fault` is "abort"."""

    exit_code = 1


def play_chunk(context: RunContext, chunk: int, games: Sequence[ScheduledGame], benched: Benched) -> Chunk:
    """Plays the games and writes their rows; `benched` in how many games before them."""
    rows = GameRows(context.tables)
    keeper = keeper_of(os.getpid(), context.preloaded)
    supervisor = Supervisor(context, keeper, rows, games, lambda done: context.games_done.set(chunk, done))
    supervisor.benched.update(benched)
    supervisor.run()
    if context.abort:
        check_conduct(rows)
    for game, seat, _, kind, text in faults_in(rows):
        if kind.lost:  # it cost the bot its process
            log.warning("game %d, seat %d: %s: %s", game, seat, kind, text)
    if supervisor.output:
        log.info("chunk %d: bots wrote: %s", chunk, supervisor.output.decode("utf-8", "replace"))
    return write_games(context, chunk, games, rows)


def write_games(context: RunContext, chunk: int, games: Sequence[ScheduledGame], rows: GameRows) -> Chunk:
    cell = context.cell(games[0])
    for each in rows.tables.values():
        complete(each, cell.rules)
    if "decisions" in rows.tables:
        rows.tables["decisions"].table = decisions_table(rows.kinds)
    file = write_chunk(context.folder, chunk, rows.tables)
    seats, entries = records_of(rows.tables["seats"]), len(context.entries)
    return summed(chunk, games, file, seats, cell, entries, context.leave_out, cell.drop_after)


def summed(
    number: int,
    games: Sequence[ScheduledGame],
    file: ChunkFile,
    seats: SeatsTable,
    cell: CellContext | CellSchedule,
    entries: int,
    leave_out: bool,
    drop_after: int | None,
) -> Chunk:
    """A chunk with the sums that follow from the table of its seats."""
    counting = seats[~np.isin(seats["game"], seats["game"][seats["benched"]])] if leave_out else seats
    scores = block_scores(counting, games, cell.candidate)
    places = places_of(counting, games) if cell.tells_places else ""
    pairs = np.unique(seats[seats["benched"]][["game", "bot"]]) if drop_after else seats[:0]
    benched = tuple(sorted(Counter(pairs["bot"].tolist()).items()))
    sums, faults = sums_of(counting, entries), int(seats["faults"].sum())
    return Chunk(number, games[0].number, len(games), file, sums, faults, scores, places, benched)


@cache
def keeper_of(process: int, modules: tuple[str, ...]) -> KeeperProcess:
    """The keeper of this process, which never uses that of its parent. It ends with the process."""
    return KeeperProcess(modules)


def faults_in(rows: GameRows) -> Iterator[tuple[int, int, int, FaultKind, str]]:
    """Game, seat, decision, kind and text of each fault."""
    faults = rows.tables["faults"]
    for row, text in zip(records_of(faults), *faults.loose, strict=True):
        yield row["game"], row["seat"], row["decision"], tuple(FaultKind)[row["kind"]], text


def check_conduct(rows: GameRows) -> None:
    """Raises BotAtFault for the first fault."""
    names = rows.tables["seats"].table.columns[2].names
    bots = {(row["game"], row["seat"]): names[row["bot"]] for row in records_of(rows.tables["seats"])}
    for game, seat, decision, kind, text in faults_in(rows):
        who = f"{bots[game, seat]} in seat {seat} of game {game}"
        raise BotAtFault(f"{who}: {kind} at decision {decision}: {text}")


def sums_of(seats: SeatsTable, entries: int) -> EntrySums:
    bot = seats["bot"]
    count = np.bincount(bot, minlength=entries)
    wins = np.bincount(bot, seats["win"], entries)
    ranks = np.bincount(bot, seats["rank"], entries)
    return pack_sums(zip(count, wins, ranks, strict=True))


def block_scores(seats: SeatsTable, games: Sequence[ScheduledGame], candidate: int | None) -> tuple[float, ...]:
    """The candidate's share of the wins in each block with games that count, if a sequential test needs it."""
    if candidate is None:
        return ()
    own = seats["bot"] == candidate
    numbers = np.array([game.block for game in games])
    blocks, index = np.unique(numbers, return_inverse=True)
    block = index[seats["game"] - games[0].number]
    won = np.bincount(block[own], seats["win"][own], len(blocks))
    counted = np.bincount(index[np.unique(seats["game"]) - games[0].number], minlength=len(blocks))
    return tuple(float(share) for share in won[counted > 0] / counted[counted > 0])


def places_of(seats: SeatsTable, games: Sequence[ScheduledGame]) -> str:
    """The ranks of each game by seat, `-` for one that does not count."""
    found = ["" for _ in games]
    for game, rank in zip(seats["game"].tolist(), seats["rank"].tolist(), strict=True):
        found[game - games[0].number] += str(rank)
    return " ".join(places or OUT for places in found)


@dataclass
class Tasks:
    context: RunContext
    schedule: Schedule

    def __call__(self, task: Any) -> Any:
        """The value of a task: of a chunk, given by its number or planned, `Chunk`; of `Merging`, `MergedChunks`."""
        if isinstance(task, Merging):
            return merge_chunks(self.context.folder, task, self.context.tables, self.context.schema)
        planned = PlannedChunk(task, ()) if isinstance(task, int) else task
        self.schedule.enter(planned)
        return play_chunk(self.context, planned.number, self.schedule.games(planned.number), planned.benched)


def files_needed(task: object) -> Iterator[str]:
    """The files that a task reads, by their names in the run's folder."""
    if isinstance(task, Merging):
        yield from (chunk_name(chunk.number) for chunk in task.chunks)
