"""The digest of a game: one number for all that happened in it."""

import marshal
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final

from wallenstein.core.game import Placing

PLAIN: Final = 2  # marshal's format without references: equal values give equal bytes in every process


def digest(
    journal: Sequence[tuple[Any, ...]], decisions: Iterable[tuple[int, str, bytes]], result: Iterable[Placing]
) -> int:
    """A 64-bit hash over journal, decisions and result, the same wherever the game is played."""
    told = [tuple(entry) for entry in journal]
    taken = [(seat, kind, packed) for seat, kind, packed in decisions]
    placed = [(place.seat, place.rank, place.score) for place in result]
    data = marshal.dumps((told, taken, placed), PLAIN)
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
