"""Board files, and the board for the rules: counties are indices, values are flat tuples."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from wallenstein.core.documents import RawTable, parse_toml, read_text

LARGEST: Final = 256 * 1024  # bytes; the packaged file has 11 kB
DEFAULT: Final = "default"  # the name of the reconstruction in configurations and positions
RECONSTRUCTION: Final = "reconstruction"  # another name of it
PACKAGED: Final = {DEFAULT: "board.toml", "refit": "refit.toml", "shogun-sun": "shogun-sun.toml"}
BASE: Final = "refit"  # which boards are drawn around
REFIT: Final = f"{BASE}:"  # and a number, from 1: equal numbers make equal boards on every machine
OLD: Final = "sample:"  # names of boards that earlier versions drew around the reconstruction
MOST: Final = 1_000_000
LINE_UPS: Final = "lineups.toml"  # the printed ones, for boards with the counties of the reconstruction


def is_sample(name: str) -> bool:
    return name.startswith((REFIT, OLD))


@cache
def data_text(file: str) -> str:
    return (Path(__file__).parents[1] / "data" / file).read_text(encoding="utf-8")


def packaged_text(name: str = DEFAULT) -> str:
    return data_text(PACKAGED[name])


@cache
def data(file: str) -> RawTable:
    """The tables of a packaged file; do not change them."""
    return parse_toml(data_text(file))


def packaged_document(name: str = DEFAULT) -> RawTable:
    return data(PACKAGED[name])


def read(path: str | Path) -> str:
    return read_text(path, "board", LARGEST, "a board file has about 11 kB")


HEADER: Final = re.compile(r"\s*\[\[?\s*([\w-]+)\s*\]\]?\s*(#.*)?$")
KEY: Final = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")

Lines = dict[tuple[str, int, str], int]


def key_lines(text: str) -> Lines:
    """(table, its number among those with this name, key) -> line number; the key "" is the table's header.

    Inline tables are not found, so a caller must handle keys without a line.
    """
    found: Lines = {}
    count: dict[str, int] = {}
    table = ""
    quoted = False  # inside a string of several lines
    for number, line in enumerate(text.split("\n"), start=1):
        inside = quoted
        if (line.count('"""') + line.count("'''")) % 2:
            quoted = not quoted
        if inside:
            continue
        header = HEADER.match(line)
        key = KEY.match(line)
        if header:
            table = header[1]
            count[table] = count.get(table, -1) + 1
            found[table, count[table], ""] = number
        elif key:
            found.setdefault((table, count.get(table, 0), key[1]), number)
    return found


FEWEST_PLAYERS: Final = 3
DOCUMENTED: Final = "documented"
Settlers: TypeAlias = tuple[tuple[int, int], ...]  # the counties of a seat, and the armies there


class Origin(NamedTuple):
    """The origin of some fields of a board: documented, inferred from the source, or a free choice."""

    fields: tuple[str, ...]
    kind: str
    source: str


