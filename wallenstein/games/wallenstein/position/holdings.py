"""What lies on the table in a position: counties, what the seats have, the cubes in tower and tray."""

from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.editions import parts_of
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import colours
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL

COUNTY_KEYS: Final = ("owner", "armies", "buildings", "markers")
SEAT_KEYS: Final = ("thalers", "grain", "vp")


def read_counties(state: State, place: Json) -> None:
    """The counties that somebody owns; W3, W4 and the sites are checked here."""
    ids = state.book.board.ids
    for name, county in place.members(ids).items():
        read_county(state, ids.index(name), county)


def read_county(state: State, county: int, place: Json) -> None:
    """One county; it may be listed as neutral, if nothing is in it."""
    book = state.book
    fields = place.members(COUNTY_KEYS)
    if "owner" in fields and fields["owner"].value is not None:
        state.owner[county] = fields["owner"].whole(0, book.players - 1)
    if "armies" in fields:
        state.armies[county] = fields["armies"].whole(0, book.cards.armies)
    if "markers" in fields:
        state.markers[county] = fields["markers"].whole(0, book.cards.markers)
    if "buildings" in fields:
        built = fields["buildings"].codes(BUILDINGS, "a building")
        if len(built) > book.board.sites[county]:
            fields["buildings"].fail(f"W3: {len(built)} buildings on {book.board.sites[county]} sites")
        state.buildings = replaced(state.buildings, county, sum(1 << building for building in built))
    things = state.armies[county] or state.markers[county] or state.buildings[county]
    if state.owner[county] == NEUTRAL:
        if things:
            place.fail("W4: a neutral county has no armies, buildings or markers; give its owner")
    elif county not in book.counties:
        place.fail(f"W3: this county is not used with {book.players} players")
    elif not state.armies[county] and book.rules.edition == "second":
        place.fail("W4: a county with an owner has at least one army")


def write_counties(state: State) -> dict[str, Any]:
    """Every county with an owner, in the order of the board."""
    return {
        state.book.board.ids[county]: {
            "owner": owner,
            "armies": state.armies[county],
            "buildings": [name for kind, name in enumerate(BUILDINGS) if state.buildings[county] >> kind & 1],
            "markers": state.markers[county],
        }
        for county, owner in enumerate(state.owner)
        if owner != NEUTRAL
    }


def read_seats(state: State, place: Json) -> None:
    """What each seat has besides cubes and counties; seats left out at the end have what they start with."""
    seats = place.items()
    if len(seats) > state.book.players:
        place.fail(f"{len(seats)} seats; there are {state.book.players} players")
    parts = parts_of(state.book.rules)
    for seat, own in enumerate(seats):
        fields = own.members((*SEAT_KEYS, *(key for part in parts for key in part.seat_keys)))
        if "thalers" in fields:
            state.thalers[seat] = fields["thalers"].whole()
        if "grain" in fields:
            state.grain[seat] = fields["grain"].whole()
        if "vp" in fields:
            state.vp = replaced(state.vp, seat, fields["vp"].whole())
        for part in parts:
            part.read_seat(state, seat, fields)


def write_seats(state: State) -> list[dict[str, Any]]:
    """Thalers, grain and points by seat."""
    written: list[dict[str, Any]] = [
        dict(zip(SEAT_KEYS, values, strict=True)) for values in zip(state.thalers, state.grain, state.vp, strict=True)
    ]
    for part in parts_of(state.book.rules):
        for seat, own in enumerate(written):
            own |= part.write_seat(state, seat)
    return written


def read_cubes(place: Json, book: Book) -> list[int]:
    """Counts by colour; a missing colour has none. The totals are checked elsewhere."""
    names = colours(book.players)
    cubes = [0] * len(names)
    for name, count in place.members(names).items():
        cubes[names.index(name)] = count.whole()
    return cubes


def read_tower(state: State, place: Json) -> None:
    """The cubes inside the tower."""
    state.tower = read_cubes(place, state.book)


def read_tray(state: State, place: Json) -> None:
    """The cubes in the tray."""
    state.tray = read_cubes(place, state.book)
