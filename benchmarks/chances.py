"""Fits the chances to win that replays show, from games between bots, with positions of every part of a game.

`python -m benchmarks.chances GAME --out FILE` with its defaults writes the packaged chances.toml. Reference bots play
under all rules and with all numbers of players, with some choices made at random.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from wallenstein.bots.entrants import Entrant, entrant
from wallenstein.bots.match import on_seats
from wallenstein.core.search import fitting
from wallenstein.core.search.fitting import FitSample
from wallenstein.core.seeds import derive
from wallenstein.games import GAMES, find_game
from wallenstein.pages.chances import Chances
from wallenstein.pages.player import Watched

STRAY: Final = 0.1  # share of choices that are made at random


def samples(game: str, pool: Sequence[str | Entrant], games: int, seed: int, jobs: int = 1) -> Iterator[FitSample]:
    """Positions of seeded games between bots of the pool, under all rules and with all numbers of players."""
    return fitting.samples_of(partial(play_sample, game, pool), "chances", games, seed, jobs)


def play_sample(name: str, pool: Sequence[str | Entrant], seed: int) -> list[FitSample]:
    """One game: a random position of each stage, and the result. Half of the tables have one bot in all seats."""
    game: Any = find_game(name)
    rng = Random(derive(seed, "table"))
    rules = game.rules({"name": name, **rng.choice(game.every_rule)}, Path())
    players = rng.choice(game.seats)
    alike = rng.random() < 0.5
    names = [rng.choice(pool)] * players if alike else rng.choices(pool, k=players)
    state = game.new_game(rules, players, seed)
    pages = game.load("pages")
    chances = pages.chances

    def look(state: object) -> dict[str, object]:
        stage = int(chances.stage(state))
        seen[stage] += 1
        if rng.random() < 1 / seen[stage]:
            stages[stage] = chances.features(state)
        return {}

    group, stages, seen = chances.group(state), dict[int, list[list[int]]](), Counter[int]()
    watched = Watched(look)
    state.functions = pages.watching(watched, state.functions)
    bots = on_seats(names, name, rules, seed)
    while (decision := state.decision) is not None:
        choice = bots[decision.seat].decide(state.view(decision.seat), decision)
        state.make(decision.random(rng) if rng.random() < STRAY else choice)
    return [sample._replace(group=group) for sample in fitting.samples_when_over(stages.items(), state.result())]


def fit_samples(samples: Iterable[FitSample]) -> list[dict[str, object]]:
    """By stage: a weight for each feature, and by group how surely points decide."""
    stages: dict[int, dict[str, list[FitSample]]] = defaultdict(lambda: defaultdict(list))
    for sample in samples:
        stages[sample.stage][sample.group].append(sample)
    return [fit_stage(stage, stages[stage]) for stage in sorted(stages)]


def fit_stage(stage: int, groups: dict[str, list[FitSample]]) -> dict[str, object]:
    tables = {name: fitting.arrays(group) for name, group in groups.items()}
    every = np.concatenate([fitting.centred(rows).reshape(-1, rows.shape[2]) for rows, _, _ in tables.values()])
    scale = 3 * every.std(axis=0) + 1.0
    weights = np.round(fitting.fit_weights([(rows, points) for rows, points, _ in tables.values()], scale), 3)
    heat = {
        name: round(fitting.fit_heat(fitting.centred(rows) @ weights, won), 4)
        for name, (rows, _, won) in sorted(tables.items())
    }
    return {"stage": stage, "games": sum(map(len, groups.values())), "weights": weights.tolist(), "heat": heat}


def fitted_text(game: str, games: int, seed: int, jobs: int) -> str:
    chances = chances_of(game)
    pool = [entrant(name, options) for name, options in chances.bots]
    stages = fit_samples(samples(game, pool, games, seed, jobs))
    lines = [f"{key} = {in_toml(value)}" for one in stages for key, value in one.items()]
    lines = [f"\n[[stages]]\n{line}" if line.startswith("stage =") else line for line in lines]
    return "\n".join([HEAD, f"features = {in_toml(list(chances.names))}", *lines, ""])


def chances_of(name: str) -> Chances[Any]:
    game: Any = find_game(name)
    found: Chances[Any] = game.load("pages").chances
    return found


def in_toml(value: object) -> str:
    if isinstance(value, dict):  # on one line
        return f"{{{', '.join(f'{json.dumps(key)} = {each}' for key, each in value.items())}}}"
    return json.dumps(value)


HEAD: Final = (
    "# Points that each feature brings until the end, by part of the game; and by rules and players, how surely."
)


def main() -> None:
    """Writes the file, or prints it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1648)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("/dev/stdout"))
    options = parser.parse_args()
    options.out.write_text(fitted_text(options.game, options.games, options.seed, options.jobs), encoding="utf-8")


if __name__ == "__main__":
    main()
