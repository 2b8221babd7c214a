"""The rules that a run was played with, its recorded games, and the check of some of them."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.trust import reading_run
from wallenstein.record.chunks import Segment
from wallenstein.record.game_rows import ScheduledGame, replay
from wallenstein.record.read import JoinedRuns, Run
from wallenstein.record.verify import Basis, check_segment
from wallenstein.record.write import plain_column
from wallenstein.tourney.config import Config, load
from wallenstein.tourney.schedule import make_schedule
from wallenstein.tourney.section import in_brief

CHANGED = "the rules have changed since this run was played"


def config_of(run: Run) -> Config:
    """The configuration of a run, with its seed if that is known. Raises Untrusted if it names code not to be run."""
    seed = run.header["seed"]
    with reading_run(run.config_file.parent, run.trusted):
        return load(run.config_file, secret=None if isinstance(seed, str) else seed)


def cells_of(run: Run) -> tuple[dict[str, tuple[Game, Any]], bool]:
    """The game and the rules by the label of each cell, and whether the rules are unchanged since the run."""
    config = config_of(run)
    labels = run.header["cells"]  # the stored configuration has copies instead of the files that a label may name
    cells = {label: (cell.game, cell.rules) for label, cell in zip(labels, config.cells, strict=True)}
    same = all(game.fingerprint(rules) == run.header["rules"][label] for label, (game, rules) in cells.items())
    return cells, same


def seeded_config_of(run: Run) -> Config:
    """The same. Raises ConfigError while the seed is secret."""
    if isinstance(run.header["seed"], str):
        text = "its seed is secret until it is finished, and without it no game can be checked or played again"
        raise ConfigError(f"{run.folder}: {text}; run the same `wallenstein tourney` command again to finish it")
    return config_of(run)


def basis_of(run: Run) -> Basis:
    """The game and rules of a run. Raises ConfigError if its configuration is not that of its manifest."""
    config = seeded_config_of(run)
    schedule = make_schedule(config, run.manifest.rounds)
    said = {key: run.header[key] for key in ("name", "seed", "entries", "games", "chunks")}
    right = [config.name, config.seed, list(config.entry_names), schedule.total, schedule.chunks]
    for (key, value), meant in zip(said.items(), right, strict=True):
        if value != meant:
            raise ConfigError(f"{run.manifest.path}: says {key} {in_brief(value)}, and config.toml {in_brief(meant)}")
    if len(run.header["cells"]) != len(config.cells):
        raise ConfigError(f"{run.manifest.path}: has other cells than config.toml")

    def scheduled(segment: Segment) -> list[ScheduledGame]:
        return [game for number in segment.chunks for game in schedule.games(number)]

    cells, unchanged = cells_of(run)
    return Basis(cells, config.entry_names, config.run.max_faults, scheduled, unchanged)


class RecordedGame(NamedTuple):
    """A game of a run, with everything needed to play it again."""

    number: int
    game: Game
    rules: Any
    seed: int
    bots: tuple[str, ...]  # by seat
    choices: tuple[bytes, ...]

    def transcript(self) -> JsonObject:
        return self.game.transcribe(self.rules, len(self.bots), self.seed, self.choices)


def recorded_game(run: Run, number: int) -> RecordedGame:
    """One game of a run. Raises ConfigError if it cannot be replayed."""
    return next(recorded_games(run, [number]))


def recorded_games(run: Run, numbers: Collection[int]) -> Iterator[RecordedGame]:
    """Some games of a run, in order. Raises ConfigError if one of them cannot be replayed."""
    if "decisions" not in run.tables:
        text = "was played without the table decisions (log.tables), so its games cannot be replayed"
        raise ConfigError(f"{run.folder}: {text}")
    if isinstance(run, JoinedRuns):
        for number in sorted(set(numbers)):
            own, there = run.of_game(number)
            yield recorded_game(own, there)._replace(number=number)
        return
    basis = basis_of(run)
    wanted: dict[int, list[int]] = {}  # by the place of the segment
    for number in sorted(set(numbers)):
        wanted.setdefault(run.segments.index(run.segment_with(number)), []).append(number)
    for place, here in wanted.items():
        segment = run.segments[place]
        scheduled = {game.number: game for game in basis.scheduled(segment)}
        digests = dict(_some(run, segment, "games", here, "digest"))
        decisions: dict[int, list[tuple[int, str, bytes]]] = {number: [] for number in here}
        for number, *taken in _some(run, segment, "decisions", here, "seat", "kind", "choice"):
            decisions[number].append((taken[0], taken[1], taken[2]))
        for number in here:
            if number not in scheduled:
                raise ConfigError(f"{run.manifest.path}: does not fit config.toml, which has no game {number} there")
            yield _checked(run, basis, scheduled[number], decisions[number], digests.get(number))


def _some(run: Run, segment: Segment, table: str, games: Collection[int], *columns: str) -> Iterator[tuple[Any, ...]]:
    rows = run.rows_of([segment], table, ["game", *columns])
    rows = rows.filter(pc.is_in(rows["game"], plain_column([*games]).cast(pa.int32())))
    return (tuple(row.values()) for row in rows.to_pylist())


def _checked(
    run: Run, basis: Basis, scheduled: ScheduledGame, decisions: Sequence[tuple[int, str, bytes]], digest: int | None
) -> RecordedGame:
    """The game, if its replay equals its record."""
    game, rules = basis.cells[basis.label(scheduled)]
    if replay(game, rules, len(scheduled.seating), scheduled.seed, decisions).digest != digest:
        text = f"game {scheduled.number} comes out differently under the current rules; {CHANGED}"
        raise ConfigError(f"{run.folder}: {text}")
    bots = tuple(basis.entries[entry] for entry in scheduled.seating)
    choices = tuple(packed for _, _, packed in decisions)
    return RecordedGame(scheduled.number, game, rules, scheduled.seed, bots, choices)


class Checking(NamedTuple):
    """A segment to check, by its first game, and the games to replay."""

    first: int
    wanted: tuple[int, ...]

    def __str__(self) -> str:
        return f"of game {self.first}, to be checked,"


def problems_of(run: Run, basis: Basis, checking: Checking) -> list[str]:
    return list(check_segment(run, basis, run.segment_with(checking.first), checking.wanted))
