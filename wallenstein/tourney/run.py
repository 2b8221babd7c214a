"""Plays a configured tournament in its folder, from the start or from where it was stopped."""

import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.bots.isolated.ask import SECONDS
from wallenstein.core.errors import ConfigError, ConfigErrors
from wallenstein.core.program.packaged import need_linux
from wallenstein.core.seeds import RunKey
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.record.tables import MEASURED, SCHEMA, listed, tables_of
from wallenstein.stats.figures import RunSummary
from wallenstein.table.conditions import Limits
from wallenstein.table.isolation import hidden_memory
from wallenstein.table.processes.keeper_line import own_keeper
from wallenstein.table.processes.own_code import Guest, started_code
from wallenstein.table.processes.sandbox import sandbox_kind
from wallenstein.tourney.config import Cell, Config, load, load_spec
from wallenstein.tourney.config.sections import TournamentSpec
from wallenstein.tourney.folder import RunFolder, run_folder, runs_named, seed_of_run
from wallenstein.tourney.identity import BotAnswers, FoundBots, check_same, folder_name, identity, kept_files
from wallenstein.tourney.log import LOG, logging_to
from wallenstein.tourney.pool import CLUSTER, Executor, LocalPool
from wallenstein.tourney.progress import PlainLines, RunTally
from wallenstein.tourney.rounds import Rounds
from wallenstein.tourney.runner import NO_ROOM, Interrupt, Runner, no_room
from wallenstein.tourney.schedule import Schedule, make_schedule
from wallenstein.tourney.worker.context import CellContext, GamesDone, Isolation, RunContext
from wallenstein.tourney.worker.game_process import is_inside
from wallenstein.tourney.worker.tasks import Tasks

MARGIN: Final = 60.0  # seconds for a chunk beyond twice the limit of its games


class Tournament(NamedTuple):
    """Everything known before the first game."""

    config: Config
    schedule: Schedule
    bots: FoundBots


class RunResult(NamedTuple):
    """The state of a run at its end: its folder, its figures so far, and whether it is finished."""

    folder: Location
    summary: RunSummary | None
    finished: bool

    @property
    def faults(self) -> int:
        return sum(sum(kinds.values()) for kinds in self.summary.faults.values()) if self.summary else 0


def prepare(
    file: Path,
    sets: Sequence[str],
    results: Location,
    tables: Mapping[str, object] | None = None,
    secret: int | None = None,
) -> Tournament:
    """Reads the configuration and finds the bots. A seed that is drawn is that of the existing run, if there is one.

    `tables`: the parsed file. `secret`: the secret seed, of a finished run.
    """
    reading = partial(load, file, sets, tables=tables, secret=secret)
    config = reading()
    for manifest in runs_named(results, config.name) if config.seed_drawn or config.commitment else ():
        if not manifest.finished and manifest.was_secret == bool(config.commitment) and secret is None:
            seed = seed_of_run(manifest)
            known = [] if config.commitment else [f"tourney.seed={seed}"]
            reading = partial(load, file, [*sets, *known], tables=tables, secret=seed)
            config = reading()
    if config.commitment:  # the same, if it is read again
        reading = partial(reading, secret=config.seed)
    return _with_bots(config, reading)


def prepare_spec(spec: TournamentSpec, file: Path, overridden: Sequence[str] = ()) -> Tournament:
    """Finds the bots of a tournament that a program specifies; `overridden` keys are not from the file."""
    reading = partial(load_spec, spec, file, overridden)
    return _with_bots(reading(), reading)


def _with_bots(config: Config, reading: Callable[..., Config]) -> Tournament:
    """The tournament with its bots; without broken bots, if its configuration says so."""
    pairs = [(entry, cell.game.name) for cell in config.cells for entry in cell.entries]
    answers = BotAnswers(config.file, config.bot_paths, pairs, config.run.isolation == "sandbox")
    left_out, reasons = dict[str, str](), list[str]()
    if answers.broken:
        if config.on_broken == "refuse":
            raise ConfigErrors(answers.mistakes())
        left_out = answers.left_out()
        reasons = [f"{name} is left out: {reason}" for name, reason in left_out.items()]
        try:
            config = reading(without=[entry for entry, _ in answers.broken])
        except ConfigErrors as errors:
            raise ConfigErrors([*errors.lines, *(f"{config.file}: {reason}" for reason in reasons)]) from None
    check_own_code(config)
    bots = answers.found(config)._replace(remarks=(*config.notes, *reasons), left_out=left_out)
    return Tournament(config, make_schedule(config), bots)


