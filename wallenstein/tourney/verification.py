"""Checks a whole run, in several processes: its files, its games, its manifest, and its figures."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isclose
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.text import first_line
from wallenstein.record.chunks import FOLDER as CHUNKS
from wallenstein.record.chunks import Segment
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.record.location import read_within
from wallenstein.record.manifest import FILE
from wallenstein.record.manifest_lines import Chunk, sums_in
from wallenstein.record.read import CONFIG, INPUTS, JoinedRuns, Run
from wallenstein.record.verify import Basis, check_files, check_segment, timed_games
from wallenstein.record.write import TABLES
from wallenstein.stats.figures import text_of
from wallenstein.tourney.config import Config
from wallenstein.tourney.figures.run_summary import SUMMARY, summarise
from wallenstein.tourney.folder import LOCK
from wallenstein.tourney.identity import other_versions
from wallenstein.tourney.pool import in_order
from wallenstein.tourney.recorded_games import CHANGED, cells_of, seeded_config_of
from wallenstein.tourney.rounds import Rounds
from wallenstein.tourney.schedule import Schedule, make_schedule
from wallenstein.tourney.section import in_brief
from wallenstein.tourney.worker.tasks import summed

DEADLINE: Final = 3600.0  # seconds for a segment; it has some thousand games, and no bot is asked


class Checking(NamedTuple):
    """A segment to check, by its first game, and the games to replay."""

    first: int
    wanted: tuple[int, ...]

    def __str__(self) -> str:
        return f"of game {self.first}, to be checked,"


def problems_of(run: Run, basis: Basis, checking: Checking) -> list[str]:
    return list(check_segment(run, basis, run.segment_with(checking.first), checking.wanted))


def basis_of(run: Run) -> Basis:
    """The game and rules of a run. Raises ConfigError if its configuration is not that of its manifest."""
    config = seeded_config_of(run)
    schedule = make_schedule(config, run.manifest.rounds)
    recorded = {key: run.header[key] for key in ("name", "seed", "entries", "games", "chunks")}
    right = [config.name, config.seed, list(config.entry_names), schedule.total, schedule.chunks]
    for (key, value), meant in zip(recorded.items(), right, strict=True):
        if value != meant:
            raise ConfigError(f"{run.manifest.path}: says {key} {in_brief(value)}, and config.toml {in_brief(meant)}")
    if len(run.header["cells"]) != len(config.cells):
        raise ConfigError(f"{run.manifest.path}: has other cells than config.toml")

    def scheduled(segment: Segment) -> list[ScheduledGame]:
        return [game for number in segment.chunks for game in schedule.games(number)]

    cells = cells_of(run, config)
    unchanged = all(game.fingerprint(rules) == run.header["rules"][label] for label, (game, rules) in cells.items())
    return Basis(cells, config.entry_names, config.run.max_faults, scheduled, unchanged)


CHECKED: Final = (FILE, CONFIG, INPUTS, TABLES, CHUNKS, SUMMARY, LOCK)


def unchecked(run: Run) -> list[str]:
    """The names of what lies in the folder of a run besides, such as its page."""
    return sorted({path.name for path in run.folder.iterdir()} - {*CHECKED}) if isinstance(run.folder, Path) else []


LARGE: Final = 1e300  # above, whole numbers cannot be compared as floats; no figure is so large
SLACK: Final = 100_000  # bytes that the figures of another version may have more
EXACT: Final = 1e-6  # relative: versions of numpy and scipy may differ in the last digits of a figure
SEATS: Final = {"game": "i4", "bot": "i2", "win": "f8", "rank": "i1", "faults": "i4", "benched": "?"}


class Verification(NamedTuple):
    """The number of games checked, the problems, and the games that exceeded a limit of time or memory."""

    parts: int
    games: int
    problems: list[str]
    timed: list[int]  # numbers of games, which may differ in another run


def verify_run(run: Run, sample: int | None, note: Callable[[str], None], jobs: int = 1) -> Verification:
    """Checks everything; `note` gets sentences that may explain a problem. Of a league, each run is checked."""
    if isinstance(run, JoinedRuns):
        reports = [verify_run(own, sample, note, jobs) for own in run.runs]
        pairs = zip(run.before, reports, strict=True)
        timed = [game + before["game"] for before, report in pairs for game in report.timed]
        problems = [problem for report in reports for problem in report.problems]
        games = sum(report.games for report in reports)
        return Verification(sum(report.parts for report in reports), games, problems, timed)

    problems = list(check_files(run))
    timed, checkings = list[int](), list[Checking]()
    try:
        if not problems:
            basis = basis_of(run)
            if not basis.unchanged:
                note(CHANGED)
            checkings = _checkings(run, sample)
            found = in_order(partial(problems_of, run, basis), checkings, jobs, DEADLINE)
            problems = [problem for some in found for problem in some]
        if not problems:
            timed = timed_games(run) if run.segments else []
            problems = [*check_sums(run), *check_summary(run)]
    except WallensteinError as error:
        problems += str(error).splitlines()
    if problems and (other := other_versions(run.header)):
        note(f"this run was begun with {other}")
    parts = sum(len(list(segment.files)) for segment in run.segments)
    return Verification(parts, sum(len(one.wanted) for one in checkings), problems, timed)


def _checkings(run: Run, sample: int | None) -> list[Checking]:
    """All segments, with all of their games or those of a random sample."""
    games = [range(segment.first, segment.first + segment.games) for segment in run.segments]
    numbers = [number for each in games for number in each]
    chosen = numbers if sample is None else Random(run.header["seed"]).sample(numbers, min(sample, len(numbers)))
    wanted = set(chosen)
    return [Checking(each.start, tuple(sorted(wanted.intersection(each)))) for each in games]


def check_sums(run: Run) -> Iterator[str]:
    """A sentence for each chunk's sums, and each verdict of a test, that do not follow from the tables."""
    if not run.segments:
        return
    config = seeded_config_of(run)
    schedule = make_schedule(config, run.manifest.rounds)
    place, counting = run.manifest.path, run.manifest.counting()
    chunks = list(_all_summed(run, schedule, config))
    if len(chunks) != len(counting):
        raise ConfigError(f"{place}: has merged chunks that do not count")
    for chunk, right in zip(counting, chunks, strict=True):
        for key in ("first", "games", "sums", "faults", "scores", "places", "benched"):
            recorded, meant = (sums_in(each.sums) if key == "sums" else getattr(each, key) for each in (chunk, right))
            if recorded != meant:
                yield f"{place}: chunk {chunk.number}: {key} is {in_brief(recorded)}, by the tables {in_brief(meant)}"
    yield from _check_out(schedule, place, chunks)
    yield from _check_course(run, make_schedule(config), chunks)


