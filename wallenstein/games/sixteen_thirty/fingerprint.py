"""A hash of the rules' code and data: equal fingerprints play equal games."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from wallenstein.games.sixteen_thirty.rules import Rules

ELSEWHERE: Final = ("__pycache__", "data", "story", "messages", "bot_template.py")  # does not affect games


@cache
def code_hash() -> bytes:
    """A hash of the source of everything that affects games."""
    digest = blake2b(digest_size=16)
    for package in ("wallenstein.core", "wallenstein.games.sixteen_thirty"):
        add_sources(digest, files(package))
    return digest.digest()


def add_sources(digest: blake2b, folder: Traversable) -> None:
    """Feeds a folder's code, in the order of its names; the data counts by its values instead."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name in ELSEWHERE:
            continue
        if item.is_dir():
            add_sources(digest, item)
        elif item.name.endswith(".py"):
            digest.update(item.name.encode() + item.read_bytes())


def fingerprint(rules: Rules) -> str:
    """Equal for equal rules: their code and data, wherever the data's file lies."""
    digest = blake2b(code_hash(), digest_size=16)
    digest.update(rules.data.content_hash.encode())
    return digest.hexdigest()
