"""The reference bots behave: legal everywhere, reproducible, better than random."""

from tests.bots.reference.family import ReferenceBot


class TestSettler(ReferenceBot):
    name = "settler"


class TestWarlord(ReferenceBot):
    name = "warlord"


class TestMiller(ReferenceBot):
    name = "miller"


class TestRegent(ReferenceBot):
    name = "regent"
