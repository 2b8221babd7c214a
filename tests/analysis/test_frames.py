"""What a notebook imports: tables of runs as data frames, all of them or some columns and rows."""

import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.tourney.test_resume import unfinished
from tests.tourney.tournament import only_run, played, write_config
from wallenstein import analysis
from wallenstein.analysis.one_run import settings
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import MissingExtra
from wallenstein.record import merging

MATRIX = '\n[matrix]\n"game.rounds" = [1, 3]\n"game.die" = [{faces = 3}, {faces = 5}]\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def frames(folder: Path) -> analysis.Frames:
    return analysis.load(played(write_config(folder, ("good", "bad"), blocks=5), folder / "results").folder)


@pytest.fixture(scope="module")
def matrix(folder: Path) -> analysis.Frames:
    config = write_config(folder, ("good", "bad"), blocks=2)
    config.write_text(config.read_text().replace('"toy"\nseed', '"cells"\nseed') + MATRIX)
    return analysis.load(played(config, folder / "results").folder)


def test_tables_are_attributes(frames: analysis.Frames) -> None:
    assert len(frames.games) == 10
    assert isinstance(frames.turns(), pd.DataFrame)
    assert frames.turns is frames.turns
    assert {"games", "turns"} <= set(dir(frames))
    assert "turns" in repr(frames)


def test_a_table_is_plain_pandas(frames: analysis.Frames) -> None:
    wins = frames.seats.groupby("bot", observed=True)["win"].mean()
    assert wins["good"] > wins["bad"]
    assert (frames.seats[frames.seats.bot == "good"].win == 1).any()
    seats: Any = frames.seats
    assert len(pd.merge(seats, frames.games(), on="game")) == len(pd.merge(seats, seats)) == len(frames.seats) == 20
    assert len(frames.seats.merge(frames.games, on="game")) == 20
    assert list(frames.seats) == list(frames.seats.columns)
    assert "bot" in frames.seats


def test_a_call_gives_a_frame_of_ones_own(frames: analysis.Frames) -> None:
    seats = frames.seats()
    seats["win"] = -1
    assert (frames.seats().win >= 0).all()
    assert (frames.seats.win >= 0).all()


def test_only_columns_and_rows_that_are_asked_for(frames: analysis.Frames) -> None:
    every = frames.joined("turns")
    found = frames.turns(columns=["pick", "bot", "block"], where={"bot": "good", "block": [0, 3]})
    right = every[(every.bot == "good") & every.block.isin([0, 3])]
    assert list(found.columns) == ["pick", "bot", "block"]
    assert found.pick.tolist() == right.pick.tolist()
    assert len(found) > 0
    assert list(frames.games(["seed"], [("block", ">=", 3), ("block", "!=", 4)]).columns) == ["seed"]
    assert len(frames.games(["seed"], [("block", ">=", 3), ("block", "!=", 4)])) == 2
    assert len(frames.games(where=[("block", "not in", [0, 1, 2, 3])])) == 2
    assert len(frames.games(where=[("block", "<", 2)])) == 4


def test_large_numbers_and_truth_values_are_compared_exactly(frames: analysis.Frames) -> None:
    seeds = frames.games.seed.unique().tolist()
    assert len(frames.games(where={"seed": seeds[0]})) == len(frames.games(where={"seed": [seeds[0], 0.5, -1]})) == 2
    assert len(frames.games(where={"seed": [seeds[0] + 1, seeds[1] - 1]})) == 0
    assert len(frames.games(where={"seed": [seeds[0], float("nan"), float("inf")]})) == 2
    assert len(frames.seats(where={"benched": False})) == len(frames.seats(where={"benched": [False]})) == 20
    assert len(frames.seats(where=[("win", "not in", [1.0, 0.5])])) == (frames.seats.win == 0).sum()


