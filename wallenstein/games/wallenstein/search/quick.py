"""Quick play: a policy for playouts that makes every decision of a season soundly, and in microseconds."""

from functools import lru_cache
from math import isqrt
from random import Random
from typing import Any, Final

from wallenstein.core.arithmetic import exponential, total
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.advice.odds import CUBES
from wallenstein.games.wallenstein.model.offer import Marches
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.tower.models import TowerOdds

STEPS: Final = 16  # of the table of the normal distribution, for each standard deviation
WIDE: Final = 4 * STEPS
BUILDING: Final = 1.9  # the worth of a building, in counties
RIVAL: Final = 1.8  # a county taken from a rival is worth this many times more
QUIET: Final = 0.2  # worth of staying out of fights, as a chance of a county


def normal_table() -> tuple[float, ...]:
    """The normal distribution from -4 to 4 standard deviations, by the middle of each step."""
    heights = [exponential(-(((step + 0.5) / STEPS) ** 2) / 2) for step in range(-WIDE, WIDE)]  # exact: one product
    whole, sum_so_far, table = total(heights), 0.0, []
    for height in heights:
        sum_so_far += height
        table.append(sum_so_far / whole)
    return tuple(table)


NORMAL: Final = normal_table()


class Spreads:
    """The inverse of the standard deviation of the number of cubes that come out, in steps of the table."""

    def __init__(self, odds: TowerOdds) -> None:
        self.odds: Final = odds
        self.known: Final[dict[int, float]] = {}  # by one number, which is a faster key than a tuple

    def of(self, thrown: int, inside: int) -> float:
        key = thrown * CUBES + inside
        spread = self.known.get(key)
        if spread is None:
            odds = self.odds
            variance = thrown * odds.passes * (1 - odds.passes) + inside * odds.loosens * (1 - odds.loosens)
            spread = self.known[key] = STEPS * 1000 / max(200, isqrt(int(variance * 1000000)))
        return spread


spreads_of = lru_cache(maxsize=8)(Spreads)


def win_chance(state: State, seat: int, to: int, armies: int, spreads: Spreads) -> float:
    """The approximate chance that a march with this many armies takes a county that is not the seat's own (W50)."""
    odds, tray, tower = spreads.odds, state.tray, state.tower
    defender = state.owner[to]
    attack = armies + tray[seat] + (state.tiles[seat] == const.TILE_ATTACK)
    inside = tower[seat]
    if defender == const.NEUTRAL:
        standing, stuck = 1 + tray[const.PEASANTS], tower[const.PEASANTS]
    else:
        standing = state.armies[to] + tray[defender] + (state.tiles[defender] == const.TILE_DEFENCE)
        stuck = tower[defender]
        if not state.markers[to]:
            standing += tray[const.PEASANTS]
            stuck += tower[const.PEASANTS]
    margin = (attack - standing) * odds.passes + (inside - stuck) * odds.loosens - 0.5
    place = int(margin * spreads.of(attack + standing, inside + stuck)) + WIDE
    return NORMAL[place] if 0 <= place < len(NORMAL) else float(place > 0)


def quick_march(state: State, seat: int, options: Marches) -> Any:
    """The march with the best prospects, with all armies that may go."""
    owner, buildings, spreads = state.owner, state.buildings, spreads_of(state.book.odds)
    most = options.most
    best, height = options.targets[0], -9.0
    for to in options.targets:
        victim = owner[to]
        if victim == seat:
            value = QUIET
        elif victim == const.NEUTRAL:
            value = win_chance(state, seat, to, most, spreads) * (1 + BUILDING * buildings[to].bit_count())
        else:
            win = win_chance(state, seat, to, most, spreads)
            value = win * (1 + BUILDING * buildings[to].bit_count()) * RIVAL
        if value > height:
            best, height = to, value
    return best, 1 if owner[best] == seat else most


def quick_tile(state: State, seat: int, options: tuple[int, ...]) -> int:
    """The tile that is useful for the plan, preferably an early place."""
    plan = state.plans[seat]
    boxes = plan.boxes if plan else (const.BLANK,) * 10
    worth = [  # by tile
        0.4 * (boxes[const.TAXES] != const.BLANK),
        0.3 * (boxes[const.GRAIN] != const.BLANK),
        0.2 * (boxes[const.DEPLOY_5] != const.BLANK),
        0.8 * ((boxes[const.COMBAT_A] != const.BLANK) + (boxes[const.COMBAT_A + 1] != const.BLANK)),
        0.8,
    ]
    best, height = options[0], -9.0
    for tile in options:
        value = worth[tile] - 0.1 * state.tiles_on_offer.index(tile)
        if value > height:
            best, height = tile, value
    return best


def quick_policy(state: State, seat: int, rng: Random) -> Any:
    """A sound choice for every decision except a plan, which is drawn at random."""
    decision = state.decision
    assert decision is not None, "a policy needs a decision"
    kind = decision.kind
    if kind == "march":
        return quick_march(state, seat, decision.options)
    if kind == "plan":
        return decision.options.random(rng)
    if kind == "tile":
        return quick_tile(state, seat, decision.options)
    return decision.options[0]
