"""Figures of the results of a run, whatever the game: standings, strengths, pairs, seats, cells compared."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wallenstein.core.figures import PERCENT, Dots, Estimate, Figure, Heat, Listing

Figures = Mapping[str, Any]
MOST_PAIRED: Final = 40  # bots of a heat map
EVEN: Final = 0.5


def result_figures(cell: Figures, prefix: str = "") -> Iterator[Figure]:
    """The figures of one cell."""
    played = [entrant for entrant in cell["entrants"] if entrant["games"]]
    names = tuple(entrant["name"] for entrant in played)
    if not played:
        return

    def of(key: str) -> tuple[Estimate, ...]:
        return tuple(estimate(entrant[key]) for entrant in played)

    parity = played[0]["parity"] if len({entrant["parity"] for entrant in played}) == 1 else None
    yield Figure(f"{prefix}standings", "Standings", STANDINGS, standings(played))
    text = "Wins per seat, with 95 % intervals; a shared win counts in parts. The dashed line: bots of equal strength."
    yield Figure(f"{prefix}wins", "Wins", text, Dots(names, of("win_share"), "win share", PERCENT, parity))
    text = "Mean points, with 95 % intervals."
    yield Figure(f"{prefix}points", "Points", text, Dots(names, of("score"), "points"))
    yield Figure(f"{prefix}strengths", "Strengths", STRENGTHS, Dots(names, of("strength"), "strength", "", 0.0))
    if 2 < len(names) <= MOST_PAIRED:
        yield Figure(f"{prefix}pairs", "Who finishes before whom", PAIRS, pairs(names, cell["pairs"]))
    everyone = [seat for seat in cell["seats"] if seat["entrant"] is None]
    seats = tuple(f"seat {seat['seat']}" for seat in everyone)
    wins = tuple(estimate(seat["win_share"]) for seat in everyone)
    text = "How often each seat wins, whoever sits there, with 95 % intervals."
    yield Figure(f"{prefix}seats", "Seats", text, Dots(seats, wins, "win share", PERCENT, parity))


STANDINGS: Final = "Strongest first. Intervals are of 95 %; errors come from blocks of games with the same seed."
STRENGTHS: Final = (
    "One strength a bot, fitted to all rankings together: a difference of 1 means odds of 2.7 to 1 of finishing before "
    "the other. A bot that nobody has beaten has no interval."
)
PAIRS: Final = (
    "Percent of the meetings in which the bot of the row finished before that of the column. Blue is more than half, "
    "red is less."
)


def estimate(measure: Figures) -> Estimate:
    """A figure of a summary with its interval."""
    return Estimate(measure["value"], measure["low"], measure["high"])


def standings(played: Sequence[Figures]) -> Listing:
    """The table that everything else explains."""
    head = ["bot", "games"]
    for name in ("wins, %", "rank", "points", "strength"):
        head += [name, "low", "high"]
    rows = []
    for each in played:
        shares = (None if value is None else 100 * value for value in estimate(each["win_share"]))
        others = (value for key in ("rank", "score", "strength") for value in estimate(each[key]))
        rows.append((each["name"], each["games"], *shares, *others, each["benched"]))
    if any(each["benched"] for each in played):
        return Listing((*head, "benched"), tuple(rows))
    return Listing(tuple(head), tuple(row[:-1] for row in rows))


def pairs(names: Sequence[str], found: Sequence[Figures]) -> Heat:
    """A cell for each pair."""
    share = {(pair["name"], pair["other"]): pair["share"]["value"] for pair in found}
    values = tuple(tuple(share.get((name, other)) for other in names) for name in names)
    return Heat(tuple(names), tuple(names), values, "finished before", PERCENT, EVEN)


def comparison_figures(comparison: Figures) -> Iterator[Figure]:
    """What changes between cells: the points of bots drawn, everything in a table."""
    base = comparison["base"]
    for place, cell in enumerate(comparison["cells"]):
        points = [line for line in comparison["lines"] if line["text"].startswith("points of ")]
        names = tuple(line["text"].removeprefix("points of ") for line in points)
        more = tuple(estimate(line["differences"][place]["difference"]) for line in points)
        text = f"How many points more each bot makes than in {base}, on the same seeds, with 95 % intervals."
        yield Figure(f"cell-{place + 1}-points", f"{cell} against {base}", text, Dots(names, more, "points", "", 0.0))
    compared = sum(each["p"] is not None for line in comparison["lines"] for each in line["differences"])
    text = (
        f"Plain 95 % intervals, paired by block. A star marks what differs beyond chance, corrected for {compared:,} "
        "comparisons (Holm): the smallest p counts times that number, the next times one less, and so on."
    )
    yield Figure("comparison", "Everything compared", text, compared_lines(comparison))


def compared_lines(comparison: Figures) -> Listing:
    """A row for each measure and cell."""
    rows = []
    for line in comparison["lines"]:
        for cell, each in zip(comparison["cells"], line["differences"], strict=True):
            scale = 100 if line["share"] else 1
            found = (each["difference"][key] for key in ("value", "low", "high"))
            more = (None if value is None else scale * value for value in found)
            star = "*" if each["differs"] else ""
            base = None if line["base"] is None else scale * line["base"]
            text = f"{line['text']}, %" if line["share"] else line["text"]
            rows.append((text, cell, base, *more, each["p"], star))
    return Listing(("", "cell", f"in {comparison['base']}", "more", "low", "high", "p", "beyond chance"), tuple(rows))
