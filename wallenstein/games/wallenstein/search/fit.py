"""Games for the forecast and for experience, and what is fitted to them."""

from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from wallenstein.bots.discovery import find
from wallenstein.bots.entrants import Entrant, entrant_of
from wallenstein.bots.match import on_every_seat
from wallenstein.core.arithmetic import total
from wallenstein.core.search.fitting import FitSample, fit_stages, samples_of, samples_when_over
from wallenstein.core.seeds import derive
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.names import ACTIONS, BLANK
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.search.forecast import FEATURES, Stage, features
from wallenstein.games.wallenstein.search.lessons import Lessons, place

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


# Experience: what searches teach of every box in every season.

PLANNED: Final = ((1, 0), *STAGES)
PLAYERS: Final = 4
LIKE: Final = 20_000.0  # how much the slope over all stages counts in each


class Taught(NamedTuple):
    """What one search says of a box: how the points of cards and what they add go together, and the means of both."""

    stage: Stage
    action: int
    product: float
    square: float
    points: float
    worth: float  # more than a blank card


def lessons_of(games: int, playouts: int, seed: int, jobs: int = 1) -> Iterator[Taught]:
    """What searches without experience teach in seeded games; the same with any number of processes."""
    options = {"playouts": playouts, "trials": 1, "searches": 0, "experience": "none"}
    return samples_of(partial(play_lessons, entrant_of(find("generalissimo"), options)), "train", games, seed, jobs)


def play_lessons(bot: Entrant, seed: int) -> list[Taught]:
    """One game: what each search for a plan teaches."""
    rules = Rules()
    state, found = new_game(rules, PLAYERS, seeded(seed)), list[Taught]()
    bots: list[Any] = list(on_every_seat(bot, "wallenstein", PLAYERS, rules, seed))
    while (decision := state.decision) is not None:
        player = bots[decision.seat]
        choice = player.decide(state.view(decision.seat), decision)
        if decision.kind == "plan":
            found += taught(player.lessons, (state.year, state.season))
        state.make(choice)
    return found


def taught(lessons: Lessons, stage: Stage) -> Iterator[Taught]:
    """By box, of cards that were tried in it, the more the less they are in doubt."""
    means, doubts = lessons.means, lessons.doubts
    for action, row in enumerate(lessons.points):
        blank = place(action, BLANK)
        tried = [
            (points, means[cell], 1 / doubts[cell])
            for county, points in zip(lessons.table.counties, row, strict=False)
            if (cell := place(action, county)) in doubts
        ]
        if tried and blank in doubts:
            weight = total([sure for _, _, sure in tried])
            middle = total([sure * points for points, _, sure in tried]) / weight
            mean = total([sure * worth for _, worth, sure in tried]) / weight
            product = total([sure * (points - middle) * (worth - mean) for points, worth, sure in tried])
            square = total([sure * (points - middle) * (points - middle) for points, _, sure in tried])
            yield Taught(stage, action, product, square, middle, mean - means[blank])


def fit_lessons(lessons: Iterable[Taught]) -> dict[str, object]:
    """By stage and box, a line: what any card adds, and what each point of the plan table adds to that."""
    sums = {(stage, action): [0.0] * 5 for stage in PLANNED for action in range(len(ACTIONS))}
    for each in lessons:
        row = sums[(each.stage, each.action)]
        for column, value in enumerate((1.0, *each[2:])):
            row[column] += value
    stages: list[dict[str, object]] = []
    for stage in PLANNED:
        bases, slopes = dict[str, float](), dict[str, float]()
        for action, name in enumerate(ACTIONS):
            boxes = [sums[(other, action)] for other in PLANNED]
            usual = total([box[1] for box in boxes]) / max(1.0, total([box[2] for box in boxes]))
            count, product, square, points, worth = sums[(stage, action)]
            slope = (product + LIKE * usual) / (square + LIKE)
            bases[name] = round((worth - slope * points) / max(1.0, count), 4)
            slopes[name] = round(slope, 4)
        plans = int(sums[(stage, 0)][0])
        stages.append({"year": stage[0], "season": stage[1], "plans": plans, "base": bases, "slope": slopes})
    return {"stage": stages}