def check_own_code(config: Config) -> None:
    """Imports the user's own code in the rules, isolated as in games; raises ConfigErrors for its mistakes."""
    isolation = Isolation(config.run.isolation)
    guests = {pickle.dumps(guest): guest for cell in config.cells if (guest := guest_of(cell))}
    for guest in guests.values():
        try:
            if is_inside(isolation, guest):
                guest.code.make()
                continue
            need_linux(f"{guest.code.key}: code in a process of its own")
            memory, sandboxed = config.run.limits.memory_mb * 2**20, isolation is Isolation.SANDBOX
            with own_keeper() as keeper:
                started_code(keeper, guest.code, Limits(start=SECONDS), memory, sandboxed).close()
        except ConfigError as error:
            raise ConfigErrors([f"{config.file}: {error}"]) from None


def guest_of(cell: Cell) -> Guest | None:
    code = cell.game.own_code(cell.rules)
    return None if code is None else Guest(code)


def open_folder(
    tournament: Tournament, results: Location, fresh: bool, tell: Callable[[str], None] = lambda sentence: None
) -> RunFolder:
    """The tournament's folder, new or existing. Raises OtherRun if an unfinished run of this name is a different run.

    `fresh` removes both instead, and reports it.
    """
    text, files = kept_files(tournament.config)
    wanted = identity(*tournament, text)
    path = results / folder_name(wanted)
    for manifest in runs_named(results, tournament.config.name):
        found = manifest.path.parent
        if fresh and (found == path or not manifest.finished):
            tell(f"removing {found} with {len(manifest.chunks):,} chunks")
            run_folder(found).remove()
        elif found == path or not manifest.finished:
            check_same(manifest, wanted)
    folder = run_folder(path)
    try:
        if folder.manifest.header:
            check_same(folder.manifest, wanted)
        else:
            folder.begin(wanted, text, files, tournament.config.seed if tournament.config.commitment else None)
    except BaseException:
        folder.close()
        raise
    return folder


def play_in(results: Location, tournament: Tournament, progress: RunTally, jobs: int, fresh: bool = False) -> RunResult:
    """Plays a tournament in its folder below `results`; a finished one is only read."""
    folder = open_folder(tournament, results, fresh)
    try:
        return play_tournament(tournament, folder, progress, jobs)
    finally:
        folder.close()


Watching = Callable[[int, tuple[str, ...]], RunTally]  # makes the progress of some games between some bots


class Interrupted(Exception):
    """The user has stopped a tournament; all that is finished is kept."""


def play_whole(results: Location, tournament: Tournament, watch: Watching, jobs: int, fresh: bool = False) -> Run:
    progress = watch(tournament.schedule.total, tournament.config.entry_names)
    result = play_in(results, tournament, progress, jobs, fresh)
    if not result.finished:
        raise Interrupted
    return Run(result.folder)


Jobs = int | Executor  # how many processes play, or what does the tasks instead


def play_tournament(tournament: Tournament, folder: RunFolder, progress: RunTally, jobs: Jobs) -> RunResult:
    """Plays until the end or until the user stops it, and computes the figures."""
    try:
        with hidden_memory(), logging_to(folder.path / LOG) as log, Interrupt() as interrupt:
            complete = folder.manifest.finished
            if complete:
                (folder.path / LOG).touch()  # a name means the run that was asked for last
            else:
                where = tournament.config.run.scheduler or (f"{jobs} processes" if isinstance(jobs, int) else "a table")
                log.info("%s: seed %s, %s", folder.path.name, tournament.config.known_seed, where)
                for remark in tournament.bots.remarks:
                    log.warning("%s", remark)
                complete = _play_on(tournament, folder, progress, jobs, interrupt)
                state = "all is played" if complete else "stopped"
                log.info("%s: %d of %d chunks", state, len(folder.manifest.chunks), tournament.schedule.chunks)
            return _summarised(tournament, folder, complete)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise no_room(folder.place, error) from None
        raise


