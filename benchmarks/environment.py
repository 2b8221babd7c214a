"""How many steps a second the environments make, and how much faster the rules alone play the same games.

python benchmarks/environment.py [--games 60]
"""

import argparse
from pathlib import Path
from random import Random
from time import process_time

import numpy as np

import wallenstein
from wallenstein.games import GAMES, find_game

SEED = 1000


def environment(game: str, games: int) -> tuple[float, float]:
    """Steps and games in a second of processor time."""
    env = wallenstein.env(game=game)
    draw = Random(SEED).random
    steps = 0
    began = process_time()
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            if over:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(draw() * len(legal))])
            steps += 1
    took = process_time() - began
    return steps / took, games / took


def rules_alone(name: str, games: int) -> float:
    """Games in a second of processor time, by random choices."""
    game = find_game(name)
    rules = game.rules({}, Path())
    rng = Random(SEED)
    began = process_time()
    for seed in range(games):
        state = game.new_game(rules, game.default_players, seed)
        while state.decision is not None:
            state.make(state.decision.random(rng))
    return games / (process_time() - began)


def main() -> None:
    """Prints a line for each game, the best of three rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=60, help="how many games are played in a round")
    games = parser.parse_args().games
    for name in sorted(GAMES, reverse=True):
        rounds = [(environment(name, games), rules_alone(name, games)) for _ in range(3)]
        (steps, played), bare = max(rounds)
        title = find_game(name).title
        print(f"| {title} | {steps:,.0f} | {played:,.0f} | {bare:,.0f}, {bare / played:.1f} times as many |")


if __name__ == "__main__":
    main()
