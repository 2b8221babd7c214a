"""A bot against the winners of the same games, computed anew with pandas from the tables."""

from pathlib import Path

import pytest

from tests.tourney.tournament import played, write_config
from wallenstein.analysis import load
from wallenstein.core.errors import ConfigError
from wallenstein.games import find_game
from wallenstein.games.wallenstein.names import SEASONS
from wallenstein.record.read import Run
from wallenstein.tourney.figures.differences import why


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three bots at tables of three."""
    path = tmp_path_factory.mktemp("why")
    return played(write_config(path, ("decent", "sloppy", "crashing"), players=3), path).folder


def test_the_games_that_it_did_not_win_are_compared(folder: Path) -> None:
    found = why(Run(folder), "sloppy")
    seats = load(folder).seats
    own = seats[seats.bot == "sloppy"].set_index("game")
    lost = own[own.win == 0]
    winners = seats[(seats.win > 0) & seats.game.isin(lost.index)]
    theirs = (winners.score * winners.win).sum() / winners.win.sum()
    assert (found.games, found.of_games) == (len(lost), len(own))
    points = found.lines[0]
    assert points.text == "points in a game"
    assert points.bot == pytest.approx(lost.score.mean())
    assert points.others == pytest.approx(theirs)
    assert points.difference.value == pytest.approx(lost.score.mean() - theirs)
    _, low, high = points.difference
    assert low is not None
    assert high is not None
    assert low < points.difference.known < high


def test_against_a_bot_all_games_of_both_are_compared(folder: Path) -> None:
    found = why(Run(folder), "sloppy", "decent")
    seats = load(folder).seats
    mean = seats.groupby("bot", observed=True).score.mean()
    assert found.games == found.of_games == seats.game.nunique()
    assert found.lines[0].difference.value == pytest.approx(mean["sloppy"] - mean["decent"], abs=1e-6)


def test_it_can_be_seen_from_both_sides(folder: Path) -> None:
    one, other = (why(Run(folder), *pair).lines[0].difference for pair in (("sloppy", "decent"), ("decent", "sloppy")))
    assert one.value == pytest.approx(-other.known)
    assert one.low == pytest.approx(-(other.high or 0.0))


@pytest.mark.parametrize(("bot", "against"), [("slopy", None), ("sloppy", "decant")])
def test_an_unknown_bot_is_a_sentence_with_a_near_name(folder: Path, bot: str, against: str | None) -> None:
    with pytest.raises(ConfigError, match=r'has no bot "(slopy|decant)"; did you mean "(sloppy|decent)"'):
        why(Run(folder), bot, against)


def test_a_bot_is_not_compared_with_itself(folder: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be compared with itself"):
        why(Run(folder), "sloppy", "sloppy")


def test_games_left_out_do_not_count(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "hopeless"))
    run = Run(played(config, tmp_path, sets=['tourney.on_bench="leave-out"']).folder)
    assert why(run, "hopeless").of_games == 0


def test_the_part_of_the_game_is_named_in_which_the_difference_is_largest(tmp_path: Path) -> None:
    keys = ["tourney.blocks=6", "tourney.players=3", 'log.tables=["games", "seats", "decisions", "actions"]']
    entries = """bots.entries=["random", "settler", "miller"]"""
    folder = played(Path("configs/quickstart.toml").absolute(), tmp_path, sets=[*keys, entries]).folder
    lines = [line for line in why(Run(folder), "random").lines if line.differs and line.text.startswith("palace pl")]
    (line,) = lines
    assert line.example is not None
    data = load(folder)
    seats, actions = (rows[rows.game == line.example.number] for rows in (data.seats, data.actions))
    own = actions.seat.isin(seats[seats.bot == "random"].seat)
    best = actions.seat.isin(seats[seats.win > 0].seat)
    more: dict[str, int] = {}
    for moment, columns in find_game("wallenstein").moments:
        then = (actions.year == columns["year"]) & (actions.season == SEASONS[columns["season"]])
        palaces = then & (actions.action == "palace")
        more[moment] = int((palaces & best).sum() - (palaces & own).sum()) * (-1 if line.difference.known > 0 else 1)
    assert more[line.example.moment] == max(more.values()) > 0
    assert line.example.part == 1 + [*more].index(line.example.moment)


def test_without_decisions_no_game_is_named_because_none_can_be_played_back(tmp_path: Path) -> None:
    run = Run(played(write_config(tmp_path), tmp_path, sets=['log.tables=["games", "seats"]']).folder)
    assert [line.example for line in why(run, "sloppy").lines] == [None]
