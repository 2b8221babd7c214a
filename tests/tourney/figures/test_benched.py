"""Figures of a run in which a bot is always benched: it is last in all of them, or its games do not count."""

from pathlib import Path

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein import analysis
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Placing
from wallenstein.record.game_rows import replay
from wallenstein.record.manifest_lines import sums_in
from wallenstein.record.read import Run
from wallenstein.stats.figures import CellSummary, SummaryRow
from wallenstein.tourney.config import load
from wallenstein.tourney.figures.differences import compare
from wallenstein.tourney.figures.run_summary import summarise

BOTS = ("good", "hopeless", "bad", "bad2")  # at tables of three: each sits at three of the four tables


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Two cells of 4 blocks with 4 tables of 3 rotations: 48 games each, 36 of them with the hopeless bot."""
    folder = tmp_path_factory.mktemp("benched")
    config = write_config(folder, BOTS, players=3, blocks=4, chunk=24)
    config.write_text(config.read_text() + '\n[matrix]\n"game.rounds" = [3, 4]\n')
    return Run(played(config, folder).folder)


def entrants(cell: CellSummary) -> dict[str, SummaryRow]:
    return {entrant.name: entrant for entrant in cell.entrants}


def test_it_is_last_in_the_standings(run: Run) -> None:
    summary = summarise(run)
    assert summary.on_bench == "last"
    for cell in summary.cells:
        assert (cell.games, cell.left_out) == (48, 0)
        found = entrants(cell)["hopeless"]
        assert (found.games, found.benched, found.mostly_benched) == (36, 36, True)
        assert (found.win_share.value, found.rank.value) == (0, 3)
        assert cell.entrants[-1] is found, "the order is that of the strengths"
        wins = {name: entrant.win_share.known * entrant.seats for name, entrant in entrants(cell).items()}
        assert sum(wins.values()) == pytest.approx(48, abs=1e-3), "every game has a winner"
        assert not any(entrant.benched for name, entrant in entrants(cell).items() if name != "hopeless")


def test_everybody_finishes_ahead_of_it(run: Run) -> None:
    for cell in summarise(run).cells:
        shares = {pair.name: pair.share.value for pair in cell.pairs if pair.other == "hopeless"}
        assert shares == {"good": 1, "bad": 1, "bad2": 1}


def test_sums_of_chunks_hold_the_counted_places(run: Run) -> None:
    sums = [sums_in(chunk.sums)[BOTS.index("hopeless")] for chunk in run.manifest.counting()]
    assert [(wins, ranks / seats) for seats, wins, ranks in sums] == [(0, 3)] * 4


def test_its_games_can_be_left_out(run: Run) -> None:
    summary = summarise(run, "leave-out")
    for cell in summary.cells:
        assert (cell.games, cell.left_out) == (12, 36), "those of the table without it"
        found = entrants(cell)["hopeless"]
        assert (found.games, found.left_out, found.benched, found.mostly_benched) == (0, 36, 36, True)
        assert found.win_share.value is None
        assert [entrants(cell)[name].games for name in ("good", "bad", "bad2")] == [12, 12, 12]
        assert {pair.other for pair in cell.pairs} == {"good", "bad", "bad2"}
    assert {difference.name for difference in summary.differences} == {"good", "bad", "bad2"}
    assert len(analysis.load(run.folder).seats) == 2 * 48 * 3, "rows stay"


def test_cells_are_compared_by_counted_places(run: Run) -> None:
    lines = {line.text: line for line in compare(run, None).lines}
    skill = lines["meetings in which the better bot finished ahead"]
    assert (skill.base or 0.0) > 0.8, "24 of 36 meetings of the table with all but the good one are against the last"
    assert sum(lines[f"wins of seat {seat}"].base or 0.0 for seat in range(3)) == pytest.approx(1, abs=1e-5)


def test_games_left_out_are_in_no_comparison(tmp_path: Path) -> None:
    config = write_config(tmp_path, BOTS, players=3, blocks=2)
    config.write_text(config.read_text() + '\n[matrix]\n"game.rounds" = [3, 5]\n')
    run = Run(played(config, tmp_path, sets=['tourney.on_bench="leave-out"']).folder)
    frames = analysis.load(run.folder)
    kept = frames.games[~frames.games.tainted & (frames.games.cell == "game.rounds=3")]
    wins = frames.seats[frames.seats.game.isin(kept.game) & (frames.seats.seat == 0)].win.mean()
    line = next(line for line in compare(run, None).lines if line.text == "wins of seat 0")
    assert len(kept) == 6
    assert line.base == pytest.approx(wins, abs=1e-6)


def test_frames_hold_the_counted_places_and_the_games_own_points(run: Run) -> None:
    frames = analysis.load(run.folder)
    benched = frames.seats[frames.seats.benched]
    assert (benched["rank"] == 3).all()
    assert (benched["win"] == 0).all()
    assert frames.seats.groupby("game").win.sum().eq(1).all()
    points = frames.turns[frames.turns.luck == "scored"].groupby(["game", "seat"])["pick"].sum()
    assert (frames.seats.set_index(["game", "seat"]).score == points.reindex(
        frames.seats.set_index(["game", "seat"]).index, fill_value=0)).all()  # fmt: skip


def test_a_replay_still_has_the_games_own_places(run: Run) -> None:
    """The digest is that of the game: places are only counted otherwise."""
    cell = load(run.config_file).cells[0]
    frames = analysis.load(run.folder)
    own = counted = 0
    for game in frames.games[frames.games.cell == cell.label].to_dict("records"):
        rows = frames.decisions[frames.decisions.game == game["game"]]
        decisions = [(row.seat, row.kind, row.choice) for row in rows.itertuples()]
        again = replay(cell.game, cell.rules, game["players"], game["seed"], decisions)
        assert again.digest == game["digest"]
        seats = frames.seats[frames.seats.game == game["game"]]
        placings = [Placing(row.seat, row.rank, row.score) for row in seats.itertuples()]
        own += placings == list(again.state.result())
        counted += 1
    assert 12 <= own < counted == 48


def test_a_run_of_an_earlier_version_is_refused(run: Run) -> None:
    other = Run(run.folder)
    for settings in other.header["essence"].values():
        del settings["tourney"]["on_bench"]
    with pytest.raises(ConfigError, match="was played by an earlier version, which counted benched seats differently"):
        summarise(other)