def _check_out(schedule: Schedule, place: object, chunks: Sequence[Chunk]) -> Iterator[str]:
    """A sentence for each chunk in which a bot that is out plays."""
    before = [Counter[int]() for _ in schedule.cells]
    for chunk in chunks if schedule.drop_after else ():
        known, there = before[schedule.cell_of(chunk.number)], dict(chunk.benched)
        for entry in [entry for entry, games in known.items() if games >= (schedule.drop_after or 0)]:
            if there.get(entry, 0) != sum(entry in game.seating for game in schedule.games(chunk.number)):
                yield f"{place}: chunk {chunk.number}: bot {entry} plays, though it was benched in {known[entry]} games"
        known.update(there)


def _check_course(run: Run, schedule: Schedule, chunks: Sequence[Chunk]) -> Iterator[str]:
    """A sentence for each round, and each verdict, that does not follow from the games before it."""
    course, place, manifest = Rounds(schedule, {}), run.manifest.path, run.manifest
    rounds = manifest.rounds.items()
    known = {(cell, number): lineups for cell, each in rounds for number, lineups in enumerate(each, 1)}
    verdicts = {}
    for step in filter(None, map(course.add, chunks)):
        if step.lineups:
            recorded = known.pop((step.cell, step.round), None)
            if recorded != step.lineups:
                yield f"{place}: cell {step.cell}: the line-ups of round {step.round} do not follow from the games"
                return
        elif step.verdict is not None:
            dropped = [course.last[step.cell], schedule.chunks_of(step.cell).stop]
            verdicts[step.cell] = {"cell": step.cell, **step.verdict, "dropped": dropped}
    for cell, number in known:
        yield f"{place}: cell {cell}: has a round {number}, though the games before it are not finished"
    for cell in sorted({*verdicts, *manifest.verdicts}):
        for where in differences(manifest.verdicts.get(cell), verdicts.get(cell), "verdict"):
            yield f"{place}: cell {cell}: {where}"


def _all_summed(run: Run, schedule: Schedule, config: Config) -> Iterator[Chunk]:
    """All chunks with the sums that follow from the table."""
    names, leave_out = run.header["entries"], config.on_bench == "leave-out"
    parts = run.arrays_by_segment("seats", {column: names if column == "bot" else () for column in SEATS})
    for segment, columns in zip(run.segments, parts, strict=True):
        seats = np.empty(len(columns["game"]), np.dtype(list(SEATS.items())))
        for column in SEATS:
            seats[column] = columns[column]
        for number in segment.chunks:
            games, file = schedule.games(number), run.manifest.chunks[number].file
            first, end = np.searchsorted(seats["game"], [games[0].number, games[-1].number + 1])
            cell = schedule.cells[max(games[0].cell, 0)]
            yield summed(number, games, file, seats[first:end], cell, len(names), leave_out, schedule.drop_after)


def check_summary(run: Run) -> Iterator[str]:
    """A sentence for the first difference between the file of figures and the tables."""
    if not run.manifest.finished:
        return
    summary = summarise(run)
    text = text_of(summary)
    figures = json.loads(text)
    path = run.folder / SUMMARY
    try:
        found = json.loads(read_within(path, 2 * len(text.encode()) + SLACK))
    except (OSError, ValueError, RecursionError) as error:
        yield f"{path}: cannot be read ({first_line(error)[:120]})"
    else:
        yield from (f"{path}: {place}" for place in differences(found, figures, ""))


def differences(found: object, right: object, place: str) -> Iterator[str]:
    """The first place where two documents differ."""
    if isinstance(found, Mapping) and isinstance(right, Mapping) and list(found) == list(right):
        pairs = [(f"{place}.{key}" if place else str(key), found[key], right[key]) for key in right]
    elif isinstance(found, list) and isinstance(right, list) and len(found) == len(right):
        pairs = [(f"{place}[{at}]", *both) for at, both in enumerate(zip(found, right, strict=True))]
    else:
        if not _same(found, right):
            yield f"{place or 'the document'} is {in_brief(found)}, by the tables {in_brief(right)}"
        return
    for inner, one, other in pairs:
        for difference in differences(one, other, inner):
            yield difference
            return


def _same(found: Any, right: Any) -> bool:
    if type(found) in (int, float) and type(right) in (int, float) and abs(found) < LARGE:
        return isclose(found, right, rel_tol=EXACT, abs_tol=EXACT)
    return type(found) is type(right) and bool(found == right)
