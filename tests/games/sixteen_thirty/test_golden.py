"""The fixed games go as they always went."""

import json

from tests.games.sixteen_thirty.golden import FILE, GAMES, digests


def test_the_fixed_games_are_what_they_were() -> None:
    """If a change is meant, write the digests anew: python -m tests.games.sixteen_thirty.golden"""
    assert digests() == json.loads(FILE.read_text(encoding="utf-8"))


def test_every_bot_plays_in_them_at_every_table() -> None:
    assert {bot for bots, _ in GAMES.values() for bot in bots} == {"banker", "broker", "random"}
    assert {len(bots) for bots, _ in GAMES.values()} == {3, 4, 5, 6}
