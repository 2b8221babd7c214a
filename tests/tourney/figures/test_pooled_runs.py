"""Several runs summed up as one."""

from pathlib import Path

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.tourney.figures.run_summary import pool, summarise, unlike


def run(folder: Path, seed: int, entries: tuple[str, ...] = ("decent", "sloppy"), **values: object) -> Run:
    config = write_config(folder, entries, **values)
    return Run(played(config, folder, sets=[f"tourney.seed={seed}", f'tourney.name="cup{seed}"']).folder)


@pytest.mark.long
def test_games_and_blocks_of_two_runs_add_up(tmp_path: Path) -> None:
    runs = [run(tmp_path, 1), run(tmp_path, 2)]
    alone = [summarise(each).cells[0] for each in runs]
    together = pool(runs)
    assert together.games == sum(each.games for each in runs)
    assert together.cells[0].blocks == sum(each.blocks for each in alone)
    seats = {entrant.name: entrant.seats for entrant in together.cells[0].entrants}
    for name in ("decent", "sloppy"):
        assert seats[name] == sum(e.seats for each in alone for e in each.entrants if e.name == name)


def test_the_pooled_share_is_the_mean_of_equal_runs(tmp_path: Path) -> None:
    runs = [run(tmp_path, 1), run(tmp_path, 2)]
    shares = [
        next(e for e in cell.entrants if e.name == "decent").win_share.known
        for cell in [*(summarise(each).cells[0] for each in runs), pool(runs).cells[0]]
    ]
    assert shares[2] == pytest.approx((shares[0] + shares[1]) / 2, abs=1e-6)


def test_a_run_named_twice_is_refused(tmp_path: Path) -> None:
    once = run(tmp_path, 1)
    with pytest.raises(ConfigError, match="named twice"):
        pool([once, Run(once.folder)])


@pytest.mark.long
def test_other_rules_are_told(tmp_path: Path) -> None:
    first, second = run(tmp_path, 1), run(tmp_path, 2)
    assert list(unlike([first, second])) == []
    second.header["rules"][""] = "otherwise"
    assert [
        str(second.folder) in sentence and "different rules" in sentence for sentence in unlike([first, second])
    ] == [True]


def test_benched_seats_count_as_the_first_run_is_configured(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("hopeless", "decent", "good"), blocks=2)
    last = Run(played(config, tmp_path, sets=['tourney.name="last"']).folder)
    sets = ['tourney.name="left-out"', 'tourney.on_bench="leave-out"']
    left_out = Run(played(config, tmp_path, sets=sets).folder)
    found = [pool(runs).cells[0] for runs in ([last, left_out], [left_out, last])]
    assert [(cell.games, cell.left_out) for cell in found] == [(24, 0), (8, 16)]
    assert [sentence for sentence in unlike([last, left_out]) if "on_bench" in sentence]
