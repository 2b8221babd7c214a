"""Rows of quick games are sent together, those of slow ones at once; games whose rows were lost are played again."""

from pathlib import Path
from typing import Any

import pytest

from tests.tourney.tournament import contents, faults_of, played, write_config
from wallenstein.tourney.worker import game_process
from wallenstein.tourney.worker.context import Heartbeat
from wallenstein.tourney.worker.game_process import Unsent


class Counted:
    """Stands for the rows: counts games."""

    def __init__(self) -> None:
        self.games = 0

    def add(self, *_: Any) -> None:
        self.games += 1

    def take(self) -> int:
        taken, self.games = self.games, 0
        return taken


@pytest.mark.parametrize(("every", "messages"), [(0.0, [(1, 1)] * 3), (60.0, [(3, 3)])])
def test_rows_are_sent_when_it_is_time_and_at_the_end(
    monkeypatch: pytest.MonkeyPatch, every: float, messages: list[tuple[int, int]]
) -> None:
    monkeypatch.setattr(game_process, "EVERY", every)
    sent: list[Any] = []
    rows: Any = Counted()
    unsent = Unsent(rows, {2: 1}, sent.append)
    nothing: Any = None
    for _ in range(3):
        unsent.add(nothing, nothing, nothing)
    unsent.send()
    unsent.send()
    assert sent == [(*message, {2: 1}) for message in messages]


def test_the_games_played_are_known_beside_the_beats() -> None:
    heartbeat = Heartbeat.shared()
    heartbeat.beat()
    heartbeat.played = 7
    heartbeat.beat()
    assert (heartbeat.beats, heartbeat.played) == (2, 7)


@pytest.mark.slow
def test_a_lost_process_is_blamed_on_its_game_however_many_were_unsent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = write_config(tmp_path, ["killed", "decent"], blocks=4)
    found = []
    for every in (0.0, 60.0):
        monkeypatch.setattr(game_process, "EVERY", every)
        folder = played(config, tmp_path / str(every), sets=["run.isolation=none"]).folder
        found.append((contents(folder), faults_of(folder)))
    assert found[0] == found[1]
    assert found[0][1], "it kills its process"
