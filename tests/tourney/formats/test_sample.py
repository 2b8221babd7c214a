"""The format `sample`: all bots play equally often on every seed, in every seat, and meet as evenly as can be."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from tests.stats.sampling import coverage
from tests.tourney.config.configs import BLOCKS, FOUR, configured
from tests.tourney.tournament import contents, played, write_config
from wallenstein.core.errors import ConfigError
from wallenstein.record.read import Run
from wallenstein.tourney.formats import games_a_seed
from wallenstein.tourney.formats.sample import Sample
from wallenstein.tourney.verification import verify_run

SIZES = [(bots, players) for players in range(2, 6) for bots in range(players, 13)] + [(28, 4), (29, 4), (31, 5)]
BOTS = ("good", "bad", "bad2", "decent", "sloppy")


@pytest.mark.parametrize(("bots", "players"), SIZES)
def test_on_every_seed_all_bots_play_equally_often_and_no_table_twice(bots: int, players: int) -> None:
    drawn, met = Sample(bots, players, True, 7), [[0] * bots for _ in range(bots)]
    for number in range(12):  # all seeds of a span are drawn so, one after the other
        tables = drawn.draw(number, met)
        assert len(tables) == drawn.tables
        assert all(len(set(table)) == players for table in tables)
        assert Counter(bot for table in tables for bot in table) == dict.fromkeys(range(bots), drawn.appearances)
        assert len(set(map(frozenset, tables))) == len(tables)


def test_a_seed_has_as_few_games_as_can_be() -> None:
    sizes = {bots: games_a_seed(Sample(bots, 4, True, 1)) for bots in (28, 29, 30)}
    assert sizes == {28: 28, 29: 116, 30: 60}


@pytest.mark.parametrize(("bots", "players"), [(9, 4), (28, 4), (29, 4), (31, 2)])
def test_pairs_meet_as_evenly_as_can_be(bots: int, players: int) -> None:
    drawn = Sample(bots, players, True, 3)
    met: Counter[tuple[int, ...]] = Counter()
    for number in range(drawn.span):
        for table in drawn.drawn(number):
            met.update(combinations(sorted(table), 2))
    often = [met[pair] for pair in combinations(range(bots), 2)]
    assert max(often) - min(often) <= 3
    assert sum(often) / len(often) >= 3


def test_all_bots_have_every_seat_on_every_seed() -> None:
    drawn = Sample(9, 4, True, 3)
    games = [game for table in range(drawn.tables) for game in drawn.seatings(5, table)]
    assert Counter((bot, seat) for game in games for seat, bot in enumerate(game)) == {
        (bot, seat): drawn.appearances for bot in range(9) for seat in range(4)
    }
    assert Sample(9, 4, False, 3).seatings(5, 2) == (drawn.drawn(5)[2],)


def test_tables_follow_from_the_seed_alone() -> None:
    late, first = Sample(9, 4, True, 3).drawn(400), Sample(9, 4, True, 3)
    assert [first.drawn(number) for number in range(401)][400] == late
    assert late == ((6, 8, 1, 4), (0, 5, 2, 7), (3, 0, 1, 8), (5, 6, 4, 3), (1, 2, 7, 4),
                    (8, 0, 6, 5), (3, 2, 7, 8), (2, 0, 1, 6), (4, 3, 7, 5))  # fmt: skip
    assert Sample(9, 4, True, 4).drawn(400) != late


def test_a_sample_needs_bots_for_one_table(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"a table of 5 needs 5 bots, and \[bots\] has 4; add bots$"):
        configured(tmp_path, FOUR + BLOCKS + "format = 'sample'\nplayers = 5")


@pytest.mark.slow
def test_a_sample_is_played_and_verified(tmp_path: Path) -> None:
    config = write_config(tmp_path, BOTS, blocks=4)
    folder = played(config, tmp_path / "one", sets=["tourney.format='sample'"]).folder
    run = Run(folder)
    assert run.games == 4 * 5 * 2
    assert verify_run(run, None, print).problems == []
    seats = run.table("seats").to_pandas()
    assert set(seats.bot.value_counts()) == {16}
    again = played(config, tmp_path / "two", jobs=2, sets=["tourney.format='sample'"]).folder
    assert contents(again) == contents(folder)


@pytest.mark.long
def test_intervals_hold_from_the_first_hundred_games_of_a_bot() -> None:
    for kind, share in coverage(13, 0.5, 200).items():
        assert 0.93 <= share.mean() <= 0.985, kind
