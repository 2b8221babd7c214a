"""The verdict on a run in sentences: each bot's place, whom it is better than, and what cannot be told apart."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wallenstein.core.words import counted, ordinal, printable
from wallenstein.report.endings import ending

Figures = Mapping[str, Any]
MOST_SENTENCES: Final = 10
MOST_NAMED: Final = 4  # of bots that one clause lists
MOST_DIFFERENCES: Final = 5
EVEN: Final = 0.5


def run_verdict(summary: Figures) -> list[str]:
    """The sentences that begin the standings of a run."""
    if len(summary["cells"]) == 1:
        return cell_verdict(summary["cells"][0])
    firsts = [sentence for cell in summary["cells"] for sentence in _first(cell)]
    return [*firsts, *_between_cells(summary["differences"])]


def cell_verdict(cell: Figures) -> list[str]:
    """One sentence for each bot, strongest first; the first ten if there are more. A ladder has an order instead."""
    if cell["verdict"] and cell["verdict"].get("test") == "ladder":
        return [*ending(cell["verdict"]), *_seats(cell)]
    names = [entrant["name"] for entrant in cell["entrants"] if entrant["games"]]
    pairs = {(pair["name"], pair["other"]): pair for pair in cell["pairs"]}
    found = [_place(name, names, pairs) for name in names[:MOST_SENTENCES]]
    if len(names) > MOST_SENTENCES:
        found.append(f"The {len(names) - MOST_SENTENCES} bots after these have no sentence; the tables show them.")
    if len(names) == 2:
        found += _shares_of_two(cell)
    if cell["verdict"]:
        found += ending(cell["verdict"])
    found += _seats(cell)
    if len(pairs) > 2:
        compared = sum(pair["p"] is not None for pair in cell["pairs"]) // 2
        found.append(f"Better and worse: beyond chance, corrected for {counted(compared, 'comparison')} (Holm).")
    return found


def _first(cell: Figures) -> Iterator[str]:
    """The first sentence of one of several cells."""
    names = [entrant["name"] for entrant in cell["entrants"] if entrant["games"]]
    if names:
        pairs = {(pair["name"], pair["other"]): pair for pair in cell["pairs"]}
        yield f"{printable(cell['cell'])}: {_place(names[0], names, pairs)}"


def _place(name: str, names: Sequence[str], pairs: Mapping[tuple[str, str], Figures]) -> str:
    """A bot's place, and how it compares with each other."""
    met = {other: pairs[name, other] for other in names if (name, other) in pairs}
    better = [other for other, pair in met.items() if pair["differs"] and pair["share"]["value"] > EVEN]
    worse = [other for other, pair in met.items() if pair["differs"] and pair["share"]["value"] < EVEN]
    unclear = [other for other in met if other not in better and other not in worse]
    unmet = [other for other in names if other not in met and other != name]
    clauses = [_better(better, met)] if better else []
    if unclear:
        clauses.append(f"not shown to differ from {_named(unclear)}")
    if worse:
        clauses.append(f"worse than {_named(worse)}")
    if unmet:
        clauses.append(f"never at a table with {_named(unmet)}")
    place = f"{printable(name)} is {ordinal(names.index(name) + 1)} of {len(names)}"
    return f"{place}: {', '.join(clauses)}." if clauses else f"{place}."


def _better(others: Sequence[str], met: Mapping[str, Figures]) -> str:
    """Whom a bot is better than, by how much; of many only the one that comes nearest."""
    if len(others) <= MOST_NAMED:
        shown = [printable(other) + _ahead(met[other], place == 0) for place, other in enumerate(others)]
        return f"better than {_listed(shown)}"
    nearest = min(others, key=lambda other: float(met[other]["share"]["value"]))
    return f"better than {len(others)} bots, of which {printable(nearest)} comes nearest{_ahead(met[nearest], True)}"


def _ahead(pair: Figures, first: bool) -> str:
    """How often it finished ahead; the first of a sentence says what the figure is."""
    share = pair["share"]
    interval = "" if share["low"] is None else f", {100 * share['low']:.0f} to {100 * share['high']:.0f}"
    if first:
        return f" (finished before it in {100 * share['value']:.0f} % of meetings{interval})"
    return f" ({100 * share['value']:.0f} %{interval})"


def _named(names: Sequence[str]) -> str:
    shown = [printable(name) for name in names]
    if len(shown) <= MOST_NAMED + 1:  # "and 1 more" is no shorter than a name
        return _listed(shown)
    return f"{', '.join(shown[:MOST_NAMED])} and {len(shown) - MOST_NAMED} more"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _shares_of_two(cell: Figures) -> Iterator[str]:
    """Each bot's share of all wins, if two bots share every table: its wins per seat, times its seats."""
    played = [entrant for entrant in cell["entrants"] if entrant["games"]]
    if all(entrant["games"] == cell["games"] for entrant in played):
        yield "; ".join(map(_share_of_two, played)) + "."


def _share_of_two(entrant: Figures) -> str:
    seats = entrant["seats"] / entrant["games"]
    value, low, high = (entrant["win_share"][key] for key in ("value", "low", "high"))
    interval = ""
    if low is not None and high is not None:
        # the interval of one seat does not know that its bot cannot win more than every game
        interval = f" ({100 * seats * low:.1f} to {min(100.0, 100 * seats * high):.1f})"
    return f"{printable(entrant['name'])} takes {seats * value:.1%} of the wins{interval}"


def _seats(cell: Figures) -> Iterator[str]:
    """That seats are not alike, if they are not."""
    if cell["seat_test"]["differ"]:
        seats = [seat for seat in cell["seats"] if seat["entrant"] is None]
        shares = _listed([f"{100 * seat['win_share']['value']:.0f} % in seat {seat['seat']}" for seat in seats])
        if not _in_every_seat(cell, len(seats)):
            yield (
                f"Seats and bots cannot be told apart: bots win {shares}, but not every bot has sat in every seat; "
                'rotation = "all" seats them so.'
            )
            return
        yield (
            f"Seats differ beyond chance: bots win {shares}. That is fair to bots that sit in all seats alike, "
            "but what wins here may be won by the seats."
        )


def _in_every_seat(cell: Figures, seats: int) -> bool:
    """Whether every bot has sat in all of them."""
    sat = Counter(seat["entrant"] for seat in cell["seats"] if seat["entrant"] is not None and seat["games"])
    return all(number == seats for number in sat.values())


def _between_cells(differences: Sequence[Figures]) -> Iterator[str]:
    """Which bots score otherwise in other cells, the largest difference first."""
    beyond = [each for each in differences if each["score"]["differs"]]
    beyond.sort(key=lambda each: -abs(each["score"]["difference"]["value"]))
    for each in beyond[:MOST_DIFFERENCES]:
        found = each["score"]["difference"]
        more, cell = "more" if found["value"] > 0 else "fewer", printable(each["cell"])
        low, high = sorted((abs(found["low"]), abs(found["high"])))
        points = f"{abs(found['value']):.1f} {more} points ({low:.1f} to {high:.1f})"
        yield f"{printable(each['name'])} makes {points} in {cell} than in {printable(each['against'])}."
    if len(beyond) > MOST_DIFFERENCES:
        yield f"{len(beyond) - MOST_DIFFERENCES} smaller differences are beyond chance, too; the tables show them."
    if differences and not beyond:
        yield "No bot is shown to make more or fewer points in one cell than in another."
