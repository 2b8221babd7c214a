"""Plays a configured tournament in its folder, from the beginning or from where it was left."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.record.binding import bind, bindings
from wallenstein.record.common import SCHEMA, tables_of
from wallenstein.record.dataset import Run
from wallenstein.record.rows import GameFacts
from wallenstein.table.conditions import Limits
from wallenstein.table.faults import FaultKind
from wallenstein.tourney.config import Config, load
from wallenstein.tourney.figures.summary_file import write_summary
from wallenstein.tourney.run.executors import Local
from wallenstein.tourney.run.identity import check_same, folder_name, identity
from wallenstein.tourney.run.inputs import inputs
from wallenstein.tourney.run.interrupt import Interrupt
from wallenstein.tourney.run.logs import logging_to
from wallenstein.tourney.run.makers import Cast, cast
from wallenstein.tourney.run.run_folder import RunFolder, runs_named
from wallenstein.tourney.run.runner import NO_ROOM, Progress, Runner, no_room
from wallenstein.tourney.run.ticker import Ticker
from wallenstein.tourney.schedule.schedule import Schedule, schedule
from wallenstein.tourney.schedule.sequential import Tests
from wallenstein.tourney.worker.chunk import play_chunk
from wallenstein.tourney.worker.work import Cell, Stage

LOG: Final = "run.log"
MARGIN: Final = 60.0  # seconds that a chunk may take beyond twice the time of its games


class Tournament(NamedTuple):
    """Everything that is known before the first game."""

    config: Config
    planned: Schedule
    cast: Cast


class Outcome(NamedTuple):
    """How a run ended: its folder, its figures as far as it got, and whether it is finished."""

    folder: Path
    summary: dict[str, Any] | None
    finished: bool

    @property
    def faults(self) -> int:
        """How many faults counted; mere remarks do not."""
        counted = [kind.value for kind in FaultKind if not kind.manners]
        kinds = (self.summary or {"faults": {}})["faults"].values()
        return sum(number for of_bot in kinds for kind, number in of_bot.items() if kind in counted)


def prepare(file: Path, sets: Sequence[str], results: Path) -> Tournament:
    """Reads the configuration and finds the bots. A seed that was drawn is that of the run it belongs to."""
    config = load(file, sets)
    if config.seed_drawn:
        for manifest in runs_named(results, config.name):
            if not manifest.finished:
                config = load(file, [*sets, f"tourney.seed={manifest.header['seed']}"])
    return Tournament(config, schedule(config), cast(config))


def open_folder(
    tournament: Tournament, results: Path, fresh: bool, tell: Callable[[str], None] = lambda sentence: None
) -> RunFolder:
    """The tournament's folder, begun or opened again. OtherRun if one of that name is unfinished and another run.

    `fresh` removes these two instead, and tells so.
    """
    text, files = inputs(tournament.config)
    wanted = identity(*tournament, text)
    path = results / folder_name(wanted)
    for manifest in runs_named(results, tournament.config.name):
        found = manifest.path.parent
        if fresh and (found == path or not manifest.finished):
            tell(f"removing {found} with {len(manifest.chunks):,} chunks")
            RunFolder(found).remove()
        elif found == path or not manifest.finished:
            check_same(manifest, wanted)
    folder = RunFolder(path)
    if folder.manifest.header:
        check_same(folder.manifest, wanted)
    else:
        folder.begin(wanted, text, files)
    return folder


def play(tournament: Tournament, folder: RunFolder, progress: Progress, jobs: int) -> Outcome:
    """Plays until all is played or the user has had enough, and sums up what there is."""
    try:
        with logging_to(folder.path / LOG) as log, Interrupt() as interrupt:
            complete = folder.manifest.finished
            if not complete:
                log.info("%s: seed %d, %d processes", folder.path.name, tournament.config.seed, jobs)
                complete = _play_on(tournament, folder, progress, jobs, interrupt)
                state = "all is played" if complete else "stopped"
                log.info("%s: %d of %d chunks", state, len(folder.manifest.chunks), tournament.planned.chunks)
            return _sum_up(tournament, folder, complete)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise no_room(folder.path, error) from None
        raise


def _sum_up(tournament: Tournament, folder: RunFolder, complete: bool) -> Outcome:
    run = Run(folder.path)
    if not run.pieces:
        return Outcome(folder.path, None, False)
    from wallenstein.tourney.figures.summing import sum_up  # with all of scipy, which no process that plays needs

    summary = sum_up(run, tournament.config.count_tainted)
    if complete and not folder.manifest.finished:
        write_summary(folder.path, summary)
        folder.manifest.finish()
    return Outcome(folder.path, summary, complete)


def _play_on(tournament: Tournament, folder: RunFolder, progress: Progress, jobs: int, interrupt: Interrupt) -> bool:
    planned = tournament.planned
    folder.clear_leftovers()
    tests = Tests(tournament.config, planned, folder.manifest.verdicts)
    runner = Runner(folder, planned, tests, progress)
    stage = replace(stage_of(tournament, folder.path, progress.ticker), lock=folder.lock)
    games = max(len(facts(planned, cell.start)) for cell in map(planned.chunks_of, range(len(planned.cells))))
    deadline = MARGIN + 2 * games * tournament.config.run.limits.game
    executor = Local(lambda chunk: play_chunk(stage, chunk, facts(planned, chunk)), jobs, deadline)
    try:
        if not runner.play(executor, interrupt):
            return False
    finally:
        progress.close()
    groups = bindings(folder.manifest.counting())
    binder = Local(lambda group: bind(stage.folder, group, groups[group], stage.tables, stage.schema), jobs, deadline)
    return runner.bind(binder, interrupt, groups)


def facts(planned: Schedule, chunk: int) -> list[GameFacts]:
    """The games of a chunk."""
    matrix = len(planned.cells) > 1
    return [
        GameFacts(
            block.first + rotation,
            block.cell if matrix else -1,
            block.number,
            block.lineup,
            rotation,
            block.seed,
            seating,
        )
        for block in planned.chunk(chunk)
        for rotation, seating in enumerate(block.seatings)
    ]


def stage_of(tournament: Tournament, folder: Path, ticker: Ticker) -> Stage:
    """What the workers need."""
    config = tournament.config
    asked = config.run.limits
    limits = Limits(asked.start, asked.choose, asked.game, {"plan": asked.plan})
    cells = [
        Cell(
            cell.game,
            cell.rules,
            makers,
            limits,
            config.run.max_faults,
            planned.candidate if cell.meeting.bounds is not None else None,
        )
        for cell, makers, planned in zip(config.cells, tournament.cast.makers, tournament.planned.cells, strict=True)
    ]
    labels = [cell.label for cell in config.cells]
    tables = {
        name: tables_of(cell.game, config.entry_names, labels)[name] for cell in config.cells for name in cell.tables
    }
    memory = config.run.limits.memory_mb * 2**20
    abort = config.run.on_fault == "abort"
    return Stage(folder, cells, len(config.entry_names), tables, memory, SCHEMA, abort, ticker)
