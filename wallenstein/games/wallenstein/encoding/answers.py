"""Choices spelled by numbered actions; a plan is made box by box (W23, C3)."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from wallenstein.core.encoding import Spelling
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model.decision import March
from wallenstein.games.wallenstein.model.offer import BOXES, Marches, Offer
from wallenstein.games.wallenstein.plan import COUNTIES, Plan

MOST_ARMIES: Final = 62  # of one colour (W2)

NAMES: Final = (
    *COUNTIES,  # the ids of another board take their places
    "none",
    "pile", "refresh",
    *(f"bid-{money}" for money in range(const.MONEY_CARDS)), "no-bid",
    const.TOWER_CARD,
    *const.TILES,
    *(f"box-{action}" for action in const.ACTIONS),
    "no", "yes",
    *(str(number) for number in range(MOST_ARMIES + 1)),
)  # fmt: skip

NONE: Final = NAMES.index("none")  # a county's action is its number
PILE_ACTION: Final = NAMES.index("pile")
REFRESH_ACTION: Final = NAMES.index("refresh")
MONEY: Final = NAMES.index("bid-0")
NO_BID_ACTION: Final = NAMES.index("no-bid")
TOWER: Final = NAMES.index(const.TOWER_CARD)
TILE: Final = NAMES.index(const.TILES[0])
BOX: Final = NAMES.index(f"box-{const.ACTIONS[0]}")
NO: Final = NAMES.index("no")
NUMBER: Final = NAMES.index("0")

Spellings: TypeAlias = Mapping[str, Callable[[Any], Spelling]]  # by kind of decision

SPELLINGS: Final[Spellings] = {
    "tile": lambda tile: (TILE + tile,),
    "revolt": lambda county: (county,),
    "draft-card": lambda card: (
        PILE_ACTION if card == const.PILE else REFRESH_ACTION if card == const.REFRESH else card,
    ),
    "draft-group": lambda armies: (NUMBER + armies,),
    # whether an army is deployed, the county and the number of armies that move
    "muster": lambda muster: (NO + muster[0], NONE if muster[1] < 0 else muster[1], NUMBER + muster[2]),
    "defend": lambda armies: (NUMBER + armies,),
    "declare": lambda boxes: tuple([BOX + box for box in boxes]),
}


class MarchAnswer:
    """A march or a move: first the county, then the number of armies."""

    def __init__(self, marches: Marches) -> None:
        self.marches: Final = marches
        self.said: list[int] = []
        self.done = False  # whether the number of armies is known, or the armies stay
        if len(marches.targets) == 1 and not marches.optional:
            self.take(marches.targets[0])

    @property
    def choice(self) -> March | None:
        return None if self.said[0] == NONE else March(self.said[0], self.said[1] - NUMBER)

    def legal(self) -> Collection[int]:
        """Counties, and none if the armies may stay; or numbers of armies."""
        if self.said:
            return range(NUMBER + 1, NUMBER + self.marches.most + 1)
        targets = self.marches.targets
        return (*targets, NONE) if self.marches.optional else targets

    def take(self, action: int) -> None:
        """Takes the county, or the number; a single army is not counted."""
        self.said.append(action)
        if len(self.said) == 1 and action != NONE and self.marches.most == 1:
            self.said.append(NUMBER + 1)
        self.done = len(self.said) == 2 or action == NONE


BID: Final = BOXES  # the place of the bid, after the boxes
COURT_BOXES: Final = 3


class PlanAnswer:
    """An unfinished plan. Every allowed action can be completed to a legal plan."""

    def __init__(self, offer: Offer) -> None:
        limits = offer.limits()
        self.offer: Final = offer
        self.free = list(offer.counties)
        self.cards: list[int] = []  # in the boxes so far; a bid as a number of bids
        self.towers: int = limits.get("dice_towers", 0)
        self.size: Final = BID + 1 + (COURT_BOXES if self.towers else 0)
        self.bids: Final = "payable" in limits  # the first edition has no bids (F1)
        self.empty: Final = frozenset([const.ACTIONS.index(name) for name in limits.get("empty", ())])
        self.most = offer.most_blanks(0)  # cards without a county, if there is no bid
        self.blanks = 0
        self.bare = False  # whether the next box may stay without a county
        self.done = False  # whether every box has its card, and the bid is laid
        self.skip()

    @property
    def choice(self) -> Plan:
        cards = self.cards
        return Plan(tuple(cards[:BID]), cards[BID], tuple(cards[BID + 1 :]))

    def legal(self) -> list[int]:
        """The possible cards of the next box: a county, none, a dice tower; or the bids."""
        place = len(self.cards)
        if place == BID:
            return self.legal_bids()
        if place in self.empty:
            return [NONE]
        actions = self.free[:]
        if self.bare:
            actions.append(NONE)
            if place > BID and self.towers:
                actions.append(TOWER)
        return actions

    def legal_bids(self) -> list[int]:
        """W24: money that can be paid, a county, a dice tower (C3); none if there are too few cards."""
        if not self.bids:
            return [NO_BID_ACTION]
        actions = self.free[:]
        if self.blanks + max(0, self.boxes_left() - len(self.free)) <= self.most:
            actions += range(MONEY, MONEY + self.offer.payable)
            if self.towers:
                actions.append(TOWER)
            if self.offer.short:
                actions.append(NO_BID_ACTION)
        return actions

    def boxes_left(self) -> int:
        """The number of boxes still to be filled, without the bid."""
        place = len(self.cards)
        return self.size - place - (1 if place <= BID else 0)

    def fits(self) -> bool:
        """Whether the next box can stay without a county: by W23, or with a county as bid."""
        place, blanks, counties, boxes = len(self.cards), self.blanks + 1, len(self.free), self.boxes_left() - 1
        declared = 0  # boxes that take no county (F3)
        if self.empty:
            declared = len([box for box in self.empty if box > place])
        if blanks + max(declared, boxes - counties) <= self.most:
            return True
        open_bid = self.bids and place < BID
        return open_bid and counties > 0 and blanks + max(0, boxes - counties + 1) <= self.most + 1

    def take(self, action: int) -> None:
        self.lay(action)
        self.skip()

    def lay(self, action: int) -> None:
        if len(self.cards) == BID:
            self.bid(action)
        elif action < NONE:
            self.free.remove(action)
            self.cards.append(action)
        else:
            self.blanks += 1
            self.towers -= action == TOWER
            self.cards.append(const.DICE_TOWER if action == TOWER else const.BLANK)

    def bid(self, action: int) -> None:
        """Lays the bid; a county leaves room for one more box without one."""
        if action < NONE:
            self.free.remove(action)
            self.most += 1
            self.cards.append(const.COUNTY_BID + action)
        elif action == TOWER:
            self.towers -= 1
            self.cards.append(const.DICE_TOWER_BID)
        else:
            self.cards.append(const.NO_BID if action == NO_BID_ACTION else action - MONEY)

    def skip(self) -> None:
        """Lays cards as long as only one is possible."""
        while len(self.cards) < self.size:
            place = len(self.cards)
            if place != BID and place not in self.empty:
                self.bare = self.fits()
                if len(self.free) + self.bare > 1:  # a dice tower is possible only besides none
                    return
            legal = self.legal()
            if len(legal) > 1:
                return
            self.lay(legal[0])
        self.done = True
