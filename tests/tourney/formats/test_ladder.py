"""The format `ladder`: it plays where the order is open, and ends when it is not."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.tourney.formats.ladders import strengths_of, tried
from tests.tourney.tournament import Process, contents, only_run, played, write_config
from wallenstein.record.read import Run
from wallenstein.stats.results import Floats, Results
from wallenstein.stats.strength import JointStrengths, joint_strengths
from wallenstein.tourney.formats.ladder import Ladder, design
from wallenstein.tourney.verification import verify_run

pytestmark = pytest.mark.slow

BOTS = ("good", "bad", "bad2", "decent", "slow")
LADDER = ['tourney.format="ladder"', "tourney.rounds=5", "tourney.players=3", "tourney.blocks=40"]


def known(*strength: float, error: float = 0.3) -> JointStrengths:
    """Strengths that are known equally well."""
    covariance: Floats = np.eye(len(strength)) * error * error / 2
    return JointStrengths(np.array(strength), covariance, covariance, np.full(len(strength), 10.0), 1.0)


def ladder_of(bots: int, margin: float = 0.05) -> Ladder:
    return Ladder([f"b{number}" for number in range(bots)], 4, True, 7, 20, margin)


def test_all_bots_play_equally_often_at_first() -> None:
    counts = Counter(bot for lineup in ladder_of(28).first(21) for bot in lineup)
    assert counts == dict.fromkeys(range(28), 3)


def test_neighbours_far_apart_are_decided() -> None:
    standing = ladder_of(4).standing(known(0.0, 4.0, 2.0, 6.0))
    assert standing.order == (3, 1, 2, 0)
    assert not standing.open
    assert not standing.level


def test_neighbours_close_together_are_open_until_they_are_known_well() -> None:
    ladder = ladder_of(3, 0.1)
    roughly = ladder.standing(known(0.1, 0.0, 3.0, error=0.2))
    assert [(pair.better, pair.worse) for pair in roughly.open] == [(0, 1)]
    well = ladder.standing(known(0.1, 0.0, 3.0, error=0.05))
    assert [(pair.better, pair.worse) for pair in well.level] == [(0, 1)]
    assert not well.open


def test_more_bots_need_more_evidence() -> None:
    few, many = (ladder_of(bots).standing(known(1.2, *range(0, -9 * (bots - 1), -9))) for bots in (2, 60))
    assert not few.open
    assert [(pair.better, pair.worse) for pair in many.open] == [(0, 1)]


def test_tables_seat_those_between_whom_it_is_open() -> None:
    joint = known(0.0, 0.1, 3.0, 3.1, 8.0, 12.0)
    wanted = {(1, 0): 9.0, (3, 2): 9.0}
    assert [set(lineup) for lineup in design(joint, wanted, 2, 4)] in ([{0, 1}, {2, 3}] * 2, [{2, 3}, {0, 1}] * 2)
    seated = Counter(bot for lineup in design(joint, wanted, 4, 10) for bot in lineup)
    assert seated[4] + seated[5] == 0


def test_alike_bots_are_seated_alike() -> None:
    """No accident of rounding prefers one."""
    lineups = design(known(*[0.0] * 8), {(bot, bot + 1): 1.0 for bot in range(7)}, 2, 70)
    counts = Counter(tuple(sorted(lineup)) for lineup in lineups)
    assert {(bot, bot + 1) for bot in range(7)} <= set(counts)


def test_a_bot_that_always_wins_gets_its_place() -> None:
    ladder, games = ladder_of(3), 240
    seat, rank = np.tile([0, 1], games), np.tile([1, 2], games)
    pairs = np.resize([[0, 1], [0, 2], [1, 2], [2, 1]], (games, 2))
    results = Results.from_rows(
        ladder.names, np.repeat(range(games), 2), np.repeat(range(games), 2), seat, pairs.ravel(), rank, rank
    )
    standing = ladder.standing(joint_strengths(results, 0.25))
    assert standing.order[0] == 0
    assert all(pair.better != 0 for pair in standing.open)


def test_a_run_says_what_it_has_decided(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("good", "bad", "bad2", "decent"), chunk=9)
    folder = played(config, tmp_path / "one", 2, [*LADDER, "tourney.blocks=400", "tourney.margin=0.2"]).folder
    run = Run(folder)
    verdict = run.manifest.verdicts[0]
    assert verdict["decision"] == "decided"
    assert verdict["level"] == [["bad", "bad2"]] or verdict["level"] == [["bad2", "bad"]]
    assert verdict["rounds"] == len(run.manifest.rounds[0]) + 1 < 5
    assert run.games == 3 * verdict["blocks"] == 3 * 80 * verdict["rounds"]
    assert verify_run(run, None, print).problems == []


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_config(tmp_path_factory.mktemp("config"), BOTS, chunk=6)


@pytest.fixture(scope="module")
def reference(config: Path) -> dict[str, bytes]:
    return contents(played(config, config.parent / "reference", 1, LADDER).folder)


@pytest.mark.parametrize("jobs", [2, pytest.param(8, marks=pytest.mark.long)])
def test_the_same_games_on_any_number_of_processes(
    config: Path, reference: dict[str, bytes], tmp_path: Path, jobs: int
) -> None:
    assert contents(played(config, tmp_path, jobs, LADDER).folder) == reference


@pytest.mark.parametrize("lines", [8, *(pytest.param(n, marks=pytest.mark.long) for n in (5, 6, 7, 12, 20, 23))])
def test_killed_and_resumed(config: Path, reference: dict[str, bytes], tmp_path: Path, lines: int) -> None:
    """Before, between and after the lines that say who plays in a round."""
    options = [word for key in LADDER for word in ("--set", key)]
    process = Process(config, tmp_path, "--jobs", "2", *options, hold=lines)
    assert process.wait_for_lines(lines)
    process.process.kill()
    process.end()
    assert process.left_behind() == []
    code, _, errors = Process(config, tmp_path, "--jobs", "2", *options).end()
    assert code == 0, errors
    assert contents(only_run(tmp_path)) == reference


def test_line_ups_that_do_not_follow_are_noticed(config: Path, tmp_path: Path) -> None:
    run = Run(played(config, tmp_path, 1, LADDER).folder)
    run.manifest.rounds[0][1] = run.manifest.rounds[0][1][::-1]
    (problem, *_) = verify_run(run, None, print).problems
    assert "is" in problem
    assert "game" in problem


@pytest.mark.long
def test_ladders_are_seldom_wrong_and_leave_less_open_than_samples() -> None:
    rng = np.random.default_rng(5)
    found = [tried(strengths_of(8, False, rng), 4000, 10, 0.05, seed) for seed in range(40)]
    assert sum(each.wrong > 0 for each in found) <= 4
    assert sum(each.open for each in found) < sum(each.open_of_sample for each in found) / 2
