"""Compares the cells of a run by measures of their games, and a bot with the winners of the same games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from wallenstein.core.errors import ConfigError
from wallenstein.core.reports import Estimate, Measure, RunPart, Trait
from wallenstein.core.text import did_you_mean
from wallenstein.record.read import Run
from wallenstein.stats.figures import Difference, MarkedDifference
from wallenstein.stats.intervals import CONFIDENCE, quotient, tidy
from wallenstein.stats.paired import block_means, marked, paired
from wallenstein.stats.results import Floats, Ints, Numbers
from wallenstein.stats.special import stdtr, stdtrit
from wallenstein.stats.summary import summary
from wallenstein.stats.tally import Batches, differences
from wallenstein.tourney.figures.run_parts import about, game_of, misfit, run_parts
from wallenstein.tourney.figures.run_summary import SeatRows


@dataclass(frozen=True)
class MeasureLine:
    """One measure: its value in the first cell, and the difference in each other cell."""

    text: str
    share: bool
    base: float | None
    differences: tuple[MarkedDifference, ...]


@dataclass(frozen=True)
class Comparison:
    """The cells of a run compared with one of them."""

    name: str
    base: str
    cells: tuple[str, ...]
    lines: tuple[MeasureLine, ...]


def compare(run: Run, against: str | None) -> Comparison:
    """Compares every measure of every cell with one cell, by default the first."""
    seats = SeatRows(run)
    cells = [cell for cell in seats.cells if (seats.cell == seats.cells.index(cell)).any()]
    if len(cells) < 2:
        raise ConfigError(f"{run.folder}: has only one cell and no run of its name before it; name two runs")
    base = against if against is not None else cells[0]
    if base not in cells:
        raise ConfigError(f'{run.folder}: has no cell "{base}"; {did_you_mean(base, cells)}')
    others = [cell for cell in cells if cell != base]
    measures = _measures(run, seats)
    found = [_compared(measure, seats, base, others) for measure in measures]
    marks = iter(marked([each for _, differences in found for each in differences]))
    lines = (
        MeasureLine(measure.text, measure.share, mean, tuple(next(marks) for _ in others))
        for measure, (mean, _) in zip(measures, found, strict=True)
    )
    return Comparison(run.header["name"], base, tuple(others), tuple(lines))


def _measures(run: Run, seats: SeatRows) -> list[Measure]:
    games = run.table("games", ["game", "decisions"])
    decisions = Measure("decisions per game", False, games["game"].to_numpy(), games["decisions"].to_numpy())
    found = [decisions, _skill(seats), *_by_seat(seats)]

    def read(table: str, columns: Sequence[str]) -> dict[str, Numbers]:
        rows = run.table(table, columns)
        found = {name: rows[name].to_numpy(zero_copy_only=False) for name in columns}
        if not seats.have(found["game"], found.get("seat")):
            raise misfit(run, "seats", table)
        return found

    # scores are more precise: on the same seeds they hang together more than wins do
    return [*_by_bot(seats), *game_of(run).measures(run.tables, read), *found]


def _skill(seats: SeatRows) -> Measure:
    """For each meeting of two bots, whether the better one finished ahead, as judged by all cells."""
    pooled = summary(seats.results_of(seats.cell >= 0))
    order = {entrant.name: place for place, entrant in enumerate(pooled.entrants)}
    place = np.array([order[name] for name in seats.entries])[seats.bot]
    numbers, game = np.unique(seats.game, return_inverse=True)
    wins, meetings = np.zeros(len(numbers)), np.zeros(len(numbers))
    first = np.searchsorted(game, np.arange(len(numbers)))
    counts = np.diff([*first, len(game)])
    for one in range(int(counts.max(initial=0))):
        for other in range(one):
            has = counts > one
            a, b = first[has] + one, first[has] + other
            better = np.sign(place[b] - place[a])  # 1: a is the better bot
            ahead = np.sign(seats.rank[b].astype(int) - seats.rank[a])
            met = better != 0
            wins[has] += np.where(met, (1 + better * ahead) / 2, 0)
            meetings[has] += met
    known = meetings > 0
    text = "meetings in which the better bot finished ahead"
    return Measure(text, True, numbers[known], wins[known] / meetings[known])


def _by_bot(seats: SeatRows) -> list[Measure]:
    each = [(name, seats.bot == entry) for entry, name in enumerate(seats.entries) if (seats.bot == entry).any()]
    scores = [Measure(f"points of {name}", False, seats.game[here], seats.score[here]) for name, here in each]
    return scores + [Measure(f"wins of {name}", True, seats.game[here], seats.win[here]) for name, here in each]


def _by_seat(seats: SeatRows) -> list[Measure]:
    each = [(seat, seats.seat == seat) for seat in np.unique(seats.seat)]
    return [Measure(f"wins of seat {seat}", True, seats.game[here], seats.win[here]) for seat, here in each]


def _compared(
    measure: Measure, seats: SeatRows, base: str, others: Sequence[str]
) -> tuple[float | None, list[Difference]]:
    """The mean in the base, and the differences of the other cells."""
    numbers, rows = np.unique(seats.game, return_index=True)
    at = rows[np.searchsorted(numbers, measure.games)]
    cell, block, counts = seats.cell[at], seats.block[at], seats.counts[at]

    def of(label: str) -> tuple[Numbers, Numbers]:
        here = (cell == seats.cells.index(label)) & counts
        return block[here], measure.values[here]

    blocks, values = of(base)
    mean = round(float(np.mean(block_means(blocks, values)[1])), 6) if len(values) else None
    return mean, [paired(blocks, values, *of(other)) for other in others]


RESULT: Final = "result"


class Sides(NamedTuple):
    """The compared seats: those of the bot and of the others, with their weights."""

    own: Floats
    theirs: Floats
    numbers: Numbers  # of the games
    game: Numbers  # of each seat, an index into these

    def by_game(self, trait: Trait) -> tuple[Floats, Floats]:
        """The trait of both sides in each game; not a number where a side has none."""

        def each(weight: Floats) -> Floats:
            part, whole = (np.bincount(self.game, of * weight, len(self.numbers)) for of in (trait.part, trait.whole))
            return quotient(part.astype(np.float64), whole.astype(np.float64))

        return each(self.own), each(self.theirs)


class GameExample(NamedTuple):
    """A game with the trait of both sides in it, and the part of the game where they differ most."""

    number: int
    bot: float
    others: float
    part: int = 0  # as replays count them; 0 if it is not known
    moment: str = ""


class TraitSums:
    """The sums of one trait on both sides, its spread over all seats, and the games in which they differ most."""

    def __init__(self, trait: Trait, blocks: int) -> None:
        self.group, self.text, self.unit = trait.group, trait.text, trait.unit
        self.own, self.theirs = Batches(blocks, 1), Batches(blocks, 1)
        self.moments = np.zeros(3)
        self.games: dict[int, GameExample] = {}  # in which the bot has most more (1), and most less (-1)

    def add(self, trait: Trait, block: Ints, sides: Sides) -> None:
        column = np.zeros(len(block), np.int64)
        for batches, weight in ((self.own, sides.own), (self.theirs, sides.theirs)):
            batches.add(block, column, trait.part * weight, trait.whole * weight)
        known = trait.whole > 0
        value = trait.part[known] / trait.whole[known]
        self.moments += len(value), value.sum(), np.square(value).sum()
        self._look(trait, sides)

    def _look(self, trait: Trait, sides: Sides) -> None:
        own, theirs = sides.by_game(trait)
        known = np.flatnonzero(np.isfinite(own - theirs))
        for sign in (1, -1) if len(known) else ():
            most = known[np.argmax(sign * (own - theirs)[known])]
            found = GameExample(int(sides.numbers[most]), float(own[most]), float(theirs[most]))
            before = self.games.get(sign)
            if before is None or sign * (found.bot - found.others) > sign * (before.bot - before.others):
                self.games[sign] = found

    @property
    def spread(self) -> float:
        """The standard deviation over seats."""
        count, total, squares = self.moments
        return float(np.sqrt(max(squares / count - (total / count) ** 2, 0.0))) if count else 0.0


@dataclass(frozen=True)
class TraitLine:
    group: str
    text: str
    unit: str
    bot: float | None
    others: float | None
    difference: Estimate
    p: float | None
    size: float  # of the difference, in standard deviations over all seats
    differs: bool  # beyond chance
    example: GameExample | None  # where it differs most in this direction


@dataclass(frozen=True)
class Reasons:
    name: str
    folder: str  # of the run, without those around it
    bot: str
    against: str | None
    games: int
    of_games: int
    missing: Mapping[str, str]  # tables that the run lacks, and their meaning
    lines: tuple[TraitLine, ...]


def why(run: Run, bot: str, against: str | None = None) -> Reasons:
    """The differences, the most important first: beyond chance, and large beside the spread over all seats."""
    for name in filter(None, (bot, against)):
        if name not in run.header["entries"]:
            raise ConfigError(f'{run.folder}: has no bot "{name}"; {did_you_mean(name, run.header["entries"])}')
    if against == bot:
        raise ConfigError(f"{run.folder}: {bot} cannot be compared with itself")
    known, game = about(run), game_of(run)
    sums: dict[tuple[str, str], TraitSums] = {}
    games = with_bot = 0
    for part in run_parts(run):
        sides, played, compared = _sides(part, run.header["entries"], bot, against)
        with_bot, games = with_bot + played, games + compared
        for trait in (*_results(part), *game.traits(known, part)):
            here = sums.setdefault((trait.group, trait.text), TraitSums(trait, known.blocks))
            here.add(trait, part.seats["block"], sides)
    lines = _with_moments(run, bot, against, _lines(sums))
    missing = {table: what for table, what in game.trait_tables.items() if table not in run.tables}
    return Reasons(run.header["name"], run.folder.name, bot, against, games, with_bot, missing, tuple(lines))


def _with_moments(run: Run, bot: str, against: str | None, lines: Sequence[TraitLine]) -> list[TraitLine]:
    """The lines that differ with the part of their game in which they differ most."""
    if "decisions" not in run.tables:  # no game can be played back
        return [replace(line, example=None) for line in lines]
    found = {(line.group, line.text): line for line in lines if line.differs}
    examples = {key: line.example for key, line in found.items() if line.example}
    wanted, most = [each.number for each in examples.values()], dict[object, float]()
    known, game = about(run), game_of(run)
    for part in run_parts(run) if game.moments else ():
        if not np.isin(wanted, part.seats["game"]).any():
            continue
        sides, _, _ = _sides(part, run.header["entries"], bot, against)
        for place, (moment, columns) in enumerate(game.moments, 1):
            for trait in game.traits(known, OneMoment(part, columns)):
                key = trait.group, trait.text
                if key in examples and examples[key].number in sides.numbers:
                    at = np.searchsorted(sides.numbers, examples[key].number)
                    own, theirs = (each[at] for each in sides.by_game(trait))
                    more = own - theirs if found[key].difference.known > 0 else theirs - own
                    if more > most.get(key, 0.0):
                        most[key] = more
                        examples[key] = examples[key]._replace(part=place, moment=moment)
    return [replace(line, example=examples.get((line.group, line.text), line.example)) for line in lines]


class OneMoment:
    """The rows of one part of the games, such as a season."""

    def __init__(self, games: RunPart, columns: Mapping[str, int]) -> None:
        self.games, self.columns = games, columns
        self.seats, self.row_of = games.seats, games.row_of

    def rows(self, table: str, columns: Sequence[str]) -> Mapping[str, Numbers]:
        found = self.games.rows(table, [*columns, *(name for name in self.columns if name not in columns)])
        here = np.logical_and.reduce([found[name] == value for name, value in self.columns.items()])
        return {name: column[here] for name, column in found.items()}


def _sides(part: RunPart, entries: list[str], bot: str, against: str | None) -> tuple[Sides, int, int]:
    """The weights of seats, the number of games with the bot, and the number of compared games.

    Against the winners: games that other bots won, each seat of the bot and each winner with its share of the win.
    """
    seats = part.seats
    numbers, game = np.unique(seats["game"], return_inverse=True)
    mine = seats["bot"] == entries.index(bot)
    theirs = seats["win"] * ~mine if against is None else 1.0 * (seats["bot"] == entries.index(against))

    def each(weights: Numbers) -> Floats:
        return np.bincount(game, weights, len(numbers)).astype(np.float64)

    has = each(mine) > 0
    meant = has & (each(theirs) > 0)
    if against is None:
        meant &= each(seats["win"] * mine) == 0
    here = meant[game]
    return Sides(mine * here, np.asarray(theirs * here, np.float64), numbers, game), int(has.sum()), int(meant.sum())


def _results(part: RunPart) -> Iterator[Trait]:
    once = np.ones(len(part.seats["seat"]))
    yield Trait(RESULT, "points in a game", part.seats["score"].astype(np.float64), once)


def _with_all(line: TraitLine, compared: int, error: float, blocks: int) -> TraitLine:
    """The line with the interval that holds together with those of all lines."""
    if line.p is None:
        return line
    chance = (1 - CONFIDENCE) / compared
    value, reach = line.difference.known, float(stdtrit(blocks - 1, 1 - chance / 2)) * error
    interval = Estimate(line.difference.value, tidy(value - reach), tidy(value + reach))
    return replace(line, difference=interval, differs=line.p <= chance)


def _lines(sums: Mapping[tuple[str, str], TraitSums]) -> list[TraitLine]:
    """A line for each trait: the result, then differences beyond chance, then the rest, by size.

    Those that are shown are chosen by size, so all intervals hold together (Bonferroni).
    """
    lines, sures = [], list[tuple[float, int]]()
    for each in sums.values():
        (difference,), error = differences(each.own, each.theirs)
        if difference.value is None or not (each.own.part.any() or each.theirs.part.any()):
            continue  # no seat did it
        sums_of = ((side.part.sum(axis=0), side.whole.sum(axis=0)) for side in (each.own, each.theirs))
        own, theirs = (tidy(quotient(part, whole)[0]) for part, whole in sums_of)
        blocks = int((each.own.whole > 0).sum())
        sure = blocks > 1 and error[0] > 0
        p = 2 * float(stdtr(blocks - 1, -abs(difference.value) / error[0])) if sure else None
        size = difference.value / each.spread if each.spread else 0.0
        p = None if p is None else float(f"{p:.3g}")
        example = each.games.get(1 if difference.value > 0 else -1)
        about = each.group, each.text, each.unit, own, theirs, difference, p, round(size, 3), False, example
        lines.append(TraitLine(*about))
        sures.append((float(error[0]), blocks))
    compared = sum(line.p is not None for line in lines)
    lines = [_with_all(line, compared, *sure) for line, sure in zip(lines, sures, strict=True)]
    return sorted(lines, key=lambda line: (line.group != RESULT, not line.differs, -abs(line.size)))
