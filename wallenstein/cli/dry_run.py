"""`wallenstein tourney --dry-run`: the size of a tournament, its duration, and the intervals to expect."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import click

from wallenstein.core.text import counted, printable
from wallenstein.report.plain import wrapped
from wallenstein.tourney.config import Config
from wallenstein.tourney.expectation import ENOUGH_SECONDS, Expectation, TimeEstimate, Width, estimate, expected
from wallenstein.tourney.progress import span
from wallenstein.tourney.run import Tournament
from wallenstein.tourney.schedule import CellSchedule, Schedule, make_schedule

FEW = 5  # seeds, below which intervals are known to be wide
BUSY = 1.0  # seconds that a worker of a cluster should need for a chunk
MOST = 2000  # games of a chunk: those of a part file


@dataclass(frozen=True)
class DryRun:
    config: Config
    schedule: Schedule
    jobs: int
    guess: TimeEstimate
    expectation: Expectation

    @property
    def seconds_a_chunk(self) -> float:
        """How long a process needs for a chunk."""
        return self.guess.seconds * self.jobs / self.schedule.chunks

    def sentences(self) -> Iterator[str]:
        guess, schedule = self.guess, self.schedule
        games, chunks = counted(schedule.total, "game"), counted(schedule.chunks, "chunk")
        yield f"{self.config.name}: {games} between {counted(len(self.config.entry_names), 'bot')}, in {chunks}"
        cells = f"{counted(len(schedule.cells), 'cell')}, each with up to " if len(schedule.cells) > 1 else ""
        yield f"schedule: {cells}{self._blocks(max(schedule.cells, key=lambda cell: cell.games))}"
        yield from schedule.rounded()
        tried = f"{guess.games} of the games took {guess.took:.1f} s on one process"
        yield f"time: about {span(guess.seconds)} on {counted(self.jobs, 'process', 'processes')} ({tried})"
        for model, calls in guess.calls.items():
            yield f"calls of the model {printable(model)}: about {calls:,}, and one more for each answer sent back"
        if self.config.run.executor == "dask":
            yield from self._chunks()
        for bot, seconds in guess.slow.items():
            yield f"{printable(bot)} exceeds its time limits, which takes about {span(seconds)} of that"
        if said := schedule.cells[0].section.until(self.expectation.games):
            yield said
        yield from self._intervals(max(cell.seeds for cell in schedule.cells))
        if guess.faults:
            each = ", ".join(f"{bot} {number:,}" for bot, number in guess.faults.items())
            yield f"faults in {counted(guess.games, 'game')} tried: {each}; see wallenstein bots check BOT"

    def _blocks(self, cell: CellSchedule) -> str:
        """Such as `10 blocks, each of one seed: 5 tables, 20 games`."""
        tables, games = counted(cell.format.tables, "table"), counted(cell.games_a_seed, "game")
        if cell.rounds == 1:
            return f"{counted(cell.seeds, 'block')}, each of one seed: {tables}, {games}"
        blocks = f"{cell.rounds:,} rounds of {counted(cell.seeds_a_round, 'block')}"
        return f"{blocks}, each of one seed: {tables}, {games}"

    def _chunks(self) -> Iterator[str]:
        """The duration of a chunk on a worker of a cluster, and a better size if it is short."""
        seconds, games = self.seconds_a_chunk, self.schedule.games_a_chunk
        yield f"chunks: about {counted(games, 'game')} and {seconds:.2g} s each"
        wanted = min(MOST, -(-round(games / seconds) // 50) * 50) if seconds > 0 else MOST
        if seconds < BUSY and games < wanted:
            yield f"with run.chunk = {wanted}, workers come back about once a second, and many of them can be fed"

    def _intervals(self, seeds: int) -> Iterator[str]:
        """The widths to expect; a warning if they are wide, or there are none."""
        share, points, _ = self.expectation
        if share.mean is None:
            yield "warning: one block gives no intervals; with blocks = 10, all figures have them"
            return
        widths = [f"win shares {_text(share, 100, 1, ' %')}"]
        if points.mean is not None:
            widths.append(f"strengths {_text(points, 1, 0, ' Elo')}")
        yield f"95 % intervals to expect (simulated): {', '.join(widths)}"
        if seeds < FEW:
            yield f"warning: intervals from {seeds} blocks are wide and uncertain; {FEW} or more are better"

    def as_json(self) -> str:
        share, points = (width._asdict() for width in self.expectation[:2])
        document = {
            "name": self.config.name,
            "bots": len(self.config.entry_names),
            "jobs": self.jobs,
            "cells": len(self.schedule.cells),
            "seeds": max(cell.seeds for cell in self.schedule.cells),  # in each cell
            "tables": max(cell.format.tables for cell in self.schedule.cells),  # on each seed
            "games": self.schedule.total,
            "chunks": self.schedule.chunks,
            "estimate": {name: value for name, value in self.guess._asdict().items() if name != "calls" or value},
            "seconds_a_chunk": self.seconds_a_chunk,
            "half_width": {"win_share": share, "points": points},
            "games_expected": self.expectation.games or self.schedule.total,
        }
        return json.dumps(document, indent=2, ensure_ascii=False)


def _text(width: Width, scale: int, digits: int, unit: str) -> str:
    """Such as `±8.1 % (the widest ±11.2 %)`."""
    mean, largest = (f"±{scale * (part or 0):.{digits}f}{unit}" for part in width)
    return mean if mean == largest else f"{mean} (the widest {largest})"


def dry_run(tournament: Tournament, jobs: int, quiet: bool, as_json: bool) -> None:
    """Plays a few games without keeping them, simulates the rest, and prints the figures."""
    if not quiet:
        click.echo(f"playing games for about {ENOUGH_SECONDS:g} seconds to measure how long they take", err=True)
    schedule = make_schedule(tournament.config, key=tournament.config.seed)
    told = DryRun(tournament.config, schedule, jobs, estimate(tournament, jobs), expected(schedule.cells[0]))
    click.echo(told.as_json() if as_json else "\n".join(wrapped(told.sentences())))
