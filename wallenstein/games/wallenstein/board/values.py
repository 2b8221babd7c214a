"""Board files, and the board for the rules: counties are indices, values are flat tuples."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wallenstein.core.documents import RawTable
from wallenstein.core.errors import ConfigError

LARGEST: Final = 256 * 1024  # bytes; the packaged file has 11 kB


@cache
def packaged_text() -> str:
    return files("wallenstein.games.wallenstein").joinpath("data/board.toml").read_text(encoding="utf-8")


@cache
def packaged_document() -> RawTable:
    """The document in the package's board file; do not change it."""
    return parse(packaged_text())


def read(path: str | Path) -> str:
    """The text of a board file; raises ConfigError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise ConfigError(f"{path}: the board cannot be read: {error.strerror}") from None
    except ValueError:  # a zero byte in the name
        raise ConfigError(f"{str(path)!r} is not a valid file name") from None
    if len(raw) > LARGEST:
        raise ConfigError(f"{path}: more than {LARGEST // 1024} kB; a board file has about 11 kB")
    try:
        return raw.decode("utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        byte = raw[error.start]
        raise ConfigError(f"{path}:{line}: byte 0x{byte:02x} is not UTF-8; save the file as UTF-8") from None


def parse(text: str) -> dict[str, object]:
    """The document in a board file's text; raises ConfigError, without the file's name, if it is not TOML."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ConfigError("not valid TOML: brackets are nested too deeply") from None
    except ValueError as error:  # also numbers with more digits than Python reads
        raise ConfigError(f"not valid TOML: {error}") from None


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


DEFAULT = "default"  # the name of the packaged board in configurations and positions


@dataclass(frozen=True)
class Board:
    """Counties in the order of the packaged file, in any order in a user's file."""

    path: str  # "default", the name of a sample, or the file's path
    provenance: str  # one paragraph per line
    printed_data: bool  # the file says that its values are the printed ones

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

    @property
    def index(self) -> Mapping[str, int]:
        return _places(self.ids)

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
        values = (shape, self.sites, self.grain, self.taxes)
        return blake2b(repr(values).encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=8)
def _places(ids: tuple[str, ...]) -> Mapping[str, int]:
    return MappingProxyType({name: county for county, name in enumerate(ids)})


def build(document: RawTable, path: str) -> Board:
    model = packaged_document()
    regions = _in_order(document["region"], model["region"])
    counties = _in_order(document["county"], model["county"])
    index = {county["id"]: i for i, county in enumerate(counties)}
    region_index = {region["id"]: i for i, region in enumerate(regions)}
    provenance = document.get("provenance", {})
    origins = [key for key in ("documented", "reviews", "reconstruction") if key in provenance]
    texts = [f"{key.capitalize()}: {' '.join(provenance[key].split())}" for key in origins]
    return Board(
        path=path,
        provenance="\n".join(texts),
        printed_data=provenance.get("printed_data", False),
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
    )


def _in_order(entries: list[dict[str, object]], model: list[dict[str, object]]) -> list[RawTable]:
    """The entries in the order of the packaged file: tables of records name counties by that order."""
    by_id = {entry["id"]: entry for entry in entries}
    return [by_id[entry["id"]] for entry in model]