def test_nothing_else_is_read(frames: analysis.Frames, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    run = frames.runs[0]
    read = run.rows_of

    def watched(segments: object, name: str, columns: object = None) -> object:
        asked.append((name, columns))
        return read(segments, name, columns)  # type: ignore[arg-type]

    monkeypatch.setattr(run, "rows_of", watched)
    frames.seats(["win"], {"bot": "good"})
    assert set(map(str, asked)) == {str(("seats", ["win", "bot"]))}


def test_categories_are_ordered_and_all_are_used(frames: analysis.Frames) -> None:
    assert frames.seats().bot.dtype == pd.CategoricalDtype(["good", "bad"], ordered=True)
    assert frames.seats(where={"bot": "bad"}).bot.dtype == pd.CategoricalDtype(["bad"], ordered=True)
    assert list(frames.seats(where=[("bot", ">", "good")]).bot.cat.categories) == ["bad"]
    assert frames.games().cell.isna().all()
    assert len(frames.games(where={"cell": None})) == 10


def test_joined_rows_know_their_game_and_seat(frames: analysis.Frames) -> None:
    turns = frames.joined("turns")
    assert len(turns) == len(frames.turns)
    assert {"block", "bot", "rank"} <= set(turns.columns)
    assert (turns.loc[turns["bot"] == "good", "pick"] == 2).all()
    assert {"block", "bot"} <= set(frames.joined("seats").columns)
    assert len(frames.joined("games")) == 10


def test_what_a_matrix_varies_is_a_column(matrix: analysis.Frames) -> None:
    assert list(matrix.settings.columns) == ["run", "cell", "game.rounds", "game.die.faces"]
    turns = matrix.turns(["game", "turn", "game.rounds", "cell"])
    assert turns.groupby("game.rounds").turn.max().tolist() == sorted(set(turns.groupby("game.rounds").turn.max()))
    assert (turns.cell.astype(str).str.contains("rounds=1,") == (turns["game.rounds"] == 1)).all()
    assert len(matrix.games(where={"game.rounds": 3, "game.die.faces": 5})) == 4
    assert "game.rounds" in matrix.joined("seats")


def test_several_runs_have_a_column_run(folder: Path, frames: analysis.Frames, matrix: analysis.Frames) -> None:
    both = analysis.load(frames.runs[0].folder, matrix.runs[0].folder)
    assert len(both.games) == 10 + 16
    assert both.games().columns[0] == "run"
    assert both.seats(["run", "win"]).groupby("run", observed=True).size().tolist() == [20, 32]
    assert len(both.seats(where={"run": frames.runs[0].folder.name})) == 20
    assert [run.folder for run in analysis.load(folder / "results" / "*").runs] == sorted(
        (run.folder for run in both.runs), key=str
    )
    assert len(analysis.load([frames.runs[0].folder, frames.runs[0].folder]).runs) == 1
    assert both.games(["run", "game.rounds"]).groupby("run", observed=True)["game.rounds"].nunique().tolist() == [1, 2]


def test_sql_answers_over_all_tables(folder: Path, frames: analysis.Frames, matrix: analysis.Frames) -> None:
    pytest.importorskip("duckdb")
    found = frames.sql("select bot, sum(win) as wins from seats join games using (game) group by bot order by bot")
    wins = frames.seats.groupby("bot", observed=True).win.sum()
    assert dict(zip(found.bot, found.wins, strict=True)) == dict(wins)
    both = analysis.load(frames.runs[0].folder, matrix.runs[0].folder)
    counted = both.sql('select run, "game.rounds" as rounds, count(*) as n from games group by all order by all')
    assert sorted(counted.n) == [8, 8, 10]
    with pytest.raises(ConfigError, match=r"sql: .*nowhere"):
        frames.sql("select * from nowhere")


def test_a_run_under_way_has_chunks_beside_merged_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.setattr(merging, "GAMES", 12)
    unfinished(write_config(tmp_path, blocks=16), tmp_path / "results", 5)
    run = analysis.load(only_run(tmp_path / "results"))
    assert [segment.chunk is None for segment in run.runs[0].segments] == [True, False, False]
    assert len(run.seats) == 40
    assert run.seats(["bot", "block"]).block.nunique() == 10
    counted = run.sql("select count(*) as seats, max(game) as last, count(distinct bot) as bots from seats")
    assert counted.iloc[0].tolist() == [40, 19, 2]


def test_polars_and_arrow(frames: analysis.Frames) -> None:
    polars = pytest.importorskip("polars")
    found = frames.seats.to_polars(["bot", "win"], {"bot": "good"})
    assert isinstance(found, polars.DataFrame)
    assert found["win"].sum() == frames.seats(where={"bot": "good"}).win.sum()
    assert frames.seats.to_arrow(["win"]).num_rows == 20


def test_a_notebook_shows_what_there_is(frames: analysis.Frames) -> None:
    assert ">20</td>" in frames._repr_html_()
    assert "final rank, 1 is best" in frames.seats._repr_html_()
    assert frames.seats.about.column.tolist() == list(frames.seats.columns)
    assert repr(frames.seats).startswith("seats: 20 rows, columns game, seat, bot")


def test_an_unknown_table_is_named_with_what_was_meant(frames: analysis.Frames) -> None:
    with pytest.raises(AttributeError, match=r'no table "turn"; did you mean "turns"'):
        _ = frames.turn


def test_a_table_that_was_not_recorded_is_named(folder: Path) -> None:
    config = write_config(folder, ("good", "bad"), blocks=1)
    run = analysis.load(played(config, folder / "few", sets=['log.tables=["decisions"]']).folder)
    with pytest.raises(
        AttributeError, match=r"the table turns was not recorded \(\[log\] tables\); there are games, seats"
    ):
        _ = run.turns
    with pytest.raises(ConfigError, match='there is no table "turns"; it has games, seats, decisions, faults'):
        run.read("turns")


@pytest.mark.parametrize(
    ("columns", "where", "message"),
    [
        (["bott"], None, 'the table seats has no column "bott"; did you mean "bot"'),
        ("bot", None, r'columns is a list of names, such as \["bot"\]'),
        (None, {"bot": "godo"}, "the column bot has no value 'godo'; did you mean \"good\""),
        (None, {"win": "x"}, "the column win holds double, not 'x'"),
        (None, [("win", "~", 1)], r"a condition is \(column, operator, value\)"),
        (None, [("win", "in", 1)], '"in" takes a list of values, not 1'),
        (None, [("win", "==", [0, 1])], r'"==" takes one value, not \[0, 1\]; "in" takes a list'),
        ([5], None, 'the table seats has no column "5"'),
        (None, "win > 1", "where is written as"),
    ],
)
def test_mistakes_are_sentences(frames: analysis.Frames, columns: list[str], where: object, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        frames.seats(columns, where)  # type: ignore[arg-type]


def test_what_cannot_be_loaded_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no folder of a run has a name like this"):
        analysis.load(tmp_path / "nothing-*")
    with pytest.raises(ConfigError, match="load needs the folder of a run"):
        analysis.load([])
    with pytest.raises(ConfigError, match=tmp_path.name):
        analysis.load(tmp_path)


def test_settings_have_one_type_in_all_runs(frames: analysis.Frames) -> None:
    """A run in which a number is not set has no number there."""
    one, other = (
        {"essence": {"": {"game": game}}} for game in ({"tower": {"passes": 0.5}}, {"tower": {}, "board": "x"})
    )
    (first, second) = settings([one, other])
    assert {key: (first[key].to_pylist(), second[key].to_pylist()) for key in first} == {
        "game.tower.passes": ([0.5], [None]),
        "game.board": ([None], ["x"]),
    }
    assert all(first[key].type == second[key].type for key in first)


@pytest.mark.parametrize("values", [(10**30, 1), (2**60, 1.5)])
def test_numbers_too_large_for_a_column_are_names(values: tuple[float, float]) -> None:
    """As they may stand in a damaged manifest."""
    (found,) = settings([{"essence": {str(value): {"game": {"x": value}} for value in values}}])
    assert found["game.x"].to_pylist() == [str(value) for value in values]


def test_values_of_settings_are_named_as_cells_are() -> None:
    def essence(value: object, name: str) -> dict[str, object]:
        return {"game": {"expansions": value}, "bots": {"entry": [{"name": name, "options": {"court": True}}]}}

    (found,) = settings([{"essence": {"a": essence([], "x"), "b": essence(["p", "q"], "y")}}])
    assert found["game.expansions"].to_pylist() == ["none", "p+q"]
    assert found["bots.entry.x.options.court"].to_pylist() == ["true", None]


@pytest.mark.parametrize(("package", "what"), [("duckdb", "sql"), ("polars", "to_polars")])
def test_what_is_not_installed_is_named_with_its_command(
    frames: analysis.Frames, monkeypatch: pytest.MonkeyPatch, package: str, what: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"{what} needs the package {package}; install it with: pip install"):
        frames.sql("select 1") if what == "sql" else frames.seats.to_polars()
