"""The full standings as text: everything that a summary has, cell by cell."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wallenstein.report.plain import aligned, wrapped
from wallenstein.report.standings import tables
from wallenstein.report.standings.field import field_lines, left_out
from wallenstein.report.standings.verdict import cell_verdict, run_verdict

Figures = Mapping[str, Any]
HEADS: Final = ("bot", "games", "wins", "95 %", "rank", "95 %", "score", "95 %")


def full_standings(summary: Figures) -> str:
    """The verdict, then all tables."""
    lines = [tables.headline(summary), "", *wrapped(run_verdict(summary))]
    for cell in summary["cells"]:
        lines += ["", *_cell(cell, summary["on_bench"], len(summary["cells"]) > 1)]
    if summary["differences"]:
        lines += ["", *_differences(summary["differences"])]
    lines += ["", *aligned([("bot", "faults", "ms a decision"), *_conduct(summary)])]
    return "\n".join(lines)


def _cell(cell: Figures, on_bench: str, one_of_several: bool) -> Iterator[str]:
    if one_of_several:
        yield cell["cell"]
        yield ""
        yield from wrapped(cell_verdict(cell))
        yield ""
    played = tables.played_in(cell)
    yield from aligned([HEADS, *(_row(entrant) for entrant in played)])
    yield from tables.about_benched(cell, on_bench)
    yield ""
    yield from aligned(_strengths(played))
    everyone = [seat for seat in cell["seats"] if seat["entrant"] is None]
    yield ""
    yield from aligned([("seat", "wins", "95 %"), *((str(s["seat"]), *tables.share(s["win_share"])) for s in everyone)])
    names = [entrant["name"] for entrant in played]
    if 2 < len(names) <= tables.PAIRS:
        yield ""
        yield tables.PAIRS_SAY
        yield from aligned(tables.pairs(names, cell["pairs"]))
    elif len(names) > tables.PAIRS:
        yield ""
        yield left_out("how often each finished ahead of another", len(names))
    yield from field_lines(names, cell["field"])


def _row(entrant: Figures) -> tuple[str, ...]:
    shares, rank, score = (
        tables.share(entrant["win_share"]),
        tables.figure(entrant["rank"], 2),
        tables.figure(entrant["score"], 1),
    )
    return tables.marked(entrant), f"{entrant['games']:,}", *shares, *rank, *score


def _strengths(played: Sequence[Figures]) -> list[tuple[str, ...]]:
    """Strengths, and in how many games each bot was benched, if any was."""
    rows = [(tables.marked(entrant), *tables.figure(entrant["strength"], 2)) for entrant in played]
    if not any(entrant["benched"] for entrant in played):
        return [("bot", "strength", "95 %"), *rows]
    benched = [f"{entrant['benched']:,}" for entrant in played]
    return [
        ("bot", "strength", "95 %", "benched"),
        *((*row, count) for row, count in zip(rows, benched, strict=True)),
    ]


def _conduct(summary: Figures) -> Iterator[tuple[str, ...]]:
    """Faults and times of the bots, over all cells."""
    for name, faults in summary["faults"].items():
        seconds = summary["seconds_a_decision"].get(name)
        shown = "-" if seconds is None else f"{1000 * seconds:.3f}"
        yield name, f"{sum(faults.values()):,}" if faults else "-", shown


def _differences(differences: Sequence[Figures]) -> Iterator[str]:
    """A table for each cell: scores first, which show differences that wins are too blunt for."""
    yield f"compared with {differences[0]['against']} on the same seeds"
    for cell in dict.fromkeys(difference["cell"] for difference in differences):
        here = [difference for difference in differences if difference["cell"] == cell]
        rows = [(each["name"], *_more(each["score"], 1, 2), *_more(each["win_share"], 100, 1)) for each in here]
        yield ""
        yield cell
        yield from aligned([("bot", "score", "95 %", "", "% wins", "95 %", ""), *rows])
    yield f"* differs beyond chance, corrected for {len(differences):,} comparisons each (Holm)"


def _more(found: Figures, scale: int, digits: int) -> tuple[str, str, str]:
    """How much more, its interval, and a star if it differs beyond chance."""
    value, low, high = (found["difference"][key] for key in ("value", "low", "high"))
    shown = "-" if value is None else f"{scale * value:+.{digits}f}"
    if low is None or high is None:
        return shown, "-", ""
    return shown, f"{scale * low:+.{digits}f} to {scale * high:+.{digits}f}", "*" if found["differs"] else ""
