"""Honest bots play the same games wherever they run: byte-equal tables, for all reference bots and all that is played."""

import json
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from tests.hostile.attack import NONE, PROCESS, SANDBOX
from tests.hostile.test_attacks import needs_sandbox
from tests.tourney.tournament import contents, faults_of, played
from wallenstein.games.wallenstein.editions import EXPANSIONS

CONFIG: Final = """
[tourney]
name = "modes"
seed = 30
blocks = {blocks}
format = "list"
tables = {tables}
rotation = "none"

[bots]
entries = {entries}

[matrix]
game = {games}

[run]
chunk = 1000
"""
WALLENSTEIN: Final = ("random", "settler", "warlord", "miller", "regent")
SIXTEEN: Final = ("banker", "broker")
PARTS: Final = tuple(EXPANSIONS)
GAMES: Final = (
    {"edition": "second", "setup": "draft"},
    {"edition": "first"},
    {"edition": "first", "variant": "manual"},
    *({"edition": "second", "expansions": list(some)} for size in (1, 2) for some in combinations(PARTS, size)),
)
"""Both editions, the variant, both set-ups, and every choice of expansions."""


def tables_of(folder: Path, config: Path, mode: str) -> dict[str, bytes]:
    """All tables of a tournament without faults, in this mode."""
    run = played(config, folder / mode, sets=[f"run.isolation={mode}"]).folder
    assert faults_of(run) == []
    return contents(run)


def write_config(folder: Path, bots: tuple[str, ...], games: list[dict[str, object]], blocks: int) -> Path:
    """A tournament in which all bots sit at one table, or at several if they are too few."""
    tables = json.dumps([list(bots)] if len(bots) > 2 else [[*bots, bots[0]]])
    shown = "[" + ", ".join(toml(game) for game in games) + "]"
    path = folder / "modes.toml"
    path.write_text(
        CONFIG.format(blocks=blocks, tables=tables, entries=json.dumps(bots), games=shown)
    )
    return path


def toml(game: dict[str, object]) -> str:
    """An inline table."""
    return "{" + ", ".join(f"{key} = {json.dumps(value)}" for key, value in game.items()) + "}"


def check(folder: Path, bots: tuple[str, ...], games: list[dict[str, object]], blocks: int, modes: tuple[str, ...]) -> None:
    """The tables of all modes are equal."""
    config = write_config(folder, bots, games, blocks)
    first, *others = (tables_of(folder, config, mode) for mode in modes)
    assert len(first) > 5
    for tables in others:
        assert tables == first


def test_all_editions_and_expansions(tmp_path: Path) -> None:
    check(tmp_path, WALLENSTEIN, list(GAMES), 1, (NONE, PROCESS))
