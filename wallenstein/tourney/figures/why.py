"""Why a bot does not win more: what it did, against what the winners of the same games did, block by block."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from wallenstein.core.errors import ConfigError
from wallenstein.core.reports.survey import RunPart, Trait
from wallenstein.core.words import did_you_mean
from wallenstein.record.dataset import Run
from wallenstein.stats.batches import Batches, apart
from wallenstein.stats.block_sums import quotient
from wallenstein.stats.intervals import tidy
from wallenstein.stats.paired import differs
from wallenstein.tourney.figures.run_parts import about, game_of, run_parts

Bools = NDArray[np.bool_]
RESULT: Final = "result"


class Sides(NamedTuple):
    """Which seats are compared: those of the bot, and those of the others, with the weight of each."""

    own: NDArray[np.float64]
    theirs: NDArray[np.float64]


class Sums:
    """The sums of one trait on both sides, and its spread over all seats."""

    def __init__(self, trait: Trait, blocks: int) -> None:
        self.group, self.text, self.unit = trait.group, trait.text, trait.unit
        self.own, self.theirs = Batches(blocks, 1), Batches(blocks, 1)
        self.moments = np.zeros(3)

    def add(self, trait: Trait, block: NDArray[np.int64], sides: Sides) -> None:
        """Adds the seats of further games."""
        column = np.zeros(len(block), np.int64)
        for batches, weight in ((self.own, sides.own), (self.theirs, sides.theirs)):
            batches.add(block, column, trait.part * weight, trait.whole * weight)
        known = trait.whole > 0
        value = trait.part[known] / trait.whole[known]
        self.moments += len(value), value.sum(), np.square(value).sum()

    @property
    def spread(self) -> float:
        """The standard deviation over seats."""
        count, total, squares = self.moments
        return float(np.sqrt(max(squares / count - (total / count) ** 2, 0.0))) if count else 0.0


def why(run: Run, bot: str, against: str | None = None) -> dict[str, Any]:
    """The differences, those that matter most first: beyond chance, and large beside the spread over all seats."""
    for name in filter(None, (bot, against)):
        if name not in run.header["entries"]:
            raise ConfigError(f'{run.folder}: has no bot "{name}"; {did_you_mean(name, run.header["entries"])}')
    if against == bot:
        raise ConfigError(f"{run.folder}: {bot} cannot be compared with itself")
    known, game = about(run), game_of(run)
    sums: dict[tuple[str, str], Sums] = {}
    games = with_bot = 0
    for part in run_parts(run):
        sides, played, compared = _sides(part, run.header["entries"], bot, against)
        with_bot, games = with_bot + played, games + compared
        for trait in (*_results(part), *game.traits(known, part)):
            here = sums.setdefault((trait.group, trait.text), Sums(trait, known.blocks))
            here.add(trait, part.seats["block"], sides)
    return {
        "name": run.header["name"],
        "bot": bot,
        "against": against,
        "games": games,
        "of_games": with_bot,
        "missing": {table: what for table, what in game.trait_tables.items() if table not in run.tables},
        "lines": _lines(sums),
    }


def _sides(part: RunPart, entries: list[str], bot: str, against: str | None) -> tuple[Sides, int, int]:
    """The weights of seats, the number of games with the bot, and that of games that are compared.

    Against the winners: games that other bots won, each seat of the bot and each winner with its share of the win.
    """
    seats = part.seats
    numbers, game = np.unique(seats["game"], return_inverse=True)
    mine = seats["bot"] == entries.index(bot)
    theirs = seats["win"] * ~mine if against is None else 1.0 * (seats["bot"] == entries.index(against))

    def each(weights: NDArray[Any]) -> NDArray[np.float64]:
        return np.bincount(game, weights, len(numbers)).astype(np.float64)

    has = each(mine) > 0
    meant = has & (each(theirs) > 0)
    if against is None:
        meant &= each(seats["win"] * mine) == 0
    here = meant[game]
    return Sides(mine * here, np.asarray(theirs * here, np.float64)), int(has.sum()), int(meant.sum())


def _results(part: RunPart) -> Iterator[Trait]:
    once = np.ones(len(part.seats["seat"]))
    yield Trait(RESULT, "points in a game", part.seats["score"].astype(np.float64), once)


def _lines(sums: Mapping[tuple[str, str], Sums]) -> list[dict[str, Any]]:
    """A line for each trait; the result first, then what differs beyond chance, then the rest, by size."""
    lines = []
    for each in sums.values():
        (difference,), error = apart(each.own, each.theirs)
        if difference.value is None or not (each.own.part.any() or each.theirs.part.any()):
            continue  # nobody did it
        values = [tidy(quotient(side.part.sum(axis=0), side.whole.sum(axis=0))[0]) for side in (each.own, each.theirs)]
        blocks = int((each.own.whole > 0).sum())
        sure = blocks > 1 and error[0] > 0
        p = 2 * float(stdtr(blocks - 1, -abs(difference.value) / error[0])) if sure else None
        size = difference.value / each.spread if each.spread else 0.0
        figures: dict[str, Any] = {"group": each.group, "text": each.text, "unit": each.unit}
        figures |= {
            "bot": values[0],
            "others": values[1],
            "difference": difference.as_dict(),
            "p": None if p is None else float(f"{p:.3g}"),
        }
        lines.append({**figures, "size": round(size, 3)})
    for line, mark in zip(lines, differs([line["p"] for line in lines]), strict=True):
        line["differs"] = mark
    return sorted(lines, key=lambda line: (line["group"] != RESULT, not line["differs"], -abs(line["size"])))
