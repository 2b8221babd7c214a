"""Digests of a few fixed games: when one changes, the rules play differently.

`python -m tests.properties.golden` writes them anew, after a change of the rules that is meant.
"""

import json
from hashlib import blake2b
from typing import Final

from tests.properties import HERE
from tests.properties.players import BASE, TABLES, Table, finish, name_of, start
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.game import Wallenstein

FILE: Final = HERE / "golden.json"
FIXED: Final = (*((table, seed) for table in BASE for seed in (1, 2)), *((table, 1) for table in TABLES[len(BASE) :]))


def digest(table: Table, seed: int) -> str:
    """A hash of everything that happened in this game, every choice drawn at random."""
    state = finish(start(table, seed), stream(seed, "players"))
    return blake2b(repr((Wallenstein().event_log(state), state.result())).encode(), digest_size=8).hexdigest()


def digests() -> dict[str, str]:
    """The digest of every fixed game, by its name."""
    return {f"{name_of(table)}-{seed}": digest(table, seed) for table, seed in FIXED}


def write() -> None:
    """Notes the digests as they are now."""
    FILE.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
