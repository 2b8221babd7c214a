"""Duels that stop early, and cells of a matrix."""

from pathlib import Path

import pytest

from tests.tourney.tournament import contents, played, write_config
from wallenstein.record.manifest_lines import sums_in
from wallenstein.record.read import Run

DUEL = ['tourney.format="duel"', "tourney.betting.s0=0.5", "tourney.betting.s1=0.7", "run.chunk=8"]


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


@pytest.mark.long
def test_a_duel_ends_alike_on_more_processes(tmp_path: Path) -> None:
    assert contents(duel(tmp_path, ("good", "bad"), "one")) == contents(duel(tmp_path, ("good", "bad"), "four", 4))


def test_a_duel_of_equals_is_not_won(tmp_path: Path) -> None:
    verdict = Run(duel(tmp_path, ("bad", "bad2"), "results")).manifest.verdicts[0]
    assert verdict["decision"] == "H0"


def test_a_duel_counts_a_benched_candidate_as_beaten(tmp_path: Path) -> None:
    """It scores like a random player until it is benched, which is more than enough against a bad one."""
    folder = duel(tmp_path, ("hopeless", "bad"), "results")
    verdict = Run(folder).manifest.verdicts[0]
    assert (verdict["decision"], verdict["blocks"]) == ("H0", 5), "as soon as a bet that always wins has won enough"
    sums = [sums_in(chunk.sums) for chunk in Run(folder).manifest.counting()]
    assert sums == [[(8, 0.0, 16), (8, 8.0, 8)]] * 2


def test_a_duel_goes_on_without_the_games_that_do_not_count(tmp_path: Path) -> None:
    """The candidate is benched in half of the games; blocks of which nothing is left are not in the test."""
    config = write_config(tmp_path, ("moody", "bad"), blocks=40)
    sets = [*DUEL, 'tourney.on_bench="leave-out"', "run.max_faults=1"]
    run = Run(played(config, tmp_path / "results", sets=sets).folder)
    verdict = run.manifest.verdicts[0]
    seats = run.table("seats").to_pandas()
    left_out = set(seats.game[seats.benched])
    assert 0 < len(left_out) < run.games
    candidate = seats[~seats.game.isin(left_out) & (seats.bot == "moody")]
    blocks = run.table("games").to_pandas().set_index("game").block
    by_block = candidate.groupby(candidate.game.map(blocks)).win.mean().tolist()
    assert [score for chunk in run.manifest.counting() for score in chunk.scores] == pytest.approx(by_block)
    sums = [sum(sums_in(chunk.sums)[0][part] for chunk in run.manifest.counting()) for part in range(3)]
    assert sums == [len(candidate), candidate.win.sum(), candidate["rank"].sum()]
    assert verdict["decision"] == "H1"
    assert 4 <= verdict["blocks"] <= len(by_block) < len(set(blocks))


def test_cells_are_played_on_the_same_seeds_and_compared(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("good", "bad"), blocks=6)
    config.write_text(config.read_text() + '\n[matrix]\n"game.rounds" = [1, 3]\n')
    outcome = played(config, tmp_path / "results", jobs=2)
    games = Run(outcome.folder).table("games").to_pylist()
    assert [row["game"] for row in games] == list(range(24))
    assert [row["cell"] for row in games] == ["game.rounds=1"] * 12 + ["game.rounds=3"] * 12
    assert [row["seed"] for row in games[:12]] == [row["seed"] for row in games[12:]]
    assert outcome.summary is not None
    assert [cell.cell for cell in outcome.summary.cells] == ["game.rounds=1", "game.rounds=3"]
    assert [cell.games for cell in outcome.summary.cells] == [12, 12]
    (more, less) = outcome.summary.differences
    assert (more.name, more.cell, more.against) == ("good", "game.rounds=3", "game.rounds=1")
    assert more.win_share.difference.value == pytest.approx(-less.win_share.difference.known)


def test_only_the_wanted_tables_are_written(tmp_path: Path) -> None:
    config = write_config(tmp_path, blocks=2)
    folder = played(config, tmp_path / "results", sets=['log.tables=["turns"]']).folder
    assert Run(folder).tables == ["games", "seats", "faults", "turns"]
    assert sorted(path.name for path in (folder / "tables").iterdir()) == ["faults", "games", "seats", "turns"]
