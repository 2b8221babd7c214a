"""Chunks may finish in any order, on any executor."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.tourney.test_rounds import DUEL
from tests.tourney.tournament import contents, played, write_config
from wallenstein.record.read import Run
from wallenstein.tourney.pool import TaskResult


class Shuffled:
    """Plays in this process, many at a time, and hands back in an order of its own."""

    seed = 0

    def __init__(self, work: Callable[[int], Any], jobs: int, deadline: float, log: Path) -> None:
        self.work = work
        self.room = 7
        self.random = Random(self.seed)
        self.waiting: list[int] = []

    def submit(self, chunk: int) -> None:
        self.waiting.append(chunk)

    def finished(self, seconds: float) -> list[TaskResult]:
        chunk = self.waiting.pop(self.random.randrange(len(self.waiting)))
        return [TaskResult(chunk, self.work(chunk), None)]

    def drop_waiting(self) -> None:
        self.waiting.clear()

    def under_way(self) -> list[int]:
        return list(self.waiting)

    def stop(self) -> None:
        self.waiting.clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    "sets", [["tourney.blocks=12"], pytest.param(DUEL, marks=pytest.mark.long)], ids=["round-robin", "duel"]
)
def test_any_order_gives_the_same_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sets: list[str]) -> None:
    config = write_config(tmp_path, ("good", "bad"), blocks=100)
    straight = played(config, tmp_path / "straight", sets=sets).folder
    monkeypatch.setattr("wallenstein.tourney.run.LocalPool", Shuffled)
    for seed in range(3):
        monkeypatch.setattr(Shuffled, "seed", seed)
        mixed = played(config, tmp_path / f"mixed-{seed}", sets=sets).folder
        assert contents(mixed) == contents(straight)
        assert Run(mixed).manifest.verdicts == Run(straight).manifest.verdicts
