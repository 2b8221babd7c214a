"""`wallenstein tourney --dry-run`: the size of a tournament, its duration, and the intervals to expect."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import click

from wallenstein.core.text import counted, printable
from wallenstein.report.plain import wrapped
from wallenstein.tourney.expectation import ENOUGH_SECONDS, Expectation, TimeEstimate, Width, estimate, expected
from wallenstein.tourney.progress import span
from wallenstein.tourney.run import Tournament
from wallenstein.tourney.schedule import CellSchedule, Schedule

FEW = 5  # seeds, below which intervals are known to be wide
BUSY = 1.0  # seconds that a worker of a cluster should need for a chunk
MOST = 2000  # games of a chunk: those of a part file


@dataclass(frozen=True)
class DryRun:
    """The figures of a dry run."""

    name: str
    bots: int
    jobs: int
    schedule: Schedule
    guess: TimeEstimate
    expectation: Expectation
    cluster: bool  # whether other machines play

    @property
    def seconds_a_chunk(self) -> float:
        """How long a process needs for a chunk."""
        size = self.schedule.size()
        return self.guess.seconds * self.jobs / size.chunks

    def as_text(self) -> str:
        size, guess = self.schedule.size(), self.guess
        largest = max(self.schedule.cells, key=lambda cell: cell.games)
        cells = f"{counted(size.cells, 'cell')}, each with up to " if size.cells > 1 else ""
        tried = f"{guess.games} of the games took {guess.took:.1f} s on one process"
        lines = [
            f"{self.name}: {counted(size.games, 'game')} between {counted(self.bots, 'bot')}, "
            f"in {counted(size.chunks, 'chunk')}",
            f"schedule: {cells}{self._blocks(largest)}",
            *self.schedule.rounded(),
            f"time: about {span(guess.seconds)} on {counted(self.jobs, 'process', 'processes')} ({tried})",
            *self._chunks(),
            *self._slow(),
            *self._until(),
            *self._intervals(size.seeds),
        ]
        if guess.faults:
            each = ", ".join(f"{bot} {number:,}" for bot, number in guess.faults.items())
            lines.append(f"faults in {counted(guess.games, 'game')} tried: {each}; see wallenstein bots check BOT")
        return "\n".join(wrapped(lines))

    def _blocks(self, cell: CellSchedule) -> str:
        """Such as `10 blocks, each of one seed: 5 tables, 20 games`."""
        tables, games = counted(cell.format.tables, "table"), counted(cell.games_a_seed, "game")
        if cell.rounds == 1:
            return f"{counted(cell.seeds, 'block')}, each of one seed: {tables}, {games}"
        blocks = f"{cell.rounds:,} rounds of {counted(cell.seeds_a_round, 'block')}"
        return f"{blocks}, each of one seed: {tables}, {games}"

    def _chunks(self) -> Iterator[str]:
        """The duration of a chunk on a worker of a cluster, and a better size if it is short."""
        if not self.cluster:
            return
        seconds, games = self.seconds_a_chunk, self.schedule.games_a_chunk
        yield f"chunks: about {counted(games, 'game')} and {seconds:.2g} s each"
        wanted = min(MOST, -(-round(games / seconds) // 50) * 50) if seconds > 0 else MOST
        if seconds < BUSY and games < wanted:
            yield f"with run.chunk = {wanted}, workers come back about once a second, and many of them can be fed"

    def _slow(self) -> Iterator[str]:
        """The bots that exceed their time limits, and the cost."""
        for bot, seconds in self.guess.slow.items():
            yield f"{printable(bot)} exceeds its time limits, which takes about {span(seconds)} of that"

    def _until(self) -> Iterator[str]:
        """The condition under which a tournament ends early."""
        if said := self.schedule.cells[0].section.until(self.expectation.games):
            yield said

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
        size, guess = self.schedule.size()._asdict(), self.guess._asdict()
        share, points = (width._asdict() for width in self.expectation[:2])
        document = {
            "name": self.name,
            "bots": self.bots,
            "jobs": self.jobs,
            **size,
            "estimate": guess,
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
    config, schedule = tournament.config, tournament.schedule
    guess = estimate(tournament, jobs)
    expectation, cluster = expected(schedule.cells[0]), config.run.executor == "dask"
    told = DryRun(config.name, len(config.entry_names), jobs, schedule, guess, expectation, cluster)
    click.echo(told.as_json() if as_json else told.as_text())
