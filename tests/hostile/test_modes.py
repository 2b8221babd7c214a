"""Honest bots play the same games wherever they run: byte-equal tables, with all reference bots and expansions."""

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from tests.hostile.attack import NONE, PROCESS, SANDBOX
from tests.table.processes.kinds import each_kind  # noqa: F401
from tests.tourney.tournament import contents, faults_of, played
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.table.processes.sandbox import Kind

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
SIXTEEN: Final = ("banker", "broker", "random", "banker", "broker")
PARTS: Final = tuple(EXPANSIONS)
Options = dict[str, Any]
GAMES: Final[tuple[Options, ...]] = (
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


def write_config(folder: Path, bots: tuple[str, ...], games: Sequence[Options], blocks: int) -> Path:
    """A tournament of one table, at which the bots sit in their order."""
    shown = "[" + ", ".join(toml(game) for game in games) + "]"
    path = folder / "modes.toml"
    entries = json.dumps(list(dict.fromkeys(bots)))
    path.write_text(CONFIG.format(blocks=blocks, tables=json.dumps([bots]), entries=entries, games=shown))
    return path


def toml(game: Options) -> str:
    """An inline table."""
    return "{" + ", ".join(f"{key} = {json.dumps(value)}" for key, value in game.items()) + "}"


def check(folder: Path, bots: tuple[str, ...], games: Sequence[Options], blocks: int, *modes: str) -> None:
    """The tables of all modes are equal."""
    config = write_config(folder, bots, games, blocks)
    first, *others = (tables_of(folder, config, mode) for mode in modes)
    assert len(first) > 5
    for tables in others:
        assert tables == first


@pytest.mark.slow
def test_all_editions_and_expansions(tmp_path: Path) -> None:
    check(tmp_path, WALLENSTEIN, GAMES, 1, NONE, PROCESS)


def test_sixteen_thirty_something(tmp_path: Path) -> None:
    check(tmp_path, SIXTEEN, [{"name": "sixteen-thirty"}], 1, NONE, PROCESS)


@pytest.mark.long
def test_more_games(tmp_path: Path) -> None:
    check(tmp_path, WALLENSTEIN, GAMES, 6, NONE, "auto", PROCESS)


@pytest.mark.long
@pytest.mark.parametrize("bots", [WALLENSTEIN, SIXTEEN])
def test_sandboxes(tmp_path: Path, bots: tuple[str, ...], kind: Kind) -> None:
    check(tmp_path, bots, GAMES if bots is WALLENSTEIN else [{"name": "sixteen-thirty"}], 1, NONE, SANDBOX)
