"""Compares two runs, such as one before and one after a change of a bot: game by game where the seeds are the same."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from wallenstein.core.errors import ConfigError
from wallenstein.record.location import is_same
from wallenstein.record.read import Run
from wallenstein.stats.figures import Difference, MarkedDifference
from wallenstein.stats.intervals import ByBlock, tidy
from wallenstein.stats.paired import differences, marked, unpaired, won_more
from wallenstein.stats.results import Bools, Ints
from wallenstein.stats.standings import standings
from wallenstein.tourney.figures.run_parts import game_of, on_bench_of
from wallenstein.tourney.figures.run_summary import SeatRows


@dataclass(frozen=True)
class BotChange:
    """The wins and points of one bot in both runs, and the game of the second in which it gained most."""

    name: str
    changed: bool  # its code or its options
    games: int
    before: float | None
    after: float | None
    wins: MarkedDifference
    score: MarkedDifference
    gained: int | None


@dataclass(frozen=True)
class TwoRuns:
    """The second run beside the first. Only games that both have are compared, if there are any."""

    before: str
    after: str
    paired: bool
    games: int
    of_games: tuple[int, int]
    otherwise: int  # games whose ranking differs
    alike: int  # games in which everything that happened is the same
    other_rules: bool
    secret: bool  # whether one of the seeds was secret, and so drawn for its run alone
    bots: tuple[BotChange, ...]


class Found(NamedTuple):
    """The figures of one bot before it is known how many are compared."""

    name: str
    games: int
    before: float | None
    after: float | None
    wins: Difference
    score: Difference
    gained: int | None


class Pairs(NamedTuple):
    """The rows of the seats of the games that both runs have, and for each row the number of its game."""

    one: Ints
    other: Ints
    game: Ints


def compare_runs(before: Run, after: Run) -> TwoRuns:
    """Pairs the games by cell, seed, table and seats. Without a common game, the same bots are compared unpaired."""
    if is_same(before.folder, after.folder):
        raise ConfigError(f"{after.folder}: is named twice; a comparison needs two runs")
    if game_of(before).name != game_of(after).name:
        raise ConfigError(f"{before.folder} and {after.folder} are of different games")
    sides = SeatRows(before, on_bench_of(after)), SeatRows(after)
    pairs = _pairs((before, after), sides)
    games = len(np.unique(pairs.game))
    changed = {name: _entry(before, name) != _entry(after, name) for name in sides[1].entries}
    one, other = (run.header["rules"] for run in (before, after))
    found = [*(_paired(*sides, pairs) if games else _unpaired(before, after, sides))]
    # the question is whether what changed is better; only opponents of the others changed, if anything did
    asked = [changed[each.name] or not any(changed.values()) for each in found]
    wins, scores = (
        marked([more if is_asked else replace(more, p=None) for more, is_asked in zip(each, asked, strict=True)])
        for each in ([each.wins for each in found], [each.score for each in found])
    )
    bots = tuple(
        BotChange(each.name, changed[each.name], each.games, each.before, each.after, win, score, each.gained)
        for each, win, score in zip(found, wins, scores, strict=True)
    )
    digests = [run.arrays("games", {"digest": ()})["digest"] for run in (before, after)]
    first = np.unique(pairs.game, return_index=True)[1]
    at = zip(sides, (pairs.one, pairs.other), strict=True)
    places = [np.unique(side.game, return_inverse=True)[1][rows[first]] for side, rows in at]
    return TwoRuns(
        before.folder.name,
        after.folder.name,
        bool(games),
        games,
        (before.games, after.games),
        len(np.unique(pairs.game[sides[0].rank[pairs.one] != sides[1].rank[pairs.other]])),
        int((digests[0][places[0]] == digests[1][places[1]]).sum()),
        any(other[label] != one.get(label, other[label]) for label in other),
        before.manifest.was_secret or after.manifest.was_secret,
        bots,
    )


def _entry(run: Run, name: str) -> tuple[Any, ...]:
    """All that decides how a bot plays: the hash of its code, and its entry in each cell."""
    entries = (cell["bots"]["entry"] for cell in run.header["essence"].values())
    return run.header["bots"].get(name), *(each for cell in entries for each in cell if each.get("name") == name)


def _pairs(runs: tuple[Run, Run], sides: tuple[SeatRows, SeatRows]) -> Pairs:
    """The seats of all games with the same cell, seed, and bots in the same seats, that count in both runs."""
    labels = list(dict.fromkeys(label for side in sides for label in side.cells))
    names = list(dict.fromkeys(name for side in sides for name in side.entries))
    width = max(int(side.seat.max()) for side in sides) + 1
    firsts, keys = list[Ints](), list[Ints]()
    for run, side in zip(runs, sides, strict=True):
        numbers, first, game = np.unique(side.game, return_index=True, return_inverse=True)
        seated = np.full((len(numbers), width), -1)
        seated[game, side.seat] = np.array([names.index(name) for name in side.entries])[side.bot]
        cell = np.array([labels.index(label) for label in side.cells])[side.cell[first]]
        seeds = run.arrays("games", {"seed": ()})["seed"].view(np.int64)
        counts = side.counts[first]
        firsts.append(first[counts])
        keys.append(np.column_stack([cell, seeds, seated])[counts])
    _, code = np.unique(np.concatenate(keys), axis=0, return_inverse=True)
    code = code.reshape(-1)
    _, one, other = np.intersect1d(code[: len(keys[0])], code[len(keys[0]) :], return_indices=True)
    players = (keys[0][one, 2:] >= 0).sum(axis=1)
    seat = np.arange(players.sum()) - np.repeat(np.cumsum(players) - players, players)
    rows, theirs = (np.repeat(first[at], players) + seat for first, at in zip(firsts, (one, other), strict=True))
    return Pairs(rows, theirs, np.repeat(np.arange(len(one)), players))


def _paired(before: SeatRows, after: SeatRows, pairs: Pairs) -> Iterator[Found]:
    for number, name in enumerate(after.entries):
        rows: Bools = after.bot[pairs.other] == number
        if not rows.any():
            continue
        one, other = pairs.one[rows], pairs.other[rows]
        block = np.unique(after.block[other], return_inverse=True)[1].astype(np.int64)
        wins, scores = (after.win[other] - before.win[one], after.score[other] - before.score[one])
        sums = ByBlock(block, np.zeros(len(block), np.int64), 1).sums(scores.astype(np.float64), np.ones(len(block)))
        (score,) = differences(sums)
        best = np.lexsort((scores, before.rank[one].astype(int) - after.rank[other], wins))[-1]
        gained = int(after.game[other[best]]) if wins[best] > 0 or scores[best] > 0 else None
        games = len(np.unique(pairs.game[rows]))
        seats = len(one) / games  # of a game: wins are those with any of them
        means = tidy(seats * before.win[one].mean()), tidy(seats * after.win[other].mean())
        yield Found(name, games, *means, won_more(block, seats * wins), score, gained)


def _unpaired(before: Run, after: Run, sides: tuple[SeatRows, SeatRows]) -> Iterator[Found]:
    """The same from runs without a common game, which must have the same bots and cells."""
    if sorted(sides[0].entries) != sorted(sides[1].entries) or sides[0].cells != sides[1].cells:
        raise ConfigError(
            f"{before.folder} and {after.folder} have no game in common, nor the same bots and cells; "
            "play the same entries with the same seed to compare them"
        )
    one, other = ({each.name: each for each in standings(side.results_of(side.game >= 0))} for side in sides)
    for name in sides[1].entries:
        a, b = one[name], other[name]
        more = unpaired(a.wins, b.wins), unpaired(a.score, b.score)
        yield Found(name, b.games, a.wins.value, b.wins.value, *more, None)
