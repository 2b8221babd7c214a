"""Quick play: a policy for playouts that answers every decision soundly, and in microseconds."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.advice.outlook import MATTERS, colour_of
from wallenstein.games.sixteen_thirty.advice.war_odds import war_odds
from wallenstein.games.sixteen_thirty.model.options import after
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE
from wallenstein.games.sixteen_thirty.search.prospects import CEILING, SCORING, prospects

CARD_COST: Final = 0.6  # points that a card must bring to be laid
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
    then = min(const.HIGHEST_STATUS, max(0, now + by))
    influence = INFLUENCE[state.displays[seat][country]]
    scored = min(influence, then) - min(influence, now)
    return stake * (scored * weights[SCORING] + (then - now) * weights[CEILING])


def issue_points(state: State, seat: int, country: int, issue: int, target: int) -> float:
    if issue == const.WAR:
        win, loss = war_odds(state, country, target)
        won = status_points(state, seat, country, 1) + status_points(state, seat, target, -1)
        lost = status_points(state, seat, country, -1) + status_points(state, seat, target, 1)
        return win * won + loss * lost
    if issue == const.LEAGUE:
        gain = float(stake_of(state, seat, country) + stake_of(state, seat, target))
        gap = state.status[country] - state.status[target]
        if abs(gap) >= const.LEAGUE_GAP:
            moved = -1 if gap > 0 else 1
            gain += status_points(state, seat, country, moved) + status_points(state, seat, target, -moved)
        return gain
    return REARMED * stake_of(state, seat, country) if issue == const.REARM else 0.0


def quick_vote(state: State, seat: int, options: object, rng: Random) -> int:
    """The vote with the higher gain for the seat; if there is no difference, for the issue."""
    country, issue, target = state.country, state.issue, state.target
    colour = colour_of(state.faction, country, issue, target)
    return 1 - colour if issue_points(state, seat, country, issue, target) < -MATTERS else colour


def quick_bid(state: State, seat: int, options: Any, rng: Random) -> Any:
    """The bid with the most points, less the cost of its cards."""
    country = state.crown()
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
    if card >= const.SPECIAL:
        return 2.0
    if card >= const.OPEN:
        return 1.5 * const.VALUE_OF[card]
    country = const.COUNTRY_OF[card]
    return 0.2 * const.VALUE_OF[card] + min(state.status[country], const.VALUE_OF[card]) * stake_of(
        state, seat, country
    )


def quick_lobby(state: State, seat: int, options: Any, rng: Random) -> Any:
    """The best of a few random lobbies: by its issue and its country's stack."""
    best, height = options[0], -99.0
    hand, markers = state.hands[seat], state.markers[seat]
    for _ in range(min(6, len(options))):
        country, issue, target = call = options.random(rng)
        room = max(0, state.status[country] - INFLUENCE[state.displays[seat][country]])
        held = 0
        if room and not state.descendant[seat] >> country & 1 and country in markers:
            for card in hand:
                if card < const.SPECIAL and (card >= const.OPEN or const.COUNTRY_OF[card] == country):
                    held += const.VALUE_OF[card]
        gain = markers.count(country) * min(room, held) * prospects()[state.turn].weights[SCORING]
        gain += 0.5 * issue_points(state, seat, country, issue, target)
        if gain > height:
            best, height = call, gain
    return best


def quick_special(state: State, seat: int, options: Any, rng: Random) -> Any:
    """A rise in status at its best place; otherwise none."""
    best, height = None, 2.0
    if const.STATUS_CARD in state.hands[seat]:
        for play in options:
            if play is not None and play[0] == const.STATUS_CARD:
                gain = status_points(state, seat, play[1], 1)
                if gain > height:
                    best, height = play, gain
    return best


def quick_market(state: State, seat: int, options: Any, rng: Random) -> Any:
    return min(options, key=lambda card: card_points(state, seat, card))


def quick_collect(state: State, seat: int, options: Any, rng: Random) -> Any:
    return max(options, key=lambda taking: card_points(state, seat, taking[1]))


def quick_fade(state: State, seat: int, options: Any, rng: Random) -> Any:
    return min(options, key=lambda fading: const.VALUE_OF[fading[1]] * (0.1 + stake_of(state, seat, fading[0])))


def quick_first(state: State, seat: int, options: Any, rng: Random) -> Any:
    return options[0]


ANSWERS: Final[dict[str, Callable[[State, int, Any, Random], Any]]] = {
    "bid": quick_bid, "vote": quick_vote, "lobby": quick_lobby, "special": quick_special, "to-market": quick_market,
    "collect": quick_collect, "fade": quick_fade, "exchange": quick_first, "lose-influence": quick_first,
    "pass-marker": quick_first, "open-display": quick_first,
}  # fmt: skip


def quick_policy(state: State, seat: int, rng: Random) -> Any:
    decision = state.decision
    assert decision is not None, "a policy needs a decision"
    return ANSWERS[decision.kind](state, seat, decision.options, rng)
