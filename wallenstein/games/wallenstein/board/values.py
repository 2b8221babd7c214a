"""The board as the rules use it: counties are indices, values are flat tuples."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from wallenstein.games.wallenstein.board.file import packaged_document

DEFAULT = "default"  # the name of the packaged board in configurations and positions


@dataclass(frozen=True)
class Board:
    """Counties in the order of the packaged file, whatever the order in a user's file."""

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
        """The county of each id."""
        return _places(self.ids)

    def in_play(self, players: int) -> tuple[int, ...]:
        """The counties in play. W3: three players leave out the light-bordered ones."""
        return tuple(c for c, light in enumerate(self.light_border) if players > 3 or not light)

    def neighbours_in_play(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The neighbours in play of every county; none for a county that is left out."""
        used = self.in_play(players)
        return tuple(
            tuple(n for n in near if n in used) if county in used else () for county, near in enumerate(self.neighbours)
        )

    def content_hash(self) -> str:
        """Equal for boards that play equal games: spelling of names, colours and provenance do not count."""
        shape = (self.regions, self.ids, self.region, self.light_border, self.neighbours)
        values = (shape, self.sites, self.grain, self.taxes)
        return blake2b(repr(values).encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=8)
def _places(ids: tuple[str, ...]) -> Mapping[str, int]:
    return MappingProxyType({name: county for county, name in enumerate(ids)})


def build(document: dict[str, Any], path: str) -> Board:
    """The board of a document without faults."""
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


def _in_order(entries: list[dict[str, Any]], model: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The entries in the order of the packaged file: tables of records name counties by that order."""
    by_id = {entry["id"]: entry for entry in entries}
    return [by_id[entry["id"]] for entry in model]
