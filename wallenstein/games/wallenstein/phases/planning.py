"""Planning (W23, W24) and the turn order (W26)."""

import re
from struct import unpack
from typing import Any, Final

from wallenstein.core.choices import new_record
from wallenstein.core.documents import Json
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model.codes import TILE, PlanCode
from wallenstein.games.wallenstein.model.decision import AskPlan, AskTile, Decision, FixOrder, RevealBids
from wallenstein.games.wallenstein.model.entries import BidRevealed, OrderFixed, PlanLaid, TileTaken
from wallenstein.games.wallenstein.model.offer import BOXES, Offer
from wallenstein.games.wallenstein.model.state import Kind, State, replaced
from wallenstein.games.wallenstein.plan import Plan


def offer(state: State, seat: int) -> Offer:
    """W23: the seat's county cards and money cards, and the amount that it can pay."""
    return Offer(seat, tuple(state.counties(seat)), state.thalers[seat])


class Planning(Kind):
    """The season's plan: an action for each county, and the bid (W23)."""

    name = "plan"
    rule = "W23"
    asked_by = (AskPlan,)
    choice = Plan
    code = PlanCode()

    def ask(self, state: State, step: AskPlan) -> None:
        seat = step.seat
        state.decision = new_record(Decision, (seat, self.name, state.functions.offer(state, seat), step))

    def check(self, decision: Decision, choice: Any) -> Plan:
        offer: Offer = decision.options
        plan = offer.plain(choice)
        offer.refuse(plan)
        return plan

    def check_read(self, choice: object, place: Json, decision: Any, functions: Any) -> None:
        """The error says what is wrong in the plan."""
        try:
            self.check(decision, choice)
        except RuleError as error:
            raise self.in_names(error, decision, choice, functions) from None

    def in_names(self, error: RuleError, decision: object, choice: object, functions: Any) -> RuleError:
        """The rules' sentence with names in place of the numbers of counties; other numbers stay."""
        ids = functions.book.board.ids
        text = re.sub(
            r"\bcounty (\d+)", lambda found: ids[int(found[1])] if int(found[1]) < len(ids) else found[0], error.text
        )
        return RuleError(error.rule, text)

    def take(self, state: State, step: AskPlan, choice: Plan) -> None:
        seat = step.seat
        state.plans = replaced(state.plans, seat, choice)
        if state.journal is not None:
            state.note(PlanLaid, seat, choice)

    def pack(self, choice: Plan) -> bytes:
        return super().pack((*choice.boxes, choice.bid, *choice.court))

    def unpack(self, packed: bytes) -> Plan:
        values = unpack(f"{len(packed)}b", packed)
        return Plan(values[:BOXES], values[BOXES], values[BOXES + 1 :])


# W26: the order of choosing: money 4 to 1, a county card, money 0 or a dice tower card, no bid.
HIGHEST_RANK: Final = 6
COUNTY_RANK: Final = 2
RANKS: Final = (1, 3, 4, 5, HIGHEST_RANK)  # of money
ASK_TILE: Final = [AskTile(seat) for seat in range(const.MOST_PLAYERS)]


def reveal_bids(state: State, step: RevealBids) -> None:
    """W26: bids are paid; ties are broken at random; then the players choose in turn."""
    state.phase = const.ORDER
    ranks: list[int] = []
    for seat, plan in enumerate(state.plans):
        bid = const.NO_BID if plan is None else plan.bid
        ranks.append(rank_of(bid))
        paid = bid if 0 < bid < const.DICE_TOWER_BID else 0
        state.thalers[seat] -= paid
        if state.journal is not None:
            state.note(BidRevealed, seat, bid, paid)
    choosers: list[int] = []
    for value in range(HIGHEST_RANK, -1, -1):
        tied = [seat for seat, other in enumerate(ranks) if other == value]
        if len(tied) > 1:
            tied = state.chance.draw("tie", tied, len(tied))
        choosers += tied
    for seat in reversed(choosers):
        state.agenda.append(ASK_TILE[seat])


def rank_of(bid: int) -> int:
    """W26: the rank of a bid; a higher one chooses earlier."""
    if 0 <= bid < const.DICE_TOWER_BID:
        return RANKS[bid]
    if bid >= const.COUNTY_BID:
        return COUNTY_RANK
    return RANKS[0] if bid == const.DICE_TOWER_BID else 0


class ChoosingTile(Kind):
    """A position in the turn order, named by its bonus tile (W26)."""

    name = "tile"
    rule = "W26"
    asked_by = (AskTile,)
    code = TILE

    def ask(self, state: State, step: AskTile) -> None:
        taken = 0  # one bit for each
        for tile in state.tiles:
            if tile != const.NO_TILE:
                taken |= 1 << tile
        free = tuple([tile for tile in state.tiles_on_offer if not taken >> tile & 1])
        state.ask(step, step.seat, self.name, free)

    def take(self, state: State, step: AskTile, choice: int) -> None:
        state.tiles = replaced(state.tiles, step.seat, choice)
        if state.journal is not None:
            state.note(TileTaken, step.seat, state.tiles_on_offer.index(choice), choice)


def fix_order(state: State, step: FixOrder) -> None:
    """Turn order is by position; free positions do not count."""
    seat_of = [const.NOBODY] * len(const.TILES)
    for seat, tile in enumerate(state.tiles):
        assert tile != const.NO_TILE, "every seat has chosen a tile"
        seat_of[tile] = seat
    state.order = tuple([seat_of[tile] for tile in state.tiles_on_offer if seat_of[tile] != const.NOBODY])
    state.note(OrderFixed, state.order)
