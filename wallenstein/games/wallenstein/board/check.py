"""Finds all faults of a board file, to help with typing in the printed values."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from wallenstein.core.documents import parse_toml
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import did_you_mean
from wallenstein.games.wallenstein.board import faults as board_faults
from wallenstein.games.wallenstein.board.faults import WHOLE, BoardReport, Faults, TomlTable, in_brief
from wallenstein.games.wallenstein.board.values import FEWEST_PLAYERS, packaged_document, reached_from
from wallenstein.games.wallenstein.names import TOWER_CARD

Borders = dict[str, dict[str, None]]  # county -> its neighbours in the order of the file
MOST: Final = 44  # neighbours of a county: all the others
SHOWN: Final = 6  # unreachable counties that a fault names


def check_borders(counties: Sequence[TomlTable], faults: Faults) -> None:
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
    """Adds a fault unless paths connect the first of these counties with all others."""
    inside = set(names)
    reached = reached_from(names[0], lambda name: inside.intersection(joined[name])) if names else inside
    cut_off = [name for name in names if name not in reached]
    if cut_off:
        listed = ", ".join(cut_off[:SHOWN]) + (" …" if len(cut_off) > SHOWN else "")
        text = f"{what} must be connected; there is no path from {in_brief(names[0])} to {listed}"
        faults.add(by_id[cut_off[0]], "neighbours", text)


COUNTS: Final = {"region": 5, "county": 45}  # W3
COUNTIES_A_REGION: Final = 9
LIGHT_BORDERS: Final = 8

GROUPS: Final = {3: (5, 4, 4, 3, 3, 2, 2, 2, 2), 4: (5, 4, 4, 3, 3, 2, 2, 2), 5: (5, 4, 4, 3, 3, 2, 2)}  # W11
SPELLING: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")  # of a file's own ids
WORDS: Final = (TOWER_CARD, "pile", "refresh", "none")  # that stand beside counties in records

# No printed board can exceed these. The narrower ranges that reviews report are notes, see provenance.py.
RANGES: Final = {"sites": (1, 3), "grain": (1, 9), "taxes": (1, 9)}

Keys = dict[str, type]
NEEDED: Final[dict[str, Keys]] = {
    "region": {"id": str, "name": str, "colour": str},
    "county": {
        "id": str, "name": str, "region": str, "light_border": bool,
        "sites": int, "grain": int, "taxes": int, "neighbours": list,
    },
    "seat": {"players": int, "seat": str, "armies": dict},
    "origin": {"fields": list, "class": str},
}  # fmt: skip
OPTIONAL: Final[dict[str, Keys]] = {"county": {"aliases": list}, "origin": {"source": str}}
LISTS_OF_TEXTS: Final = ("neighbours", "aliases", "fields")


def check(text: str) -> BoardReport:
    """All faults and notes of a board file's text, in the order of its lines."""
    faults = Faults(text)
    try:
        document = parse_toml(text)
    except ConfigError as error:
        faults.add_syntax(str(error))
        return faults.report()
    _unknown_keys(TomlTable("", 0, document), ("provenance", *NEEDED), faults)
    regions, counties, seats, origins = (_entries(document, table, faults) for table in NEEDED)
    for entry in regions + counties + seats + origins:
        _check_keys(entry, faults)
    _check_names(regions, bool(seats), faults)
    _check_names(counties, bool(seats), faults)
    _check_light_borders(counties, bool(seats), faults)
    _check_regions(regions, counties, faults)
    check_borders(counties, faults)
    if seats:
        check_line_ups(seats, {county.text("id"): county for county in counties}, faults)
    board_faults.check_origins(origins, faults)
    board_faults.check_provenance(document.get("provenance", {}), counties, faults)
    return faults.report()


def _entries(document: dict[str, object], table: str, faults: Faults) -> list[TomlTable]:
    """The tables with this name; adds a fault if there are too many or too few."""
    found, wanted = document.get(table, []), COUNTS.get(table)
    if not isinstance(found, list) or not all(isinstance(values, dict) for values in found):
        text = f"must be {'' if wanted is None else f'{wanted} '}tables, each under a line [[{table}]]"
        faults.add(TomlTable("", 0, document), table, text)
        return []
    if wanted is not None and len(found) != wanted:
        faults.add(TomlTable("", 0, document), table, f"there must be {wanted}, not {len(found)}")
    return [TomlTable(table, number, values) for number, values in enumerate(found)]


def _unknown_keys(entry: TomlTable, known: tuple[str, ...], faults: Faults) -> None:
    for key in entry.values:
        if key not in known:
            faults.add(entry, key, f"unknown key; {did_you_mean(key, known)}")


def _check_keys(entry: TomlTable, faults: Faults) -> None:
    """Adds faults for missing and unknown keys, and for values of a wrong type or out of range."""
    needed, optional = NEEDED[entry.table], OPTIONAL.get(entry.table, {})
    _unknown_keys(entry, (*needed, *optional), faults)
    for key, kind in (needed | optional).items():
        if key not in entry.values:
            if key in needed:
                faults.add(entry, key, "is missing")
            continue
        fault = _value_fault(key, kind, entry.values[key])
        if fault:
            faults.add(entry, key, fault)


