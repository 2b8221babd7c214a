"""A hash of the rules' code and data: equal fingerprints play equal games."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

from wallenstein.core.program.sources import folder_hash
from wallenstein.games.wallenstein.options import spelled_out
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.loading import make_tower, source_of

# What decides no game: how games are told, recorded and checked. Advice that bots share is part of each bot's own hash,
# but for that of expansions, which is found by name while they play.
OF_CORE: Final = (
    "json/place.py", "json/text.py", "program/python_file.py", "program/sources.py", "reports/", "refusals.py",
    "scenario.py", "tables.py", "words.py",
)  # fmt: skip
OF_GAME: Final = (
    "advice/", "search/", "editions/court/levy.py", "editions/mat.py", "editions/sensible.py",
    "story/", "editions/*/story.py", "editions/telling.py", "terminal/", "bot_template.py", "map/", "replay/",
    "surveys/", "analysis/",
    "referee/", "position/", "editions/*/position.py",
    "journal/measures.py", "journal/rows.py", "journal/turn_rows.py", "journal/board_rows.py", "journal/packing.py",
    "journal/odds.py",
    "journal/tables.py", "editions/*/tables.py",
    "board/check.py", "board/faults.py", "board/provenance.py",
    "data/board.toml",  # a board counts by its values
)  # fmt: skip


@cache
def code_hash() -> bytes:
    """A hash of the source of everything that decides games."""
    core = folder_hash([files("wallenstein.core")], OF_CORE)
    return core + folder_hash([files("wallenstein.games.wallenstein")], OF_GAME)


def fingerprint(rules: Rules) -> str:
    """Equal for equal rules: their code, data, board and tower."""
    digest = blake2b(code_hash(), digest_size=16)
    options = spelled_out(rules)
    options["board"] = rules.board.content_hash()  # wherever the board's file lies, and the tower's
    options["tower"]["model"] = Path(options["tower"]["model"]).name
    digest.update(repr(sorted(options.items())).encode())
    digest.update(source_of(make_tower(dict(rules.tower_options))).encode())
    return digest.hexdigest()
