"""Games with people: kept, resumed, recorded like any other."""

from pathlib import Path

import pytest

from tests.extras.seat.tables import GAMES, Chooser, table_of
from wallenstein.core.errors import ConfigError
from wallenstein.extras.seat.table import CHOICES, Person, kept_table, new_table
from wallenstein.record.read import Run
from wallenstein.report.replays import replay_of_run
from wallenstein.table.conditions import Setup
from wallenstein.tourney.verification import verify_run


def digest(folder: Path) -> int:
    (row,) = Run(folder).table("games").to_pylist()
    found: int = row["digest"]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_a_person_is_a_run_that_verifies(name: str, tmp_path: Path) -> None:
    folder = Path(str(table_of(name, tmp_path).play(Chooser()).folder))
    found = verify_run(Run(folder), None, print)
    assert (found.games, found.problems) == (1, [])
    assert "ann" in [row["bot"] for row in Run(folder).table("seats").to_pylist()]
    assert not (folder / CHOICES).exists()
    assert "ann" in replay_of_run(Run(folder), 0)


@pytest.mark.slow
@pytest.mark.parametrize("torn", ['[1, "pl', '[0, "march", "00"]'])  # the second lacks its line end alone
def test_a_game_that_is_left_goes_on_as_if_it_had_not_been(tmp_path: Path, torn: str) -> None:
    whole = table_of("second", tmp_path / "whole").play(Chooser())
    table = table_of("second", tmp_path / "left")
    with pytest.raises(KeyboardInterrupt):
        table.play(Chooser(leaves=4))
    kept = table.file.read_text("utf-8")
    table.file.write_text(kept + torn, "utf-8")  # a power cut
    resumed = kept_table(tmp_path / "left")
    front = Chooser()
    again = resumed.play(front)
    assert len(resumed.kept) == kept.count("\n") > 4
    assert digest(Path(str(again.folder))) == digest(Path(str(whole.folder)))
    assert front.played is not None
    assert front.played.faults == []


def test_mistakes_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="a name of their own"):
        new_table(["me", "me", "settler"], [], {"name": "wallenstein"}, 1, tmp_path)
    with pytest.raises(ConfigError, match='"Zoë" must be a name of up to 40 letters'):
        new_table(["me=Zoë", "random", "settler"], [], {"name": "wallenstein"}, 1, tmp_path)
    with pytest.raises(ConfigError, match="resume"):
        kept_table(tmp_path)
    table_of("second", tmp_path).play(Chooser())
    with pytest.raises(ConfigError, match="has been played"):
        table_of("second", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        table_of("second", tmp_path, seed=6).play(Chooser(leaves=2))
    with pytest.raises(ConfigError, match=r"sit-6: this game cannot go on: .*; begin another with --bots and another"):
        new_table(["me=ben", "random", "settler"], [], {"name": "wallenstein"}, 6, tmp_path)
    with pytest.raises(ConfigError, match="a person plays with"):
        Person().start(Setup("wallenstein", 0, 3, None))