@dataclass(frozen=True)
class Board:
    """Counties in the order of the packaged file, or in that of their ids if these are others."""

    path: str  # the name of a packaged or drawn board, or the file's path
    provenance: str  # one paragraph per line
    printed_data: bool  # the file says that its values are the printed ones
    origins: tuple[Origin, ...]

    regions: tuple[str, ...]
    region_names: tuple[str, ...]
    region_colours: tuple[str, ...]

    ids: tuple[str, ...]
    names: tuple[str, ...]
    region: tuple[int, ...]
    light_border: tuple[bool, ...]
    sites: tuple[int, ...]
    grain: tuple[int, ...]
    taxes: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]  # ascending, so that no draw depends on the file's order
    line_ups: tuple[tuple[Settlers, ...], ...]  # for 3, 4, 5 players, by seat (W12)

    @property
    def index(self) -> Mapping[str, int]:
        return _places(self.ids)

    def line_up(self, players: int) -> tuple[Settlers, ...]:
        return self.line_ups[players - FEWEST_PLAYERS]

    def is_documented(self, field: str) -> bool:
        """Whether all values of a field, such as "taxes", are those of a printed board."""
        return any(origin.kind == DOCUMENTED and field in origin.fields for origin in self.origins)

    def in_play(self, players: int) -> tuple[int, ...]:
        """The counties in play. W3: without the light-bordered ones with three players."""
        return tuple(c for c, light in enumerate(self.light_border) if players > 3 or not light)

    def neighbours_in_play(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The neighbours in play of every county; none for a county that is left out."""
        used = self.in_play(players)
        return tuple(
            tuple(n for n in near if n in used) if county in used else () for county, near in enumerate(self.neighbours)
        )

    def content_hash(self) -> str:
        """A hash that is equal for boards with equal games: names, colours and provenance do not count."""
        shape = (self.regions, self.ids, self.region, self.light_border, self.neighbours)
        values: tuple[object, ...] = (shape, self.sites, self.grain, self.taxes)
        packaged = {county["id"] for county in packaged_document()["county"]}
        if set(self.ids) != packaged or self.line_ups != _line_ups(data(LINE_UPS)["seat"], self.index):
            values = (*values, self.line_ups)
        return blake2b(repr(values).encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=8)
def _places(ids: tuple[str, ...]) -> Mapping[str, int]:
    return MappingProxyType({name: county for county, name in enumerate(ids)})


def reached_from(start: str, near: Callable[[str], Iterable[str]]) -> set[str]:
    """The counties that paths connect with the first, itself among them."""
    found, waiting = {start}, [start]
    while waiting:
        new = [name for name in near(waiting.pop()) if name not in found]
        found.update(new)
        waiting += new
    return found


def _line_ups(seats: list[RawTable], index: Mapping[str, int]) -> tuple[tuple[Settlers, ...], ...]:
    found: dict[int, list[tuple[str, Settlers]]] = {}
    for seat in seats:
        settlers = tuple((index[name], armies) for name, armies in seat["armies"].items())
        found.setdefault(seat["players"], []).append((seat["seat"], settlers))
    return tuple(tuple(settlers for _, settlers in sorted(found[players])) for players in sorted(found))


def build(document: RawTable, path: str) -> Board:
    """A board from a document without faults. A region counts by its place in the file if its id is not packaged."""
    model = packaged_document()
    regions = _in_order(document["region"], model["region"], document["region"])
    by_id = sorted(document["county"], key=lambda county: str(county["id"]))
    counties = _in_order(document["county"], model["county"], by_id)
    index = {county["id"]: i for i, county in enumerate(counties)}
    region_index = {region["id"]: i for i, region in enumerate(regions)}
    provenance = document.get("provenance", {})
    origins = [key for key in ("documented", "reviews", "reconstruction") if key in provenance]
    texts = [f"{key.capitalize()}: {' '.join(provenance[key].split())}" for key in origins]
    return Board(
        path=path,
        provenance="\n".join(texts),
        printed_data=provenance.get("printed_data", False),
        origins=tuple(
            Origin(tuple(origin["fields"]), origin["class"], origin.get("source", ""))
            for origin in document.get("origin", ())
        ),
        regions=tuple(region_index),
        region_names=tuple(region["name"] for region in regions),
        region_colours=tuple(region["colour"] for region in regions),
        ids=tuple(index),
        names=tuple(county["name"] for county in counties),
        region=tuple(region_index[county["region"]] for county in counties),
        light_border=tuple(county["light_border"] for county in counties),
        sites=tuple(county["sites"] for county in counties),
        grain=tuple(county["grain"] for county in counties),
        taxes=tuple(county["taxes"] for county in counties),
        neighbours=tuple(tuple(sorted(index[n] for n in county["neighbours"])) for county in counties),
        line_ups=_line_ups(document.get("seat") or data(LINE_UPS)["seat"], index),
    )


def _in_order(entries: list[RawTable], model: list[RawTable], otherwise: list[RawTable]) -> list[RawTable]:
    """The entries in the order of the packaged file, as tables of records name counties by that order."""
    by_id = {entry["id"]: entry for entry in entries}
    order = [entry["id"] for entry in model]
    return [by_id[own] for own in order] if set(order) == set(by_id) else otherwise
