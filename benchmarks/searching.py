"""What searches cost: a plan of the regent and of each bot that searches, and a sample of Sixteen Thirty Something.

python benchmarks/searching.py [--games 4]

Plans are those of seat 0 in games of four regents; playouts are those that a plan's budget allows, in processor time.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from wallenstein.bots import Bot
from wallenstein.bots.discovery import find
from wallenstein.bots.policies import policy
from wallenstein.core.search.playout import random_policy
from wallenstein.games import find_game

PLAYERS: Final = 4
ROUNDS: Final = 5


def asked(game: str, kind: str, playing: Callable[[Any, int, Random], Any], seeds: Sequence[int]) -> list[Any]:
    """Views of seat 0 at decisions of a kind, with the decisions."""
    played = find_game(game)
    found = []
    for seed in seeds:
        state, rng = played.new_game(played.rules({}, Path()), PLAYERS, seed), Random(seed)
        while (decision := state.decision) is not None:
            if decision.seat == 0 and decision.kind == kind:
                found.append((state.view(0), decision))
            state.make(playing(state, decision.seat, rng))
    return found


def plan_seconds(name: str, moments: Sequence[Any]) -> float:
    """The median of a bot's plans; looking for bots between them would empty the caches of the processor."""
    bots: list[Any] = [find(name)() for _ in moments]
    spent = []
    for number, (bot, (view, decision)) in enumerate(zip(bots, moments, strict=True)):
        assert isinstance(bot, Bot)
        bot.rng = Random(number)
        begun = process_time()
        bot.plan(view, decision.options)
        spent.append(process_time() - begun)
    return median(spent)


def sample_seconds(view: Any) -> float:
    """The least of some rounds of samples."""
    rng, least = Random(1), float("inf")
    view.sample(rng)
    for _ in range(ROUNDS):
        begun = process_time()
        for _ in range(10):
            view.sample(rng)
        least = min(least, (process_time() - begun) / 10)
    return least


def main() -> None:
    """Prints a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    seeds = range(parser.parse_args().games)
    moments = asked("wallenstein", "plan", policy("regent"), seeds)
    plan_seconds("regent", moments)  # odds are computed once
    print(f"regent: {1e6 * min(plan_seconds('regent', moments) for _ in range(ROUNDS)):.0f} µs a plan")
    for name in ("seer", "marshal", "generalissimo"):
        bot: Any = find(name)()
        seconds = plan_seconds(name, moments)
        print(f"{name}: {1e3 * seconds:.1f} ms a plan, {bot.playouts / seconds:,.0f} playouts a second")
    lobbies = asked("sixteen-thirty", "lobby", random_policy, seeds)
    for turn in (1, 2, 3):
        seconds = median(sample_seconds(view) for view, _ in lobbies if view.turn == turn)
        print(f"Sixteen Thirty Something, a sample in turn {turn}: {1e3 * seconds:.2f} ms")


if __name__ == "__main__":
    main()
