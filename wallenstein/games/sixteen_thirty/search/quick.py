"""Quick play: a policy for playouts that answers every decision soundly, and in microseconds."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from wallenstein.games.sixteen_thirty.advice.outlook import after
from wallenstein.games.sixteen_thirty.advice.war_odds import LEADER, odds
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE
from wallenstein.games.sixteen_thirty.names import (
    COUNTRY_OF,
    HIGHEST_STATUS,
    JOIN,
    LEAGUE,
    OPEN,
    REARM,
    RED,
    SPECIAL,
    STATUS_CARD,
    VALUE_OF,
    WAR,
    WEAK,
)
from wallenstein.games.sixteen_thirty.search.prospects import CEILING, SCORING, prospects

CARD_COST: Final = 0.6  # points that a card must bring to be laid
MATTERS: Final = 0.05  # points from which on a player cares about an issue
VOTES: Final = 0.1  # of a point: influence beyond the scored part
REARMED: Final = 0.2  # of a point for each marker


def stake_of(state: State, seat: int, country: int) -> int:
    return state.markers[seat].count(country)


def status_points(state: State, seat: int, country: int, by: int) -> float:
    stake = stake_of(state, seat, country)
    if not stake:
        return 0.0
    weights = prospects()[state.turn].weights
    now = state.status[country]
    then = min(HIGHEST_STATUS, max(0, now + by))
    influence = INFLUENCE[state.displays[seat][country]]
    scored = min(influence, then) - min(influence, now)
    return stake * (scored * weights[SCORING] + (then - now) * weights[CEILING])


def war_modifier(state: State, country: int, defends: bool) -> int:
    """The modifier of a country's dice (5.7.2.1)."""
    value = state.ability[country] + (state.leagues >> country & 1) - (state.army[country] == 0)
    value += LEADER * (state.leaders >> country & 1)
    if defends:
        value -= state.unrest >> country & 1
        value += state.status[country] <= WEAK and state.book.home_defence >> country & 1
    return value


def issue_points(state: State, seat: int, country: int, issue: int, target: int) -> float:
    if issue == WAR:
        win, loss = odds(war_modifier(state, country, False) - war_modifier(state, target, True))
        won = status_points(state, seat, country, 1) + status_points(state, seat, target, -1)
        lost = status_points(state, seat, country, -1) + status_points(state, seat, target, 1)
        return win * won + loss * lost
    if issue == LEAGUE:
        gain = float(stake_of(state, seat, country) + stake_of(state, seat, target))
        gap = state.status[country] - state.status[target]
        if gap >= 2:
            gain += status_points(state, seat, country, -1) + status_points(state, seat, target, 1)
        elif gap <= -2:
            gain += status_points(state, seat, country, 1) + status_points(state, seat, target, -1)
        return gain
    return REARMED * stake_of(state, seat, country) if issue == REARM else 0.0


def meant(state: State, country: int, issue: int, target: int) -> int:
    """The colour that stands for the issue; for joining, the country's present faction."""
    if issue == LEAGUE:
        return state.faction[target]
    return max(RED, state.faction[country]) if issue == JOIN else RED


def quick_vote(state: State, seat: int, options: Any, rng: Random) -> int:
    """The vote with the higher gain for the seat; if there is no difference, for the issue."""
    country, issue, target = state.country, state.issue, state.target
    colour = meant(state, country, issue, target)
    return 1 - colour if issue_points(state, seat, country, issue, target) < -MATTERS else colour


def quick_bid(state: State, seat: int, options: Any, rng: Random) -> Any:
    """The bid with the most points, less the cost of its cards."""
    country = state.target if state.second else state.country
    stack, status = state.displays[seat][country], state.status[country]
    each = stake_of(state, seat, country) * prospects()[state.turn].weights[SCORING]
    now = INFLUENCE[stack]
    best, height = options[0], -99.0
    for bid in options:
        gain = 0.0
        if bid is not None:
            influence = INFLUENCE[after(stack, bid)]
            gain = each * (min(influence, status) - min(now, status)) + VOTES * (influence - now)
            gain -= CARD_COST * len(bid[0])
        if gain > height:
            best, height = bid, gain
    return best


def card_points(state: State, seat: int, card: int) -> float:
    if card >= SPECIAL:
        return 2.0
    if card >= OPEN:
        return 1.5 * VALUE_OF[card]
    country = COUNTRY_OF[card]
    return 0.2 * VALUE_OF[card] + min(state.status[country], VALUE_OF[card]) * stake_of(state, seat, country)


def quick_lobby(state: State, seat: int, options: Any, rng: Random) -> Any:
    """The best of a few random lobbies: by its issue and its country's stack."""
    best, height = options[0], -99.0
    hand, markers = state.hands[seat], state.markers[seat]
    for _ in range(min(6, len(options))):
        call = options.random(rng) if not isinstance(options, tuple) else options[int(rng.random() * len(options))]
        country, issue, target = call
        room = max(0, state.status[country] - INFLUENCE[state.displays[seat][country]])
        held = 0
        if room and not state.descendant[seat] >> country & 1 and country in markers:
            for card in hand:
                if card < SPECIAL and (card >= OPEN or COUNTRY_OF[card] == country):
                    held += VALUE_OF[card]
        gain = markers.count(country) * min(room, held) * prospects()[state.turn].weights[SCORING]
        gain += 0.5 * issue_points(state, seat, country, issue, target)
        if gain > height:
            best, height = call, gain
    return best


def quick_special(state: State, seat: int, options: Any, rng: Random) -> Any:
    """A rise in status at its best place; otherwise none."""
    best, height = None, 2.0
    if STATUS_CARD in state.hands[seat]:
        for play in options:
            if play is not None and play[0] == STATUS_CARD:
                gain = status_points(state, seat, play[1], 1)
                if gain > height:
                    best, height = play, gain
    return best


def quick_market(state: State, seat: int, options: Any, rng: Random) -> int:
    """The card of the hand with the lowest worth."""
    best, height = options[0], 99.0
    for card in options:
        worth = card_points(state, seat, card)
        if worth < height:
            best, height = card, worth
    return int(best)


def quick_collect(state: State, seat: int, options: Any, rng: Random) -> Any:
    """The card with the highest worth in the hand."""
    best, height = options[0], -1.0
    for taking in options:
        worth = card_points(state, seat, taking[1])
        if worth > height:
            best, height = taking, worth
    return best


def quick_fade(state: State, seat: int, options: Any, rng: Random) -> Any:
    """The card with the lowest worth at its place."""
    best, height = options[0], 99.0
    for fading in options:
        country, card = fading
        worth = VALUE_OF[card] * (0.1 + stake_of(state, seat, country))
        if worth < height:
            best, height = fading, worth
    return best


def quick_first(state: State, seat: int, options: Any, rng: Random) -> Any:
    return options[0]


ANSWERS: Final[dict[str, Callable[[State, int, Any, Random], Any]]] = {
    "bid": quick_bid,
    "vote": quick_vote,
    "lobby": quick_lobby,
    "special": quick_special,
    "to-market": quick_market,
    "collect": quick_collect,
    "fade": quick_fade,
    "exchange": quick_first,
    "lose-influence": quick_first,
    "pass-marker": quick_first,
    "open-display": quick_first,
}


def quick_policy(state: State, seat: int, rng: Random) -> Any:
    decision = state.decision
    assert decision is not None, "a policy needs a decision"
    return ANSWERS[decision.kind](state, seat, decision.options, rng)
