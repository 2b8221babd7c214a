"""Speed of the rules alone: random play inside and through `apply`, copies, throws. `peers.py` compares with others.

All by processor time, which a busy machine changes less than time on the wall.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from time import process_time
from typing import Final

from peers import Speed, timed

from wallenstein.core.search.playout import Policy, random_policy
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import FreeTowerChance

PLAYERS: Final = 4
COUNTED: Final = 200  # different playouts
RULES: Final = {
    "base game": Rules(),
    "Emperor's Court": Rules(expansions=("emperors-court",)),
    "Landsknechte": Rules(expansions=("landsknechte",)),
    "both expansions": Rules(expansions=("emperors-court", "landsknechte")),
    "first edition": Rules(edition="first"),
}


def play(rules: Rules, seed: int, views: bool = False, stop: int = 10**9) -> tuple[State, int]:
    """A game of random choices from a seed, or its first `stop` decisions."""
    state = new_game(rules, PLAYERS, seeded(seed))
    rng = random.Random(seed)
    draw = rng.random
    decisions = 0
    while (decision := state.decision) is not None and decisions < stop:
        if views:
            state.view(decision.seat)
        options = decision.options
        plan = decision.kind == "plan"
        state.apply(options.random(rng) if plan else options[int(draw() * len(options))])
        decisions += 1
    return state, decisions


def random_play(name: str, seconds: float, views: bool) -> Speed:
    """Whole games for some seconds."""
    rules = Rules()
    seeds = iter(range(10**9))
    return timed(name, seconds, lambda: play(rules, next(seeds), views)[1])


def simulated(seed: int, policies: Sequence[Policy]) -> State:
    """A game of random choices that are made inside: what a search plays."""
    rng = random.Random(seed)
    return new_game(RULES["base game"], PLAYERS, FreeTowerChance(rng)).playout(policies, rng)


def decisions_of(seed: int) -> int:
    """How many decisions such a game has."""
    decisions = 0

    def counting(state: State, seat: int, rng: random.Random) -> object:
        nonlocal decisions
        decisions += 1
        return random_policy(state, seat, rng)

    simulated(seed, [counting] * PLAYERS)
    return decisions


def simulations(seconds: float) -> Speed:
    """Whole playouts for some seconds; their decisions have been counted before."""
    counts = [decisions_of(seed) for seed in range(COUNTED)]
    policies = [random_policy] * PLAYERS
    seeds = iter(range(10**9))

    def play_one() -> int:
        seed = next(seeds) % COUNTED
        simulated(seed, policies)
        return counts[seed]

    return timed("wallenstein playouts", seconds, play_one)


def cost_of_rules(rounds: int = 10, games: int = 40) -> dict[str, float]:
    """Seconds a game under each set of rules, the best round of each; they take turns."""
    best = dict.fromkeys(RULES, float("inf"))
    for _ in range(rounds):
        for name, rules in RULES.items():
            start = process_time()
            for seed in range(games):
                play(rules, seed)
            best[name] = min(best[name], (process_time() - start) / games)
    return best


def microseconds(action: Callable[[], object], repeats: int = 50_000) -> float:
    """How long one call takes, the best of five rounds, without the cost of an empty call."""

    def once(what: Callable[[], object]) -> float:
        start = process_time()
        for _ in range(repeats):
            what()
        return process_time() - start

    return (min(once(action) for _ in range(5)) - min(once(lambda: None) for _ in range(5))) / repeats * 1e6


def ours(seconds: float) -> list[Speed]:
    """Our games, inside and through `apply`."""
    return [
        simulations(seconds),
        random_play("wallenstein", seconds, views=False),
        random_play("wallenstein with views", seconds, views=True),
    ]


def main() -> None:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each kind of play takes")
    for speed in ours(parser.parse_args().seconds):
        print(speed.sentence())
    state, _ = play(Rules(), 3, stop=40)
    falling, inside, draw = [3, 4, 0, 1, 2], [4, 5, 6, 3, 8], random.Random(1).random
    tower = state.functions.tower
    for name, cost in (
        ("copy of a state", microseconds(state.copy)),
        ("view of a seat", microseconds(lambda: state.view(0))),
        ("throw of five colours", microseconds(lambda: tower.drop(draw, falling, inside))),
    ):
        print(f"{name:28s} {cost:10.2f} µs       {1e6 / cost:12,.0f} a second")
    costs = cost_of_rules()
    for name, seconds in costs.items():
        print(f"{name:28s} {1e6 * seconds:10.0f} µs a game   {seconds / costs['base game']:.2f} times the base game")


if __name__ == "__main__":
    main()
