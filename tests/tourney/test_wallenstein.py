"""Tournaments of Wallenstein itself: the same on any number of processes, small, and fit to be played again."""

from pathlib import Path

import pytest

from tests.tourney.tournament import contents, played
from wallenstein.record.read import Run
from wallenstein.tourney.verification import verify_run

QUICKSTART = Path(__file__).parents[2] / "configs" / "quickstart.toml"
MOST = 1700  # bytes a game, in a part file of two thousand games: each has its descriptions once


def check(folder: Path, trusted: bool = False) -> None:
    run = Run(folder, trusted)
    notes: list[str] = []
    report = verify_run(run, None, notes.append)
    assert (report.problems, report.games, notes) == ([], run.games, [])


def test_one_seed_of_the_quickstart_on_one_process_and_on_two(tmp_path: Path) -> None:
    one, two = (
        played(QUICKSTART, tmp_path / str(jobs), jobs, sets=["tourney.blocks=1", "run.chunk=8"]).folder
        for jobs in (1, 2)
    )
    assert contents(one) == contents(two)
    check(one)


@pytest.mark.long
def test_the_quickstart_is_small(tmp_path: Path) -> None:
    check(played(QUICKSTART, tmp_path, 2).folder)
    folder = played(QUICKSTART, tmp_path / "many", 2, sets=["tourney.blocks=100"]).folder
    assert sum(map(len, contents(folder, measured=True).values())) <= MOST * Run(folder).games


@pytest.mark.long
@pytest.mark.parametrize("sets", [['game.setup="draft"'], ["tourney.players=3"], ["tourney.players=5"]], ids=str)
def test_other_games_can_be_played_again_too(tmp_path: Path, sets: list[str]) -> None:
    check(played(QUICKSTART, tmp_path, 2, sets=["tourney.blocks=1", *sets]).folder)


def test_a_tower_whose_parent_changes_is_another_run_and_its_copy_can_be_played_again(tmp_path: Path) -> None:
    """A run in which two towers mix would be nobody's."""
    base = tmp_path / "base.py"
    base.write_text("class Base:\n    def drop(self, random, falling, inside):\n        return list(falling)\n")
    (tmp_path / "mine.py").write_text("from .base import Base\n\n\nclass Mine(Base):\n    pass\n")
    config = tmp_path / "league.toml"
    config.write_text(
        '[tourney]\nseed = 1\nblocks = 1\nrotation = "none"\n[game]\ntower = "mine.py:Mine"\n'
        '[bots]\nentries = ["random", "settler", "miller", "warlord"]\n'
    )
    first = played(config, tmp_path / "results").folder
    assert (first / "inputs" / "0-mine" / "base.py").read_text() == base.read_text()
    base.write_text(base.read_text().replace("list(falling)", "[0] * len(falling)"))
    assert played(config, tmp_path / "results").folder != first
    check(first, trusted=True)


ALWAYS_99 = '''
from wallenstein import Bot, register


@register("ninety-nine")
class NinetyNine(Bot):
    """Says 99, whatever it is asked."""

    def plan(self, view, offer):
        return 99

    def choose(self, view, choice):
        return 99
'''
WORDS = '''
import numpy
from wallenstein import Bot, Plan, register


@register("plain")
class Plain(Bot):
    """Plans at random, and takes the first option."""


@register("numeric")
class Numeric(Bot):
    """The same with the numbers of numpy, lists for tuples, and the names of counties."""

    def plan(self, view, offer):
        boxes, bid, court = super().plan(view, offer)
        names = view.book.board.ids
        boxes = [names[county] if county >= 0 else numpy.int8(county) for county in boxes]
        return Plan(boxes, numpy.int64(bid), court)

    def choose(self, view, choice):
        chosen = choice.options[numpy.int64(0)]
        return list(chosen) if isinstance(chosen, tuple) else chosen
'''


def league(tmp_path: Path, name: str, source: str) -> Run:
    """A tournament of the bot in this file, which is called "it", and three others."""
    (tmp_path / "bots.py").write_text(source)
    config = tmp_path / f"{name}.toml"
    entries = f'entries = ["settler", "miller", "warlord"]\nentry = [{{name = "it", bot = "bots.py:{name}"}}]'
    config.write_text(f"[tourney]\nseed = 1\nblocks = 1\n[bots]\n{entries}\n")
    folder = played(config, tmp_path / "results").folder
    check(folder)
    return Run(folder)


def test_a_bot_that_always_says_99_is_last_in_every_game(tmp_path: Path) -> None:
    rows = league(tmp_path, "NinetyNine", ALWAYS_99).table("seats").to_pylist()
    places = [(row["rank"], row["win"], row["benched"]) for row in rows if row["bot"] == "it"]
    assert places == [(4, 0.0, True)] * 4


@pytest.mark.long
def test_the_same_choices_in_other_words_are_the_same_games(tmp_path: Path) -> None:
    """Under the same name: the bots' own chance depends on it."""
    one, other = (league(tmp_path, name, WORDS) for name in ("Plain", "Numeric"))
    assert one.table("decisions").equals(other.table("decisions"))
    assert one.table("games").equals(other.table("games"))
    assert one.table("faults").num_rows == other.table("faults").num_rows == 0
