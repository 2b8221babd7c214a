"""The draft in a position (W13), and whose turn follows from it."""

from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.draft_table import DraftTable
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import NEUTRAL, UNSEEN

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
