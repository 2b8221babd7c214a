"""What each layer of a game costs: its rules, with a journal, with views, between bots, with rows of all tables."""

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from wallenstein import compiled
from wallenstein.bots.bot import BaseBot
from wallenstein.core.game import Game
from wallenstein.core.search.playout import playout, random_policy
from wallenstein.games import GAMES, find_game
from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.record.tables import tables_of
from wallenstein.report.plain import aligned
from wallenstein.table.conditions import Conditions
from wallenstein.table.played_game import play_game

ROUND: Final = 40  # games of one measurement


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


def main() -> None:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each layer")
    rounds = parser.parse_args().rounds
    print(compiled.sentence())
    print("Processor time of a game at random, at the usual number of players:")
    for game in map(find_game, GAMES):
        costs = dict(measured(game, rounds))
        rows = [[layer, f"{1e6 * cost:,.0f}", f"{1 / cost:,.0f}"] for layer, cost in costs.items()]
        print("\n" + "\n".join(aligned([[game.title, "µs a game", "games/s"], *rows])))


if __name__ == "__main__":
    main()
