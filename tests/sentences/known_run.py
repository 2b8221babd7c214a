"""A run whose games are given as arrays, for all that reads runs."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import numpy as np
import pyarrow as pa

from wallenstein.record.read import Run
from wallenstein.stats.results import Results

HERE: Final = Path(__file__)


class KnownRun:
    """The tables `games` and `seats` of some cells with the same blocks, and what a manifest says."""

    tables: Final = ("games", "seats", "faults")

    def __init__(self, cells: Mapping[str, Results], own: str = "", folder: Path = HERE) -> None:
        """`own` stands for the code of the bots."""
        first = next(iter(cells.values()))
        self.folder, self.games = folder, sum(each.games for each in cells.values())
        essence = {"game": {"name": "wallenstein"}, "tourney": {"on_bench": "last"}, "bots": {"entry": []}}
        self.header: Final[dict[str, Any]] = {
            "name": "known",
            "seed": 1,
            "games": self.games,
            "entries": list(first.names),
            "cells": list(cells),
            "essence": dict.fromkeys(cells, essence),
            "rules": dict.fromkeys(cells, "rules"),
            "bots": {name: own if name == "bot-0" else "same" for name in first.names},
        }
        self.manifest: Final = SimpleNamespace(was_secret=False, verdicts={}, finished=True)
        self.segments: Final = [SimpleNamespace(first=0, games=self.games)]
        self.columns: Final = self._columns(list(cells.values()))

    def _columns(self, cells: Sequence[Results]) -> dict[str, dict[str, Any]]:
        block = np.concatenate([each.block for each in cells])
        seats, before = cells[0].seats, np.cumsum([0, *(each.games for each in cells)])
        rank = np.concatenate([each.rank for each in cells])
        first = rank == 1
        games = {
            "game": np.arange(self.games),
            "cell": np.repeat(np.arange(len(cells)), np.diff(before)),
            "block": block,
            "seed": np.concatenate([np.arange(each.games) for each in cells]).astype(np.uint64),
            "digest": np.arange(self.games),
            "decisions": np.full(self.games, 100),
        }
        rows = {
            "game": np.repeat(np.arange(self.games), seats),
            "seat": np.tile(np.arange(seats), self.games),
            "bot": np.concatenate([each.entrant for each in cells]).ravel(),
            "rank": rank.ravel(),
            "score": np.concatenate([each.score for each in cells]).ravel(),
            "win": (first / first.sum(axis=1, keepdims=True)).ravel(),
            "benched": np.zeros(rank.size, np.bool_),
        }
        none = np.zeros(0, np.int64)
        return {"games": games, "seats": rows, "faults": {"game": none, "seat": none, "kind": none}}

    def arrays_by_segment(self, name: str, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        yield {column: self.columns[name][column] for column in columns}

    def arrays(self, name: str, columns: Sequence[str]) -> dict[str, Any]:
        return next(self.arrays_by_segment(name, columns))

    def table(self, name: str, columns: Sequence[str]) -> pa.Table:
        return pa.table({column: self.columns[name][column] for column in columns})

    def as_run(self) -> Run:
        return cast(Run, self)
