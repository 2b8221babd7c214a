"""Several runs summed up as one."""

from pathlib import Path

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.record.dataset import Run
from wallenstein.tourney.figures.pooled_runs import counts_tainted, pool, unlike
from wallenstein.tourney.figures.run_summary import summarise


def run(folder: Path, seed: int, entries: tuple[str, ...] = ("decent", "sloppy"), **values: object) -> Run:
    config = write_config(folder, entries, **values)
    return Run(played(config, folder, sets=[f"tourney.seed={seed}", f'tourney.name="cup{seed}"']).folder)


def test_games_and_blocks_of_two_runs_add_up(tmp_path: Path) -> None:
    runs = [run(tmp_path, 1), run(tmp_path, 2)]
    alone = [summarise(each, True)["cells"][0] for each in runs]
    together = pool(runs, True)
    assert together["games"] == sum(each.games for each in runs)
    assert together["cells"][0]["blocks"] == sum(each["blocks"] for each in alone)
    seats = {entrant["name"]: entrant["seats"] for entrant in together["cells"][0]["entrants"]}
    for name in ("decent", "sloppy"):
        assert seats[name] == sum(e["seats"] for each in alone for e in each["entrants"] if e["name"] == name)


def test_the_pooled_share_is_the_mean_of_equal_runs(tmp_path: Path) -> None:
    runs = [run(tmp_path, 1), run(tmp_path, 2)]
    shares = [
        next(e for e in cell["entrants"] if e["name"] == "decent")["win_share"]["value"]
        for cell in [*(summarise(each, True)["cells"][0] for each in runs), pool(runs, True)["cells"][0]]
    ]
    assert shares[2] == pytest.approx((shares[0] + shares[1]) / 2, abs=1e-6)


def test_a_run_named_twice_is_refused(tmp_path: Path) -> None:
    once = run(tmp_path, 1)
    with pytest.raises(ConfigError, match="named twice"):
        pool([once, Run(once.folder)], True)


def test_other_rules_are_told(tmp_path: Path) -> None:
    first, second = run(tmp_path, 1), run(tmp_path, 2)
    assert list(unlike([first, second])) == []
    second.header["rules"][""] = "otherwise"
    assert [
        str(second.folder) in sentence and "different rules" in sentence for sentence in unlike([first, second])
    ] == [True]


def test_whether_tainted_games_count_is_as_configured(tmp_path: Path) -> None:
    assert counts_tainted(run(tmp_path, 1))
    config = write_config(tmp_path)
    other = played(config, tmp_path, sets=["tourney.count_tainted=false", "tourney.name='other'"])
    assert not counts_tainted(Run(other.folder))
