"""Standings: wins, mean ranks, mean scores, and blocks until they are known; the effect of each seat."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np

from wallenstein.core.reports import Estimate
from wallenstein.stats.betting import ConfidenceSequence
from wallenstein.stats.figures import BotStanding, SeatEffect, SeatTest
from wallenstein.stats.intervals import CONFIDENCE, BlockSums, ByBlock, added, intervals, means, quotient, tidy
from wallenstein.stats.results import Floats, Ints, ManyResults, Results
from wallenstein.stats.shares import share_bounds, shares, tosses
from wallenstein.stats.special import stdtr


@dataclass(frozen=True, eq=False)
class SeatPlacings:
    """One row for each taken seat. Fractions are kept as whole numbers of `parts`, so that sums are exact."""

    parts: int
    block: Ints
    seat: Ints
    entrant: Ints
    players: Ints
    win: Floats  # parts of the win: all of them, or an equal share when the first place is tied
    rank: Floats  # parts; tied seats share the mean of the places that they fill
    score: Floats
    lead: Floats  # parts; score less the mean score of the table

    @staticmethod
    def of(results: Results) -> "SeatPlacings":
        """Split wins and ranks of all games."""
        taken = results.taken
        parts = parts_of(results.seats)
        better, tied = _compared(results)
        players = np.broadcast_to(taken.sum(axis=1, keepdims=True), taken.shape)
        first = (better == 0) & taken
        shared = np.maximum(first.sum(axis=1, keepdims=True), 1)
        score = np.where(taken, results.score, 0.0)
        table = score.sum(axis=1, keepdims=True)
        lead = parts * score - parts // np.maximum(players, 1) * table
        seats = np.arange(results.seats, dtype=np.int64)
        return SeatPlacings(
            parts=parts,
            block=np.broadcast_to(results.block[:, None], taken.shape)[taken],
            seat=np.broadcast_to(seats, taken.shape)[taken],
            entrant=results.entrant[taken],
            players=players[taken],
            win=(first * (parts // shared))[taken].astype(np.float64),
            rank=(parts * (1 + better) + parts // 2 * tied)[taken].astype(np.float64),
            score=score[taken],
            lead=lead[taken],
        )


def parts_of(seats: int) -> int:
    """The parts of a win at tables of this size: any number of seats can share it, or half of a place."""
    return 2 * lcm(*range(1, seats + 1))


def _compared(results: Results) -> tuple[Ints, Ints]:
    """For every seat, how many others finished better and how many level."""
    better = np.zeros(results.rank.shape, np.int64)
    tied = np.zeros(results.rank.shape, np.int64)
    for other in range(results.seats):
        there = results.taken[:, other : other + 1]
        theirs = results.rank[:, other : other + 1]
        better += there & (theirs < results.rank)
        level = there & (theirs == results.rank)
        level[:, other] = False
        tied += level
    return better, tied


def standings(results: ManyResults) -> tuple[BotStanding, ...]:
    games, seats, fair, wins, scores, lost, opponents = added(_sums(part) for part in results.parts())
    parts = parts_of(results.seats)
    # of several seats that an entrant has in a game, only one can win
    win_share = shares(wins / parts, games / np.maximum(seats, 1))
    rank = _ranks(results, seats, lost / parts, opponents[0] / opponents[1] if opponents[0] else 1.0)
    score = means(scores)
    return tuple(
        BotStanding(
            name=name,
            games=int(games[i]),
            left_out=int(results.given[i] - games[i]),
            benched=int(results.benched[i]),
            mostly_benched=bool(2 * results.benched[i] > results.given[i]),
            seats=int(seats[i]),
            blocks=int(wins.blocks[i]),
            parity=tidy(fair[i] / seats[i]) if seats[i] else None,
            win_share=win_share[i],
            rank=rank[i],
            score=score[i],
        )
        for i, name in enumerate(results.names)
    )


def _sums(results: Results) -> tuple[Ints | Floats | BlockSums, ...]:
    """By entrant: games, seats, fair wins; over blocks wins, scores, opponents lost to; and all opponents and seats."""
    placings, entrants = SeatPlacings.of(results), len(results.names)
    rows = ByBlock(placings.block, placings.entrant, entrants)
    whole = np.full(len(placings.entrant), float(placings.parts))
    lost, opponents = _lost(placings)
    return (
        np.array([int((results.entrant == i).any(axis=1).sum()) for i in range(entrants)], np.int64),
        np.bincount(placings.entrant, minlength=entrants),
        np.bincount(placings.entrant, 1 / placings.players, entrants),
        rows.sums(placings.win, whole),
        rows.sums(placings.score, np.ones(len(placings.entrant))),
        rows.sums(lost, opponents),
        np.array([(placings.players - 1).sum(), len(placings.players)], np.float64),
    )


def _lost(placings: SeatPlacings) -> tuple[Floats, Floats]:
    """In parts, the opponents that each seat finished behind, and all its opponents."""
    return placings.rank - placings.parts, placings.parts * np.asarray(placings.players - 1.0, np.float64)


def _ranks(results: ManyResults, seats: Ints, lost: BlockSums, usual: float) -> tuple[Estimate, ...]:
    """Mean ranks, from the share of its opponents that each entrant finished behind: a rank has bounds as that has."""
    behind = lost / usual

    def deviations(part: Results) -> Floats:
        placings = SeatPlacings.of(part)
        off = np.nan_to_num(np.square(quotient(*_lost(placings)) - behind.value[placings.entrant]))
        return np.bincount(placings.entrant, off, len(seats)).astype(np.float64)

    even = np.nan_to_num(behind.value * (1 - behind.value))
    # one imaginary game with an unknown number of opponents beaten; otherwise a bot that is always last has no error
    toss = (sum(map(deviations, results.parts())) + (2 + 1 / usual) / 3) / (seats * even + 1)
    low, high = share_bounds(behind.value, tosses(behind, toss=np.minimum(toss, 1)))
    scale = usual * behind.whole / np.maximum(seats, 1)
    return intervals(1 + scale * behind.value, 1 + scale * low, 1 + scale * high)


def seat_effects(results: ManyResults) -> tuple[SeatEffect, ...]:
    """The effect of each seat: first over all entrants, then entrant by entrant where a seat was taken."""
    sums = added(_seat_sums(part) for part in results.parts())
    return _effects(sums[:4], (None,), results.seats) + _effects(sums[4:], results.names, results.seats)


def _seat_sums(results: Results) -> list[Ints | Floats | BlockSums]:
    """Games, fair wins, and over blocks wins and leads: of each seat, and of each seat of each entrant."""
    placings, found = SeatPlacings.of(results), list[Ints | Floats | BlockSums]()
    whole = np.full(len(placings.seat), float(placings.parts))
    column = placings.entrant * results.seats + placings.seat
    for each, columns in ((placings.seat, results.seats), (column, len(results.names) * results.seats)):
        rows = ByBlock(placings.block, each, columns)
        fair = np.bincount(each, 1 / placings.players, columns)
        found += [np.bincount(each, minlength=columns), fair, rows.sums(placings.win, whole)]
        found.append(rows.sums(placings.lead, whole))
    return found


def _effects(sums: Sequence[Any], names: tuple[str | None, ...], seats: int) -> tuple[SeatEffect, ...]:
    games, fair, wins, leads = sums
    win_share, lead = shares(wins / parts_of(seats)), means(leads)
    return tuple(
        SeatEffect(i % seats, names[i // seats], int(games[i]), tidy(fair[i] / games[i]), win_share[i], lead[i])
        for i in range(len(games))
        if games[i]
    )


def seat_test(results: ManyResults) -> SeatTest:
    """Tests by block whether each seat wins as often as all others at its tables.

    The smallest chance of all seats counts times their number (Bonferroni). It mixes bots and seats unless
    every bot has sat in every seat equally often.
    """
    (wins,) = added([_wins_above_fair(part)] for part in results.parts())
    error = np.sqrt(wins.variance)
    known = error > 0
    if not known.any():
        return SeatTest(None, False)
    chances = 2 * stdtr(wins.blocks[known] - 1, -np.abs(wins.value[known]) / error[known])
    p = min(1.0, float(chances.min()) * int(known.sum()))
    return SeatTest(tidy(p), p < 1 - CONFIDENCE)


def _wins_above_fair(results: Results) -> BlockSums:
    """By seat, over blocks: wins less an equal share; in parts, so that sums are exact."""
    placings = SeatPlacings.of(results)
    rows = ByBlock(placings.block, placings.seat, results.seats)
    fair = placings.parts / placings.players
    return rows.sums(placings.win - fair, np.full(len(fair), float(placings.parts)))


def blocks_until(results: Results, precision: float) -> int | None:
    """The number of blocks after which every win share has this precision; None if there are too few."""
    placings, shape = SeatPlacings.of(results), (results.block_count, len(results.names))
    place = placings.block * shape[1] + placings.entrant
    wins, seats = (
        np.bincount(place, values, shape[0] * shape[1]).reshape(shape)
        for values in (placings.win / placings.parts, np.ones(len(place)))
    )

    def known(blocks: int) -> bool:
        for bot in np.flatnonzero(seats.any(axis=0)):
            there = seats[:blocks, bot] > 0
            shares = ConfidenceSequence(1 - CONFIDENCE, precision)
            shares.add((wins[:blocks, bot][there] / seats[:blocks, bot][there]).tolist())
            if not there.any() or np.ptp(shares.interval) > 2 * precision:
                return False
        return True

    if not known(results.block_count):
        return None
    return bisect_left(range(results.block_count), True, key=known)
