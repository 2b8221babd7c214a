"""The end of a turn: points, the end of the game, the market (4.2); views; the functions of all steps."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from wallenstein.core.choices import new_record
from wallenstein.core.engine import Kind
from wallenstein.core.records import ObjectOf
from wallenstein.games.sixteen_thirty.model import entries
from wallenstein.games.sixteen_thirty.model.book import make_book
from wallenstein.games.sixteen_thirty.model.choices import Ask, Swap, Taking
from wallenstein.games.sixteen_thirty.model.options import Swaps, distinct, together, without
from wallenstein.games.sixteen_thirty.model.state import Functions, State, StepFunction
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, Cards, Lobby, Scores, View
from wallenstein.games.sixteen_thirty.names import COLLECT, EXCHANGE, FACES, FIRST_END_TURN, MARKERS, NONE, OVER, TURNS
from wallenstein.games.sixteen_thirty.phases import lobby, rounds, voting
from wallenstein.games.sixteen_thirty.phases.rounds import begin_turn, use_card
from wallenstein.games.sixteen_thirty.rules import Rules


def make_view(state: State, seat: int) -> View:
    values = (
        seat, state.book, state.turn, state.first, state.step, state.current, state.specials,
        tuple(state.status), tuple(state.army), tuple(state.ability), tuple(state.faction),
        state.leaders, state.unrest, state.leagues, tuple(state.vp),
        state.markers[seat], state.passed[seat], received(state, seat), sizes(state.markers),
        state.hands[seat], sizes(state.hands), tuple(state.displays), tuple(state.descendant),
        state.markets[seat], tuple(state.shown), sizes(state.markets), tuple(state.known),
        len(state.deck), tuple(state.discard), state.opening[seat],
        lobby_view(state, seat) if state.issue >= 0 else None,
        tuple(state.losing), state.victims_of, tuple(state.scores), log_of(state, seat),
    )  # fmt: skip
    view: View = new_record(View, values)
    return view


def sizes(cards: list[Cards]) -> tuple[int, ...]:
    return tuple([len(held) for held in cards])


def received(state: State, seat: int) -> Cards:
    """3.3: the markers from the right; one that was only chosen in this round has not arrived."""
    given = state.passed[seat - 1]
    return given[: min(map(len, state.passed))] if state.step == MARKERS else given


def lobby_view(state: State, seat: int) -> Any:
    call = state.country, state.issue, state.target, state.second
    return new_record(Lobby, (*call, state.stage, state.bidder, state.passing, state.votes[seat], state.winner))


def log_of(state: State, seat: int) -> tuple[object, ...]:
    """The events since the seat last decided."""
    journal = state.journal
    if journal is None:
        return ()
    hiding = HIDING  # looked up here: a call for each entry takes longer
    seen = []
    for entry in journal[state.heard[seat] :]:
        hide = hiding.get(type(entry))
        seen.append(entry if hide is None else hide(entry, seat))
    return tuple(seen)


def as_seen(entry: Any, seat: int) -> object:
    """The entry with NONE for values that this seat does not see."""
    hide = HIDING.get(type(entry))
    return entry if hide is None else hide(entry, seat)


def own_lists(entry: Any, seat: int) -> object:
    return type(entry)(tuple([cards if one == seat else (NONE,) * len(cards) for one, cards in enumerate(entry[0])]))


def drawn_cards(entry: entries.Drew, seat: int) -> Any:
    if entry.seat == seat:
        return entry
    return new_record(entries.Drew, (entry.seat, (NONE,) * len(entry.cards), entry.reshuffled))


HIDING: Final[dict[type, Callable[[Any, int], Any]]] = {
    entries.MarkersDealt: own_lists,
    entries.HandsDealt: own_lists,
    entries.MarkerPassed: lambda entry, seat: entry if entry.seat == seat else entry._replace(marker=NONE),
    entries.Drew: drawn_cards,
    entries.PutToMarket: lambda entry, seat: entry if entry.seat == seat else entry._replace(card=NONE),
    entries.Scored: lambda entry, seat: entry if entry.seat == seat else entry._replace(points=()),  # but for the sum
}

LAST_FACE: Final = {8: 1, 9: 2}  # by turn: the game ends on a die up to this


def score(state: State) -> None:
    """4.2: points, then the end check; if the game goes on, the market of the new turn (R47)."""
    add_points(state)
    if is_over(state):
        state.step = OVER
        return
    state.turn += 1
    state.step = EXCHANGE
    state.current = state.first


def add_points(state: State) -> None:
    """4.2.1: the points of every seat's markers; R31: exactly."""
    gains = []
    worths = []
    for seat, markers in enumerate(state.markers):
        worth = worth_of(state, seat)
        points = tuple([worth[country] for country in markers])
        gain = sum(points)  # exact: whole numbers
        state.vp[seat] += gain
        gains.append(gain)
        worths.append(worth)
        state.note(entries.Scored, state.turn, seat, gain, state.vp[seat], points)
    state.scores.append(Scores(tuple(gains), tuple(worths)))


def worth_of(state: State, seat: int) -> tuple[int, ...]:
    """The points of a marker of each country: the influence there up to the status; one more in a league (R17)."""
    leagues, needs = state.leagues, state.book.data.bonus_needs_influence
    worth = [min(INFLUENCE[stack], status) for stack, status in zip(state.displays[seat], state.status, strict=True)]
    if leagues:
        for country, stack in enumerate(state.displays[seat]):
            if leagues >> country & 1 and (stack or not needs):
                worth[country] += 1
    return tuple(worth)


