"""The peaceful actions of the second edition (W40-W43)."""

from typing import Any, Final

from wallenstein.core.records import ObjectOf
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model.decision import AfterRevolt, AskMove, Decision, March, Revolt
from wallenstein.games.wallenstein.model.entries import Moved
from wallenstein.games.wallenstein.model.offer import Marches
from wallenstein.games.wallenstein.model.state import Kind, State, replaced
from wallenstein.games.wallenstein.phases.season import log_action

PRICES: Final = (3, 2, 1)  # W40: palace, church, post
MARKERS: Final = 3  # index of the markers in the stock, after the three buildings


def why_not_build(state: State, building: int, county: int) -> int:
    """W40: the reason why the building is impossible here, apart from money; DONE if it is possible."""
    built = state.buildings[county]
    if built >> building & 1:
        return const.ALREADY_BUILT
    if built.bit_count() >= state.book.board.sites[county]:
        return const.NO_SITE
    if state.stock[building] == 0:
        return const.NO_STOCK
    return const.DONE


def put_building(state: State, building: int, county: int) -> None:
    """W40: the tile goes on the board; under its event, a post calms the county."""
    state.buildings = replaced(state.buildings, county, state.buildings[county] | 1 << building)
    state.stock[building] -= 1
    if building == const.POST and state.book.effects[state.event] == "post-calms" and state.markers[county]:
        state.markers[county] -= 1
        state.stock[MARKERS] += 1


def build(state: State, seat: int, action: int, county: int) -> None:
    """W40: palace, church or trading post."""
    build_for(state, seat, action, county, PRICES[action])


def build_for(state: State, seat: int, action: int, county: int, price: int) -> None:
    """W40: builds at this price, if the player has the money and it is possible."""
    outcome = const.NO_MONEY if state.thalers[seat] < price else why_not_build(state, action, county)
    if outcome == const.DONE:
        state.thalers[seat] -= price
        put_building(state, action, county)
    log_action(state, seat, action, county, outcome)


def income_of(state: State, seat: int, action: int, county: int) -> int:
    """W41, W31: the income from grain or taxes here, changed by the event, then by the tile."""
    book = state.book
    effect, limit = book.effects[state.event], book.amounts[state.event]
    if action == const.GRAIN:
        amount = book.board.grain[county]
        if effect == "grain-floor":
            amount = max(amount, limit)
        elif effect == "grain-cap":
            amount = min(amount, limit)
        return amount + (state.tiles[seat] == const.TILE_GRAIN)
    amount = book.board.taxes[county]
    if effect == "tax-cap":
        amount = min(amount, limit)
    elif effect == "tax-floor":
        amount = max(amount, limit)
    return amount + (state.tiles[seat] == const.TILE_THALER)


def collect(state: State, seat: int, action: int, county: int) -> None:
    """W41: grain or taxes, then a revolt if the county has a marker."""
    take_income(state, seat, action, county, income_of(state, seat, action, county))


def take_income(state: State, seat: int, action: int, county: int, amount: int) -> None:
    """W41: the income is kept even if the following revolt is lost."""
    gain(state, seat, action, amount)
    log_action(state, seat, action, county, const.DONE, amount)
    if state.markers[county]:
        state.then(AfterRevolt, seat, county)
        state.then(Revolt, seat, county, 0)
    else:
        state.functions.place_marker(state, county)


def gain(state: State, seat: int, action: int, amount: int) -> None:
    if action == const.GRAIN:
        state.grain[seat] += amount
    else:
        state.thalers[seat] += amount


def after_revolt(state: State, step: AfterRevolt) -> None:
    seat, county = step
    if state.owner[county] == seat:
        state.functions.place_marker(state, county)


def place_marker(state: State, county: int) -> None:
    """Adds a revolt marker while the supply lasts."""
    if state.stock[MARKERS]:
        state.stock[MARKERS] -= 1
        state.markers[county] += 1


def deploy(state: State, seat: int, action: int, county: int) -> None:
    """W42: deploy 5 or 3, fewer under the event."""
    enlist(state, seat, action, county, short=state.book.effects[state.event] == "short-muster")


def enlist(state: State, seat: int, action: int, county: int, short: bool) -> None:
    """W42: 5 armies for three Thalers or 3 for two; 3 or 2 in a short muster; 6 with the tile."""
    if action == const.DEPLOY_5:
        price, count = 3, 3 if short else 5
    else:
        price, count = 2, 2 if short else 3
    if state.thalers[seat] < price:
        log_action(state, seat, action, county, const.NO_MONEY)
    elif state.supply[seat] < count:
        log_action(state, seat, action, county, const.NO_SUPPLY)
    else:
        if action == const.DEPLOY_5 and state.tiles[seat] == const.TILE_ARMIES:
            # W42: six under any event, limited by the supply
            count = min(6, state.supply[seat])
        state.thalers[seat] -= price
        put_armies(state, seat, county, count)
        log_action(state, seat, action, county, const.DONE, count)


def put_armies(state: State, seat: int, county: int, count: int) -> None:
    state.supply[seat] -= count
    state.armies[county] += count


def deploy_and_move(state: State, seat: int, action: int, county: int) -> None:
    """W43: one army for one Thaler, both or nothing; then the player may move."""
    if state.thalers[seat] < 1:
        log_action(state, seat, action, county, const.NO_MONEY)
    elif state.supply[seat] < 1:
        log_action(state, seat, action, county, const.NO_SUPPLY)
    else:
        state.thalers[seat] -= 1
        put_armies(state, seat, county, 1)
        log_action(state, seat, action, county, const.DONE, 1)
        state.then(AskMove, seat, county)


class MarchKind(Kind):
    """A kind of decision with `Marches` as its options."""

    choice = March
    code = ObjectOf(March, 'a march is {"to": county, "armies": n}')

    def check(self, decision: Decision, choice: Any) -> Any:
        """`Marches` recognise choices in plain types."""
        return choice if choice in decision.options else super().check(decision, choice)


class Moving(MarchKind):
    """The move after deploy 1, or none (W43)."""

    name = "move"
    rule = "W43"
    may_decline = True
    asked_by = (AskMove,)

    def ask(self, state: State, step: AskMove) -> None:
        """W43: to one of the player's neighbouring counties, leaving at least one army."""
        seat, county = step
        own = tuple([n for n in state.book.neighbours[county] if state.owner[n] == seat])
        state.ask(step, seat, self.name, Marches(own, state.armies[county] - 1, optional=True))

    def take(self, state: State, step: AskMove, choice: March | None) -> None:
        if choice is not None:
            to, armies = choice
            move_armies(state, step.seat, step.county, to, armies)


def move_armies(state: State, seat: int, county: int, to: int, armies: int) -> None:
    state.armies[county] -= armies
    state.armies[to] += armies
    if state.journal is not None:
        state.note(Moved, seat, county, to, armies)


def give(state: State, seat: int, what: str, amount: int) -> int:
    """C6, L2: gives Thalers, grain, points or armies for the tray, as far as the supply lasts; returns the amount."""
    if what == "thalers":
        state.thalers[seat] += amount
    elif what == "grain":
        state.grain[seat] += amount
    elif what == "vp":
        state.gain_points(seat, amount)
    else:
        amount = min(amount, state.supply[seat])
        state.supply[seat] -= amount
        state.tray[seat] += amount
    return amount
