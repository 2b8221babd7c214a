"""Lobbying the crown (4.1.4, 5.6): which country can be lobbied on what, and the call."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.core.json_place import Json
from wallenstein.core.json_schema import closed_object
from wallenstein.core.records import Code
from wallenstein.games.sixteen_thirty.model.choices import Call, write_call
from wallenstein.games.sixteen_thirty.model.codes import COUNTRY, ISSUE
from wallenstein.games.sixteen_thirty.model.decision import Decision
from wallenstein.games.sixteen_thirty.model.entries import LobbyCalled
from wallenstein.games.sixteen_thirty.model.options import Calls
from wallenstein.games.sixteen_thirty.model.state import Kind, State
from wallenstein.games.sixteen_thirty.model.steps import AskLobby
from wallenstein.games.sixteen_thirty.names import (
    ALL_COUNTRIES,
    BID,
    BLUE,
    COUNTRIES,
    COUNTRY_OF,
    FROM_ROUND,
    ISSUES,
    JOIN,
    LEAGUE,
    NONE,
    OPEN,
    REARM,
    RED,
    TO_MARKET,
    WAR,
    WEAK,
)

BROKEN: Final = {REARM: "5.6.4.2", WAR: "5.7.1", LEAGUE: "5.8.1"}


def lobby(state: State) -> None:
    """4.1.4: one country must be lobbied; R1: where none can be, nothing happens."""
    seat = state.current
    step = AskLobby(seat)
    options = LOBBYING.options(state, step)
    if options:
        LOBBYING.offer(state, step, options)
    else:
        state.note(LobbyCalled, seat, FROM_ROUND, NONE, NONE, NONE)
        state.step = TO_MARKET


def calls(state: State, seat: int) -> Calls:
    """5.6: the countries where the seat has a stack or a named card for one, with their issues."""
    mine = 0
    for card in state.hands[seat]:
        if card >= OPEN:
            break
        mine |= 1 << COUNTRY_OF[card]
    rows = []
    free = 0
    weak, sides = standing(state)
    display, faction = state.displays[seat], state.faction
    for country in range(len(COUNTRIES)):
        if display[country] or mine >> country & 1:
            if faction[country] < 0:
                rows.append((country, 0, 0, 0))
                free |= 1 << country
            else:
                rows.append(issues(state, country, sides, weak))
    return Calls(tuple(rows), free)


def issues_of(state: State, country: int) -> tuple[int, int, int, int]:
    """What a country can be lobbied for now, whoever calls."""
    weak, sides = standing(state)
    return (country, 0, 0, 0) if state.faction[country] == NONE else issues(state, country, sides, weak)


def standing(state: State) -> tuple[int, tuple[int, int]]:
    """The countries that only a neighbour may attack or ally with (5.5), and those of both factions."""
    weak = red = blue = 0
    bit = 1
    for status, faction in zip(state.status, state.faction, strict=True):
        if status <= WEAK:
            weak |= bit
        if faction == RED:
            red |= bit
        elif faction == BLUE:
            blue |= bit
        bit <<= 1
    return weak, (red, blue)


def issues(state: State, country: int, sides: tuple[int, int], weak: int) -> tuple[int, int, int, int]:
    """5.6.4: what a country in a faction can be lobbied for: rearming, the targets of war, those of a league."""
    colour = state.faction[country]
    bit = 1 << country
    if state.unrest & bit:  # 4.1.3.7
        return country, int(not state.army[country]), 0, 0
    book = state.book
    adjacent = book.adjacent[country]
    war = league = 0
    if state.army[country]:
        # 5.7.1: the opposite faction; the German States whatever theirs is, except in a league
        war = (sides[1 - colour] | book.open_target & ~state.leagues) & ~bit & (~weak | adjacent)
    league = sides[colour]
    if state.leagues & sides[colour]:
        league = 0  # 5.8.1: one league of each colour
    if book.open_target & bit and not state.leagues & sides[1 - colour]:
        league |= sides[1 - colour]  # R16
    if league:
        league &= ~bit & ~state.unrest & (adjacent if weak & bit else ~weak | adjacent)
    return country, int(not state.army[country]), war & ALL_COUNTRIES, league & ALL_COUNTRIES


def rule_of_call(options: Calls, call: Call) -> str:
    """The section that a call which is not among the options breaks."""
    row = next((row for row in options.rows if row[0] == call.country), None)
    if row is None:
        return "5.6"
    if options.free >> call.country & 1:
        return "5.6.4"
    return BROKEN.get(call.issue, "5.6.4")


class CallCode(Code):
    """A country, an issue, and a target with war and league."""

    def schema(self) -> dict[str, Any]:
        """With a target or without."""
        plain = {"country": COUNTRY.schema(), "issue": {"enum": [ISSUES[JOIN], ISSUES[REARM]]}}
        aimed = {"country": COUNTRY.schema(), "issue": {"enum": [ISSUES[WAR], ISSUES[LEAGUE]]}}
        return {"anyOf": [closed_object(plain), closed_object({**aimed, "target": COUNTRY.schema()})]}

    def write(self, value: Any, context: Any) -> dict[str, Any]:
        """A target only where there is one."""
        return write_call(Call(*value))

    def read(self, place: Json, context: Any) -> Call:
        """A target must be there with war and league, and with nothing else."""
        members = place.members(("country", "issue", "target"))
        for key in ("country", "issue"):
            if key not in members:
                place.fail(f'"{key}" is missing; a lobby is {{"country": "france", "issue": "join"}}')
        country = -2 if members["country"].value is None else COUNTRY.read(members["country"], context)
        if members["issue"].value is None:
            return Call(country, -2, -2)
        issue = ISSUE.read(members["issue"], context)
        if issue in (JOIN, REARM):
            if "target" in members:
                members["target"].fail("only war and league have a target")
            return Call(country, issue)
        if "target" not in members:
            place.fail(f'"target" is missing; {members["issue"].value} needs one')
        target = -2 if members["target"].value is None else COUNTRY.read(members["target"], context)
        return Call(country, issue, target)


CALL_CODE: Final = CallCode()


class Lobbying(Kind[AskLobby, Call]):
    """A country that is lobbied, on an issue (4.1.4)."""

    name = "lobby"
    rule = "4.1.4"
    choice = Call
    code = CALL_CODE

    def options(self, state: State, step: AskLobby) -> Sequence[Call]:
        """Every country with every issue it allows."""
        return calls(state, step.seat)

    def broken(self, decision: Decision, choice: Any) -> str:
        """The section of the country, or of the issue."""
        options = decision.options
        if isinstance(options, Calls) and isinstance(choice, tuple) and len(choice) == len(Call._fields):
            return rule_of_call(options, Call(*choice))
        return self.rule

    def take(self, state: State, step: AskLobby, choice: Call) -> None:
        """The lobby begins."""
        country, issue, target = choice
        begin_lobby(state, FROM_ROUND, country, issue, target)

    def pack(self, choice: Call) -> bytes:
        """The target only where there is one."""
        return bytes(choice if choice[2] >= 0 else choice[:2])


LOBBYING: Final = Lobbying()


def begin_lobby(state: State, source: int, country: int, issue: int, target: int) -> None:
    """5.6: the call; the current player is the first to bid."""
    state.note(LobbyCalled, state.current, source, country, issue, target)
    state.country = country
    state.issue = issue
    state.target = target
    state.second = 0
    begin_bidding(state)


def begin_bidding(state: State) -> None:
    """5.6.1: the bidding of a resolution, the second one of a league among them."""
    state.stage = BID
    state.bidder = state.current
    state.passing = 0