def is_over(state: State) -> bool:
    """4.2.2: after turn 10; after turns 8 and 9 by a die (R29)."""
    turn = state.turn
    if turn < FIRST_END_TURN:
        return False
    if turn == TURNS:
        state.note(entries.EndChecked, turn, NONE, 1)
        return True
    die = state.chance.draw("end", FACES, 1)[0]
    over = int(die <= LAST_FACE[turn])
    state.note(entries.EndChecked, turn, die, over)
    return bool(over)


def exchange(state: State) -> None:
    """4.2.3.1: in order, each seat may swap a card of its hand for one of another's market."""
    seat = state.current
    if seat == state.first:
        reveal_markets(state)
    gives = distinct(state.hands[seat])
    takes = []
    for other, market in enumerate(state.markets if gives else ()):
        for card in distinct(market) if other != seat else ():
            takes.append((other, card))
    state.ask(Ask(seat), seat, "exchange", Swaps(gives, tuple(takes)))


def reveal_markets(state: State) -> None:
    """4.2.3: cards in markets are revealed, so they are no longer known to be in a hand."""
    for seat, market in enumerate(state.markets):
        hidden = list(market)
        for card in state.shown[seat]:
            hidden.remove(card)
        for card in hidden:
            if card in state.known[seat]:
                state.known[seat] = without(state.known[seat], card)
        state.shown[seat] = market


class Exchanging(Kind):
    """A card of the hand for a card of another's market, or none (4.2.3.1)."""

    name = "exchange"
    rule = "4.2.3.1"
    choice = Swap
    code = ObjectOf(Swap, 'write it as {"give": "spain-1", "seat": 2, "take": "open-3"}')
    may_decline = True

    def take(self, state: State, step: Ask, choice: Swap | None) -> None:
        """R27: the given card goes to the market of the taken one."""
        seat = step.seat
        if choice is not None:
            give, other, card = choice
            use_card(state, seat, give)
            take_from(state, seat, other, card)
            state.markets[other] = state.shown[other] = together(state.markets[other], (give,))
            state.note(entries.Exchanged, seat, other, give, card)
        state.current = (seat + 1) % state.book.players
        if state.current == state.first:
            state.step = COLLECT


def take_from(state: State, seat: int, other: int, card: int) -> None:
    """A card of an open market goes to a hand; everybody sees it."""
    state.markets[other] = state.shown[other] = without(state.markets[other], card)
    state.hands[seat] = together(state.hands[seat], (card,))
    state.known[seat] = together(state.known[seat], (card,))


def collect(state: State) -> None:
    """4.2.3.2: in order, each seat must take a card of any market, while any is left (R28)."""
    if any(state.markets):
        markets = enumerate(state.markets)
        options = [new_record(Taking, (seat, card)) for seat, market in markets for card in distinct(market)]
        state.ask(Ask(state.current), state.current, "collect", tuple(options))
    else:
        after_collection(state, state.current)


class Collecting(Kind):
    """A card of any market (4.2.3.2)."""

    name = "collect"
    rule = "4.2.3.2"
    choice = Taking
    code = ObjectOf(Taking, 'write it as {"seat": 0, "card": "assassin"}')

    def take(self, state: State, step: Ask, choice: Taking) -> None:
        other, card = choice
        take_from(state, step.seat, other, card)
        state.note(entries.Collected, step.seat, other, card)
        after_collection(state, step.seat)


def after_collection(state: State, seat: int) -> None:
    """The next seat collects; after the last one markets close, and a new turn begins."""
    state.current = (seat + 1) % state.book.players
    if state.current != state.first:
        return
    left = [card for market in state.markets for card in market]  # 4.2.3.3: the rest is discarded
    state.markets, state.shown = [()] * state.book.players, [()] * state.book.players
    state.discard += left
    state.note(entries.MarketsClosed, tuple(sorted(left)))
    # 4.2.4, R30: the right neighbour becomes first player; leaders, unrest and leagues are removed
    state.first = (state.first - 1) % state.book.players
    state.note(entries.CleanedUp, state.first, state.leaders, state.unrest, state.leagues)
    state.leaders = state.unrest = state.leagues = 0
    begin_turn(state)


# The course of the game: the function of each step and stage, and all kinds of decisions.

ALL_KINDS: Final[tuple[Kind, ...]] = (
    rounds.PassingMarker(), rounds.OpeningDisplay(), rounds.ChoosingFade(), voting.PlayingSpecial(), lobby.Lobbying(),
    lobby.Bidding(), voting.Voting(), voting.LosingInfluence(), rounds.PuttingDown(), Exchanging(), Collecting(),
)  # fmt: skip
KINDS: Final[dict[str, Kind]] = {kind.name: kind for kind in ALL_KINDS}


def nothing(state: State) -> None:
    """The step of a game that is over, and the stage outside of a lobby."""


STEPS: Final[tuple[StepFunction, ...]] = (
    rounds.pass_markers, rounds.open_displays, rounds.fade, rounds.draw, voting.special, lobby.lobby, rounds.to_market,
    score, exchange, collect, nothing,
)  # fmt: skip
STAGES: Final[tuple[StepFunction, ...]] = (nothing, lobby.bid, voting.vote, voting.lose)


@lru_cache(maxsize=64)
def functions(rules: Rules, players: int) -> Functions:
    return Functions(make_book(rules, players), STEPS, STAGES, KINDS, make_view)
