"""Bots that are added to a finished run: at new tables, on the same seeds, without playing the old ones again."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.tourney.leagues import hand_in, write_class
from tests.tourney.tournament import contents, played, write_config
from wallenstein.cli import main
from wallenstein.core.errors import ConfigError
from wallenstein.record.manifest import Manifest
from wallenstein.record.read import Run
from wallenstein.tourney.adding import added, base_of
from wallenstein.tourney.figures.run_summary import pool
from wallenstein.tourney.verification import verify_run

pytestmark = pytest.mark.slow

BOTS = ("good", "bad", "decent", "sloppy")


def command(config: Path, *words: str) -> Result:
    results = str(config.parent / "results")
    return CliRunner().invoke(main, ["tourney", str(config), "--results", results, "--quiet", "--jobs", "1", *words])


def schedules(config: Path, bots: Sequence[str], *sets: str) -> list[list[tuple[str, ...]]]:
    """The seatings of each tournament that is added, on its first seed."""
    results = config.parent / "results"
    base = base_of(config, sets, results, bots)
    return [
        [
            tuple(one.config.entry_names[entry] for entry in game.seating)
            for chunk in range(one.schedule.chunks)
            for game in one.schedule.games(chunk)
            if game.block == 0
        ]
        for one in added(config, results, base, bots)
    ]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_config(tmp_path, BOTS, blocks=2, players=3, chunk=6)


def test_a_round_robin_becomes_what_it_would_have_been(config: Path) -> None:
    folder = played(config, config.parent / "results").folder
    before = contents(folder, measured=True)
    outcome = command(config, "--add", "bad2", "--add", "decent2")
    assert outcome.exit_code == 0, outcome.output
    assert contents(folder, measured=True) == before, "the old run stays as it is"
    runs = [Run(path) for path in sorted((config.parent / "results").iterdir(), key=lambda path: len(path.name))]
    assert [len(run.header["entries"]) for run in runs] == [4, 5, 6]
    tables = []
    for run in runs:
        assert verify_run(run, None, print).problems == []
        seats = run.table("seats").to_pandas()
        tables += [frozenset(seats.bot[seats.game == game]) for game in range(run.games)]
        assert set(run.table("games").to_pandas().seed) == set(runs[0].table("games").to_pandas().seed)
    assert {table: tables.count(table) for table in tables} == {
        frozenset(table): 2 * 3 for table in combinations((*BOTS, "bad2", "decent2"), 3)
    }


def test_figures_are_those_of_all_runs_by_seed(config: Path) -> None:
    first = played(config, config.parent / "results").folder
    assert "\nbad2 " in command(config, "--add", "bad2").stdout
    (second,) = (config.parent / "results").glob("toy+bad2-*")
    figures = pool([Run(first), Run(second)])
    assert (figures.seed, figures.cells[0].blocks) == ("7", 2)
    assert {bot.name: bot.games for bot in figures.cells[0].entrants} == dict.fromkeys((*BOTS, "bad2"), 36)


def test_what_is_there_is_not_played_again(config: Path) -> None:
    played(config, config.parent / "results")
    command(config, "--add", "bad2")
    (second,) = (config.parent / "results").glob("toy+bad2-*")
    lines = Manifest(second).file.read_bytes()
    assert command(config, "--add", "bad2", "--add", "decent2").exit_code == 0
    assert Manifest(second).file.read_bytes() == lines
    assert len(list((config.parent / "results").iterdir())) == 3


def test_a_gauntlet_gets_its_further_tables(config: Path) -> None:
    sets = ['tourney.format="gauntlet"', 'tourney.candidate="decent"']
    played(config, config.parent / "results", sets=sets)
    (games,) = schedules(config, ["bad2"], *sets)
    tables = {frozenset(game) for game in games}
    assert tables == {frozenset(("decent", "bad2", other)) for other in ("good", "bad", "sloppy")}
    assert len(games) == 9


@pytest.mark.parametrize(("field", "tables"), [("field='same'", 1), ("field='alone'", 1), ("repeat=true", 4)])
def test_so_does_a_gauntlet_in_which_bots_hold_several_seats(config: Path, field: str, tables: int) -> None:
    sets = ['tourney.format="gauntlet"', f"tourney.{field}"]
    played(config, config.parent / "results", sets=sets)
    (games,) = schedules(config, ["bad2"], *sets)
    found = {tuple(sorted(game)) for game in games}
    assert len(found) == tables
    assert all(game.count("good") == (2 if "alone" in field else 1) and "bad2" in game for game in found)


def test_in_a_sample_it_plays_as_often_as_the_others(config: Path) -> None:
    sets = ['tourney.format="sample"', "tourney.blocks=6"]
    played(config, config.parent / "results", sets=sets)
    (games,) = schedules(config, ["bad2"], *sets)
    assert len(games) == 3 * 3
    assert all(game.count("bad2") == 1 and len(set(game)) == 3 for game in games)


def test_to_a_ladder_it_plays_a_sample(config: Path) -> None:
    sets = ['tourney.format="ladder"', "tourney.blocks=8", "tourney.rounds=2"]
    played(config, config.parent / "results", sets=sets)
    base = base_of(config, sets, config.parent / "results", ["bad2"])
    (tournament,) = added(config, config.parent / "results", base, ["bad2"])
    assert tournament.schedule.total == 3 * 6, "as many as the others have in the mean"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--add", "bad2"], "this run is not there, or its bots or rules have changed; play"),
        (
            ["--set", 'tourney.format="swiss"', "--set", "tourney.rounds=2", "--add", "bad2"],
            "bots can be added to round-robin, gauntlet, sample or ladder, not to the format swiss",
        ),
    ],
)
def test_what_cannot_be_added_to(config: Path, words: list[str], said: str) -> None:
    outcome = command(config, *words)
    assert outcome.exit_code == 2
    assert said in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_mistakes_are_sentences(config: Path) -> None:
    played(config, config.parent / "results")
    assert 'there is a bot "good" already' in command(config, "--add", "good").stderr
    outcome = command(config, "--add", "bad3")
    assert outcome.exit_code == 2
    assert "bad3" in outcome.stderr
    drawn = config.parent / "drawn.toml"
    drawn.write_text(config.read_text().replace("seed = 7\n", ""))
    with pytest.raises(ConfigError, match=r"tourney\.seed"):
        base_of(drawn, ['tourney.name="other"'], config.parent / "results", [])


def test_a_glob_adds_the_files_that_have_come_since(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write_class(tmp_path / "class")
    config = folder / "class.toml"
    for name, skill in {"ann": 0.9, "ben": 0.5, "cid": 0.3}.items():
        hand_in(folder, name, skill)
    assert command(config).exit_code == 0
    hand_in(folder, "dee", 0.1)
    for words in (["--add", "class/bots/*.py"], ["--add", "class/bots/dee.py"]):
        outcome = command(config, *words)
        assert outcome.exit_code == 0, outcome.output
        assert "dee" in outcome.stdout
    assert (
        command(config, "--add", "class/bots/a*.py")
        .output.strip()
        .endswith("--add class/bots/a*.py: matches no file with a bot that the run does not have")
    )
