"""Games for the forecast, and its fitted document."""

from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import Final

from wallenstein.bots.entrants import Entrant
from wallenstein.bots.match import on_every_seat
from wallenstein.core.search.fitting import FitSample, fit_stages, samples_of, samples_when_over
from wallenstein.core.seeds import derive
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.forecast import FEATURES, features

STAGES: Final = ((1, 1), (1, 2), (2, 0), (2, 1), (2, 2))  # year and season that begin
STRAY: Final = 0.4  # share of plans that are changed at random, to show the effects of different choices
SWAPS: Final = 3  # number of changed cards


def samples(bot: str | Entrant, games: int, players: int, seed: int, jobs: int = 1) -> Iterator[FitSample]:
    """The samples of `games` games with the bot in every seat; the same with any number of processes."""
    return samples_of(partial(play_sample, bot, players), "forecast", games, seed, jobs)


def play_sample(bot: str | Entrant, players: int, seed: int) -> list[FitSample]:
    """One game: the table at each stage, and the result."""
    rules = Rules()
    state = new_game(rules, players, seeded(seed))
    rng = Random(derive(seed, "stray"))
    bots = on_every_seat(bot, "wallenstein", players, rules, seed)
    seen: dict[int, list[list[int]]] = {}
    while (decision := state.decision) is not None:
        when = (state.year, state.season)
        planning = decision.kind == "plan"
        if planning and when in STAGES and STAGES.index(when) not in seen:
            seen[STAGES.index(when)] = features(state)
        choice = bots[decision.seat].decide(state.view(decision.seat), decision)
        if planning and rng.random() < STRAY:
            choice = strayed(choice, decision.options, rng)
        state.make(choice)
    return samples_when_over(seen.items(), state.result())


def strayed(plan: Plan, offer: Offer, rng: Random) -> Plan:
    """The plan with a few of its cards in other boxes, or replaced by cards that were not laid."""
    cards = [*plan.boxes, *[county for county in offer.counties if county not in plan.boxes]]
    for _ in range(SWAPS):
        one, other = int(rng.random() * len(plan.boxes)), int(rng.random() * len(cards))
        cards[one], cards[other] = cards[other], cards[one]
    return offer.repair(Plan(tuple(cards[: len(plan.boxes)]), plan.bid))


MUCH: Final = (10, 3, 3, 5, 10, 3, 5, 4, 4, 5, 4, 4, 5, 4, 2, 3, 3, 4, 8, 3)  # a large value of each feature
SCALE: Final = {name: float(much) for name, much in zip(FEATURES, MUCH, strict=True)}


def fit_samples(samples: Iterable[FitSample]) -> dict[str, object]:
    fits = fit_stages(samples, len(STAGES), SCALE, "games")
    stages = zip(STAGES, fits, strict=True)
    return {"stage": [{"year": year, "season": season, **fit} for (year, season), fit in stages]}
