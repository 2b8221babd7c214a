"""The verdict on a run in sentences: places, which bots are better than which, groups, how the tournament ended."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from wallenstein.core.text import either, ordinal, printable
from wallenstein.report.plain import INDENT, WIDTH
from wallenstein.stats.figures import CellDifference, CellSummary, JointOrder, Meetings, RunSummary
from wallenstein.stats.paired import among

if TYPE_CHECKING:
    from wallenstein.tourney.formats import CellVerdict

Pairs = Mapping[tuple[str, str], Meetings]
EVEN: Final = 0.5


class Compared(NamedTuple):
    """All other bots of a cell, compared with one bot, strongest first."""

    better: list[str]  # than these
    worse: list[str]
    unclear: list[str]  # not shown to differ
    unmet: list[str]  # never at the same table


def names_of(cell: CellSummary) -> list[str]:
    return [entrant.name for entrant in cell.entrants if entrant.games]


def pairs_of(cell: CellSummary) -> dict[tuple[str, str], Meetings]:
    return {(pair.name, pair.other): pair for pair in cell.pairs}


def compared(name: str, names: Sequence[str], pairs: Pairs) -> Compared:
    found = Compared([], [], [], [])
    for other in names:
        pair = pairs.get((name, other))
        if pair is None:
            if other != name:
                found.unmet.append(other)
        elif pair.differs and pair.share.known != EVEN:
            (found.better if pair.share.known > EVEN else found.worse).append(other)
        else:
            found.unclear.append(other)
    return found


def verdict_of(cell: CellSummary) -> "CellVerdict | None":
    """How the cell ended; most run to their last block, and for those the formats need not be loaded."""
    if not cell.verdict:
        return None
    from wallenstein.tourney.formats.known import read_verdict

    return read_verdict(cell.verdict)


def is_in_rounds(cell: CellSummary) -> bool:
    """Whether it is played in rounds, so that opponents depend on results."""
    verdict = verdict_of(cell)
    return verdict is not None and verdict.in_rounds


def better_and_worse(cell: CellSummary) -> dict[str, tuple[int, int]]:
    names, pairs = names_of(cell), pairs_of(cell)
    if cell.joint:
        beaten = Counter(other for others in cell.joint.beats.values() for other in others)
        return {name: (len(others), beaten[name]) for name, others in cell.joint.beats.items()}
    found = {name: compared(name, names, pairs) for name in names}
    return {name: (len(each.better), len(each.worse)) for name, each in found.items()}


def comparisons(cell: CellSummary) -> int:
    """The number of compared pairs, for which every single comparison is corrected."""
    return sum(pair.p is not None for pair in cell.pairs) // 2


MOST_NAMED: Final = 4  # of bots that one clause lists
MOST_DIFFERENCES: Final = 5
NO_GAME: Final = "No game counts, so nothing is known of these bots."


def run_verdict(summary: RunSummary) -> list[str]:
    """The sentences that begin the standings of a run; the tables below show the rest."""
    if len(summary.cells) == 1:
        return cell_verdict(summary.cells[0])
    known = [cell for cell in summary.cells if cell.joint or names_of(cell)]
    firsts = [f"{printable(cell.cell)}: {cell_verdict(cell)[0]}" for cell in known]
    return [*firsts, *_between_cells(summary.differences)]


def cell_verdict(cell: CellSummary) -> list[str]:
    """The first bot, and whether the order of the others is shown; of many bots, the groups."""
    ended = [*verdict.sentences()] if (verdict := verdict_of(cell)) else []
    if cell.joint:
        return [*group_sentences(cell.joint), *ended, *_seats(cell)]
    names, pairs = names_of(cell), pairs_of(cell)
    if not names:
        return [NO_GAME]
    others = [_the_others(names, pairs)] if len(names) > 2 else []
    return [_first(names, pairs), *others, *ended, *_seats(cell)]


def _first(names: Sequence[str], pairs: Pairs) -> str:
    """The first bot, and its comparison with each other."""
    name = names[0]
    found = compared(name, names, pairs)
    met = {other: pairs[name, other] for other in names if (name, other) in pairs}
    clauses = []
    if found.better:
        all_of_many = len(names) - 1 == len(found.better) > 2
        clauses.append(_nearest("all others", found.better, met) if all_of_many else _better(found.better, met))
    if found.unclear:
        clauses.append(f"not shown to differ from {_named(found.unclear)}")
    if found.worse:
        clauses.append(f"worse than {_named(found.worse)}")
    if found.unmet:
        clauses.append(f"never at a table with {_named(found.unmet)}")
    place = f"{printable(name)} is 1st of {len(names)}"
    return f"{place}: {', '.join(clauses)}." if clauses else f"{place}."


def _the_others(names: Sequence[str], pairs: Pairs) -> str:
    """Whether the order of the table is shown beyond chance."""
    unclear = [name for name, other in pairwise(names) if other not in compared(name, [other], pairs).better]
    if not unclear:
        return "Each other bot is better than the one below it, too."
    if len(unclear) > MOST_NAMED:
        return f"{len(unclear)} of {len(names) - 1} bots are not shown to be better than the one below them."
    below = {name: names[names.index(name) + 1] for name in unclear}
    if all(other in compared(name, [other], pairs).unclear for name, other in below.items()):
        first, *more = (f"{printable(name)} and {printable(other)}" for name, other in below.items())
        return f"{', nor '.join([f'{first} cannot be told apart', *more])}."
    return f"Not shown to be better than the one below: {_named(unclear)}."


def _better(others: Sequence[str], met: Mapping[str, Meetings]) -> str:
    """The bots that a bot is better than, with the margin; of many only the closest one."""
    if len(others) <= MOST_NAMED:
        shown = [printable(other) + _ahead(met[other], place == 0) for place, other in enumerate(others)]
        return f"better than {either(shown, 'and')}"
    return _nearest(f"{len(others)} bots", others, met)


def _nearest(than: str, others: Sequence[str], met: Mapping[str, Meetings]) -> str:
    nearest = min(others, key=lambda other: met[other].share.known)
    return f"better than {than}, of which {printable(nearest)} comes nearest{_ahead(met[nearest], True)}"


def _ahead(pair: Meetings, first: bool) -> str:
    """How often it finished ahead; the first of a sentence names the figure."""
    share = pair.share
    interval = ""
    if share.low is not None and share.high is not None:
        interval = f", {100 * share.low:.0f} to {100 * share.high:.0f}"
    if first:
        return f" (finished before it in {100 * share.known:.0f} % of meetings{interval})"
    return f" ({100 * share.known:.0f} %{interval})"


def _named(names: Sequence[str]) -> str:
    shown = [printable(name) for name in names]
    if len(shown) <= MOST_NAMED + 1:  # "and 1 more" is no shorter than a name
        return either(shown, "and")
    return f"{', '.join(shown[:MOST_NAMED])} and {len(shown) - MOST_NAMED} more"


def _seats(cell: CellSummary) -> Iterator[str]:
    if cell.seat_test.differ:
        seats = [seat for seat in cell.seats if seat.entrant is None]
        shares = either([f"{100 * seat.win_share.known:.0f} % in seat {seat.seat}" for seat in seats], "and")
        sat = Counter(seat.entrant for seat in cell.seats if seat.entrant is not None and seat.games)
        if any(number < len(seats) for number in sat.values()):
            yield (
                f"Seats and bots cannot be separated: bots win {shares}, but not every bot has sat in every seat; "
                'rotation = "all" seats them so.'
            )
            return
        yield f"Seats differ beyond chance: bots win {shares}."


def _between_cells(differences: Sequence[CellDifference]) -> Iterator[str]:
    """The bots that score differently in other cells, the largest difference first."""
    beyond = [each for each in differences if each.score.differs]
    beyond.sort(key=lambda each: -abs(each.score.difference.known))
    for each in beyond[:MOST_DIFFERENCES]:
        found = among(each.score, len(beyond), len(differences))
        more, cell = "more" if found.known > 0 else "fewer", printable(each.cell)
        low, high = sorted(abs(end or 0.0) for end in (found.low, found.high))
        points = f"{abs(found.known):.1f} {more} points ({low:.1f} to {high:.1f})"
        yield f"{printable(each.name)} makes {points} in {cell} than in {printable(each.against)}."
    if len(beyond) > MOST_DIFFERENCES:
        yield f"{len(beyond) - MOST_DIFFERENCES} smaller differences are beyond chance, too; the tables show them."
    if differences and not beyond:
        yield "No bot is shown to make more or fewer points in one cell than in another."


BAR: Final = 24  # letters of the longest one
MOST_IN_GROUP: Final = 3  # bots that are all named
NOBODY: Final = "No bot is shown to be better than another."


def names_in_short(names: Sequence[str]) -> str:
    """Such as `a, b and c`, or of many `a and 11 more`."""
    shown = list(map(printable, names))
    if len(shown) > MOST_IN_GROUP:
        return f"{shown[0]} and {len(shown) - 1} more"
    return either(shown, "and")


def group_sentences(joint: JointOrder) -> Iterator[str]:
    """The groups in one sentence; then the bots that are in none."""
    if not any(joint.beats.values()):
        yield NOBODY
        return
    steps = []
    for place, group in enumerate(joint.groups):
        alone_last = 0 < place == len(joint.groups) - 1 and len(group.bots) == 1 and not group.overlapping
        steps.append(("then " if place and not alone_last else "") + names_in_short(group.bots))
        steps[-1] += " last" if alone_last else ""
        if group.overlapping:
            steps.append(f"{len(group.overlapping)} overlapping")
    yield "; ".join(steps) + "."
    if any(group.overlapping for group in joint.groups):
        yield "Overlapping bots are worse than the best of the group before them, but not shown worse than all of it."
    placed = {name for group in joint.groups for name in (*group.bots, *group.overlapping)}
    if left := [name for name in joint.beats if name not in placed]:
        yield f"Not placed, because no comparison is decided yet: {names_in_short(left)}."


def about_groups(joint: JointOrder) -> str:
    pairs = len(joint.beats) * (len(joint.beats) - 1) // 2
    return f"Better and worse: by strength, beyond {joint.reach:.2f} errors, which fits all {pairs:,} pairs together."


def labelled(joint: JointOrder) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The places and the bots of each group, and of those that overlap with it."""
    place = 1
    for group in joint.groups:
        for bots, sign in ((group.bots, ""), (group.overlapping, "overlap: ")):
            if bots:
                last = place + len(bots) - 1
                yield sign + (ordinal(place) if last == place else f"{ordinal(place)} to {ordinal(last)}"), bots
                place = last + 1


def group_bars(cell: CellSummary) -> Iterator[str]:
    """A line for each group: its places, a bar over the strengths of its bots, and their names."""
    if cell.joint is None:
        return
    beats = cell.joint.beats
    points = {each.name: each.points.value or 0.0 for each in cell.entrants if each.name in beats}
    low, high = min(points.values()), max(points.values())
    rows = list(labelled(cell.joint))
    wide = max(len(label) for label, _ in rows)
    for label, bots in rows:
        ends = [round((BAR - 1) * (points[bot] - low) / ((high - low) or 1.0)) for bot in bots]
        bar = (" " * min(ends) + "█" * (max(ends) - min(ends) + 1)).ljust(BAR)
        start = f"{INDENT}{label.ljust(wide)}  {bar}  "
        yield start + _fitting(list(map(printable, bots)), WIDTH - len(start))


def _fitting(names: Sequence[str], room: int) -> str:
    """As many names as fit, and the number of the others."""
    for shown in range(len(names), 1, -1):
        rest = f" +{len(names) - shown}" if shown < len(names) else ""
        if len(text := ", ".join(names[:shown]) + rest) <= room:
            return text
    return names[0] + (f" +{len(names) - 1}" if len(names) > 1 else "")
