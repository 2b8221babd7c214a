"""The standings as everybody wants to see them first: the verdict, one table, who finished ahead of whom."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wallenstein.core.words import counted
from wallenstein.report.plain import WIDTH, aligned, wrapped
from wallenstein.report.standings import tables
from wallenstein.report.standings.compared import compared, comparisons, is_in_rounds, names_of, pairs_of
from wallenstein.report.standings.verdict import brief_verdict

Figures = Mapping[str, Any]
Rows = list[tuple[str, ...]]
HEADS: Final = ("bot", "games", "wins", "95 %", "score", "95 %", "rank")
WHAT_COLUMNS: Final = "rank: the mean place; better, worse: than how many bots, beyond chance (corrected for {}, Holm)"
HEADS_IN_ROUNDS: Final = ("bot", "games", "strength", "95 %", "wins", "score", "rank")
LEFT_OUT_FIRST: Final = (5, 6)  # columns, where names are long: the interval of scores, then ranks


def standings_text(summary: Figures) -> str:
    """What fits a screen; `full_standings` has all."""
    lines = [tables.headline(summary), "", *wrapped(brief_verdict(summary))]
    for cell in summary["cells"]:
        lines += ["", *([cell["cell"]] if len(summary["cells"]) > 1 else []), *_main(cell, summary["on_bench"])]
    most = max((comparisons(cell) for cell in summary["cells"] if not is_in_rounds(cell)), default=0)
    if most > 1:
        lines += wrapped([WHAT_COLUMNS.format(counted(most, "comparison"))])
    if len(summary["cells"]) == 1:
        lines += _pairs(summary["cells"][0])
    return "\n".join(lines)


def _main(cell: Figures, on_bench: str) -> Iterator[str]:
    """A line for each bot, strongest first."""
    played = tables.played_in(cell)
    in_rounds = is_in_rounds(cell)
    rows: Rows = [HEADS_IN_ROUNDS, *map(_row_in_rounds, played)] if in_rounds else [HEADS, *map(_row, played)]
    if len(played) > 2 and not in_rounds:
        names, pairs = names_of(cell), pairs_of(cell)
        others = (compared(entrant["name"], names, pairs) for entrant in played)
        ends = [("better", "worse"), *((str(len(found.better)), str(len(found.worse))) for found in others)]
        rows = [(*row, *end) for row, end in zip(rows, ends, strict=True)]
    yield from aligned(_narrow(rows))
    yield from tables.about_benched(cell, on_bench)
    benched = [
        f"{entrant['name']} in {counted(entrant['benched'], 'game')}" for entrant in played if entrant["benched"]
    ]
    if benched:
        yield from wrapped([f"benched, so that a substitute played on: {', '.join(benched)}"])


def _row(entrant: Figures) -> tuple[str, ...]:
    rank, _ = tables.figure(entrant["rank"], 2)
    games = f"{entrant['games']:,}"
    return tables.marked(entrant), games, *tables.share(entrant["win_share"]), *tables.figure(entrant["score"], 1), rank


def _row_in_rounds(entrant: Figures) -> tuple[str, ...]:
    """Strengths come first: bots have met others about as strong as themselves."""
    wins, _ = tables.share(entrant["win_share"])
    score, _ = tables.figure(entrant["score"], 1)
    rank, _ = tables.figure(entrant["rank"], 2)
    games, strength = f"{entrant['games']:,}", tables.figure(entrant["strength"], 2)
    return tables.marked(entrant), games, *strength, wins, score, rank


def _narrow(rows: Rows) -> Rows:
    """The table without a column or two if it is too wide for a terminal."""
    for left_out in range(len(LEFT_OUT_FIRST) + 1):
        out = LEFT_OUT_FIRST[:left_out]
        kept = [tuple(text for place, text in enumerate(row) if place not in out) for row in rows]
        if _fits(kept):
            break
    return kept


def _pairs(cell: Figures) -> Iterator[str]:
    """Who finished ahead of whom, if that is a table for a terminal."""
    names = [entrant["name"] for entrant in tables.played_in(cell)]
    rows = tables.pairs(names, cell["pairs"])
    if 2 < len(names) <= tables.PAIRS and _fits(rows):
        yield ""
        yield tables.PAIRS_SAY
        yield from aligned(rows)


def _fits(rows: Sequence[Sequence[str]]) -> bool:
    return max(map(len, aligned(rows))) <= WIDTH
