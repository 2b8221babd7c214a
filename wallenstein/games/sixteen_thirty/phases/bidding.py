"""Influence bidding (5.6.1): round and round, cards are added to stacks until all have passed."""

from typing import Any, Final

from wallenstein.core.json.place import Json
from wallenstein.core.json.schema import closed_object
from wallenstein.core.records import Code
from wallenstein.core.unchangeable import new_record
from wallenstein.games.sixteen_thirty.model.choices import Bid
from wallenstein.games.sixteen_thirty.model.codes import CARDS_LISTED
from wallenstein.games.sixteen_thirty.model.decision import Options
from wallenstein.games.sixteen_thirty.model.entries import BidMade
from wallenstein.games.sixteen_thirty.model.options import adjustments, suited_to
from wallenstein.games.sixteen_thirty.model.state import KindOfLists, State, together, without
from wallenstein.games.sixteen_thirty.model.steps import AskBid
from wallenstein.games.sixteen_thirty.names import NONE, VOTE
from wallenstein.games.sixteen_thirty.phases.rounds import lose_openly, use_card

PASS: Final = (None,)


def bid(state: State) -> None:
    """5.6.1, R3: seat after seat, until all have passed; whoever can only pass is not asked (R45)."""
    players = state.book.players
    everybody = (1 << players) - 1
    country = state.target if state.second else state.country
    while state.passing != everybody:
        seat = state.bidder
        if not state.passing >> seat & 1:
            compulsory = int(seat == state.current and not state.second and not state.displays[seat][country])
            options = possible_bids(state, seat, country, compulsory)
            if len(options) == 1 and not compulsory:
                pass_bid(state, seat, country)
                continue
            about = (seat, country, state.country, state.issue, state.target, state.second, compulsory)
            BIDDING.offer(state, new_record(AskBid, about), options)
            return
        state.bidder = (seat + 1) % players
    state.bidder = NONE
    state.passing = 0
    state.stage = VOTE


def possible_bids(state: State, seat: int, country: int, compulsory: int) -> tuple[Bid | None, ...]:
    """5.6.1: to pass, unless a caller must begin his stack; cards, unless the stack is descendant."""
    if state.descendant[seat] >> country & 1:
        return PASS
    suited = suited_to(state.hands[seat], country)
    if not suited:
        return PASS
    bids = adjustments(suited, state.displays[seat][country])
    return bids[1:] if compulsory else bids


def pass_bid(state: State, seat: int, country: int) -> None:
    """R2: a pass is final for this bidding."""
    state.passing |= 1 << seat
    state.bidder = (seat + 1) % state.book.players
    state.note(BidMade, seat, country, (), ())


class BidCode(Code):
    """Cards to add, and those to remove for them."""

    def schema(self) -> dict[str, Any]:
        """Both lists; the second one may be left out."""
        return closed_object({"add": CARDS_LISTED.schema(), "remove": CARDS_LISTED.schema()}, ("remove",))

    def write(self, value: Any, context: Any) -> dict[str, Any]:
        """Both lists."""
        add, remove = value
        return {"add": CARDS_LISTED.write(add, context), "remove": CARDS_LISTED.write(remove, context)}

    def read(self, place: Json, context: Any) -> Bid:
        """`remove` may be left out. The order of cards means nothing (R40)."""
        members = place.members(("add", "remove"))
        if "add" not in members:
            place.fail('"add" is missing; a bid is {"add": ["france-3"], "remove": ["france-1"]}, a pass is null')
        lists = [() if members[key].value is None else CARDS_LISTED.read(members[key], context) for key in members]
        named = dict(zip(members, lists, strict=True))
        return Bid(tuple(sorted(named["add"])), tuple(sorted(named.get("remove", ()))))


class Bidding(KindOfLists[AskBid, Bid | None]):
    """Cards for the stack in the country that is lobbied, or a pass (5.6.1)."""

    name = "bid"
    rule = "5.6.1"
    choice = Bid
    code = BidCode()

    def options(self, state: State, step: AskBid) -> Options:
        """None to pass, first."""
        return possible_bids(state, step.seat, step.country, step.compulsory)

    def take(self, state: State, step: AskBid, choice: Bid | None) -> None:
        """The cards are added, others make room for them; the next seat bids."""
        seat, country = step.seat, step.country
        if choice is None:
            pass_bid(state, seat, country)
            return
        add, remove = choice
        display = state.displays[seat]
        stack = display[country]
        for card in remove:
            stack = without(stack, card)
        for card in add:
            use_card(state, seat, card)
        display[country] = together(stack, add)
        if remove:
            lose_openly(state, seat, remove)
        state.bidder = (seat + 1) % state.book.players
        state.note(BidMade, seat, country, add, remove)

    def pack(self, choice: Bid | None) -> bytes:
        """How many are added, then all cards."""
        if choice is None:
            return b""
        add, remove = choice
        return bytes((len(add), *add, *remove))

    def unpack(self, packed: bytes) -> Bid | None:
        """The cards."""
        if not packed:
            return None
        added = packed[0] + 1
        return Bid(tuple(packed[1:added]), tuple(packed[added:]))


BIDDING: Final[Bidding] = Bidding()