def _summarised(tournament: Tournament, folder: RunFolder, complete: bool) -> RunResult:
    if complete:
        folder.publish_seed()
    run = Run(folder.place)
    if not run.segments:
        return RunResult(folder.place, None, False)
    from wallenstein.tourney.figures.run_summary import summarise, write_summary

    summary = summarise(run)
    if complete and not folder.manifest.finished:
        write_summary(folder.path, summary)
        folder.finish()
    return RunResult(folder.place, summary, complete)


def _play_on(tournament: Tournament, folder: RunFolder, progress: RunTally, jobs: Jobs, interrupt: Interrupt) -> bool:
    schedule = tournament.schedule
    folder.clear_leftovers()
    schedule.recall(folder.manifest.rounds)
    runner = Runner(folder, schedule, Rounds(schedule, folder.manifest.verdicts), progress)
    # the modules of figures take a moment to import, and no process that plays needs them
    load_figures = partial(import_module, "wallenstein.tourney.figures.run_summary")
    try:
        return runner.play(_executor(tournament, folder, progress, jobs), interrupt, load_figures)
    finally:
        progress.close()


def _executor(tournament: Tournament, folder: RunFolder, progress: RunTally, jobs: Jobs) -> Executor:
    if not isinstance(jobs, int):
        return jobs
    run = tournament.config.run
    if run.executor == "dask" and run.scheduler is not None:
        cluster = import_module(CLUSTER)
        executor: Executor = cluster.executor_of_games(tournament, folder.path, progress.note)
        return executor
    context = replace(run_context(tournament, folder.path, progress.games_done), lock=folder.lock)
    RunKey(tournament.config.seed).value  # noqa: B018  # once, before processes are forked
    return LocalPool(Tasks(context, tournament.schedule), jobs, deadline_of(tournament), folder.path / LOG)


def deadline_of(tournament: Tournament) -> float:
    """Seconds for a task: far more than any needs; without end for language models, which have limits of their own."""
    if has_model(tournament):
        return inf
    schedule = tournament.schedule
    games = max(len(schedule.games(schedule.chunks_of(cell.cell).start)) for cell in schedule.cells)
    return MARGIN + 2 * games * tournament.config.run.limits.game


def has_model(tournament: Tournament) -> bool:
    return any(getattr(maker, "is_model", False) for makers in tournament.bots.makers for maker in makers)


def checked_isolation(tournament: Tournament) -> Isolation:
    """The isolation of bots; ConfigError if this machine does not allow it."""
    isolation = Isolation(tournament.config.run.isolation)
    if not all(is_inside(isolation, maker) for makers in tournament.bots.makers for maker in makers):
        need_linux("a bot in a process of its own")
    if isolation is Isolation.SANDBOX:
        sandbox_kind()
    return isolation


def run_context(tournament: Tournament, folder: Path, games_done: GamesDone) -> RunContext:
    config = tournament.config
    asked = config.run.limits
    limits = Limits(asked.start, asked.choose, asked.game, asked.kinds, asked.bank)
    faults = config.run.max_faults, config.run.drop_after or 0
    cells = [
        CellContext(cell.game, cell.rules, makers, limits, *faults, games.candidate, games.tells_places, guest_of(cell))
        for cell, makers, games in zip(config.cells, tournament.bots.makers, tournament.schedule.cells, strict=True)
    ]
    names, labels = config.entry_names, [cell.label for cell in config.cells]
    tables = {name: tables_of(cell.game, names, labels)[name] for cell in config.cells for name in cell.tables}
    if MEASURED in tables and not has_model(tournament):
        tables[MEASURED] = listed()[MEASURED]
    memory = config.run.limits.memory_mb * 2**20
    abort = config.run.on_fault == "abort"
    leave_out = config.on_bench == "leave-out"
    isolation = checked_isolation(tournament)
    key = RunKey(config.seed)
    return RunContext(folder, cells, key, names, tables, memory, SCHEMA, abort, leave_out, games_done, isolation)


def played_on(total: int, names: tuple[str, ...], quiet: bool, lines: bool = True) -> RunTally:
    """The display of a run that is played here, on standard error; without a terminal, it has `lines` or nothing."""
    if quiet or not sys.stderr.isatty():
        return (PlainLines if lines and not quiet else RunTally)(total, names)
    from wallenstein.tourney.progress_bar import LiveBar  # whose libraries are slow to load

    return LiveBar(total, names)
