"""What fitting ties as such would change. `python -m tests.stats.tied [RUN...]` prints the documented figures."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from wallenstein.record.read import Run
from wallenstein.stats.results import Floats, Results
from wallenstein.stats.strength import PRIOR, strengths

MOST_TIED = 3  # larger groups that tie count as those of this size
TRUTH = np.array([1.2, 0.4, -0.3, -1.3])

Game = Sequence[tuple[int, int]]  # the rank and the entrant of each seat
Set = tuple[int, ...]


def fitted(entrants: int, games: Iterable[Game]) -> Floats:
    """Strengths (Davidson and Luce): a place goes to a group by the mean of its strengths and an effect of its size."""
    seen: Counter[tuple[Set, Set]] = Counter()
    for game in games:
        for rank in {rank for rank, _ in game}:
            left = tuple(sorted(entrant for other, entrant in game if other >= rank))
            took = tuple(sorted(entrant for other, entrant in game if other == rank))
            if len(left) > 1:
                seen[left, took] += 1
    sets = Counter[Set]()
    for (left, _), count in seen.items():
        sets[left] += count
    groups = [[group for n in range(1, MOST_TIED + 1) for group in combinations(left, n)] for left in sets]
    rows = np.array([_effects(entrants, group) for each in groups for group in each])
    starts = np.cumsum([0, *map(len, groups)])[:-1]
    often, sizes = np.array(list(sets.values()), np.float64), list(map(len, groups))
    taken = np.sum([count * _effects(entrants, took) for (_, took), count in seen.items()], axis=0)

    def cost(beta: Floats) -> tuple[float, Floats]:
        level = rows @ beta
        whole = np.logaddexp.reduceat(level, starts)
        expected = (np.repeat(often, sizes) * np.exp(level - np.repeat(whole, sizes))) @ rows
        return float(often @ whole - taken @ beta + PRIOR / 2 * beta @ beta), expected - taken + PRIOR * beta

    beta = minimize(cost, np.zeros(rows.shape[1]), jac=True, method="BFGS", options={"gtol": 1e-4}).x
    return np.asarray(beta[:entrants])


def _effects(entrants: int, group: Set) -> Floats:
    row = np.bincount(group, minlength=entrants + MOST_TIED - 1) / len(group)
    if len(group) > 1:
        row[entrants + min(len(group), MOST_TIED) - 2] += 1
    return row


def whole_points(scale: float, games: int, rng: np.random.Generator) -> Results:
    """Games of four whose points are whole numbers, `scale` of them for one unit of strength; equal points tie."""
    points = np.round((TRUTH + rng.gumbel(size=(games, 4))) * scale)
    rank = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    game, seat = np.repeat(np.arange(games), 4), np.tile(np.arange(4), games)
    return Results.from_rows(list("abcd"), game, game // 4, seat, seat, rank.ravel(), points.ravel())


def have_ties(games: Iterable[Game]) -> float:
    """The share of games that have a tie."""
    return float(np.mean([len({rank for rank, _ in game}) < len(game) for game in games]))


def likelier(games: Iterable[Game], strength: Sequence[float]) -> float:
    """By how much ties are likelier, on the log scale, if they are those of whole points than by Davidson and Luce.

    Where p is how often one of two finishes ahead, their chance is then as p (1 - p), and else as its square root.
    """
    pairs = (pair for game in games for pair in combinations(game, 2))
    meetings = [(abs(strength[a] - strength[b]), one == two) for (one, a), (two, b) in pairs if a != b]
    apart, tied = np.array(meetings).T
    level = -apart - 2 * np.log1p(np.exp(-apart))
    whole, root = (tied @ logs - tied.sum() * np.log(np.exp(logs).sum()) for logs in (level, level / 2))
    return float(whole - root)


def slope(values: Sequence[float | None] | Floats) -> float:
    """How large strengths are, relative to the true ones."""
    truth = TRUTH - TRUTH.mean()
    return float(np.asarray(values, np.float64) @ truth / (truth @ truth))


def simulated(tournaments: int = 5) -> None:
    """Print how large both kinds of strengths come out where ties are those of whole points."""
    for scale in (40, 20, 10, 5, 2.5):
        rows = []
        for seed in range(tournaments):
            results = whole_points(scale, 4000, np.random.default_rng(seed))
            games = [[(int(rank), seat) for seat, rank in enumerate(ranks)] for ranks in results.rank]
            plain = [each.strength.value for each in strengths(results)]
            rows.append((100 * have_ties(games), slope(plain), slope(fitted(4, games))))
        print("ties in {:.1f} % of the games: plain {:.3f}, fitted as such {:.3f}".format(*np.mean(rows, axis=0)))


def moved(folder: Path) -> None:
    """Print for each cell of a run how far its strengths would move, in parts of the width of their intervals."""
    run = Run(folder)
    seats = run.table("seats").to_pandas().merge(run.table("games").to_pandas()[["game", "cell"]], on="game")
    for cell in json.loads((folder / "summary.json").read_text("utf-8"))["cells"]:
        here = seats[seats.cell == cell["cell"]] if cell["cell"] else seats
        known = {bot["name"]: bot["strength"] for bot in cell["entrants"] if bot["strength"]["low"] is not None}
        plain = {bot["name"]: bot["strength"]["value"] for bot in cell["entrants"]}
        names = sorted(here.bot.unique())
        rows = here.assign(entrant=[names.index(bot) for bot in here.bot])
        games = [list(zip(game["rank"], game["entrant"], strict=True)) for _, game in rows.groupby("game")]
        found = dict(zip(names, fitted(len(names), games), strict=True))
        centre = np.mean([found[name] for name in known]) if known else 0.0
        moves = [abs(found[bot] - centre - s["value"]) / (s["high"] - s["low"]) for bot, s in known.items()]
        whole = likelier(games, [plain[name] for name in names])
        said = f"ties in {have_ties(games):.1%}, strengths move by at most {max(moves):.3f}"
        print(f"{folder.name}: {cell['games']} games, {said}; whole points are likelier by {whole:.1f}")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        moved(Path(argument))
    if not sys.argv[1:]:
        simulated()
