"""Format `swiss`: in each round, bots sit with bots that have done equally well and that they have not met."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Literal

import numpy as np

from wallenstein.core.chance import shuffled
from wallenstein.core.game import Game
from wallenstein.core.seeds import Source, stream
from wallenstein.core.text import counted
from wallenstein.stats.results import Ints
from wallenstein.tourney.formats import InRounds, KeyMistake, LineUps, Placings, Round, RoundsVerdict, SeatedSection
from wallenstein.tourney.section import key


class SwissSection(SeatedSection):
    """In rounds, bots with similar results that have not met."""

    format: Literal["swiss"] = "swiss"
    rounds: int | None = key(None, "number of rounds, required", ge=1, le=100_000)

    def mistakes(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        yield from super().mistakes(names, game)
        if self.rounds is None:
            yield "rounds", "is missing; a Swiss tournament has a given number of rounds, such as rounds = 7"

    def misfits(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        yield from self.too_few(len(names) // self.seats, len(names))

    def made(self, names: Sequence[str]) -> "Swiss":
        return Swiss(names, self.seats, self.rotate, self.key, self.rounds or 1)


class Swiss(InRounds):
    """Full tables, the same on all seeds of a round; bots that are left over sit out.

    Bots are placed by the share of their opponents, over all games, that they finished ahead of. From the top, the next
    bot takes a table, and is joined by those that have met fewest of the table's bots, the highest of these first.
    """

    def __init__(self, names: Sequence[str], players: int, rotate: bool, seed: Source, rounds: int) -> None:
        super().__init__(names, players, rotate, seed, rounds, len(names) // players)

    def first(self, seeds: int) -> LineUps:
        """Drawn at random."""
        return self._seated(self._drawn(0), np.zeros((len(self.names),) * 2, np.int64), 0)

    def next(self, played: Placings, number: int, seeds: int) -> Round:
        if number == self.rounds:
            verdict = {"test": "swiss", "decision": "decided", "rounds": number, "of_rounds": number}
            return Round((), f"all {number} rounds are played", verdict)
        ahead, met = meetings(played, len(self.names))
        totals = zip(ahead.sum(axis=1), met.sum(axis=1), strict=True)
        share = [Fraction(int(won), int(of)) if of else Fraction(0) for won, of in totals]  # exact: ties are level
        order = sorted(self._drawn(number), key=lambda bot: -share[bot])
        leaders = ", ".join(self.names[bot] for bot in order[:3])
        sentence = f"round {number + 1} of {self.rounds}; in front are {leaders}"
        return Round(self._seated(order, met, number), sentence)

    def _drawn(self, number: int) -> list[int]:
        """All bots in random order, which also breaks ties."""
        return shuffled(stream(self.seed, "swiss", number).random, range(len(self.names)))

    def _seated(self, order: Sequence[int], met: Ints, number: int) -> LineUps:
        random = stream(self.seed, "swiss seats", number).random
        left = self._without_those_who_sit_out(order, met)
        found = []
        while left:
            table = [left.pop(0)]
            while len(table) < self.players:
                known = [int(sum(met[bot, other] for other in table)) for bot in left]  # exact: whole
                table.append(left.pop(known.index(min(known))))
            found.append(tuple(shuffled(random, table)))
        return tuple(found)

    def _without_those_who_sit_out(self, order: Sequence[int], met: Ints) -> list[int]:
        """The bots with the most games sit out, the lowest of these first."""
        spare = len(order) % self.players
        lowest = list(reversed(order))
        out = sorted(lowest, key=lambda bot: -int(met[bot].sum()))[:spare]
        return [bot for bot in order if bot not in out]


def meetings(played: Placings, bots: int) -> tuple[Ints, Ints]:
    """For each two bots, in half points: the number of times that one finished ahead of the other, and of meetings."""
    ahead, met = np.zeros((bots, bots), np.int64), np.zeros((bots, bots), np.int64)
    for one, two in permutations(range(played.bot.shape[1]), 2):
        pair = played.bot[:, one], played.bot[:, two]
        np.add.at(ahead, pair, 1 + np.sign(played.rank[:, two] - played.rank[:, one]))
        np.add.at(met, pair, 2)
    return ahead, met


class SwissVerdict(RoundsVerdict):
    """After the last round."""

    test: Literal["swiss"]
    decision: Literal["decided"]

    def sentences(self) -> Iterator[str]:
        yield f"Swiss: {counted(self.rounds, 'round')} were played."
        yield from super().sentences()
