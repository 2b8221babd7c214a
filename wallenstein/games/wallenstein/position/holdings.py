"""The table in a position: counties, the seats' possessions, cubes in tower and tray, the draft (W13)."""

from itertools import compress
from typing import Any, Final

from wallenstein.core.documents import COUNT, Json, many, or_null
from wallenstein.core.position import Different, Document, Key, NamedRows, NamedSet, Shown, Whole
from wallenstein.core.records import Context, Named, SeatCode
from wallenstein.games.wallenstein.model.codes import COUNTY, SEAT_CODE
from wallenstein.games.wallenstein.model.state import DraftTable, State
from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL


class CountyRows(NamedRows):
    """The counties with an owner, in the order of the board."""

    def write(self, value: State, context: Context) -> Any:
        owned = [owner != NEUTRAL for owner in value.owner]
        return dict(compress(super().write(value, context).items(), owned))


def check_county(state: State, place: Json, county: int) -> None:
    """W3, W4 and the sites; a county may be listed as neutral, if it is empty."""
    book, built = state.book, state.buildings[county].bit_count()
    if built > book.board.sites[county]:
        place.at("buildings").fail(f"W3: {built} buildings on {book.board.sites[county]} sites")
    if state.owner[county] == NEUTRAL:
        if state.armies[county] or state.markers[county] or built:
            place.fail("W4: a neutral county has no armies, buildings or markers; give its owner")
    elif county not in book.counties:
        place.fail(f"W3: this county is not used with {book.players} players")
    elif not state.armies[county] and book.rules.edition == "second":
        place.fail("W4: a county with an owner has at least one army")


COUNTY_ROWS: Final = CountyRows(
    COUNTY,
    lambda state: state.book.board.ids,
    Key("owner", SEAT_CODE, "owner", nullable=True, described=SEAT_CODE.schema()),
    Key("armies", Whole(lambda state: state.book.cards.armies), "armies"),
    Key("buildings", NamedSet(Named(BUILDINGS, "a building")), "buildings"),
    Key("markers", Whole(lambda state: state.book.cards.markers), "markers"),
    check=check_county,
)
SEAT_KEYS: Final = tuple(Key(name, Whole(), name) for name in ("thalers", "grain", "vp"))

# The draft in a position (W13), and the seat whose turn follows from it.

CARDS: Final = Different(lambda state: state.book.board.ids, "a county", COUNTY.schema())


def each_seat(place: Json, state: State, what: str) -> list[Json]:
    seats = place.items()
    if len(seats) != state.book.players:
        place.fail(f"{what} of {len(seats)} seats; there are {state.book.players} players")
    return seats


def read_groups(place: Json, state: State) -> list[list[int]]:
    """The army groups that each seat has left to place (W11)."""
    groups, seats = state.book.cards.groups, each_seat(place, state, "groups")
    for seat in seats:
        left = list(groups)
        for group in seat.items():
            size = group.whole(1)
            if size not in left:
                group.fail(f"W11: no group of {size} is left; the groups are {', '.join(map(str, groups))}")
            left.remove(size)
    if not any(seat.value for seat in seats):
        place.fail("W13: every group is placed; the draft is over, so the phase must be a later one")
    return [list(seat.value) for seat in seats]


def read_seen(place: Json, state: State) -> list[tuple[int, ...] | None]:
    """The two open cards at each seat's last turn, or null."""
    seen: list[tuple[int, ...] | None] = []
    for pair in each_seat(place, state, "pairs"):
        cards = None if pair.value is None else tuple(sorted(CARDS.read(pair, state)))
        if cards is not None and len(cards) != 2:
            pair.fail("must be two counties or null")
        seen.append(cards)
    return seen


class Seen(Shown):
    def write(self, value: Any, context: State) -> Any:
        return [None if pair is None else CARDS.write(pair, context) for pair in value]


class First(SeatCode):
    def write(self, value: object, context: State) -> int:
        return context.order[0]


class DraftDocument(Document):
    """The draft under way: open cards, pile, groups left, and the pair that each seat saw last."""

    def read(self, place: Json, context: State) -> DraftTable:
        """The draft; the state's order then begins with the seat that had the first turn."""
        fields = self.members(place)
        values = self.values(fields, context)
        seen = values.get("seen", [None] * context.book.players)
        draft = DraftTable(list(values["open"]), list(values["pile"]), values["groups"], seen)
        if len(draft.opened) != 2:
            fields["open"].fail(f"W13: {len(draft.opened)} cards are open; there must be two")
        turn_to(context, draft, values.get("first", context.order[0]), fields["groups"])
        return draft


GROUPS: Final = Shown(many(many(COUNT)), lambda seats: [list(groups) for groups in seats], read_groups)
NEEDED: Final = "; a draft has open cards, a pile and groups"
DRAFT_KEYS: Final = DraftDocument(
    Key("open", CARDS, "opened", needed=NEEDED),
    Key("pile", CARDS, "pile", needed=NEEDED, described=many(or_null(COUNTY.schema()))),
    Key("groups", GROUPS, "groups", needed=NEEDED),
    Key("first", First()),
    Key("seen", Seen(many(or_null(CARDS.schema())), list, read_seen), "seen"),
)


def turn_to(state: State, draft: DraftTable, first: int, place: Json) -> None:
    """Rotates the order so that it begins with the first seat: the seats with most groups left are still to come.

    If all have the same number left, only `first` decides.
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
        placed = [state.armies[county] for county in state.counties(seat)]
        if sorted(placed + groups) != sorted(state.book.cards.groups):
            place.fail(f"W11: the placed and the remaining groups of seat {seat} are not its own")
