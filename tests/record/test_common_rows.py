"""The tables that every run has, against each other and the schedule, read with pandas."""

from typing import Any

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.analysis import load

BOTS = ("decent", "sloppy", "crashing")
SETS = ("run.max_faults=1",)  # its first crash benches a seat


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Tables of three, one of whose bots crashes, so that a substitute plays on for it."""
    folder = tmp_path_factory.mktemp("common")
    return load(played(write_config(folder, BOTS, players=3, blocks=4), folder, sets=SETS).folder)


def test_games_are_those_of_the_schedule(run: Any) -> None:
    games = run.games()
    assert games.game.tolist() == list(range(4 * 3))
    assert games.block.tolist() == [block for block in range(4) for _ in range(3)]
    assert games.rotation.tolist() == [0, 1, 2] * 4
    assert (games.lineup == 0).all()
    assert (games.players == 3).all()
    assert games.cell.isna().all()
    assert games.groupby("block").seed.nunique().tolist() == [1] * 4
    assert games.seed.nunique() == games.digest.nunique() / 3 == 4


def test_every_bot_sits_in_every_seat(run: Any) -> None:
    seats = run.seats(["game", "seat", "bot", "block"])
    assert seats.seat.tolist() == [0, 1, 2] * 12
    assert set(seats.groupby(["bot", "block"], observed=True).seat.apply(lambda sat: tuple(sorted(sat)))) == {(0, 1, 2)}


def test_places_follow_from_scores_and_benches(run: Any) -> None:
    seats = run.seats()
    for _, game in seats.groupby("game"):
        order = game.sort_values(["benched", "score"], ascending=[True, False])
        keys = [(row.benched, -row.score) for row in order.itertuples()]
        ranks = [1 + keys.index(key) for key in keys]
        assert order["rank"].tolist() == ranks
        assert order.win.tolist() == [1 / ranks.count(1) if rank == 1 else 0 for rank in ranks]


def test_faults_are_counted_where_they_are_listed(run: Any) -> None:
    faults, seats = run.faults(), run.seats()
    listed = faults.groupby(["game", "seat"]).size()
    assert dict(listed) == {(row.game, row.seat): row.faults for row in seats.itertuples() if row.faults}
    assert set(faults.kind) == {"crash"}
    assert set(seats.bot[seats.faults > 0]) == {"crashing"}
    games = run.games().set_index("game")
    assert (games.tainted == seats.groupby("game").benched.any()).all()
    assert games.tainted.all()
    taken = games.decisions[faults.game].to_numpy()
    assert ((faults.decision >= 0) & (faults.decision < taken)).all()


def test_decisions_are_counted_and_timed(run: Any) -> None:
    decisions, timings = run.decisions(), run.timings()
    assert run.games().decisions.tolist() == decisions.groupby("game").size().tolist()
    assert timings[["game", "seat"]].equals(run.seats()[["game", "seat"]])
    made = decisions.groupby(["game", "seat"]).size()
    benched = run.seats().set_index(["game", "seat"]).benched
    asked = timings.set_index(["game", "seat"]).decisions
    assert (asked[~benched] == made[~benched]).all()
    assert (timings.longest <= timings.seconds).all()
    assert (timings.longest < timings.seconds).any()
