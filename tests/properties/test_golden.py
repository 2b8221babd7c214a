"""The fixed games go as they always went."""

import json

from tests.properties.golden import FILE, digests


def test_the_fixed_games_are_what_they_were() -> None:
    """If a change of the rules is meant, write the digests anew: python -m tests.properties.golden"""
    assert digests() == json.loads(FILE.read_text(encoding="utf-8"))
