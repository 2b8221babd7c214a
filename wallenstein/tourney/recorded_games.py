"""The rules that a run was played with, and its recorded games."""

from typing import Any, NamedTuple

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.record.dataset import Run
from wallenstein.record.expected import Basis
from wallenstein.record.files.segments import Segment
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.record.replay import replay
from wallenstein.tourney.config import load
from wallenstein.tourney.config.allowed import in_brief
from wallenstein.tourney.schedule import make_schedule

CHANGED = "the rules have changed since this run was played"


def cells_of(run: Run) -> tuple[dict[str, tuple[Game, Any]], bool]:
    """The game and the rules by the label of each cell, and whether they are unchanged since the run."""
    config = load(run.folder / "config.toml")
    labels = run.header["cells"]  # the stored configuration has copies instead of the files that a label may name
    cells = {label: (cell.game, cell.rules) for label, cell in zip(labels, config.cells, strict=True)}
    same = all(game.fingerprint(rules) == run.header["rules"][label] for label, (game, rules) in cells.items())
    return cells, same


def basis_of(run: Run) -> Basis:
    """What a run was played by. Raises ConfigError if its configuration is not that of its manifest."""
    config = load(run.folder / "config.toml")
    schedule = make_schedule(config)
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
    """A game of a run, with all that it takes to play it again."""

    game: Game
    rules: Any
    seed: int
    bots: tuple[str, ...]  # by seat
    choices: tuple[bytes, ...]

    def transcript(self) -> dict[str, Any]:
        """The game as a scenario."""
        return self.game.transcribe(self.rules, len(self.bots), self.seed, self.choices)


def recorded_game(run: Run, number: int) -> RecordedGame:
    """One game of a run. Raises ConfigError if it cannot be replayed."""
    segment = run.segment_with(number)
    if "decisions" not in run.tables:
        raise ConfigError(
            f"{run.folder}: was played without the table decisions (log.tables), so its games cannot be replayed"
        )
    digests = {row["game"]: row["digest"] for row in run.rows_of([segment], "games", ["game", "digest"]).to_pylist()}
    rows = run.rows_of([segment], "decisions").to_pylist()
    decisions = [(row["seat"], row["kind"], row["choice"]) for row in rows if row["game"] == number]
    basis = basis_of(run)
    scheduled = {game.number: game for game in basis.scheduled(segment)}.get(number)
    if scheduled is None:
        raise ConfigError(f"{run.manifest.path}: does not fit config.toml, which has no game {number} there")
    game, rules = basis.cells[basis.label(scheduled)]
    seed = scheduled.seed
    if replay(game, rules, len(scheduled.seating), seed, decisions).digest != digests.get(number):
        raise ConfigError(f"{run.folder}: game {number} comes out differently under the current rules; {CHANGED}")
    bots = tuple(basis.entries[entry] for entry in scheduled.seating)
    return RecordedGame(game, rules, seed, bots, tuple(packed for _, _, packed in decisions))
