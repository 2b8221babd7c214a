"""A hash of the rules' code and data: equal fingerprints play equal games."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final

from wallenstein.core.program.sources import folder_hash
from wallenstein.games.sixteen_thirty.rules import Rules

# What decides no game: how games are told, recorded and checked. Data counts by its values, wherever its file lies.
OF_CORE: Final = (
    "json/place.py", "json/text.py", "program/python_file.py", "program/sources.py", "reports/", "refusals.py",
    "scenario.py", "tables.py", "words.py",
)  # fmt: skip
OF_GAME: Final = (
    "story/", "replay/", "messages/", "referee/", "position/", "bot_template.py", "data/", "journal/measures.py",
    "journal/rows.py", "journal/tables.py", "journal/traits.py", "surveys/",
)  # fmt: skip


@cache
def code_hash() -> bytes:
    """A hash of the source of everything that decides games."""
    core = folder_hash([files("wallenstein.core")], OF_CORE)
    return core + folder_hash([files("wallenstein.games.sixteen_thirty")], OF_GAME)


def fingerprint(rules: Rules) -> str:
    """Equal for equal rules: their code and data."""
    digest = blake2b(code_hash(), digest_size=16)
    digest.update(rules.data.content_hash.encode())
    return digest.hexdigest()
