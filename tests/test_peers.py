"""The benchmark of other engines: its arithmetic, and what it says where one is missing."""

import subprocess
import sys

import pytest

from benchmarks.peers import PEERS, Absent, Speed, catanatron, hearts, hearts_inside, measure_peers, timed

MODULES = ("catanatron", "pyspiel", "rlcard", "pettingzoo.classic", "pgx", "jax")


def test_speed_is_whole_games_over_the_time_they_took() -> None:
    speed = Speed("x", games=30, decisions=600, seconds=2.0)
    assert (speed.games_per_second, speed.decisions_per_second) == (15.0, 300.0)
    assert speed.sentence() == "x: 15.0 games/s, 300 decisions/s"


def test_first_game_is_not_measured() -> None:
    played: list[int] = []

    def play() -> int:
        played.append(1)
        return 7

    speed = timed("x", 0.01, play)
    assert speed.games == len(played) - 1
    assert speed.decisions == 7 * speed.games
    assert speed.seconds >= 0.01


def test_missing_peers_are_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in MODULES:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Absent, match=r"Catanatron is not installed \(.*\); pip install"):
        catanatron(0.1)
    speeds, absent = measure_peers(0.1)
    assert speeds == []
    assert len(absent) == len(PEERS)


def test_peers_are_imported_only_when_they_play() -> None:
    code = f"import sys, benchmarks.peers\nassert not set({MODULES}) & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_catanatron_plays() -> None:
    pytest.importorskip("catanatron")
    assert catanatron(0.05).decisions > 100


def test_hearts_plays_thirteen_tricks_and_passes_cards_in_three_of_four_games() -> None:
    pytest.importorskip("pyspiel")
    for play in (hearts, hearts_inside):
        speed = play(0.2)
        assert 52 <= speed.decisions / speed.games <= 64
