"""Digests of a few fixed games of the reference bots: when one changes, rules, advice or a bot play differently.

`python -m tests.bots.reference.golden` writes them anew, after a change that is meant. They are the same in every
Python and on every machine.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from tests.bots.reference.family import play, rotated
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.options import rules_from

HERE: Final = Path(__file__).parent
FILE: Final = HERE / "golden.json"
BOTS: Final = ("regent", "warlord", "settler", "miller", "random")
BOTH: Final = ["emperors-court", "landsknechte"]
# By name: players, keys of [game], seeds. Some were other games from Python 3.12 on, while bots used `sum` of floats.
GAMES: Final[Mapping[str, tuple[int, Mapping[str, Any], tuple[int, ...]]]] = {
    "base": (4, {}, (2, 24, 38)),
    "draft": (5, {"setup": "draft", "tower": "baffles"}, (1, 2)),
    "expansions": (4, {"expansions": BOTH}, (24, 41)),
    "first": (3, {"edition": "first", "setup": "draft"}, (37, 53)),
    "manual": (4, {"edition": "first", "variant": "manual"}, (37, 59)),
}


def digest(players: int, options: Mapping[str, Any], seed: int) -> str:
    """A hash of everything that happened in this game; the seed also decides who sits where."""
    state = play(rotated(BOTS, seed)[:players], seed, rules_from(options, HERE))
    return blake2b(repr((Wallenstein().event_log(state), state.result())).encode(), digest_size=8).hexdigest()


def digests() -> dict[str, str]:
    """The digest of every fixed game, by its name."""
    return {
        f"{name}-{seed}": digest(players, options, seed)
        for name, (players, options, seeds) in GAMES.items()
        for seed in seeds
    }


def write() -> None:
    """Notes the digests as they are now."""
    FILE.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
