"""The schedule: game numbers, seeds and chunks depend on the configuration alone."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tourney.config.configs import BLOCKS, FOUR, TWO, configured
from wallenstein.core.seeds import RunKey, derive
from wallenstein.record.game_rows import ScheduledGame
from wallenstein.tourney import schedule
from wallenstein.tourney.schedule import Schedule, SeededTable, make_schedule, seed_of

FIVE = '[game]\nname = "toy"\n[bots]\nentries = ["a", "b", "c", "d", "e"]\n'
MATRIX = "[matrix]\ntourney.players = [4, 3]\ngame.rounds = [1, 3]\n"
LIST = "format = 'list'\ntables = [['a', 'b'], ['c', 'c', 'd'], ['a', 'b', 'c', 'd']]\n"
TEXTS = {
    "one cell": FIVE + BLOCKS,
    "cells of unlike size": FIVE + BLOCKS + MATRIX,
    "tables of unlike size": FOUR + BLOCKS + LIST,
    "large chunks": FIVE + BLOCKS + "[run]\nchunk = 50\n",
    "small chunks": FIVE + BLOCKS + "[run]\nchunk = 1\n",
    "duel": TWO + BLOCKS + "format = 'duel'\n",
}


def planned(folder: Path, text: str, *sets: str) -> Schedule:
    return make_schedule(configured(folder, text, *sets))


def tables_of(plan: Schedule) -> Iterator[SeededTable]:
    """Every table on every seed, in order."""
    for cell in plan.cells:
        yield from map(cell.table, range(cell.tables))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_games_are_numbered_without_gaps(tmp_path: Path, text: str) -> None:
    plan = planned(tmp_path, text)
    number = 0
    for table in tables_of(plan):
        assert table.first == number
        number += len(table.seatings)
    assert number == plan.total


def test_a_cell_begins_where_the_one_before_it_ends(tmp_path: Path) -> None:
    plan = planned(tmp_path, FIVE + BLOCKS + MATRIX)
    assert [cell.games for cell in plan.cells] == [100, 100, 150, 150]
    assert [cell.first for cell in plan.cells] == [0, 100, 200, 350]


def test_the_games_of_a_chunk_are_those_of_its_blocks(tmp_path: Path) -> None:
    plan = planned(tmp_path, FIVE + BLOCKS + MATRIX)
    games = [game for chunk in range(plan.chunks) for game in plan.games(chunk)]
    assert [game.number for game in games] == list(range(plan.total))
    table = plan.cells[2].table(13)
    assert games[table.first : table.first + 3] == [
        ScheduledGame(table.first + turn, 2, table.number, table.table, turn, table.seed, table.seatings[turn])
        for turn in range(3)
    ]
    assert planned(tmp_path, FIVE + BLOCKS).games(0)[0].cell == -1


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_chunks_are_all_tables_in_order(tmp_path: Path, text: str) -> None:
    plan = planned(tmp_path, text)
    chunks = [plan.chunk(index) for index in range(plan.chunks)]
    assert [table for chunk in chunks for table in chunk] == list(tables_of(plan))
    assert all(len({table.cell for table in chunk}) == 1 for chunk in chunks)
    assert [plan.chunk(i)[0].cell for i in range(plan.chunks)] == [
        cell.cell for cell in plan.cells for _ in plan.chunks_of(cell.cell)
    ]


def test_no_chunk_beyond_the_last(tmp_path: Path) -> None:
    plan = planned(tmp_path, FIVE + BLOCKS)
    for index in (-1, plan.chunks):
        with pytest.raises(IndexError):
            plan.chunk(index)


@pytest.mark.parametrize(("chunk", "sizes"), [(1, [4] * 25), (8, [8] * 12 + [4]), (20, [20] * 5), (50, [40, 40, 20])])
def test_chunks_are_whole_tables_and_whole_seeds_where_they_fit(tmp_path: Path, chunk: int, sizes: list[int]) -> None:
    plan = planned(tmp_path, FIVE + BLOCKS, f"run.chunk={chunk}")
    found = [sum(len(table.seatings) for table in plan.chunk(index)) for index in range(plan.chunks)]
    assert found == sizes


def test_every_seed_is_the_same_at_all_tables_and_in_all_cells(tmp_path: Path) -> None:
    tables = list(tables_of(planned(tmp_path, FIVE + BLOCKS + MATRIX)))
    seeds = {table.number: table.seed for table in tables}
    assert sorted(seeds) == [0, 1, 2, 3, 4]
    assert len(set(seeds.values())) == 5
    assert all(table.seed == seeds[table.number] for table in tables)
    assert seeds[3] == derive(RunKey(7), "block", 3)


def test_other_master_seed_other_games(tmp_path: Path) -> None:
    seeds = {
        table.seed for seed in (7, 8) for table in tables_of(planned(tmp_path, FIVE + BLOCKS, f"tourney.seed={seed}"))
    }
    assert len(seeds) == 10


def test_more_blocks_leave_the_first_as_they_were(tmp_path: Path) -> None:
    few = list(tables_of(planned(tmp_path, FIVE + BLOCKS)))
    many = list(tables_of(planned(tmp_path, FIVE + BLOCKS, "tourney.blocks=50")))
    assert many[: len(few)] == few


def test_every_bot_sits_in_every_seat_equally_often(tmp_path: Path) -> None:
    games = [seating for table in tables_of(planned(tmp_path, FIVE + BLOCKS)) for seating in table.seatings]
    counts = {(bot, seat): sum(game[seat] == bot for game in games) for bot in range(5) for seat in range(4)}
    assert set(counts.values()) == {20}


def test_seatings_point_into_the_names_of_the_whole_run(tmp_path: Path) -> None:
    text = FOUR + BLOCKS + "players = 2\n[matrix]\nbots.entries = [['a', 'b'], ['c', 'b']]\n"
    config = configured(tmp_path, text)
    plan = make_schedule(config)
    assert config.entry_names == ("a", "b", "c")
    assert [cell.table(0).seatings for cell in plan.cells] == [((0, 1), (1, 0)), ((2, 1), (1, 2))]


def test_candidate_points_into_the_names_of_the_whole_run(tmp_path: Path) -> None:
    text = TWO + BLOCKS + "format = 'duel'\n[matrix]\nbots.entries = [['a', 'b'], ['c', 'b']]\n"
    assert [cell.candidate for cell in planned(tmp_path, text).cells] == [0, 2]


def test_a_hundred_thousand_seeds_take_no_memory_and_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []

    def counting(key: RunKey, number: int) -> int:
        numbers.append(number)
        return seed_of(key, number)

    monkeypatch.setattr(schedule, "seed_of", counting)
    plan = planned(tmp_path, FOUR + BLOCKS, "tourney.blocks=100000")
    last = plan.chunk(plan.chunks - 1)[-1]
    assert numbers == list(range(99_950, 100_000)), "no other seed was worked out"
    assert (last.number, last.first) == (99_999, 399_996)
    held = [value for cell in plan.cells for value in vars(cell).values()]
    assert sum(map(sys.getsizeof, held)) < 5_000


def test_games_name_their_cell_only_where_there_are_several(tmp_path: Path) -> None:
    alone, several = planned(tmp_path, FIVE + BLOCKS), planned(tmp_path, FIVE + BLOCKS + MATRIX)
    assert {game.cell for chunk in range(alone.chunks) for game in alone.games(chunk)} == {-1}
    assert {game.cell for chunk in range(several.chunks) for game in several.games(chunk)} == {0, 1, 2, 3}
