"""Fits the prospects of the chancellor anew, from games of a bot against itself, with some choices made at random.

`python -m benchmarks.prospects --out FILE` with its defaults writes the packaged prospects.toml.
"""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import tomli_w

from wallenstein.bots.entrants import Entrant
from wallenstein.bots.match import on_every_seat
from wallenstein.core.search.fitting import FitSample, fit_stages, samples_of, samples_when_over
from wallenstein.core.seeds import derive
from wallenstein.games.sixteen_thirty.names import FADE, LOBBY_STEP, NO_STAGE, SPECIAL_STEP, TURNS
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import Rules
from wallenstein.games.sixteen_thirty.search.prospects import FEATURES, features

STRAY: Final = 0.15  # share of random choices, which show the effects of different ones
BEGINNING: Final = (FADE, SPECIAL_STEP, LOBBY_STEP)  # possible steps of a round's first decision


def samples(bot: str | Entrant, games: int, players: int, seed: int, jobs: int = 1) -> Iterator[FitSample]:
    """The samples of `games` games with the bot in every seat; the same with any number of processes."""
    return samples_of(partial(play_sample, bot, players), "prospects", games, seed, jobs)


def play_sample(bot: str | Entrant, players: int, seed: int) -> list[FitSample]:
    """One game: the table at the beginning of each round, and the result; stages are turns."""
    rules = Rules()
    state = new_game(rules, players, seeded(seed))
    rng = Random(derive(seed, "stray"))
    bots = on_every_seat(bot, "sixteen-thirty", players, rules, seed)
    seen: list[tuple[int, list[list[int]]]] = []
    begun: tuple[int, int] | None = None
    while (decision := state.decision) is not None:
        begins_round = state.step in BEGINNING and state.stage == NO_STAGE
        if begins_round and (state.turn, state.current) != begun:
            begun = state.turn, state.current
            seen.append((state.turn - 1, features(state)))
        choice = bots[decision.seat].decide(state.view(decision.seat), decision)
        state.make(decision.random(rng) if rng.random() < STRAY else choice)
    return samples_when_over(seen, state.result())


MUCH: Final = (20, 8, 4, 15, 4, 5, 2, 6, 3, 6, 1, 1, 1, 1)  # a large value of each feature
SCALE: Final = {name: float(much) for name, much in zip(FEATURES, MUCH, strict=True)}


def fit_samples(samples: Iterable[FitSample]) -> dict[str, object]:
    fits = fit_stages(samples, TURNS, SCALE, "positions")
    return {"turn": [{"turn": turn, **fit} for turn, fit in enumerate(fits, 1)]}


HEAD: Final = "# Points that each feature brings until the end, by turn. Made by `python -m benchmarks.prospects`.\n\n"


def main() -> None:
    """Writes the file, or prints it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="broker")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1630)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("/dev/stdout"))
    options = parser.parse_args()
    found = samples(options.bot, options.games, options.players, options.seed, options.jobs)
    options.out.write_text(HEAD + tomli_w.dumps(fit_samples(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
