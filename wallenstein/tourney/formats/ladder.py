"""Format `ladder`: each round has the most informative tables for the undecided part of the order."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count, islice, pairwise
from math import log, sqrt
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Self

import numpy as np
from pydantic import Field

from wallenstein.core.arithmetic import exponential
from wallenstein.core.game import Game
from wallenstein.core.seeds import Source
from wallenstein.core.text import counted, printable
from wallenstein.record.manifest_lines import EntryName, Share
from wallenstein.stats.intervals import CONFIDENCE
from wallenstein.stats.results import Floats
from wallenstein.stats.strength import JointStrengths, joint_strengths
from wallenstein.tourney import formats as base
from wallenstein.tourney.formats.sample import Sample, SampleSection
from wallenstein.tourney.section import key

MOST_ROUNDS: Final = 20
FEWEST_ROUNDS: Final = 5  # if the blocks are not enough for more
MARGIN: Final = 0.05
GENEROUS: Final = 10  # multiple of the blocks that it needs to begin


class LadderSection(base.SeatedSection):
    """In rounds, bots whose relative order is still undecided."""

    addable: ClassVar[bool] = True

    format: Literal["ladder"] = "ladder"
    rounds: int | None = key(None, "largest number of rounds (default: 20)", ge=1, le=100_000)
    margin: float | None = key(
        None,
        "neighbours are level if neither finishes ahead in more than 0.5 + margin of their meetings (default: 0.05)",
        "a share of meetings above 0 and below 0.5",
        gt=0,
        lt=0.5,
    )

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        full = super().with_defaults(names, game)
        a_round = -(-len(names) // full.seats)
        most = max(FEWEST_ROUNDS, min(MOST_ROUNDS, full.lineups // a_round))  # fewer if each would be too small
        return full.model_copy(update={"rounds": self.rounds or most, "margin": self.margin or MARGIN})

    @property
    def lineups(self) -> int:
        """The number of tables, each on a seed of its own."""
        return self.blocks or -(-(self.games or 1) // (self.seats if self.rotate else 1))

    def misfits(self, names: Sequence[str], game: Game) -> Iterator[base.KeyMistake]:
        bots, rounds = len(names), self.rounds or 1
        yield from self.too_few(bots // self.seats, bots)
        a_round, needed = -(-self.lineups // rounds), -(-bots // self.seats)
        if bots < self.seats or a_round * self.seats >= bots:
            return
        key = "blocks" if self.games is None else "games"
        least = needed * rounds * (self.seats if key == "games" and self.rotate else 1)
        text = f"of {rounds} rounds, each would have {counted(a_round, 'table')}, and {bots} bots need {needed}"
        more = f"{key} = {GENEROUS * least:,}; it ends as soon as the order is clear"
        each = "a block of a ladder is one table on a seed of its own"
        yield key, f"{each}; {text}: use at least {least:,}, or better {more}"

    def made(self, names: Sequence[str]) -> "Ladder":
        return Ladder(names, self.seats, self.rotate, self.key, self.rounds or 1, self.margin or MARGIN)

    def until(self, games: int | None) -> str | None:
        usual = "which took all games" if games is None else f"which took {games:,} games"
        return f"it ends when the order is decided, {usual} in simulation"

    def joined_by(self, newcomer: str, others: Sequence[str], blocks: int) -> SampleSection:
        kept = self.model_dump(include={"players", "rotation", "on_bench"})
        sample = Sample(len(others) + 1, self.seats, True, 0, len(others))
        tables = -(-blocks * self.seats // len(others))  # of each bot, in the mean
        return SampleSection(**kept, candidate=newcomer, blocks=-(-tables // sample.tables))


FEWEST: Final = 24  # line-ups of a round that are chosen one by one, given enough seeds


def design(joint: JointStrengths, wanted: Mapping[tuple[int, int], float], players: int, seeds: int) -> base.LineUps:
    """A line-up for each seed. `wanted` are weights of the variances of some differences."""
    covariance = joint.covariance.copy()
    weights = information(joint.strength)
    chosen = min(seeds, max(FEWEST, len(weights)))
    found: list[base.Seating] = []
    for place in range(chosen):
        share = (place + 1) * seeds // chosen - len(found)  # seeds of this line-up
        table = _table(weights * worth(covariance, wanted), players)
        found += [table] * share
        learn(covariance, table, weights * float(share * players))
    return tuple(found)


def information(strength: Floats) -> Floats:
    """The information of a game on the difference of each two bots: p (1 - p), if one is ahead with chance p."""
    odds = np.array([exponential(float(each - strength.max())) for each in strength])
    both = odds[:, None] + odds[None, :]
    return np.asarray((odds[:, None] / both) * (odds[None, :] / both), np.float64)


def worth(covariance: Floats, wanted: Mapping[tuple[int, int], float]) -> Floats:
    """The value of a little more information on each difference: by how much it lowers the weighted variances."""
    sums = np.zeros_like(covariance)
    for (one, other), weight in wanted.items():
        effect = covariance[one] - covariance[other]
        sums += np.multiply.outer(effect * weight, effect)
    own = sums.diagonal()
    return np.asarray((own[:, None] + own[None, :]) - (sums + sums.T), np.float64)


def _table(gain: Floats, players: int) -> base.Seating:
    """The two bots with the most valuable information, then one by one the bots that add most."""
    bots = len(gain)
    gain = np.where(np.eye(bots, dtype=np.bool_), -np.inf, gain)
    table = list(divmod(int(np.argmax(gain)), bots))
    added = gain[table[0]] + gain[table[1]]
    while len(table) < players:
        table.append(int(np.argmax(added)))
        added = added + gain[table[-1]]
    return tuple(table)


def learn(covariance: Floats, table: base.Seating, weights: Floats) -> None:
    """Lowers the covariance by this information on each difference at the table."""
    for place, one in enumerate(table):
        for other in table[:place]:
            effect = covariance[one] - covariance[other]
            variance = float(effect[one] - effect[other])
            factor = float(weights[one, other]) / (1.0 + float(weights[one, other]) * variance)
            covariance -= np.multiply.outer(effect * factor, effect)


PRIOR: Final = 0.25  # precision of strengths: bots differ by a few units, and one that always wins must be placed
SPREAD: Final = 1.0  # differences that evidence is sought for: those of neighbours in real tournaments


class Neighbours(NamedTuple):
    better: int
    worse: int
    difference: float
    error: float
    reach: float  # standard errors that an interval valid at any time reaches

    def weight(self, margin: float) -> float:
        """One over the variance at which it would be decided if the estimate is right."""
        goal = max(self.difference, margin - self.difference) / self.reach
        return 1 / (goal * goal)


class LadderOrder(NamedTuple):
    """The order as far as it is decided."""

    order: tuple[int, ...]  # strongest first
    open: tuple[Neighbours, ...]
    level: tuple[Neighbours, ...]


class Ladder(base.InRounds):
    """Every table has a seed of its own. The first round is a balanced sample; later ones follow from the strengths.

    It ends when of every two neighbours one is shown to be better, or both to differ by less than the margin: a
    share of their meetings, above one half, in which one finishes ahead.
    """

    def __init__(
        self, names: Sequence[str], players: int, rotate: bool, seed: Source, rounds: int, margin: float
    ) -> None:
        super().__init__(names, players, rotate, seed, rounds, 1)
        self.share: Final = margin
        self.margin: Final = log((0.5 + margin) / (0.5 - margin))  # as a difference of strengths

    def first(self, seeds: int) -> base.LineUps:
        """Balanced tables: all bots play about equally often."""
        sample = Sample(len(self.names), self.players, False, self.seed)
        return tuple(islice(chain.from_iterable(map(sample.drawn, count())), seeds))

    def next(self, played: base.Placings, number: int, seeds: int) -> base.Round:
        """The most informative tables for the results so far; the end if nothing is open."""
        joint = joint_strengths(played.results(self.names), PRIOR)
        standing = self.standing(joint)
        sentence = f"round {number + 1} of {self.rounds}; {self._describe(standing)}"
        if standing.open and number < self.rounds:
            wanted = {(pair.better, pair.worse): pair.weight(self.margin) for pair in standing.open}
            return base.Round(design(joint, wanted, self.players, seeds), sentence)
        ended = "everything is decided" if not standing.open else f"all {self.rounds} rounds are played"
        return base.Round((), f"{ended}; {self._describe(standing)}", self._verdict(standing, number))

    def standing(self, joint: JointStrengths) -> LadderOrder:
        order = sorted(range(len(self.names)), key=lambda bot: -joint.strength[bot])
        pairs = [self._pair(joint, better, worse) for better, worse in pairwise(order)]
        unordered = [pair for pair in pairs if pair.difference <= pair.reach * pair.error]  # neither is shown better
        level = tuple(pair for pair in unordered if pair.difference + pair.reach * pair.error < self.margin)
        undecided = tuple(pair for pair in unordered if pair not in level)
        return LadderOrder(tuple(order), undecided, level)

    def _pair(self, joint: JointStrengths, better: int, worse: int) -> Neighbours:
        """The evidence against a difference is that of a bet on another one from a normal distribution.

        The chance that its capital ever reaches N times the first is at most 1 / N (Ville); the errors of all pairs of
        neighbours together are those of a 95 % interval.
        """
        error = joint.error(better, worse)
        capital = (len(self.names) - 1) / (1 - CONFIDENCE)
        spread = SPREAD * SPREAD / (error * error)
        reach = sqrt((1 + 1 / spread) * (2 * log(capital) + log(1 + spread)))
        return Neighbours(better, worse, joint.strength[better] - joint.strength[worse], error, reach)

    def _describe(self, standing: LadderOrder) -> str:
        return f"{len(standing.open)} of {counted(len(standing.order) - 1, 'pair')} of neighbours are still open"

    def _verdict(self, standing: LadderOrder, rounds: int) -> Mapping[str, Any]:
        return {
            "test": "ladder",
            "decision": "continue" if standing.open else "decided",
            "rounds": rounds,
            "of_rounds": self.rounds,
            "margin": self.share,
            "order": [self.names[bot] for bot in standing.order],
            "open": self._names(standing.open),
            "level": self._names(standing.level),
        }

    def _names(self, pairs: Sequence[Neighbours]) -> list[list[str]]:
        return [[self.names[pair.better], self.names[pair.worse]] for pair in pairs]


SHOWN: Final = 8  # pairs that a sentence names


class LadderVerdict(base.RoundsVerdict):
    """Because the order is decided, or after the last round."""

    test: Literal["ladder"]
    decision: Literal["decided", "continue"]
    margin: Share
    order: Annotated[list[EntryName], Field(min_length=1)]
    open: list[tuple[EntryName, EntryName]]
    level: list[tuple[EntryName, EntryName]]

    def sentences(self) -> Iterator[str]:
        rounds = f"{self.rounds:,} of {counted(self.of_rounds, 'round')}"
        neighbours = len(self.order) - 1
        state = "all neighbours are decided"
        if self.decision != "decided":
            state = f"{len(self.open)} of {counted(neighbours, 'pair')} of neighbours are still open"
            state += " by its own test, which is stricter because it looks after every round"
        yield f"Ladder: after {rounds}, {state}."
        if self.level:
            most = f"neither finishes ahead in more than {100 * (0.5 + self.margin):g} % of their meetings"
            pairs = "; ".join(" or ".join(map(printable, pair)) for pair in self.level[:SHOWN])
            more = f"; and {len(self.level) - SHOWN} pairs more" if len(self.level) > SHOWN else ""
            yield f"Known to be level, so that {most}: {pairs}{more}."
        yield from super().sentences()
