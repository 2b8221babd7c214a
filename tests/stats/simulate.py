"""Tournaments with known strengths: Plackett-Luce luck that games of one block partly share."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from wallenstein.stats.results import Floats, Ints, Results

BASE, SCALE = 25.0, 5.0  # points of the mean bot, and points for one unit of strength or luck


@dataclass(frozen=True)
class World:
    """Bots of these log strengths at tables of `table` seats; some seats may be better than others.

    A block is one table in all rotations. With chance `shared` a game repeats the luck of its block, so games of a
    block hang together while each game alone is exactly Plackett-Luce.
    """

    strengths: tuple[float, ...]
    table: int = 4
    shared: float = 0.5
    seats: tuple[float, ...] = ()

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """All tables; blocks go through them in turn."""
        return list(combinations(range(len(self.strengths)), self.table))

    @property
    def names(self) -> list[str]:
        """A name for each bot."""
        return [f"bot-{i}" for i in range(len(self.strengths))]

    def play(self, blocks: int, rng: np.random.Generator) -> Results:
        """The results of that many blocks."""
        n = self.table
        sitting: Ints = np.array(self.tables, np.int64)[np.arange(blocks) % len(self.tables)]
        turns = (np.arange(n)[:, None] + np.arange(n)) % n
        entrant = sitting[:, turns]  # blocks x rotations x seats
        common = rng.gumbel(size=(blocks, len(self.strengths)))[np.arange(blocks)[:, None, None], entrant]
        repeats = rng.random((blocks, n, 1)) < self.shared
        level = np.array(self.strengths)[entrant] + np.array(self.seats or (0.0,) * n)
        level = level + np.where(repeats, common, rng.gumbel(size=entrant.shape))
        rank = 1 + (level[..., None] < level[..., None, :]).sum(axis=-1)
        games = np.arange(blocks * n)
        return Results.from_rows(
            self.names,
            game=np.repeat(games, n),
            block=np.repeat(games // n, n),
            seat=np.tile(np.arange(n), len(games)),
            entrant=entrant.ravel(),
            rank=rank.ravel(),
            score=np.round(BASE + SCALE * level).ravel(),
        )

    def truths(self) -> dict[str, Floats]:
        """What infinitely many blocks would show of each bot, when seats are alike."""
        theta = np.array(self.strengths)
        tables = self.tables
        wins, ranks = np.zeros(len(theta)), np.zeros(len(theta))
        for table in tables:
            worth = np.exp(theta[list(table)])
            wins[list(table)] += worth / worth.sum()
            ranks[list(table)] += 0.5 + (worth[:, None] / (worth[:, None] + worth)).sum(axis=0)
        times = len(tables) * self.table / len(theta)
        return {
            "win share": wins / times,
            "rank": ranks / times,
            "score": BASE + SCALE * (theta + np.euler_gamma),
            "strength": theta - theta.mean(),
        }

    def seat_truths(self) -> dict[str, Floats]:
        """What infinitely many blocks would show of each seat, when bots are alike."""
        level = np.array(self.seats or (0.0,) * self.table)
        return {
            "seat win share": np.exp(level) / np.exp(level).sum(),
            "seat lead": SCALE * (level - level.mean()),
        }


def chance_to_beat(a: float, b: float) -> float:
    """The chance that strength a finishes better than strength b."""
    return float(1 / (1 + np.exp(b - a)))


def rows(games: Sequence[Sequence[tuple[int, int, float]]], blocks: Sequence[int], names: Sequence[str]) -> Results:
    """Results written out by hand: for each game its seats as (entrant, rank, score)."""
    flat = [(g, blocks[g], s, *seat) for g, game in enumerate(games) for s, seat in enumerate(game)]
    table = np.array(flat, np.float64).reshape(-1, 6)
    game, block, seat, entrant, rank = table[:, :5].T.astype(np.int64)
    return Results.from_rows(names, game, block, seat, entrant, rank, table[:, 5])
