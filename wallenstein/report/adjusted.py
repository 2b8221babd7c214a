"""Wins with the luck taken out: a control variate for each game, whose mean is 0 whatever the forecast is worth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np

from wallenstein.core.arithmetic import total
from wallenstein.core.errors import ConfigError
from wallenstein.core.reports import Estimate
from wallenstein.core.seeds import derive
from wallenstein.record.read import Run
from wallenstein.report.luck import COURSE, DECISION, SETUP, new_reviewer
from wallenstein.report.plain import aligned, wrapped
from wallenstein.report.standings import share
from wallenstein.stats.figures import RunSummary
from wallenstein.stats.intervals import BlockSums, ByBlock, means, tidy
from wallenstein.stats.results import Bools, Floats
from wallenstein.tourney.figures.run_parts import game_of
from wallenstein.tourney.figures.run_summary import SeatRows
from wallenstein.tourney.pool import in_order
from wallenstein.tourney.recorded_games import RecordedGame, recorded_games

AT_ONCE: Final = 50  # games of a task
DEADLINE: Final = 3600.0  # seconds for a task
FEWEST: Final = 10  # blocks, below which nothing is said of the saving


@dataclass(frozen=True)
class AdjustedWins:
    name: str
    wins: Estimate
    adjusted: Estimate
    saved: float | None  # share of the games that the same error takes fewer; below 0, it takes more


@dataclass(frozen=True)
class AdjustedCell:
    cell: str
    blocks: int
    bots: tuple[AdjustedWins, ...]
    saved: float | None  # by all bots together


@dataclass(frozen=True)
class AdjustedStandings:
    """`chances` is the hash of the forecast; `known` that of the one that there was when the run began."""

    chances: str
    known: str | None
    cells: tuple[AdjustedCell, ...]


def adjust(run: Run, summary: RunSummary, jobs: int = 1) -> AdjustedStandings:
    """Plays all games of a run again, whose summary this is. Raises ConfigError if they cannot be."""
    game: Any = game_of(run)
    if "pages" not in game.places:
        raise ConfigError(f"{game.title} has no forecast of who wins, so luck cannot be taken out of its results")
    rows = SeatRows(run, summary.on_bench)
    numbers = np.unique(rows.game).tolist()
    tasks = [tuple(numbers[first : first + AT_ONCE]) for first in range(0, len(numbers), AT_ONCE)]
    luck = [each for found in in_order(partial(luck_in, run), tasks, jobs, DEADLINE) for each in found]
    places = zip(np.searchsorted(numbers, rows.game).tolist(), rows.seat.tolist(), strict=True)
    taken = np.array([luck[number][seat] for number, seat in places])
    cells = tuple(adjusted_cell(rows, taken, summary, place) for place in range(len(summary.cells)))
    return AdjustedStandings(game.load("pages").chances.hash, run.header.get("chances"), cells)


def luck_in(run: Run, numbers: tuple[int, ...]) -> list[list[float]]:
    return [luck_of(played) for played in recorded_games(run, numbers)]


def luck_of(played: RecordedGame) -> list[float]:
    """By seat, how much more of the win chance has given it than the mean of what it could have, by the forecast."""
    state = played.game.new_game(played.rules, len(played.bots), played.seed)
    # answers of chance that are looked at in place of all must not be the same in each game
    reviewer = new_reviewer(played.game, state, Random(derive(played.seed, "adjusted")))
    for packed in played.choices:
        reviewer.make(state, played.game.decode(state, packed))
    found = [part.changes for part in reviewer.parts if part.source not in (SETUP, COURSE, DECISION)]
    return [total(changes[seat] for changes in found) for seat in range(len(played.bots))]


def adjusted_cell(rows: SeatRows, luck: Floats, summary: RunSummary, place: int) -> AdjustedCell:
    here: Bools = rows.counts & (rows.cell == place)
    by_block = ByBlock(rows.block[here].astype(np.int64), rows.bot[here].astype(np.int64), len(rows.entries))
    plain, less = (by_block.sums(won[here], np.ones(here.sum())) for won in (rows.win, rows.win - luck))
    estimates, ratios = means(less), [quotient(less, plain, [bot]) for bot in range(len(rows.entries))]
    bots = []
    for entrant in summary.cells[place].entrants:
        if entrant.games:
            bot, seats = rows.entries.index(entrant.name), entrant.seats / entrant.games
            wins = Estimate(*(None if each is None else tidy(seats * each) for each in estimates[bot]))
            bots.append(AdjustedWins(entrant.name, entrant.wins, wins, ratios[bot]))
    saved = quotient(less, plain, range(len(rows.entries)))
    return AdjustedCell(summary.cells[place].cell, summary.cells[place].blocks, tuple(bots), saved)


def quotient(less: BlockSums, plain: BlockSums, bots: Sequence[int]) -> float | None:
    """The share of games saved: errors are inverse to the root of their number."""
    after, before = (float(np.nansum(each.variance[list(bots)])) for each in (less, plain))
    return tidy(1 - after / before) if before > 0 else None


def adjusted_lines(found: AdjustedStandings) -> Iterator[str]:
    """A table for each cell, and the saving in words."""
    for cell in found.cells:
        yield from (cell.cell,) if cell.cell else ()
        rows = [
            (each.name, *share(each.wins), *share(each.adjusted), "-" if each.saved is None else f"{each.saved:.0%}")
            for each in cell.bots
        ]
        yield from aligned([("bot", "wins", "95 %", "adjusted", "95 %", "saved"), *rows])
        if cell.saved is not None and cell.blocks >= FEWEST:
            yield from wrapped([AS_CERTAIN.format(1 / (1 - cell.saved))])
    yield from wrapped([f"adjusted: luck taken out by the forecast {found.chances}; saved: games, by the errors"])
    if found.known != found.chances:
        yield from wrapped([OTHER.format(found.known or "none")])


AS_CERTAIN: Final = "In these blocks, adjusted wins are as certain as plain ones in {:.2f} times as many games."
OTHER: Final = (
    "The forecast is not that from before the run ({}). If it was fitted to these games, adjusted wins may be wrong."
)
