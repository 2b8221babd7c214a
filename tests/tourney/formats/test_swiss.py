"""The format `swiss`: bots that have done equally well meet, as far as they have not met before."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np

from tests.tourney.tournament import contents, played, write_config
from wallenstein.record.read import Run
from wallenstein.stats.results import Ints
from wallenstein.tourney.formats import LineUps, Placings
from wallenstein.tourney.formats.swiss import Swiss
from wallenstein.tourney.verification import verify_run

SWISS = ['tourney.format="swiss"', "tourney.rounds=4", "tourney.players=2", "tourney.blocks=8"]


def named(bots: int) -> list[str]:
    return [f"b{number}" for number in range(bots)]


def by_number(lineups: LineUps, number: int) -> Placings:
    """One game at each table, in which the lower number always finishes ahead."""
    bot: Ints = np.array(lineups, np.int64)
    rank = 1 + (bot[:, :, None] > bot[:, None, :]).sum(axis=2)
    return Placings(np.full(len(bot), number, np.int64), bot, rank)


def rounds_of(format: Swiss) -> list[LineUps]:
    """All rounds of a tournament in which the lower number always finishes ahead."""
    found = [format.first(1)]
    while found[-1]:
        games = [by_number(lineups, number) for number, lineups in enumerate(found)]
        joined = Placings(*(np.concatenate(parts) for parts in zip(*games, strict=True)))
        found.append(format.next(joined, len(found), 1).lineups)
    return found[:-1]


def test_every_bot_has_one_table_a_round() -> None:
    for lineups in rounds_of(Swiss(named(12), 4, True, 7, 3)):
        assert sorted(bot for lineup in lineups for bot in lineup) == list(range(12))


def test_nobody_meets_again_while_there_are_others() -> None:
    rounds = [
        {tuple(sorted(pair)) for lineup in lineups for pair in combinations(lineup, 2)}
        for lineups in rounds_of(Swiss(named(28), 4, True, 3, 4))
    ]
    met = Counter(pair for pairs in rounds for pair in pairs)
    again = [pair for pair, times in met.items() if times > 1]
    assert len(again) <= 6
    assert all(min(pair) >= 11 for pair in again), "only at the last tables, to which nobody else was left"


def test_the_best_come_together() -> None:
    last = rounds_of(Swiss(named(16), 2, True, 7, 5))[-1]
    assert sum(lineups < (4, 4) for lineups in map(tuple, map(sorted, last))) >= 1
    apart = [abs(one - other) for one, other in last]
    first = [abs(one - other) for one, other in rounds_of(Swiss(named(16), 2, True, 7, 5))[0]]
    assert sum(apart) < sum(first) / 1.5


def test_who_is_left_over_sits_out_in_turn() -> None:
    out = Counter[int]()
    for lineups in rounds_of(Swiss(named(7), 3, True, 7, 7)):
        out.update(set(range(7)) - {bot for lineup in lineups for bot in lineup})
        assert len(lineups) == 2
    assert set(out.values()) == {1}


def test_bots_that_have_done_equally_well_are_placed_at_random() -> None:
    level = Placings(np.zeros(4, np.int64), np.arange(8).reshape(4, 2), np.ones((4, 2), np.int64))
    tables = {Swiss(named(8), 2, True, seed, 3).next(level, 1, 1).lineups for seed in range(5)}
    assert len(tables) == 5


def test_it_is_played_and_verified(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("good", "bad", "decent", "sloppy", "bad2"), chunk=2)
    folder = played(config, tmp_path / "one", sets=SWISS).folder
    run = Run(folder)
    assert run.games == 4 * 2 * 2 * 2, "four rounds of two seeds, two tables with two games each"
    assert verify_run(run, None, print).problems == []
    games = run.table("games").to_pandas()
    assert games.groupby("block").lineup.nunique().tolist() == [2] * 8
    assert contents(played(config, tmp_path / "two", 2, sets=SWISS).folder) == contents(folder)


def test_the_first_round_depends_on_the_seed() -> None:
    assert len({Swiss(named(8), 4, True, seed, 3).first(1) for seed in range(5)}) == 5
