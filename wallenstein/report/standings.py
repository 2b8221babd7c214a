"""The standings of a run as plain text, from its summary."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from wallenstein.report.field import field_lines, left_out
from wallenstein.report.plain import aligned
from wallenstein.report.verdict import cell_verdict, run_verdict

Figures = Mapping[str, Any]
HEADS: Final = ("bot", "games", "wins", "95 %", "rank", "95 %", "score", "95 %")
MARK: Final = " *"  # behind the name of a bot that was benched in most of its games
WHAT_MARKED: Final = {
    "last": "* benched in most of its games, and counted as last in them",
    "leave-out": "* benched in most of its games, which are not counted",
}
PAIRS: Final = 10  # more bots than this make no readable table of pairs
WIDTH: Final = 80
NOT_BROKEN: Final = "\N{NO-BREAK SPACE}%"
HANG: Final = "  "  # before the further lines of a sentence


def standings_text(summary: Figures) -> str:
    """The verdict, then the standings cell by cell."""
    played = f"{summary['games']:,} of {summary['of_games']:,}"
    games = f"{summary['games']:,}" if summary["games"] == summary["of_games"] else played
    lines = [f"{summary['name']}: {games} games, seed {summary['seed']}", "", *wrapped(run_verdict(summary))]
    for cell in summary["cells"]:
        lines += ["", *_cell(cell, summary["on_bench"], len(summary["cells"]) > 1)]
    if summary["differences"]:
        lines += ["", *_differences(summary["differences"])]
    lines += ["", *aligned([("bot", "faults", "ms a decision"), *_conduct(summary)])]
    return "\n".join(lines)


def wrapped(sentences: Iterable[str], width: int = WIDTH) -> Iterator[str]:
    """Sentences in lines of a terminal."""
    for sentence in sentences:
        kept = sentence.replace(" %", NOT_BROKEN)
        for line in wrap(kept, width, subsequent_indent=HANG, break_long_words=False, break_on_hyphens=False):
            yield line.replace(NOT_BROKEN, " %")


def _cell(cell: Figures, on_bench: str, one_of_several: bool) -> Iterator[str]:
    if one_of_several:
        yield cell["cell"]
        yield ""
        yield from wrapped(cell_verdict(cell))
        yield ""
    played = [entrant for entrant in cell["entrants"] if entrant["games"] or entrant["left_out"]]
    yield from aligned([HEADS, *(_row(entrant) for entrant in played)])
    if any(entrant["mostly_benched"] for entrant in played):
        yield WHAT_MARKED[on_bench]
    if cell["left_out"]:
        yield f"{cell['left_out']:,} games in which a bot was benched are not counted"
    yield ""
    yield from aligned(_strengths(played))
    everyone = [seat for seat in cell["seats"] if seat["entrant"] is None]
    yield ""
    yield from aligned([("seat", "wins", "95 %"), *((str(s["seat"]), *_share(s["win_share"])) for s in everyone)])
    names = [entrant["name"] for entrant in played]
    if 2 < len(names) <= PAIRS:
        yield ""
        yield "how often the bot in the row finished ahead of the bot in the column"
        yield from aligned(_pairs(names, cell["pairs"]))
    elif len(names) > PAIRS:
        yield ""
        yield left_out("how often each finished ahead of another", len(names))
    yield from field_lines(names, cell["field"])


def _marked(entrant: Figures) -> str:
    return str(entrant["name"]) + (MARK if entrant["mostly_benched"] else "")


def _strengths(played: Sequence[Figures]) -> list[tuple[str, ...]]:
    """Strengths, and in how many games each bot was benched, if any was."""
    rows = [(_marked(entrant), *_figure(entrant["strength"], 2)) for entrant in played]
    if not any(entrant["benched"] for entrant in played):
        return [("bot", "strength", "95 %"), *rows]
    benched = [f"{entrant['benched']:,}" for entrant in played]
    return [
        ("bot", "strength", "95 %", "benched"),
        *((*row, count) for row, count in zip(rows, benched, strict=True)),
    ]


def _row(entrant: Figures) -> tuple[str, ...]:
    return (
        _marked(entrant),
        f"{entrant['games']:,}",
        *_share(entrant["win_share"]),
        *_figure(entrant["rank"], 2),
        *_figure(entrant["score"], 1),
    )


def _conduct(summary: Figures) -> Iterator[tuple[str, ...]]:
    """Faults and times of the bots, over all cells."""
    for name, faults in summary["faults"].items():
        seconds = summary["seconds_a_decision"].get(name)
        shown = "-" if seconds is None else f"{1000 * seconds:.3f}"
        yield name, f"{sum(faults.values()):,}" if faults else "-", shown


def _share(measure: Figures) -> tuple[str, str]:
    value, low, high = measure["value"], measure["low"], measure["high"]
    shown = "-" if value is None else f"{value:.1%}"
    return shown, "-" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"


def _figure(measure: Figures, digits: int) -> tuple[str, str]:
    value, low, high = measure["value"], measure["low"], measure["high"]
    shown = "-" if value is None else f"{value:z.{digits}f}"  # z: no minus before a zero
    return shown, "-" if low is None or high is None else f"{low:z.{digits}f} to {high:z.{digits}f}"


def _pairs(names: Sequence[str], pairs: Sequence[Figures]) -> list[tuple[str, ...]]:
    """A row for each bot, a column for each; a tie counts half."""
    share = {(pair["name"], pair["other"]): pair["share"]["value"] for pair in pairs}

    def shown(name: str, other: str) -> str:
        value = share.get((name, other))
        return "" if value is None else f"{value:.0%}"

    return [("", *names), *((name, *(shown(name, other) for other in names)) for name in names)]


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
