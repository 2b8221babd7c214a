"""A seat in the terminal."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from wallenstein.cli import main
from wallenstein.record.read import Run

PLAY = ["play", "--bots", "me=ann,settler,random", "--seed", "3"]
PLAN = ["1 köln", "1", "2 köln", "bid 2", "why not 3 bremen", "why not 3 köln", "undo", "nonsense", "hint", "", ""]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(*lines: str, words: list[str] | None = None) -> str:
    done = CliRunner().invoke(main, words or PLAY, input="".join(f"{line}\n" for line in lines))
    assert done.exit_code == 0, done.output
    return done.output


def test_the_form_of_a_plan_lays_takes_back_and_explains() -> None:
    text = said("?", "", *PLAN)
    assert "W23 All players plan in secret" in text
    assert "W23: seat 0 leaves 10 action boxes" in text
    assert "collects 7 Thalers in taxes" in text  # what Köln would do, in the box of taxes or listed
    assert "Bid 2; 9 boxes without a county; 4 may be" in text
    assert "W23: ann has no card of bremen" in text
    assert "It can be chosen." in text
    assert "BOX COUNTY lays a card" in text
    assert "regent: Palace: " in text
    assert "Choose your place in the turn order" in text
    assert "to go on: wallenstein play --resume" in text


def test_a_game_that_is_left_is_resumed_and_recorded(here: Path) -> None:
    said("hint", "", "")
    assert not Run(next(here.glob("results/sit-*"))).segments
    text = said(*["hint", ""] * 100, words=["play", "--resume"])
    assert "The end" in text
    run = Run(next(here.glob("results/sit-*")))
    assert {row["bot"] for row in run.table("seats").to_pylist()} == {"ann", "settler", "random"}


def test_a_game_of_other_rules_is_not_resumed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said("hint", "", "")
    monkeypatch.setattr("wallenstein.tourney.identity.SCHEMA", -1)
    done = CliRunner().invoke(main, ["play", "--resume"])
    assert "this game cannot go on: its tables have version" in done.output
    assert "--fresh" not in done.output


def test_the_other_game_has_a_seat_too(here: Path) -> None:
    words = ["play", "--game", "sixteen-thirty", "--bots", "me,random,random", "--seed", "3"]
    text = said(*["hint", ""] * 400, words=words)
    assert "Your hand: " in text
    assert "hidden cards" in text
    assert "The end" in text


def test_mistakes_are_sentences() -> None:
    runner = CliRunner()
    assert "--bots" in runner.invoke(main, ["play"]).output
    assert "no game to resume" in runner.invoke(main, ["play", "--resume"]).output
    assert "are for games between bots" in runner.invoke(main, [*PLAY, "--json"]).output
    assert "3, 4 or 5 players" in runner.invoke(main, ["play", "--bots", "me,settler"]).output.replace("to", "or")
