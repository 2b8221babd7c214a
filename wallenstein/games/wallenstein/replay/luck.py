"""The luck of throws: the exact distribution of the cubes that come out, for towers that have one."""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, Final

import numpy as np

from wallenstein.core.search.playout import Policy
from wallenstein.games.wallenstein.model.entries import Thrown
from wallenstein.games.wallenstein.search.forecast import INSIDE, TRAY
from wallenstein.games.wallenstein.search.quick import quick_policy
from wallenstein.games.wallenstein.tower.models import Ledges, OpenTower, Sieve, TowerModel, binomial, convolve, odds_of
from wallenstein.report import luck

LEAST: Final = 1e-7  # outcomes that are less likely are left out
SAMPLED: Final = 200  # throws of a tower without known odds


def spreads(tower: TowerModel, falling: Sequence[int], inside: Sequence[int]) -> list[list[float]] | None:
    """By colour the distribution of the cubes that come out; None if colours are not independent, or nobody knows."""
    if isinstance(tower, Ledges):
        passes, loosens = tower.course(sum(falling), sum(inside))  # exact: ints
    elif isinstance(tower, Sieve | OpenTower):
        passes, loosens = odds_of(tower)
    else:
        return None
    return [
        convolve(binomial(thrown, passes), binomial(stuck, loosens))
        for thrown, stuck in zip(falling, inside, strict=True)
    ]


class TowerLuck(luck.DrawLuck):
    """Throws as well as draws. Colours that only change places, between tower and tray, are summed over at the end."""

    def outcomes(self, call: luck.Asked, entries: Sequence[object]) -> luck.Outcomes:
        if call.method == "draw":
            return super().outcomes(call, entries)
        tower, falling, inside = call.asked
        known = spreads(tower, falling, inside)
        if known is None:
            return [(1 / SAMPLED, tower.drop(self.rng.random, list(falling), list(inside))) for _ in range(SAMPLED)]
        involved = colours(call, entries)
        ranges = [
            range(len(known[colour])) if colour in involved else (out,) for colour, out in enumerate(call.outcome)
        ]
        every = ((prod(known[colour][out[colour]] for colour in involved), out) for out in product(*ranges))
        return [(chance, out) for chance, out in every if chance > LEAST]

    def value(self, state: luck.Replayed, call: luck.Asked, entries: Sequence[object]) -> luck.Chance:
        """The mean over the cubes of colours that do not take part, whose number out changes no more than features."""
        if call.method == "draw" or self.chances.is_over(state) or (known := spreads(*call.asked)) is None:
            return self.chances.of(state)
        rows = self.chances.features(state)
        scores = self.chances.scores(state, rows)
        rows[0][TRAY] += 1
        rows[0][INSIDE] -= 1
        slope = self.chances.scores(state, rows)[0] - scores[0]
        others = [seat for seat in range(len(rows)) if seat not in colours(call, entries)]
        steps = np.meshgrid(*(np.arange(len(known[seat])) - call.outcome[seat] for seat in others), indexing="ij")
        weights = np.ones(1)
        for seat in others:
            weights = np.multiply.outer(weights, known[seat])
        shifted = np.array(scores) + np.zeros((weights.size, 1))
        for seat, step in zip(others, steps, strict=True):
            shifted[:, seat] += slope * step.reshape(-1)
        powers = np.exp(shifted - shifted.max(axis=1, keepdims=True))
        mean: list[float] = (weights.reshape(-1) @ (powers / powers.sum(axis=1, keepdims=True))).tolist()
        return mean

    def plays_on(self, state: Any, call: luck.Asked) -> Policy | None:
        """The event and the turn order count when all plans are laid."""
        return quick_policy if call.source in ("event", "order", "tie") and None not in state.plans else None


def colours(call: luck.Asked, entries: Sequence[object]) -> set[int]:
    """The colours that decide what a throw does: those of the fight, and peasants."""
    for entry in entries:
        if isinstance(entry, Thrown) and list(entry.out) == call.outcome and list(entry.inside) == call.asked[2]:
            fighting = {entry.seat, entry.other, len(call.outcome) - 1}
            return set() if entry.cause == "fill" else {colour for colour in fighting if colour >= 0}
    return set(range(len(call.outcome)))
