"""Formats: who sits with whom, and that nobody has an advantage from where they sit."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.tourney.config.configs import BLOCKS, FOUR, TWO, configured
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.tourney.config import Config
from wallenstein.tourney.formats import Bounds, Fixed, InRounds, Seating, rotations
from wallenstein.tourney.formats.duel import Duel
from wallenstein.tourney.worker.tasks import block_scores

FIVE = '[game]\nname = "toy"\n[bots]\nentries = ["a", "b", "c", "d", "e"]\n'


def format_of(config: Config) -> Fixed:
    """The format of the first cell."""
    format = config.cells[0].pairings.format
    assert not isinstance(format, InRounds)
    return format


def lineups(config: Config) -> list[str]:
    """The line-ups of the first cell, as the names of their first seating."""
    format, names = format_of(config), config.entry_names
    return ["".join(names[at] for at in format.seatings(0, i)[0]) for i in range(format.tables)]


def test_rotation_puts_everybody_in_every_seat_once() -> None:
    games = rotations((4, 7, 2, 9))
    assert games == ((4, 7, 2, 9), (7, 2, 9, 4), (2, 9, 4, 7), (9, 4, 7, 2))
    for seat in range(4):
        assert sorted(game[seat] for game in games) == [2, 4, 7, 9]


def test_a_seating_is_never_played_twice_on_a_seed() -> None:
    assert rotations((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert len(rotations((0, 1, 1, 1))) == 4


def test_round_robin_plays_every_table(tmp_path: Path) -> None:
    tables = lineups(configured(tmp_path, FIVE + BLOCKS))
    assert tables == ["".join(names) for names in combinations("abcde", 4)]


def test_round_robin_may_repeat_a_bot_but_not_play_it_alone(tmp_path: Path) -> None:
    tables = lineups(configured(tmp_path, TWO + BLOCKS + "players = 3\nrepeat = true"))
    assert tables == ["aab", "abb"]


def test_gauntlet_puts_the_candidate_at_every_table(tmp_path: Path) -> None:
    text = FIVE + BLOCKS + "format = 'gauntlet'\ncandidate = 'c'\nplayers = 3\n"
    assert lineups(configured(tmp_path, text)) == ["cab", "cad", "cae", "cbd", "cbe", "cde"]
    assert lineups(configured(tmp_path, text + "field = 'same'")) == ["caa", "cbb", "cdd", "cee"]
    assert lineups(configured(tmp_path, text + "field = 'alone'")) == ["acc", "bcc", "dcc", "ecc"]
    repeated = lineups(configured(tmp_path, text + "repeat = true"))
    assert len(repeated) == 10
    assert all(table.count("c") == 1 for table in repeated)


def test_list_plays_the_tables_it_is_given(tmp_path: Path) -> None:
    text = FOUR + BLOCKS + "format = 'list'\ntables = [['d', 'a', 'a'], ['b', 'c']]\n"
    assert lineups(configured(tmp_path, text)) == ["daa", "bc"]


def test_rotation_none_plays_a_table_as_it_stands(tmp_path: Path) -> None:
    config = configured(tmp_path, FOUR + BLOCKS + "rotation = 'none'\n")
    assert format_of(config).seatings(0, 0) == ((0, 1, 2, 3),)


@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 6), (4, 6), (5, 20)])
def test_duel_gives_both_sides_every_seat_equally_often(players: int, games: int) -> None:
    seatings = Duel(players).seatings(0, 0)
    assert len(set(seatings)) == len(seatings) == games
    for seat in range(players):
        assert Counter(seating[seat] for seating in seatings) == {0: games // 2, 1: games // 2}
    swapped = {tuple(1 - side for side in seating) for seating in seatings}
    assert swapped == set(seatings)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_equal_bots_share_a_duel_equally(players: int) -> None:
    """Whichever seat wins, if it does not matter who sits there, the score is one half."""
    seatings = Duel(players).seatings(0, 0)
    for seat in range(players):
        assert duel_scores(seatings, [{seat}] * len(seatings)) == pytest.approx([0.5])


def test_a_tie_counts_for_each_winner_its_part() -> None:
    seatings: list[Seating] = [(0, 0, 1), (1, 1, 0)]
    assert duel_scores(seatings, [{0, 1, 2}, {0, 1}]) == pytest.approx([1 / 3])
    assert duel_scores(seatings, [{0, 1, 2}, {0, 1}], candidate=1) == pytest.approx([2 / 3])


def duel_scores(seatings: Sequence[Seating], winners: Sequence[set[int]], candidate: int = 0) -> tuple[float, ...]:
    """The candidate's scores of one block with these seatings, from the winning seats of each of its games."""
    games = [ScheduledGame(number, -1, 5, 0, number, 1, seating) for number, seating in enumerate(seatings)]
    rows = [
        (game.number, bot, (seat in won) / len(won))
        for game, won in zip(games, winners, strict=True)
        for seat, bot in enumerate(game.seating)
    ]
    seats = np.array(rows, np.dtype([("game", "i4"), ("bot", "i2"), ("win", "f8")]))
    return block_scores(seats, games, candidate)


def test_candidate_and_bounds_of_a_duel(tmp_path: Path) -> None:
    text = TWO + BLOCKS + "format = 'duel'\ncandidate = 'b'\nbetting = {advantage = 0.1}\n"
    config = configured(tmp_path, text)
    pairings = config.cells[0].pairings
    assert pairings.section.bounds() == Bounds(0.5, 0.6, 0.05, 0.05)
    assert pairings.candidate == 1
    assert format_of(config).seatings(0, 0)[0] == (1, 1, 0, 0)