def _value_fault(key: str, kind: type[Any], value: Any) -> str:
    """The fault of a key's value; empty if there is none."""
    if type(value) is not kind:  # so that true is not a number
        return board_faults.wrong_type(kind, value)
    if key in LISTS_OF_TEXTS:
        others = [item for item in value if not isinstance(item, str)]
        return f"must contain texts in quotes, not {in_brief(others[0])}" if others else ""
    if kind is str and (not value.strip() or not value.isprintable()):
        return f"must be printable text, not {in_brief(value)}"
    if key in RANGES and not RANGES[key][0] <= value <= RANGES[key][1]:
        return f"must be {RANGES[key][0]} to {RANGES[key][1]}, not {in_brief(value)}"
    return ""


def _check_names(entries: list[TomlTable], own_line_ups: bool, faults: Faults) -> None:
    """Ids must be the packaged ones unless the file has line-ups of its own; ids and names must be unique."""
    ids: dict[str, None] = {}
    names: dict[str, str] = {}
    known = [entry["id"] for entry in packaged_document()[entries[0].table]] if entries and not own_line_ups else []
    for entry in entries:
        own = entry.text("id")
        if own in ids:
            faults.add(entry, "id", f"{in_brief(own)} is used twice")
        elif own_line_ups and (not SPELLING.fullmatch(own) or own in WORDS):
            text = f"{in_brief(own)} must be of small letters, digits and hyphens, such as fm-bayern"
            faults.add(entry, "id", f"{text}, and none of {', '.join(WORDS)}")
        elif own and own not in known and not own_line_ups:
            faults.add(entry, "id", f"{in_brief(own)} is not a {entry.table} of the game; {did_you_mean(own, known)}")
        ids[own] = None
        for key, name in [("name", entry.text("name")), *(("aliases", alias) for alias in entry.texts("aliases"))]:
            if name and name in names:
                faults.add(entry, key, f"{in_brief(name)} is also the name of {names[name]}")
            names.setdefault(name, entry.name)
    missing = [own for own in known if own not in ids]
    if missing and len(entries) <= COUNTS[entries[0].table]:
        faults.add(WHOLE, entries[0].table, f"missing: {', '.join(missing)}")


def _check_light_borders(counties: list[TomlTable], own_line_ups: bool, faults: Faults) -> None:
    """The rule booklets name the eight counties that 3 players leave out; their line-ups rely on it."""
    light = [county.text("id") for county in counties if county.values.get("light_border") is True]
    if len(light) != LIGHT_BORDERS:
        faults.add(WHOLE, "county", f"exactly {LIGHT_BORDERS} must have light_border = true, not {len(light)}")
    if own_line_ups:
        return
    named = {entry["id"]: entry["light_border"] for entry in packaged_document()["county"]}
    for county in counties:
        own, value = county.text("id"), county.values.get("light_border")
        if isinstance(value, bool) and named.get(own, value) != value:
            out = "out" if named[own] else "in"
            faults.add(county, "light_border", f"the rule booklets leave {in_brief(own)} {out} with 3 players")


def _check_regions(regions: list[TomlTable], counties: list[TomlTable], faults: Faults) -> None:
    members: dict[str, int] = {region.text("id"): 0 for region in regions if region.text("id")}
    for county in counties:
        name = county.text("region")
        if name in members:
            members[name] += 1
        elif name:
            faults.add(county, "region", f"there is no region {in_brief(name)}; {did_you_mean(name, members)}")
    for region in regions:
        count = members.get(region.text("id"), COUNTIES_A_REGION)
        if count != COUNTIES_A_REGION:
            faults.add(region, "", f"must have {COUNTIES_A_REGION} counties, not {count}")


def check_line_ups(seats: list[TomlTable], counties: Mapping[str, TomlTable], faults: Faults) -> None:
    """W12: a seat for every player of 3, 4 and 5, with the groups of W11 in counties in play, each used once."""
    missing = {(players, letter): None for players in GROUPS for letter in "ABCDE"[:players]}
    taken: dict[tuple[object, str], str] = {}
    for seat in seats:
        players, letter, armies = (seat.values.get(key) for key in NEEDED["seat"])
        if type(players) is not int or type(letter) is not str or not isinstance(armies, dict):
            continue  # which is a fault already
        if (players, letter) not in missing:
            faults.add(seat, "", "there is no such seat, or it is here twice; there are A to C, A to D and A to E")
            continue
        del missing[players, letter]
        for name in armies:
            if name not in counties:
                faults.add(seat, "armies", f"there is no county {in_brief(name)}; {did_you_mean(name, counties)}")
            elif (players, name) in taken:
                faults.add(seat, "armies", f"{in_brief(name)} belongs to seat {taken[players, name]} already")
            elif players == FEWEST_PLAYERS and counties[name].values.get("light_border") is True:
                faults.add(seat, "armies", f"{in_brief(name)} has a light border, so it is left out with 3 players")
            taken.setdefault((players, name), letter)
        groups = list(GROUPS[players])
        if any(type(count) is not int for count in armies.values()) or sorted(armies.values()) != sorted(groups):
            faults.add(seat, "armies", f"must be groups of {', '.join(map(str, groups))}")
    if missing:
        listed = ", ".join(f"{letter} of {players} players" for players, letter in missing)
        faults.add(WHOLE, "seat", f"missing: {listed}")
