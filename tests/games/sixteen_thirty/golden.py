"""Digests of fixed games: when one of `random` changes, the rules play differently; else rules, advice or a bot do.

`python -m tests.games.sixteen_thirty.golden` writes them anew, after a change that is meant. They are the same in every
Python and on every machine.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from wallenstein.bots.match import play
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.sixteen_thirty.model.state import State

FILE: Final = Path(__file__).parent / "golden.json"
GAME: Final = SixteenThirty()
# By name: the bots, and seeds.
GAMES: Final[Mapping[str, tuple[Sequence[str], Sequence[int]]]] = {
    **{f"random-{players}": (["random"] * players, range(1, 6)) for players in GAME.seats},
    "banker-3": (["banker", "random", "banker"], (1,)),
    "banker-6": (["banker", *["random"] * 5], (2,)),
    "broker-3": (["random", "broker", "banker"], (3,)),
    "broker-4": (["banker", "broker", "broker", "random"], (4,)),
    "broker-5": (["banker", "random", "broker", "random", "banker"], (5,)),
}


def digest(bots: Sequence[str], seed: int) -> str:
    """A hash of everything that happened in this game."""
    state = play(bots, seed, game=GAME.name).state
    assert isinstance(state, State)
    return blake2b(repr((GAME.event_log(state), state.result())).encode(), digest_size=8).hexdigest()


def digests() -> dict[str, str]:
    """The digest of every fixed game, by its name."""
    return {f"{name}-{seed}": digest(bots, seed) for name, (bots, seeds) in GAMES.items() for seed in seeds}


def write() -> None:
    """Notes the digests as they are now."""
    FILE.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
