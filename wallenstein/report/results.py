"""Figures of the results of a run, for every game: standings, strengths, pairs, seats, cells compared."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from wallenstein.core.reports import HIGH, LOW, PERCENT, Dots, Figure, Heat, Listing
from wallenstein.report.verdict import about_groups, compared, pairs_of
from wallenstein.stats.figures import CellSummary, Meetings, SummaryRow
from wallenstein.tourney.figures.differences import Comparison

MOST_PAIRED: Final = 40  # bots of a heat map
EVEN: Final = 0.5


def result_figures(cell: CellSummary, prefix: str = "", most_pairs: float = inf) -> Iterator[Figure]:
    """The figures of one cell; the table of pairs only up to `most_pairs` cells."""
    played = [entrant for entrant in cell.entrants if entrant.games]
    names = tuple(entrant.name for entrant in played)
    if not played:
        return
    yield from ranking_figure(cell, prefix)
    yield Figure(f"{prefix}standings", "Standings", STANDINGS, standings(played))
    if 2 < len(names) <= MOST_PAIRED and len(names) ** 2 <= most_pairs:
        yield Figure(f"{prefix}pairs", "Pairs at the same tables", PAIRS, pairs(names, cell.pairs))
    everyone = [seat for seat in cell.seats if seat.entrant is None]
    seats = tuple(f"seat {seat.seat}" for seat in everyone)
    wins = tuple(seat.win_share for seat in everyone)
    text = "How often each seat wins with any bot, with 95 % intervals. The dashed line: equal seats."
    yield Figure(f"{prefix}seats", "Seats", text, Dots(seats, wins, "win share", PERCENT, common(played, "parity")))


WINS: Final = "Games won, with 95 % intervals; dashed: equal strength."
GROUPS: Final = "Between dotted lines: bots of one group; all of it are better than all below."


def ranking_figure(cell: CellSummary, prefix: str = "") -> Iterator[Figure]:
    """The bots, strongest first, with intervals and groups: by wins, or by strength if pairs are judged together."""
    played = [entrant for entrant in cell.entrants if entrant.games]
    names = tuple(entrant.name for entrant in played)
    groups = groups_of(cell, names)
    if cell.joint:
        text = f"{STRENGTHS} {GROUPS} {about_groups(cell.joint)}"
        strengths = Dots(names, tuple(each.points for each in played), "Elo", "", 0.0, groups)
        yield Figure(f"{prefix}ranking", "Ranking", text, strengths)
    elif played:
        shares = Dots(names, tuple(each.wins for each in played), "win share", PERCENT, common(played, "even"), groups)
        yield Figure(f"{prefix}ranking", "Ranking", f"{WINS} {GROUPS}", shares)


def common(played: Sequence[SummaryRow], what: str) -> float | None:
    """The figure, if it is the same for all bots."""
    values = {getattr(each, what) for each in played}
    return values.pop() if len(values) == 1 else None


def groups_of(cell: CellSummary, names: Sequence[str]) -> tuple[int, ...]:
    """By bot, strongest first, the number of its group: all bots of one are better than all of later ones."""
    pairs = pairs_of(cell)
    beats = cell.joint.beats if cell.joint else {name: compared(name, names, pairs).better for name in names}
    found = [0] * len(names)
    for place in range(1, len(names)):
        apart = all(below in beats.get(above, ()) for above in names[:place] for below in names[place:])
        found[place] = found[place - 1] + apart
    return tuple(found)


STANDINGS: Final = "Strongest first. Intervals are of 95 %; errors come from blocks of games with the same seed."
STRENGTHS: Final = (
    "One strength a bot, fitted to all rankings together: a difference of 400 (Elo) means odds of ten to one of "
    "finishing before the other. An unbeaten bot has no interval."
)
PAIRS: Final = (
    "Percent of the meetings in which the bot of the row finished before that of the column. Blue is more than half, "
    "red is less."
)


def standings(played: Sequence[SummaryRow]) -> Listing:
    head = ("bot", "games", "wins", LOW, HIGH, "rank", LOW, HIGH, "points", LOW, HIGH, "Elo", LOW, HIGH)
    units = ("", "", *[PERCENT] * 3, *[""] * 9)
    rows = tuple((each.name, each.games, *each.wins, *each.rank, *each.score, *each.points) for each in played)
    if not any(each.benched for each in played):
        return Listing(head, rows, units)
    benched = tuple((*row, each.benched) for row, each in zip(rows, played, strict=True))
    return Listing((*head, "benched"), benched, (*units, ""))


def pairs(names: Sequence[str], found: Sequence[Meetings]) -> Heat:
    share = {(pair.name, pair.other): pair.share.value for pair in found}
    values = tuple(tuple(share.get((name, other)) for other in names) for name in names)
    return Heat(tuple(names), tuple(names), values, "finished before", PERCENT, EVEN)


def comparison_figures(comparison: Comparison, order: Sequence[str]) -> Iterator[Figure]:
    """The differences in points between cells, strongest bots first."""
    base = comparison.base
    points = {line.text: line for line in comparison.lines}
    lines = {name: points[f"points of {name}"] for name in order if f"points of {name}" in points}
    for place, cell in enumerate(comparison.cells):
        more = tuple(line.differences[place].difference for line in lines.values())
        text = f"The points that each bot gains against {base}, on the same seeds, with plain 95 % intervals."
        chart = Dots(tuple(lines), more, "points", "", 0.0)
        yield Figure(f"compared-{place + 1}", f"{cell} against {base}", text, chart)
