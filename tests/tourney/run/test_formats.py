"""Duels that stop early, and cells of a matrix."""

from pathlib import Path

import pytest

from tests.tourney.tournament import contents, played, write_config
from wallenstein.record.dataset import Run

DUEL = ['tourney.format="duel"', "tourney.sprt.s0=0.5", "tourney.sprt.s1=0.7", "run.chunk=8"]


def duel(tmp_path: Path, entries: tuple[str, str], results: str, jobs: int = 1) -> Path:
    config = write_config(tmp_path, entries, blocks=400)
    return played(config, tmp_path / results, jobs, sets=DUEL).folder


def test_a_duel_stops_when_it_is_decided(tmp_path: Path) -> None:
    folder = duel(tmp_path, ("good", "bad"), "results")
    run = Run(folder)
    verdict = run.manifest.verdicts[0]
    assert verdict["decision"] == "H1"
    assert verdict["blocks"] < 100
    assert run.games == 8 * -(-verdict["blocks"] // 4), "whole chunks up to the block that decides, and no more"
    assert [segment.first for segment in run.segments] == [0]
    assert played(tmp_path / "toy.toml", tmp_path / "results", sets=DUEL).finished


def test_a_duel_ends_alike_on_more_processes(tmp_path: Path) -> None:
    assert contents(duel(tmp_path, ("good", "bad"), "one")) == contents(duel(tmp_path, ("good", "bad"), "four", 4))


def test_a_duel_of_equals_is_not_won(tmp_path: Path) -> None:
    verdict = Run(duel(tmp_path, ("bad", "bad2"), "results")).manifest.verdicts[0]
    assert verdict["decision"] == "H0"


def test_cells_are_played_on_the_same_seeds_and_compared(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("good", "bad"), blocks=6)
    config.write_text(config.read_text() + '\n[matrix]\n"game.rounds" = [1, 3]\n')
    outcome = played(config, tmp_path / "results", jobs=2)
    games = Run(outcome.folder).table("games").to_pylist()
    assert [row["game"] for row in games] == list(range(24))
    assert [row["cell"] for row in games] == ["game.rounds=1"] * 12 + ["game.rounds=3"] * 12
    assert [row["seed"] for row in games[:12]] == [row["seed"] for row in games[12:]]
    assert outcome.summary is not None
    assert [cell["cell"] for cell in outcome.summary["cells"]] == ["game.rounds=1", "game.rounds=3"]
    assert [cell["games"] for cell in outcome.summary["cells"]] == [12, 12]
    (more, less) = outcome.summary["differences"]
    assert (more["name"], more["cell"], more["against"]) == ("good", "game.rounds=3", "game.rounds=1")
    assert more["win_share"]["difference"]["value"] == pytest.approx(-less["win_share"]["difference"]["value"])


def test_only_the_wanted_tables_are_written(tmp_path: Path) -> None:
    config = write_config(tmp_path, blocks=2)
    folder = played(config, tmp_path / "results", sets=['log.tables=["turns"]']).folder
    assert Run(folder).tables == ["games", "seats", "faults", "turns"]
    assert sorted(path.name for path in (folder / "tables").iterdir()) == ["faults", "games", "seats", "turns"]
