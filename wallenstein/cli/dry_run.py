"""`wallenstein tourney --dry-run`: the size of a tournament, and how long it takes."""

import json
from dataclasses import dataclass

import click

from wallenstein.core.words import counted
from wallenstein.tourney.run.estimate import ENOUGH, TimeEstimate, estimate
from wallenstein.tourney.run.progress import span
from wallenstein.tourney.run.tournament import Tournament
from wallenstein.tourney.schedule import Size


@dataclass(frozen=True)
class DryRun:
    """The figures of a dry run."""

    name: str
    bots: int
    jobs: int
    size: Size
    guess: TimeEstimate

    def as_text(self) -> str:
        """A few lines."""
        size, guess = self.size, self.guess
        blocks, chunks = counted(size.blocks, "block"), counted(size.chunks, "chunk")
        tried = f"{guess.games} of the games took {guess.took:.1f} s on one process"
        lines = [
            f"{self.name}: {counted(size.games, 'game')} in {blocks} and {chunks}",
            f"cells: {size.cells}; line-ups: {size.lineups:,}; seeds: {size.seeds:,}; bots: {self.bots}",
            f"time: about {span(guess.seconds)} on {counted(self.jobs, 'process', 'processes')} ({tried})",
        ]
        if guess.faults:
            each = ", ".join(f"{bot} {number:,}" for bot, number in guess.faults.items())
            lines.append(f"faults in {counted(guess.games, 'game')} tried: {each}; see wallenstein bots check BOT")
        return "\n".join(lines)

    def as_json(self) -> str:
        """All figures."""
        size, guess = self.size._asdict(), self.guess._asdict()
        document = {"name": self.name, "bots": self.bots, "jobs": self.jobs, **size, "estimate": guess}
        return json.dumps(document, indent=2, ensure_ascii=False)


def dry_run(tournament: Tournament, jobs: int, quiet: bool, as_json: bool) -> None:
    """Plays a few games without keeping them, and prints the figures."""
    if not quiet:
        click.echo(f"playing games for about {ENOUGH:g} seconds to measure how long they take", err=True)
    config, size = tournament.config, tournament.schedule.size()
    told = DryRun(config.name, len(config.entry_names), jobs, size, estimate(tournament, jobs))
    click.echo(told.as_json() if as_json else told.as_text())
