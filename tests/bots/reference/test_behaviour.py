"""The reference bots are legal everywhere, reproducible, better than random, and play as they always did."""

import json

from tests.bots.reference.family import ReferenceBot
from tests.bots.reference.golden import BOTS, FILE, GAMES, digests


class TestSettler(ReferenceBot):
    name = "settler"


class TestWarlord(ReferenceBot):
    name = "warlord"


class TestMiller(ReferenceBot):
    name = "miller"


class TestRegent(ReferenceBot):
    name = "regent"


def test_the_fixed_games_are_what_they_were() -> None:
    """If a change is meant, write the digests anew: python -m tests.bots.reference.golden"""
    assert digests() == json.loads(FILE.read_text(encoding="utf-8"))


def test_every_bot_plays_in_them() -> None:
    assert {players for players, _, _ in GAMES.values()} == {3, 4, 5}
    assert len(BOTS) == 5
