"""A fixed set of games of every kind: one signature for all of them, and what each layer of a game costs."""

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from wallenstein.bots.bot import BaseBot
from wallenstein.core.game import Game
from wallenstein.core.search.playout import playout, random_policy
from wallenstein.core.seeds import derive
from wallenstein.games import GAMES, find_game
from wallenstein.record.game_rows import GameRows, ScheduledGame, digest
from wallenstein.record.tables import tables_of
from wallenstein.table.conditions import Conditions
from wallenstein.table.played_game import play_game

# For the rules of this version; the same on every machine and Python, with any number of processes, compiled or not.
SIGNATURE: Final = "83a5bfaa5362a433"
SEEDS: Final = 12  # games of each kind
LOOK: Final = 8  # decisions from one view that counts to the next
ROUND: Final = 40  # games of one measurement


def games() -> Iterator[tuple[Game, Any, int]]:
    """Every game, with sections that together use all rules, for every number of players."""
    for name in GAMES:
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


class RandomBot(BaseBot):
    """A bot that costs next to nothing."""

    def decide(self, view: Any, decision: Any) -> object:
        return decision.random(self.rng)


def layers(game: Game) -> Mapping[str, Callable[[int], object]]:
    """The measured layers of a game with its usual rules and players: by name, a game of that seed."""
    rules, players = game.rules({}, Path()), game.default_players
    policies = [random_policy] * players
    rows = GameRows(tables_of(game))

    def at_random(seed: int, journal: bool, views: bool) -> None:
        state: Any = game.new_game(rules, players, seed)
        if not journal:
            state.journal = None
        rng = Random(seed)
        while (decision := state.decision) is not None:
            if views:
                state.view(decision.seat)
            state.apply(decision.random(rng))

    def simulated(seed: int) -> None:
        start: Any = game.new_game(rules, players, seed)
        playout(start, policies, Random(seed))

    def between_bots(seed: int) -> Any:
        state = game.new_game(rules, players, seed)
        return play_game(game, state, [RandomBot] * players, seed, Conditions(), rules)

    def recorded(seed: int) -> None:
        scheduled = ScheduledGame(seed, -1, 0, 0, 0, seed, tuple(range(players)))
        rows.add(scheduled, game, between_bots(seed))
        rows.take()

    return {
        "rules, in playouts": simulated,
        "rules": lambda seed: at_random(seed, journal=False, views=False),
        "with a journal": lambda seed: at_random(seed, journal=True, views=False),
        "with views": lambda seed: at_random(seed, journal=True, views=True),
        "between bots": between_bots,
        "with rows of all tables": recorded,
    }


def measured(game: Game, rounds: int) -> Iterator[tuple[str, float]]:
    """Each layer and its processor seconds a game; layers take turns, and the median of the rounds counts."""
    plays = layers(game)
    costs: dict[str, list[float]] = {name: [] for name in plays}
    for play in plays.values():
        play(0)  # anything made only once is made before
    for number in range(rounds):
        for name, play in plays.items():
            before = process_time()
            for seed in range(number * ROUND, (number + 1) * ROUND):
                play(seed)
            costs[name].append((process_time() - before) / ROUND)
    return ((name, median(cost)) for name, cost in costs.items())
