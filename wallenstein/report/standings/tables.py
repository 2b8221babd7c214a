"""The tables of standings as rows of text, for the short form and for the full one."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

Figures = Mapping[str, Any]
MARK: Final = " *"  # behind the name of a bot that was benched in most of its games
WHAT_MARKED: Final = {
    "last": "* benched in most of its games, and counted as last in them",
    "leave-out": "* benched in most of its games, which are not counted",
}
PAIRS: Final = 10  # more bots than this make no readable table of pairs
PAIRS_SAY: Final = "how often the bot in the row finished ahead of the bot in the column"


def headline(summary: Figures) -> str:
    """The run, how many games it has, and its seed."""
    played = f"{summary['games']:,} of {summary['of_games']:,}"
    games = f"{summary['games']:,}" if summary["games"] == summary["of_games"] else played
    return f"{summary['name']}: {games} games, seed {summary['seed']}"


def played_in(cell: Figures) -> list[Figures]:
    """The bots of a cell that played in it, strongest first."""
    return [entrant for entrant in cell["entrants"] if entrant["games"] or entrant["left_out"]]


def about_benched(cell: Figures, on_bench: str) -> list[str]:
    """What the marks mean, and how many games are not counted."""
    said = [WHAT_MARKED[on_bench]] if any(entrant["mostly_benched"] for entrant in cell["entrants"]) else []
    if cell["left_out"]:
        said.append(f"{cell['left_out']:,} games in which a bot was benched are not counted")
    return said


def marked(entrant: Figures) -> str:
    """A bot's name, marked if it was benched in most of its games."""
    return str(entrant["name"]) + (MARK if entrant["mostly_benched"] else "")


def share(measure: Figures) -> tuple[str, str]:
    """A share and its interval, in percent."""
    value, low, high = measure["value"], measure["low"], measure["high"]
    shown = "-" if value is None else f"{value:.1%}"
    return shown, "-" if low is None or high is None else f"{100 * low:.1f} to {100 * high:.1f}"


def figure(measure: Figures, digits: int) -> tuple[str, str]:
    """A figure and its interval."""
    value, low, high = measure["value"], measure["low"], measure["high"]
    shown = "-" if value is None else f"{value:z.{digits}f}"  # z: no minus before a zero
    return shown, "-" if low is None or high is None else f"{low:z.{digits}f} to {high:z.{digits}f}"


def pairs(names: Sequence[str], found: Sequence[Figures]) -> list[tuple[str, ...]]:
    """A row for each bot, a column for each; a tie counts half."""
    shares = {(pair["name"], pair["other"]): pair["share"]["value"] for pair in found}

    def shown(name: str, other: str) -> str:
        value = shares.get((name, other))
        return "" if value is None else f"{value:.0%}"

    return [("", *names), *((name, *(shown(name, other) for other in names)) for name in names)]
