"""What a notebook imports: tables as data frames, read when asked for."""

import pandas as pd
import pytest

from tests.tourney.tournament import played, write_config
from wallenstein import analysis


@pytest.fixture(scope="module")
def frames(tmp_path_factory: pytest.TempPathFactory) -> analysis.Frames:
    folder = tmp_path_factory.mktemp("run")
    return analysis.load(played(write_config(folder, ("good", "bad"), blocks=5), folder / "results").folder)


def test_tables_are_attributes(frames: analysis.Frames) -> None:
    assert len(frames.games) == 10
    assert isinstance(frames.turns, pd.DataFrame)
    assert frames.turns is frames.turns
    assert {"games", "turns"} <= set(dir(frames))


def test_categories_are_categories(frames: analysis.Frames) -> None:
    assert isinstance(frames.seats["bot"].dtype, pd.CategoricalDtype)
    assert set(frames.seats["bot"].cat.categories) == {"good", "bad"}


def test_plain_pandas_answers_a_question(frames: analysis.Frames) -> None:
    wins = frames.seats.groupby("bot", observed=True)["win"].mean()
    assert wins["good"] > wins["bad"]


def test_joined_rows_know_their_game_and_seat(frames: analysis.Frames) -> None:
    turns = frames.joined("turns")
    assert len(turns) == len(frames.turns)
    assert {"block", "bot", "rank"} <= set(turns.columns)
    assert (turns.loc[turns["bot"] == "good", "pick"] == 2).all()
    assert {"block", "bot"} <= set(frames.joined("seats").columns)
    assert len(frames.joined("games")) == 10


def test_an_unknown_table_is_named_with_what_was_meant(frames: analysis.Frames) -> None:
    with pytest.raises(AttributeError, match=r'no table "turn"; did you mean "turns"'):
        _ = frames.turn
