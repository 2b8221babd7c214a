"""The ready configurations are valid, and of the size they promise."""

from pathlib import Path

import pytest

from wallenstein.tourney.config import load
from wallenstein.tourney.schedule import make_schedule

FOLDER = Path(__file__).parents[3] / "configs"
GAMES = {
    "quickstart": 200,
    "ladder": 1440,
    "class": 260,
    "class-ladder": 12_000,
    "seer": 320,
    "marshal": 160,
    "generalissimo": 120,
    "styles": 2400,
    "veteran": 640,
    "duel": 2400,
    "draft": 400,
    "tower-models": 800,
    "editions": 600,
    "sixteen-thirty": 192,
    "cardinal": 100,
    "chancellor": 400,
}


@pytest.mark.parametrize(("name", "games"), GAMES.items())
def test_ready_configuration(name: str, games: int) -> None:
    config = load(FOLDER / f"{name}.toml")
    assert config.name == name
    assert not config.seed_drawn
    assert make_schedule(config).total == games


def test_tower_models_differ_in_their_tower_alone() -> None:
    cells = load(FOLDER / "tower-models.toml").cells
    assert [cell.options["tower"]["model"] for cell in cells] == ["sieve", "baffles", "ledges", "open"]
    rest = [{key: value for key, value in cell.options.items() if key != "tower"} for cell in cells]
    assert rest[0] == rest[1] == rest[2]


def test_editions_are_the_first_the_manual_variant_and_the_second() -> None:
    cells = load(FOLDER / "editions.toml").cells
    assert [(cell.options["edition"], cell.options.get("variant")) for cell in cells] == [
        ("first", None),
        ("first", "manual"),
        ("second", None),
    ]
    rest = [{key: v for key, v in cell.options.items() if key not in ("edition", "variant")} for cell in cells]
    assert rest[0] == rest[1] == rest[2]


def test_draft_is_played_with_the_draft() -> None:
    (cell,) = load(FOLDER / "draft.toml").cells
    assert cell.options["setup"] == "draft"
