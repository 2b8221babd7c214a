"""A fixed set of games of every kind, and one signature for all of them."""

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, Final

from wallenstein.core.game import Game
from wallenstein.core.seeds import derive
from wallenstein.games import GAMES, find_game
from wallenstein.games import SIGNATURE as SIGNATURE
from wallenstein.record.game_rows import digest

SEEDS: Final = 12  # games of each kind
LOOK: Final = 8  # decisions from one view that counts to the next


def games() -> Iterator[tuple[Game, Any, int]]:
    """Every packaged game, with sections that together use all rules, for every number of players."""
    for name in [name for name, known in GAMES.items() if known.place.startswith("wallenstein.")]:
        game = find_game(name)
        for options in game.every_rule:
            rules = game.rules(options, Path())
            yield from ((game, rules, players) for players in game.seats)


def signature() -> str:
    """A hash of all that happens in the games of the set."""
    whole = blake2b(digest_size=8)
    for place, (game, rules, players) in enumerate(games()):
        for number in range(SEEDS):
            whole.update(play_random(game, rules, players, derive(number, "bench", place)).to_bytes(8, "big"))
    return whole.hexdigest()


def play_random(game: Game, rules: object, players: int, seed: int) -> int:
    """The digest of a game at random: events, choices, and the views on the way."""
    state, rng = game.new_game(rules, players, seed), Random(seed)
    shared = game.shared(state.view(0))
    seen, chosen = blake2b(digest_size=8), list[tuple[int, str, bytes]]()
    while (decision := state.decision) is not None:
        choice = game.check(shared, decision, decision.random(rng))
        if len(chosen) % LOOK == 0:
            seen.update(repr(game.without_shared(state.view(decision.seat))).encode())
        chosen.append((decision.seat, decision.kind, game.encode(shared, decision, choice)))
        state.apply(choice)
    return digest([*game.event_log(state), (seen.hexdigest(),)], chosen, state.result())
