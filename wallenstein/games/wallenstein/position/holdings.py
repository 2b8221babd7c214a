"""What lies on the table in a position: counties, what seats have, cubes in tower and tray, the draft (W13)."""

from typing import Any, Final

from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.editions import parts_of
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import colours
from wallenstein.games.wallenstein.model.pieces import DraftTable
from wallenstein.games.wallenstein.model.state import State, replaced
from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL, UNSEEN

# What lies on the table in a position: counties, what the seats have, the cubes in tower and tray.

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


# The draft in a position (W13), and whose turn follows from it.

KEYS: Final = ("open", "pile", "groups", "first", "seen")


def read_draft(state: State, place: Json) -> None:
    """Open cards, pile, groups left, and the pair each seat saw last; then whose turn it is."""
    book = state.book
    fields = place.members(KEYS)
    for key in ("open", "pile", "groups"):
        if key not in fields:
            place.fail(f'"{key}" is missing; a draft has open cards, a pile and groups')
    opened = fields["open"].codes(book.board.ids, "a county")
    pile = fields["pile"].codes(book.board.ids, "a county")
    groups = read_groups(fields["groups"], book)
    draft = DraftTable(opened, pile, groups, book.players)
    if len(opened) != 2:
        fields["open"].fail(f"W13: {len(opened)} cards are open; there must be two")
    if "seen" in fields:
        read_seen(draft, fields["seen"], book)
    first = fields["first"].whole(0, book.players - 1) if "first" in fields else state.order[0]
    turn_to(state, draft, first, fields["groups"])
    state.draft = draft


def read_groups(place: Json, book: Book) -> list[list[int]]:
    """The army groups that each seat has left to place (W11)."""
    seats = place.items()
    if len(seats) != book.players:
        place.fail(f"groups of {len(seats)} seats; there are {book.players} players")
    for seat in seats:
        left = list(book.cards.groups)
        for group in seat.items():
            size = group.whole(1)
            if size not in left:
                group.fail(f"W11: no group of {size} is left; the groups are {', '.join(map(str, book.cards.groups))}")
            left.remove(size)
    if not any(seat.value for seat in seats):
        place.fail("W13: every group is placed; the draft is over, so the phase must be a later one")
    return [list(seat.value) for seat in seats]


def read_seen(draft: DraftTable, place: Json, book: Book) -> None:
    """The two open cards at each seat's last turn, or null."""
    seats = place.items()
    if len(seats) != book.players:
        place.fail(f"pairs of {len(seats)} seats; there are {book.players} players")
    for seat, pair in enumerate(seats):
        if pair.value is not None:
            cards = pair.codes(book.board.ids, "a county")
            if len(cards) != 2:
                pair.fail("must be two counties or null")
            draft.seen[seat] = tuple(sorted(cards))


def turn_to(state: State, draft: DraftTable, first: int, place: Json) -> None:
    """Turns the order so that it begins with the seat that began: who has most groups left is still to come.

    While all have the same number left, only `first` says whose turn it is.
    """
    start = state.order.index(first)
    for shift in range(len(state.order)):
        cut = (start + shift) % len(state.order)
        order = state.order[cut:] + state.order[:cut]
        left = [len(draft.groups[seat]) for seat in order]
        if left == sorted(left) and left[-1] - left[0] <= 1:
            state.order = tuple(order)
            return
    place.fail("W13: seats take turns to place one group each; these numbers of groups are impossible")


def turn(state: State, draft: DraftTable) -> int:
    """How many turns were taken."""
    return sum(len(state.book.cards.groups) - len(groups) for groups in draft.groups)  # exact: ints


def check_draft(state: State, taken: list[int], place: Json) -> None:
    """Every county card lies in one place: open, in the pile, with its owner, or just taken."""
    draft = state.draft
    assert draft is not None, "no draft is under way"
    lying = [*draft.opened, *draft.pile, *taken]
    lying += [county for county, owner in enumerate(state.owner) if owner != NEUTRAL]
    for county in state.book.counties:
        count = lying.count(county)
        if count != 1:
            name = state.book.board.ids[county]
            place.fail(f'W13: the card "{name}" is in {count} places; it must be open, in the pile, or with an owner')
    for county in lying:
        if county not in state.book.counties:
            place.fail(f'W3: "{state.book.board.ids[county]}" is not used with {state.book.players} players')
    for seat, groups in enumerate(draft.groups):
        placed = [state.armies[county] for county, owner in enumerate(state.owner) if owner == seat]
        if sorted(placed + groups) != sorted(state.book.cards.groups):
            place.fail(f"W11: what seat {seat} has placed and what it has left are not its groups")


def write_draft(state: State) -> dict[str, Any] | None:
    """The draft under way, null for hidden cards."""
    draft = state.draft
    if draft is None:
        return None
    ids = state.book.board.ids
    return {
        "open": [ids[county] for county in draft.opened],
        "pile": [None if county == UNSEEN else ids[county] for county in draft.pile],
        "groups": [list(groups) for groups in draft.groups],
        "first": state.order[0],
        "seen": [None if pair is None else [ids[county] for county in pair] for pair in draft.seen],
    }
