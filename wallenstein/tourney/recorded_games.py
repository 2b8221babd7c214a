"""The rules that a run was played with, and its recorded games."""

from typing import Any

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.record.dataset import Run
from wallenstein.record.replay import replay
from wallenstein.tourney.config import load

CHANGED = "the rules have changed since this run was played"


def cells_of(run: Run) -> tuple[dict[str, tuple[Game, Any]], bool]:
    """The game and the rules by the label of each cell, and whether they are unchanged since the run."""
    config = load(run.folder / "config.toml")
    labels = run.header["cells"]  # the stored configuration has copies instead of the files that a label may name
    cells = {label: (cell.game, cell.rules) for label, cell in zip(labels, config.cells, strict=True)}
    same = all(game.fingerprint(rules) == run.header["rules"][label] for label, (game, rules) in cells.items())
    return cells, same


def transcript(run: Run, number: int) -> dict[str, Any]:
    """One game of a run as a scenario. Raises ConfigError if it cannot be replayed."""
    segment = run.segment_with(number)
    if "decisions" not in run.tables:
        raise ConfigError(
            f"{run.folder}: was played without the table decisions (log.tables), so its games cannot be replayed"
        )
    recorded = next(row for row in run.rows_of([segment], "games").to_pylist() if row["game"] == number)
    rows = run.rows_of([segment], "decisions").to_pylist()
    decisions = [(row["seat"], row["kind"], row["choice"]) for row in rows if row["game"] == number]
    cells, _ = cells_of(run)
    game, rules = cells[recorded["cell"] or next(iter(cells))]
    players, seed = recorded["players"], recorded["seed"]
    if replay(game, rules, players, seed, decisions).digest != recorded["digest"]:
        raise ConfigError(f"{run.folder}: game {number} comes out differently under the current rules; {CHANGED}")
    return game.transcribe(rules, players, seed, [packed for _, _, packed in decisions])
