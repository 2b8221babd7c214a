"""The rules that a run was played with, and its recorded games."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from wallenstein.bots.match import isolate_code
from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.own_code import reading_run
from wallenstein.record.game_rows import replay
from wallenstein.record.read import JoinedRuns, Run
from wallenstein.table.conditions import Limits
from wallenstein.tourney.config import Config, load

CHANGED = "the rules have changed since this run was played"


def config_of(run: Run) -> Config:
    """The configuration of a run, with its seed if that is known. Raises Untrusted if it names code not to be run."""
    seed = run.header["seed"]
    with reading_run(run.config_file.parent, run.trusted):
        config = load(run.config_file, secret=None if isinstance(seed, str) else seed)
    asked = config.run.limits
    for cell in config.cells:
        limits, sandboxed = Limits(start=asked.start, choose=asked.choose), config.run.isolation == "sandbox"
        isolate_code(cell.game, cell.rules, limits, asked.memory_mb * 2**20, sandboxed)
    return config


def cells_of(run: Run, config: Config | None = None) -> dict[str, tuple[Game, Any]]:
    """The game and the rules by the label of each cell."""
    # the stored configuration has copies instead of the files that a label may name
    cells = (config or config_of(run)).cells
    return {label: (cell.game, cell.rules) for label, cell in zip(run.header["cells"], cells, strict=True)}


def seeded_config_of(run: Run) -> Config:
    """The configuration of a run. Raises ConfigError while the seed is secret."""
    if isinstance(run.header["seed"], str):
        text = "its seed is secret until it is finished, and without it no game can be checked or played again"
        raise ConfigError(f"{run.folder}: {text}; run the same `wallenstein tourney` command again to finish it")
    return config_of(run)


@lru_cache(maxsize=1)  # one: how its own code is isolated holds for the run that was loaded last
def _cells_to_replay(run: Run) -> dict[str | None, tuple[Game, Any]]:
    """Read once for many games of a run."""
    return {label or None: known for label, known in cells_of(run, seeded_config_of(run)).items()}


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
    cells = _cells_to_replay(run)
    wanted: dict[int, list[int]] = {}  # by the place of the segment
    for number in sorted(set(numbers)):
        wanted.setdefault(run.segments.index(run.segment_with(number)), []).append(number)
    for place, here in wanted.items():
        segment = run.segments[place]
        games = run.by_game(segment, "games", here, "cell", "seed", "digest")
        seats = run.by_game(segment, "seats", here, "bot")
        decisions = run.by_game(segment, "decisions", here, "seat", "kind", "choice")
        for number in here:
            # the seed is that of the table: to compute it from that of the run takes a third of a second
            cell, seed, digest = (games[number] or [("", 0, 0)])[0]
            game, rules = cells.get(cell, (None, None))
            if game is None or len(seats[number]) not in game.seats:
                raise ConfigError(f"{run.folder}: game {number} does not fit config.toml")
            if replay(game, rules, len(seats[number]), seed, decisions[number]).digest != digest:
                text = f"game {number} comes out differently under the current rules; {CHANGED}"
                raise ConfigError(f"{run.folder}: {text}")
            bots, choices = tuple(bot for (bot,) in seats[number]), tuple(packed for _, _, packed in decisions[number])
            yield RecordedGame(number, game, rules, seed, bots, choices)
