"""The reference bots are legal everywhere, reproducible, better than random, and play as they always did."""

import json

import pytest

from tests.bots.reference.family import ReferenceBot, play
from tests.bots.reference.golden import BOTS, FILE, GAMES, digests
from wallenstein.games.wallenstein.model.entries import PlanLaid
from wallenstein.games.wallenstein.names import BLANK


class TestSettler(ReferenceBot):
    name = "settler"


class TestWarlord(ReferenceBot):
    name = "warlord"


class TestMiller(ReferenceBot):
    name = "miller"


class TestRegent(ReferenceBot):
    name = "regent"


class TestVeteran(ReferenceBot):
    name = "veteran"


@pytest.mark.parametrize(("season", "more"), [(0, False), (2, True)])
def test_veterans_build_in_fall_and_not_in_the_first_spring(season: int, more: bool) -> None:
    """As searches of other games found; regents build in both."""
    built = {name: built_in(name, season) for name in ("regent", "veteran")}
    assert built["regent"] > 30
    assert built["veteran"] > 30 if more else built["veteran"] < 10


def built_in(name: str, season: int) -> int:
    """How many of the boxes for buildings have a county in this season of the first year, in some games."""
    built = 0
    for seed in range(5):
        laid = [entry for entry in play([name] * 4, seed).journal or () if isinstance(entry, PlanLaid)]
        built += sum(county != BLANK for entry in laid[4 * season : 4 * season + 4] for county in entry.plan.boxes[:3])
    return built


def test_the_fixed_games_are_what_they_were() -> None:
    """If a change is meant, write the digests anew: python -m tests.bots.reference.golden"""
    assert digests() == json.loads(FILE.read_text(encoding="utf-8"))


def test_every_bot_plays_in_them() -> None:
    assert {players for players, _, _ in GAMES.values()} == {3, 4, 5}
    assert len(BOTS) == 5
