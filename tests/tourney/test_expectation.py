"""What a dry run says of intervals and times is about what they come out as."""

from pathlib import Path

import numpy as np
import pytest

from tests.stats.simulate import World
from tests.tourney.config.configs import configured
from tests.tourney.tournament import played, write_config
from wallenstein.stats.betting import ConfidenceSequence
from wallenstein.stats.standings import blocks_until
from wallenstein.tourney import expectation
from wallenstein.tourney.expectation import TimedGame, estimate, expected, seconds_of
from wallenstein.tourney.run import prepare
from wallenstein.tourney.schedule import CellSchedule, make_schedule
from wallenstein.tourney.worker.supervisor import Supervisor

MANY = f'[game]\nname = "toy"\n[bots]\nentries = {[f"b{number}" for number in range(30)]}\n'.replace("'", '"')


def cell_of(folder: Path, text: str) -> CellSchedule:
    return make_schedule(configured(folder, MANY + "[tourney]\nseed = 7\n" + text)).cells[0]


def test_four_times_the_seeds_give_half_the_width(tmp_path: Path) -> None:
    few, many = (expected(cell_of(tmp_path, f"format = 'sample'\nblocks = {blocks}")) for blocks in (25, 100))
    for one, other in ((few.win_share, many.win_share), (few.points, many.points)):
        assert one.mean is not None
        assert other.mean == pytest.approx(one.mean / 2, rel=0.1)


def test_a_part_of_a_large_tournament_stands_for_all(tmp_path: Path) -> None:
    """All 109,620 games of a seed would take long."""
    cell = cell_of(tmp_path, "blocks = 10")
    assert cell.games == 1_096_200
    share = expected(cell).win_share
    assert share.mean is not None
    assert 0.0005 < share.mean < 0.004, "a bot has 146,160 games: ±0.23 % if all were tosses of its own"


def test_there_are_no_intervals_from_one_seed(tmp_path: Path) -> None:
    assert expected(cell_of(tmp_path, "format = 'sample'\nblocks = 1")).win_share.mean is None


@pytest.mark.slow
def test_it_is_about_what_is_found(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "decent2", "sloppy"), blocks=30)
    found = played(config, tmp_path / "results").summary
    assert found is not None
    bots = [bot.win_share for bot in found.cells[0].entrants]
    half = sum((bot.high or 0.0) - (bot.low or 0.0) for bot in bots) / 2 / len(bots)
    mean = expected(make_schedule(configured(tmp_path, config.read_text())).cells[0]).win_share.mean
    assert mean == pytest.approx(half, rel=0.4)


def test_of_a_ladder_it_plays_the_rounds_and_tells_when_they_may_end(tmp_path: Path) -> None:
    text = "format = 'ladder'\ngames = 6000\nmargin = 0.3\nrounds = 5"
    found = expected(cell_of(tmp_path, text))
    assert found.games is not None
    assert 1200 <= found.games < 6000
    assert found.points.mean is not None


def test_a_precision_is_reached_about_when_it_says(tmp_path: Path) -> None:
    """And the widths are those of that moment."""
    text = "format = 'sample'\nblocks = 60\nprecision = 0.15"
    found = expected(cell_of(tmp_path, text))
    assert found.games is not None
    whole = expected(cell_of(tmp_path, "format = 'sample'\nblocks = 60"))
    assert found.win_share.mean is not None
    assert whole.win_share.mean is not None
    assert found.win_share.mean > whole.win_share.mean
    assert expected(cell_of(tmp_path, text.replace("0.15", "0.01"))).games is None, "it may take all"


def test_blocks_until_all_shares_are_known() -> None:
    """About the number as if one looked after each block: a width may grow a little from one to the next."""
    results = World((0.5, 0.0, -0.5, 0.0)).play(300, np.random.default_rng(1))
    found = blocks_until(results, 0.12)
    assert found is not None
    shares = [ConfidenceSequence(0.05, 0.12) for _ in results.names]
    for block in range(300):
        here = results.block == block
        for bot, sequence in enumerate(shares):
            won = (results.rank[here] == 1) & (results.entrant[here] == bot)
            sequence.add([won.sum() / 4])
        if all(high - low <= 2 * 0.12 for low, high in (sequence.interval for sequence in shares)):
            break
    assert found == pytest.approx(block + 1, abs=6)
    assert blocks_until(results, 0.01) is None


def test_games_share_a_process_once_each_bot_has_had_one_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []

    class Counting(Supervisor):
        def run(self) -> None:
            groups.append(len(self.games))
            super().run()

    monkeypatch.setattr(expectation, "Supervisor", Counting)
    config = write_config(tmp_path, ("decent", "decent2", "sloppy"), blocks=30, chunk=6)
    found = estimate(prepare(config, (), tmp_path / "results"), 1)
    assert groups[0] == 1
    assert max(groups) > 2
    assert found.games == sum(groups)


def test_without_slow_bots_it_is_the_mean() -> None:
    assert seconds_of([TimedGame(1.0, (0, 1)), TimedGame(3.0, (1, 2))], set()) == (2.0, {})


def test_what_a_slow_bot_takes_is_apart() -> None:
    tried = [TimedGame(1.0, (0, 1)), TimedGame(11.0, (0, 2)), TimedGame(2.0, (1, 0))]
    usual, beyond = seconds_of(tried, {2})
    assert (usual, beyond) == (1.5, {2: 9.5})


def test_two_slow_bots_at_one_table_share_it() -> None:
    usual, beyond = seconds_of([TimedGame(1.0, (0, 1)), TimedGame(21.0, (2, 3))], {2, 3})
    assert usual == 1.0
    assert beyond == {2: 10.0, 3: 10.0}


def test_a_slow_bot_in_every_game_takes_what_games_take() -> None:
    assert seconds_of([TimedGame(10.0, (0, 2)), TimedGame(14.0, (1, 2))], {2}) == (12.0, {})


def test_it_never_gains_time() -> None:
    _, beyond = seconds_of([TimedGame(5.0, (0, 1)), TimedGame(4.0, (1, 2))], {2})
    assert beyond == {2: pytest.approx(0.0)}
