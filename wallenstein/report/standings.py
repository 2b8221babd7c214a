"""The standings as text: a short form for most readers, to which the full one adds tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from wallenstein.core.reports import Estimate
from wallenstein.core.text import counted, printable
from wallenstein.report import verdict as verdicts
from wallenstein.report.plain import WIDTH, aligned, wrapped
from wallenstein.report.verdict import about_groups, group_bars
from wallenstein.stats import figures
from wallenstein.tourney.figures.differences import TraitLine

MARK: Final = " *"  # behind the name of a bot that was benched in most of its games
WHAT_MARKED: Final = {
    "last": "* benched in most of its games, and counted as last in them",
    "leave-out": "* benched in most of its games, which are not counted",
}
PAIRS: Final = 10  # pairs of more bots do not fit a table
PAIRS_SAY: Final = "how often the bot in the row finished ahead of the bot in the column"


def played_in(cell: figures.CellSummary) -> list[figures.SummaryRow]:
    return [entrant for entrant in cell.entrants if entrant.games or entrant.left_out]


def marked(entrant: figures.SummaryRow) -> str:
    """A bot's name, marked if it was benched in most of its games."""
    return entrant.name + (MARK if entrant.mostly_benched else "")


def share(measure: Estimate) -> tuple[str, str]:
    value, low, high = measure
    shown = "-" if value is None else f"{value:.1%}"
    return shown, "-" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"


def figure(measure: Estimate, digits: int) -> tuple[str, str]:
    value, low, high = measure
    shown = "-" if value is None else f"{value:z.{digits}f}"  # z: no minus before a zero
    return shown, "-" if low is None or high is None else f"{low:z.{digits}f} to {high:z.{digits}f}"


def pairs(names: Sequence[str], found: Sequence[figures.Meetings]) -> list[tuple[str, ...]]:
    """A row for each bot, a column for each; a tie counts half."""
    shares = {(pair.name, pair.other): pair.share.value for pair in found}

    def share(name: str, other: str) -> str:
        value = shares.get((name, other))
        return "" if value is None else f"{value:.0%}"

    return [("", *names), *((name, *(share(name, other) for other in names)) for name in names)]


def effect_lines(names: Sequence[str], effects: figures.Effects) -> Iterator[str]:
    yield ""
    yield "with the effects of seats and line-ups taken out"
    found = [(name, effects.strengths[name]) for name in names]  # on the natural log scale
    found += [(f"seat {seat}", effect) for seat, effect in enumerate(effects.seats)]
    points = [Estimate(*(None if end is None else figures.ELO * end for end in each)) for _, each in found]
    rows = [(name, *figure(each, 0)) for (name, _), each in zip(found, points, strict=True)]
    yield from aligned([("bot", "Elo", "95 %"), *rows])


Rows = list[tuple[str, ...]]
WHAT_COLUMNS: Final = "rank: the mean place; better, worse: than how many bots, beyond chance (corrected for {}, Holm)"
LEFT_OUT_FIRST: Final = (5, 6)  # columns, where names are long: the interval of scores, then ranks


def standings_text(summary: figures.RunSummary, full: bool = False) -> str:
    """The short form, or with strengths, seats, faults and times."""
    of, several = "" if summary.games == summary.of_games else f"{summary.games:,} of ", len(summary.cells) > 1
    headline = f"{summary.name}: {of}{counted(summary.of_games, 'game')}, seed {summary.seed}"
    lines = [headline, "", *wrapped(verdicts.run_verdict(summary))]
    for cell in summary.cells:
        lines += [*group_bars(cell), "", *([cell.cell] if several else []), *_main(cell, summary.on_bench, full)]
    lines += wrapped(dict.fromkeys(about_groups(cell.joint) for cell in summary.cells if cell.joint))
    direct = (cell for cell in summary.cells if not (cell.joint or verdicts.is_in_rounds(cell)))
    most = max(map(verdicts.comparisons, direct), default=0)
    if most > 1 and not full:
        family = counted(most, "comparison") + (" in each cell" if several else "")
        lines += wrapped([WHAT_COLUMNS.format(family)])
    for cell in summary.cells if full or not several else ():
        lines += [*(["", cell.cell] if several else []), *_pairs(cell), *(_more(cell) if full else [])]
    lines += wrapped(f"{printable(name)} did not load: {printable(why)}" for name, why in summary.left_out.items())
    if full:
        lines += ["", *aligned([("bot", "faults", "ms a decision"), *_conduct(summary)])]
    return "\n".join(lines)


