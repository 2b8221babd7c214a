"""Lobbying the crown (4.1.4, 5.6): the possible lobbies, the call, and the bids (5.6.1)."""

from typing import Final

from wallenstein.core.choices import new_record
from wallenstein.core.engine import Kind
from wallenstein.core.plain import are_ints
from wallenstein.core.records import ObjectOf
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model.choices import CALL, Ask, AskBid, Bid, Call, Decision
from wallenstein.games.sixteen_thirty.model.entries import BidMade, LobbyCalled
from wallenstein.games.sixteen_thirty.model.options import Calls, adjustments, after, suited_to
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.phases.rounds import lose_openly, use_card

BROKEN: Final = {const.REARM: "5.6.4.2", const.WAR: "5.7.1", const.LEAGUE: "5.8.1"}


def lobby(state: State) -> None:
    """4.1.4: one country must be lobbied; R1: nothing happens if none can be."""
    seat = state.current
    options = calls(state, seat)
    if options:
        state.ask(Ask(seat), seat, "lobby", options)
    else:
        state.note(LobbyCalled, seat, const.FROM_ROUND, const.NONE, const.NONE, const.NONE)
        state.step = const.TO_MARKET


def calls(state: State, seat: int) -> Calls:
    """5.6: the countries where the seat has a stack or a suitable named card, with their issues."""
    mine = 0
    for card in state.hands[seat]:
        if card >= const.OPEN:
            break
        mine |= 1 << const.COUNTRY_OF[card]
    rows = []
    free = 0
    standing = LobbyPower(state)
    for country, stack in enumerate(state.displays[seat]):
        if stack or mine >> country & 1:
            rows.append(standing.issues(country))
            if state.faction[country] == const.NONE:
                free |= 1 << country
    return Calls(tuple(rows), free)


class LobbyPower:
    """The state of all countries, which decides the possible issues of each."""

    __slots__ = ("leagues", "state", "strong", "wars")

    def __init__(self, state: State) -> None:
        strong = red = blue = 0
        bit = 1
        for status, faction in zip(state.status, state.faction, strict=True):
            if status > const.WEAK:
                strong |= bit
            if faction == const.RED:
                red |= bit
            elif faction == const.BLUE:
                blue |= bit
            bit <<= 1
        taken = state.leagues
        always = state.book.open_target & ~taken
        self.state = state
        self.strong = strong  # 5.5: only neighbours can attack the others or ally with them
        self.wars = blue | always, red | always  # 5.7.1, by the attacker's colour: targets of a country with an army
        # 5.8.1, by colour: members for a league of that colour; there is one of each
        self.leagues = 0 if red & taken else red & ~state.unrest, 0 if blue & taken else blue & ~state.unrest

    def issues(self, country: int) -> tuple[int, int, int, int]:
        """5.6.4: a country, whether it can rearm, its targets of war and of a league; it needs a faction for each."""
        state = self.state
        colour = state.faction[country]
        if colour == const.NONE:
            return country, 0, 0, 0
        bit = 1 << country
        army = state.army[country]
        if state.unrest & bit:  # 4.1.3.7
            return country, not army, 0, 0
        adjacent = state.book.adjacent[country]
        reach = (self.strong | adjacent) & ~bit
        league = self.leagues[colour]
        if state.book.open_target & bit:
            league |= self.leagues[1 - colour]  # R16
        if league:
            league &= reach if self.strong & bit else adjacent
        return country, not army, self.wars[colour] & reach if army else 0, league


def rule_of_call(options: Calls, call: Call) -> str:
    row = next((row for row in options.rows if row[0] == call.country), None)
    if row is None:
        return "5.6"
    if options.free >> call.country & 1:
        return "5.6.4"
    return BROKEN.get(call.issue, "5.6.4")


class Lobbying(Kind):
    """A country and the issue of its lobby (4.1.4)."""

    name = "lobby"
    rule = "4.1.4"
    choice = Call
    code = CALL

    def broken(self, decision: Decision, choice: object) -> str:
        options = decision.options
        if isinstance(options, Calls) and isinstance(choice, tuple) and len(choice) == len(Call._fields):
            return rule_of_call(options, Call(*choice))
        return self.rule

    def take(self, state: State, step: Ask, choice: Call) -> None:
        country, issue, target = choice
        begin_lobby(state, const.FROM_ROUND, country, issue, target)

    def pack(self, choice: Call) -> bytes:
        return bytes(choice if choice[2] >= 0 else choice[:2])


def begin_lobby(state: State, source: int, country: int, issue: int, target: int) -> None:
    """5.6: the call; the current player bids first."""
    state.note(LobbyCalled, state.current, source, country, issue, target)
    state.country = country
    state.issue = issue
    state.target = target
    state.second = 0
    begin_bidding(state)


def begin_bidding(state: State) -> None:
    """5.6.1: the bidding of a resolution, also of a league's second one."""
    state.stage = const.BID
    state.bidder = state.current
    state.passing = 0


PASS: Final = (None,)


def bid(state: State) -> None:
    """5.6.1, R3: seat after seat, until all have passed; a seat that can only pass is not asked (R45)."""
    players = state.book.players
    everybody = (1 << players) - 1
    country = state.crown()
    while state.passing != everybody:
        seat = state.bidder
        if not state.passing >> seat & 1:
            compulsory = int(seat == state.current and not state.second and not state.displays[seat][country])
            options = possible_bids(state, seat, country, compulsory)
            if len(options) == 1 and not compulsory:
                pass_bid(state, seat, country)
                continue
            about = (seat, country, state.country, state.issue, state.target, state.second, compulsory)
            state.ask(new_record(AskBid, about), seat, "bid", options)
            return
        state.bidder = (seat + 1) % players
    state.bidder = const.NONE
    state.passing = 0
    state.stage = const.VOTE


def possible_bids(state: State, seat: int, country: int, compulsory: int) -> tuple[Bid | None, ...]:
    """5.6.1: a pass, unless a caller must begin a stack; cards, unless the stack is descendant."""
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


class Bidding(Kind):
    """Cards for the stack in the country that is lobbied, or a pass (5.6.1)."""

    name = "bid"
    rule = "5.6.1"
    choice = Bid
    code = ObjectOf(Bid, 'a bid is {"add": ["france-3"], "remove": ["france-1"]}, a pass is null')
    may_decline = True

    def is_plain(self, choice: object) -> bool:
        return choice is None or (
            type(choice) is Bid and all(type(part) is tuple and are_ints(part) for part in choice)
        )

    def take(self, state: State, step: AskBid, choice: Bid | None) -> None:
        """Adds the cards, with others making room for them; the next seat bids."""
        seat, country = step.seat, step.country
        if choice is None:
            pass_bid(state, seat, country)
            return
        add, remove = choice
        for card in add:
            use_card(state, seat, card)
        state.lay(seat, country, after(state.displays[seat][country], choice))
        if remove:
            lose_openly(state, seat, remove)
        state.bidder = (seat + 1) % state.book.players
        state.note(BidMade, seat, country, add, remove)

    def pack(self, choice: Bid | None) -> bytes:
        """The number of added cards, then all cards."""
        if choice is None:
            return b""
        add, remove = choice
        return bytes((len(add), *add, *remove))

    def unpack(self, packed: bytes) -> Bid | None:
        if not packed:
            return None
        added = packed[0] + 1
        return Bid(tuple(packed[1:added]), tuple(packed[added:]))
