"""A hash of the rules' code and data: equal fingerprints play equal games."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from wallenstein.games.wallenstein.options import spelled_out
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.loading import make_tower, source_of

# does not affect games
ELSEWHERE: Final = ("__pycache__", "advice", "story", "terminal", "bot_template.py")


@cache
def code_hash() -> bytes:
    """A hash of the source of everything that affects games."""
    digest = blake2b(digest_size=16)
    for package in ("wallenstein.core", "wallenstein.games.wallenstein"):
        add_sources(digest, files(package))
    return digest.digest()


def add_sources(digest: blake2b, folder: Traversable) -> None:
    """Feeds a folder's code and data, in the order of their names; the board counts by its values instead."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name in ELSEWHERE:
            continue
        if item.is_dir():
            add_sources(digest, item)
        elif item.name.endswith((".py", ".toml")) and item.name != "board.toml":
            digest.update(item.name.encode() + item.read_bytes())


def fingerprint(rules: Rules) -> str:
    """Equal for equal rules: their code, data, board and tower."""
    digest = blake2b(code_hash(), digest_size=16)
    options = spelled_out(rules)
    options["board"] = rules.board.content_hash()  # wherever the board's file lies, and the tower's
    options["tower"]["model"] = Path(options["tower"]["model"]).name
    digest.update(repr(sorted(options.items())).encode())
    digest.update(source_of(make_tower(dict(rules.tower_options))).encode())
    return digest.hexdigest()