def _main(cell: figures.CellSummary, on_bench: str, full: bool) -> Iterator[str]:
    """A line for each bot, strongest first."""
    played = played_in(cell)
    in_rounds = verdicts.is_in_rounds(cell)
    # in rounds, bots have met others about as strong as themselves, so strengths come first
    columns = ("Elo ±", "wins", "score", "rank") if in_rounds else ("wins ±", "score ±", "rank")
    rows = _rows(played, ("wins ±", "rank ±", "score ±") if full else columns)
    if len(played) > 2 and not full and (cell.joint or not in_rounds):
        others = verdicts.better_and_worse(cell)
        counts = (others.get(entrant.name, ("", "")) for entrant in played)
        ends = [("better", "worse"), *((str(better), str(worse)) for better, worse in counts)]
        rows = [(*row, *end) for row, end in zip(rows, ends, strict=True)]
    yield from aligned(rows if full else _narrow(rows if in_rounds else with_even(rows, played)))
    if any(entrant.mostly_benched for entrant in cell.entrants):
        yield WHAT_MARKED[on_bench]
    if cell.left_out:
        are = "is" if cell.left_out == 1 else "are"
        yield f"{counted(cell.left_out, 'game')} in which a bot was benched {are} not counted"
    benched = [f"{entrant.name} in {counted(entrant.benched, 'game')}" for entrant in played if entrant.benched]
    if benched:
        yield from wrapped([f"benched, so that a substitute played on: {', '.join(benched)}"])


def _more(cell: figures.CellSummary) -> Iterator[str]:
    """Strengths, also without the effects of seats and line-ups, and seats."""
    played = played_in(cell)
    everyone = [seat for seat in cell.seats if seat.entrant is None]
    yield ""
    yield from aligned(_rows(played, ("Elo ±",)))
    yield ""
    yield from aligned([("seat", "wins", "95 %"), *((str(s.seat), *share(s.win_share)) for s in everyone)])
    if cell.field.effects:
        yield from effect_lines([entrant.name for entrant in played], cell.field.effects)


SHOWN: Final[Mapping[str, Callable[[figures.SummaryRow], tuple[str, str]]]] = {
    "wins": lambda entrant: share(entrant.wins),
    "rank": lambda entrant: figure(entrant.rank, 2),
    "score": lambda entrant: figure(entrant.score, 1),
    "Elo": lambda entrant: figure(entrant.points, 0),
}


def _rows(played: Sequence[figures.SummaryRow], columns: Sequence[str]) -> Rows:
    """A head, and a row for each bot: its name, its games and these columns, of which some have intervals."""
    rows: Rows = [("bot", "games"), *((marked(entrant), f"{entrant.games:,}") for entrant in played)]
    for column in columns:
        name, _, interval = column.partition(" ")
        values = [(name, "95 %"), *map(SHOWN[name], played)]
        rows = [(*row, *value[: 2 if interval else 1]) for row, value in zip(rows, values, strict=True)]
    return rows


def with_even(rows: Rows, played: Sequence[figures.SummaryRow]) -> Rows:
    """The rows of the bots, with the wins of equal bots where they belong."""
    even = {entrant.even for entrant in played}
    if len(even) != 1 or None in even:
        return rows
    wins = even.pop() or 0.0
    place = 1 + sum((entrant.wins.known, entrant.wins.low or 0) >= (wins, 0) for entrant in played)
    line = ("equal bots", "", f"{wins:.1%}", *[""] * (len(rows[0]) - 3))
    return [*rows[:place], line, *rows[place:]]


def _narrow(rows: Rows) -> Rows:
    """The table without a column or two if it is too wide for a terminal."""
    for left_out in range(len(LEFT_OUT_FIRST) + 1):
        out = LEFT_OUT_FIRST[:left_out]
        kept = [tuple(text for place, text in enumerate(row) if place not in out) for row in rows]
        if _fits(kept):
            break
    return kept


def _pairs(cell: figures.CellSummary) -> Iterator[str]:
    """How often each bot finished ahead of each other, if that fits a terminal."""
    names = [entrant.name for entrant in played_in(cell)]
    rows = pairs(names, cell.pairs)
    if 2 < len(names) <= PAIRS and _fits(rows):
        yield ""
        yield PAIRS_SAY
        yield from aligned(rows)
    elif len(names) > 2:
        yield "The pairs of bots are in the output of --json, and in the report of each run."


def _fits(rows: Sequence[Sequence[str]]) -> bool:
    return max(map(len, aligned(rows))) <= WIDTH


def _conduct(summary: figures.RunSummary) -> Iterator[tuple[str, ...]]:
    for name, faults in summary.faults.items():
        seconds = summary.seconds_a_decision.get(name)
        shown = "-" if seconds is None else f"{1000 * seconds:.3f}"
        yield name, f"{sum(faults.values()):,}" if faults else "-", shown


def more(found: Estimate, scale: int, digits: int) -> tuple[str, str]:
    """A difference, and its interval."""
    value, low, high = (None if each is None else f"{scale * each:+.{digits}f}" for each in found)
    return value or "-", f"{low} to {high}" if low and high else "-"


def starred(found: figures.MarkedDifference | TraitLine, share: bool) -> tuple[str, str, str]:
    """A difference, its interval, and a star if it is beyond chance; shares change by percentage points."""
    unknown = found.difference.low is None or found.difference.high is None
    return *more(found.difference, *((100, 1) if share else (1, 2))), "*" if found.differs and not unknown else ""
