"""Games for the prospects: what the table looked like at the beginning of each round, and how the game ended.

Some choices are made at random, because what follows from a change is seen only where there are some.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Final

from wallenstein.bots.self_play import on_every_seat
from wallenstein.core.luck.seeds import derive
from wallenstein.core.search.fitting import Sample, samples_of, samples_when_over
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import FADE, LOBBY_STEP, NO_STAGE, SPECIAL_STEP
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import Rules
from wallenstein.games.sixteen_thirty.search.features import features

STRAY: Final = 0.15  # how many choices are made at random
BEGINNING: Final = (FADE, SPECIAL_STEP, LOBBY_STEP)  # where a round's first decision may be


def samples(bot: str, games: int, players: int, seed: int, jobs: int = 1) -> Iterator[Sample]:
    """The samples of so many games in which the bot has every seat; the same with any number of processes."""
    seeds = [derive(seed, "prospects", number) for number in range(games)]
    return samples_of(partial(played, bot, players), seeds, jobs)


def played(bot: str, players: int, seed: int) -> list[Sample]:
    """One game, as what it looked like at the beginning of each round and how it ended; stages are turns."""
    rules = Rules()
    state = new_game(rules, players, seeded(seed))
    rng = Random(derive(seed, "stray"))
    bots = on_every_seat(bot, "sixteen-thirty", players, rules, seed)
    seen: list[tuple[int, list[list[float]]]] = []
    begun: tuple[int, int] | None = None
    while (decision := state.decision) is not None:
        if begins_round(state) and (state.turn, state.current) != begun:
            begun = state.turn, state.current
            seen.append((state.turn - 1, features(state)))
        choice = bots[decision.seat].decide(state.view(decision.seat), decision)
        state.make(decision.random(rng) if rng.random() < STRAY else choice)
    return samples_when_over(seen, state.result())


def begins_round(state: State) -> bool:
    """Whether the decision may be the first one of a round."""
    return state.step in BEGINNING and state.stage == NO_STAGE
