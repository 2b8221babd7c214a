"""Two runs beside each other: game by game on the same seeds, and otherwise unpaired."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.tourney.tournament import played_at, write_config
from wallenstein import analysis
from wallenstein.core.errors import ConfigError
from wallenstein.core.reports import Estimate
from wallenstein.record.read import Run, run_before
from wallenstein.report.differences import runs_text
from wallenstein.stats.intervals import ByBlock
from wallenstein.stats.paired import differences, unpaired, won_more
from wallenstein.tourney.figures.run_summary import names_in, pool
from wallenstein.tourney.figures.two_runs import TwoRuns, compare_runs

WEAVER = """
from wallenstein.bots import BaseBot, register

@register("weaver")
class Weaver(BaseBot):
    plays = "toy"

    def decide(self, view, decision):
        return {pick}
"""
ENTRIES = ("weaver", "good", "bad")


def run(folder: Path, pick: int, name: str, entries: Sequence[str] = ENTRIES, sets: Sequence[str] = ()) -> Run:
    """A tournament of the toy game in which weaver always picks this number."""
    bots = folder / "own.py"
    bots.write_text(WEAVER.format(pick=pick))
    config = write_config(folder, entries, blocks=4)
    config.write_text(config.read_text().replace('paths = ["', f'paths = ["{bots}", "'))
    found = played_at(config, folder / "results", sets=[f'tourney.name="{name}"', *sets])
    return Run(found.folder)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """The run before a change of weaver, and the one after."""
    folder = tmp_path_factory.mktemp("runs")
    return [run(folder, 3, "second"), run(folder, 2, "third")]


def by_hand(before: Run, after: Run, name: str, column: str) -> list[float]:
    """The differences game by game, from the tables."""
    sides = []
    for each in (before, after):
        games = {row["game"]: row for row in each.table("games").to_pylist()}
        rows = each.table("seats").to_pylist()
        seated = {game: tuple(row["bot"] for row in rows if row["game"] == game) for game in games}
        sides.append(
            {(games[row["game"]]["seed"], seated[row["game"]]): row[column] for row in rows if row["bot"] == name}
        )
    return [sides[1][key] - sides[0][key] for key in sides[0] if key in sides[1]]


def line(found: TwoRuns, name: str) -> dict[str, object]:
    return next(vars(bot) for bot in found.bots if bot.name == name)


def test_a_changed_bot_is_compared_game_by_game(runs: list[Run]) -> None:
    before, after = runs
    found = compare_runs(before, after)
    assert (found.paired, found.games, found.of_games) == (True, 24, (24, 24))
    assert [bot.changed for bot in found.bots] == [True, False, False]
    for bot in found.bots:
        for column, difference in (("win", bot.wins.difference), ("score", bot.score.difference)):
            more = by_hand(before, after, bot.name, column)
            assert len(more) == bot.games
            assert difference.value == pytest.approx(np.mean(more), abs=1e-6)
    weaver = found.bots[0]
    assert (weaver.after or 0) - (weaver.before or 0) == pytest.approx(weaver.wins.difference.value)
    assert weaver.wins.p is not None
    assert [bot.wins.p for bot in found.bots[1:]] == [None, None], "what has not changed is not in question"
    assert found.alike == 8, "the games without weaver"
    then, now = (
        {row["game"]: row["win"] for row in run.table("seats").to_pylist() if row["bot"] == "weaver"} for run in runs
    )
    assert weaver.gained is not None
    assert now[weaver.gained] - then[weaver.gained] == max(now[game] - then[game] for game in now) > 0


def test_without_a_change_everything_is_the_same(runs: list[Run], tmp_path: Path) -> None:
    found = compare_runs(runs[1], run(tmp_path, 2, "again"))
    assert (found.otherwise, found.alike) == (0, found.games)
    assert not any(bot.changed or bot.wins.differs or bot.gained for bot in found.bots)
    for bot in found.bots:
        assert bot.wins.difference.value == 0
        assert (bot.wins.difference.low or 0) < 0 < (bot.wins.difference.high or 0)


def test_only_games_that_both_have_are_compared(runs: list[Run], tmp_path: Path) -> None:
    after = run(tmp_path, 2, "third", ("weaver", "good", "bad", "decent"), ["tourney.blocks=3"])
    found = compare_runs(runs[0], after)
    assert (found.paired, found.games, found.of_games) == (True, 18, (24, 36))
    assert line(found, "weaver")["games"] == 12


def test_other_seeds_are_compared_unpaired(runs: list[Run], tmp_path: Path) -> None:
    before, after = runs[0], run(tmp_path, 2, "third", sets=["tourney.seed=8"])
    found = compare_runs(before, after)
    assert (found.paired, found.games, found.secret) == (False, 0, False)
    weaver = found.bots[0]
    assert weaver.wins.difference.value == pytest.approx((weaver.after or 0) - (weaver.before or 0))
    assert weaver.wins.difference.low is not None
    with pytest.raises(ConfigError, match="have no game in common, nor the same bots"):
        compare_runs(before, run(tmp_path, 2, "fourth", ("weaver", "good", "decent"), ["tourney.seed=8"]))
    with pytest.raises(ConfigError, match="is named twice"):
        compare_runs(before, Run(before.folder))


@pytest.mark.slow
def test_secret_seeds_have_no_game_in_common_and_a_published_one_can_be_played_again(tmp_path: Path) -> None:
    before, after = (run(tmp_path, pick, "cup", sets=['tourney.seed="secret"']) for pick in (3, 2))
    found = compare_runs(before, after)
    assert (found.paired, found.secret) == (False, True)
    told = " ".join(runs_text(found, "wallenstein").split())
    assert f"{found.after} beside {found.before}: 24 and 24 games, not paired" in told
    assert "No game has the same seed and seats in both runs: a secret seed is drawn anew for each run." in told
    assert "With a fixed seed, such as seed = 1, two versions play the same games" in told
    again = run(tmp_path, 2, "cup", sets=[f"tourney.seed={before.header['seed']}"])
    paired = compare_runs(before, again)
    assert (paired.paired, paired.games) == (True, 24)
    assert "secret" not in runs_text(paired, "wallenstein")


def test_the_run_before_has_the_same_name(tmp_path: Path) -> None:
    config = write_config(tmp_path, blocks=1)
    names = [("cup", 1), ("other", 1), ("cup", 2)]
    first, other, second = (
        Run(played_at(config, tmp_path / "results", sets=[f'tourney.name="{name}"', f"tourney.seed={seed}"]).folder)
        for name, seed in names
    )
    assert [each and each.folder for each in map(run_before, (first, second, other))] == [None, first.folder, None]


def test_bots_of_one_name_are_told_apart_when_runs_are_pooled(runs: list[Run], tmp_path: Path) -> None:
    assert names_in(runs) == [["weaver@second", "good", "bad"], ["weaver@third", "good", "bad"]]
    games = {entrant.name: entrant.games for entrant in pool(runs).cells[0].entrants}
    assert games == {"weaver@second": 16, "weaver@third": 16, "good": 32, "bad": 32}
    again = [runs[1], run(tmp_path, 3, "third")]
    assert names_in(again)[0] == [f"weaver@{runs[1].folder.name}", "good", "bad"]


def test_python_has_one_call_for_it(runs: list[Run]) -> None:
    before, after = runs
    found = analysis.compare(before.folder, after.folder)
    (weaver,) = found[found["name"] == "weaver"].to_dict("records")
    assert weaver["wins_low"] < weaver["wins"] == weaver["after"] - weaver["before"] < weaver["wins_high"]
    pairs = analysis.compare(after.folder)
    assert len(pairs) == 6
    (pair,) = pairs[(pairs["name"] == "good") & (pairs["other"] == "bad")].to_dict("records")
    assert pair["share_low"] < pair["share"]


# The intervals, with known truth: games that turn out better or worse after a change, in blocks that share their luck.


@pytest.mark.parametrize(("blocks", "games"), [(5, 40), (20, 40), (100, 6)])
@pytest.mark.parametrize(("gain", "loss", "spread"), [(0.002, 0.002, 0.0), (0.02, 0.0, 0.0), (0.1, 0.05, 0.8)])
def test_the_true_change_is_inside_as_often_as_promised(
    blocks: int, games: int, gain: float, loss: float, spread: float
) -> None:
    rng = np.random.default_rng(blocks)
    truth, inside, times = gain - loss, 0, 300
    for _ in range(times):
        luck = spread * rng.choice([-1, 1], (blocks, 1))
        drawn = rng.random((blocks, games))
        more = 1.0 * (drawn < gain * (1 + luck)) - (drawn > 1 - loss * (1 - luck))
        found = won_more(np.repeat(np.arange(blocks), games), more.ravel().astype(np.float64)).difference
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= truth <= found.high
    assert inside >= 0.93 * times


def test_an_interval_without_a_differing_game_still_has_a_width() -> None:
    block = np.repeat(np.arange(10), 4)
    (bare,) = differences(ByBlock(block, block * 0, 1).sums(np.zeros(40), np.ones(40)))
    assert bare.difference.low is None
    found = won_more(block, np.zeros(40)).difference
    assert list(found) == pytest.approx([0.0, -0.084, 0.084], abs=1e-3)


def test_unpaired_intervals_join_those_of_both() -> None:
    found = unpaired(Estimate(0.2, 0.16, 0.25), Estimate(0.5, 0.47, 0.52))
    assert found.difference == Estimate(0.3, round(0.3 - np.hypot(0.03, 0.05), 6), round(0.3 + np.hypot(0.02, 0.04), 6))
    assert found.p is not None
    assert found.p < 1e-6
    assert unpaired(Estimate(0.2), Estimate(0.5, 0.4, 0.6)).difference == Estimate(0.3)
