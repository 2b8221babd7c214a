"""Checks the neighbours in a board file: known, symmetric, and a connected map."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.words import did_you_mean
from wallenstein.games.wallenstein.board.faults import Faults, TomlTable, in_brief

Borders = dict[str, dict[str, None]]  # county -> its neighbours in the order of the file
MOST: Final = 44  # neighbours of a county: all the others
SHOWN: Final = 6  # unreachable counties that a fault names


def check_borders(counties: Sequence[TomlTable], faults: Faults) -> None:
    """Adds the faults of all lists of neighbours."""
    by_id = {county.text("id"): county for county in counties if county.text("id")}
    borders: Borders = {name: _neighbours(county, by_id, faults) for name, county in by_id.items()}
    for name, near in borders.items():
        for other in near:
            if name not in borders[other]:
                text = f"{in_brief(name)} lists {in_brief(other)} as a neighbour, so {in_brief(name)} belongs here too"
                faults.add(by_id[other], "neighbours", text)
    joined: Borders = {name: dict(near) for name, near in borders.items()}
    for name, near in borders.items():
        for other in near:
            joined[other][name] = None
    _one_piece(joined, list(by_id), "all counties", by_id, faults)
    inner = [name for name, county in by_id.items() if county.values.get("light_border") is not True]
    _one_piece(joined, inner, "the counties of a game with 3 players", by_id, faults)


def _neighbours(county: TomlTable, known: dict[str, TomlTable], faults: Faults) -> dict[str, None]:
    """The known neighbours of a county; adds faults for the others."""
    near: dict[str, None] = {}
    own = county.text("id")
    listed = county.texts("neighbours")
    if len(listed) > MOST:
        faults.add(county, "neighbours", f"{len(listed)} are listed; no county can have more than {MOST}")
    for name in listed[:MOST]:
        if name == own:
            faults.add(county, "neighbours", f"{in_brief(name)} cannot be its own neighbour")
        elif name in near:
            faults.add(county, "neighbours", f"{in_brief(name)} is listed twice")
        elif name not in known:
            faults.add(county, "neighbours", f"there is no county {in_brief(name)}; {did_you_mean(name, known)}")
        else:
            near[name] = None
    return near


def _one_piece(joined: Borders, names: list[str], what: str, by_id: dict[str, TomlTable], faults: Faults) -> None:
    """Adds a fault unless there is a path from the first of these counties to all others."""
    inside = dict.fromkeys(names)
    reached = dict.fromkeys(names[:1])
    todo = list(reached)
    while todo:
        for other in joined[todo.pop()]:
            if other in inside and other not in reached:
                reached[other] = None
                todo.append(other)
    cut_off = [name for name in names if name not in reached]
    if cut_off:
        listed = ", ".join(cut_off[:SHOWN]) + (" …" if len(cut_off) > SHOWN else "")
        text = f"{what} must be connected; there is no path from {in_brief(names[0])} to {listed}"
        faults.add(by_id[cut_off[0]], "neighbours", text)
