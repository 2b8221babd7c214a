"""The Emperor's court: its courtiers (C1, C4), the season's favors (C2), the audience (C5), and what favors do (C6)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from wallenstein.core.records import Truth
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.editions.court import records
from wallenstein.games.wallenstein.model.codes import COUNTY
from wallenstein.games.wallenstein.model.decision import ClearTray, Decision, EndSeason
from wallenstein.games.wallenstein.model.state import Kind, State, StepFunction
from wallenstein.games.wallenstein.names import BLANK, DONE, NEUTRAL, NO_EVENT
from wallenstein.games.wallenstein.phases.actions import MARKERS, give, put_armies, put_building, why_not_build

NAME: Final = "emperors-court"


class CourtView(NamedTuple):
    """The public court; the fields are those of `CourtState`."""

    supply: tuple[int, ...]
    hall: tuple[int, ...]
    kept_calm: tuple[bool, ...]
    protected: tuple[int, ...]
    open: tuple[int, ...]
    gone: tuple[int, ...]


@dataclass
class CourtState:
    # by seat
    supply: list[int]
    hall: list[int]  # courtiers at court
    kept_calm: list[bool]  # favor 4, kept for the next revolt marker
    protected: list[int]  # a bit for each combat, this season
    # favor cards
    open: list[int]  # on display, the most expensive first
    gone: list[int]  # out of the game

    def copy(self) -> "CourtState":
        return CourtState.of(self)

    def view(self) -> CourtView:
        return CourtView(
            tuple(self.supply), tuple(self.hall), tuple(self.kept_calm), tuple(self.protected), tuple(self.open),
            tuple(self.gone),
        )  # fmt: skip

    @staticmethod
    def of(court: "CourtView | CourtState") -> "CourtState":
        """The court in a view, or a copy of another."""
        return CourtState(
            list(court.supply), list(court.hall), list(court.kept_calm), list(court.protected), list(court.open),
            list(court.gone),
        )  # fmt: skip

    def pile(self) -> list[int]:
        """The numbers of the cards that were never shown, ascending; their order is drawn when they are shown."""
        shown = {*self.open, *self.gone}
        if True in self.kept_calm:
            shown.add(records.CALM)
        return [number for number in records.box().favors if number not in shown]


def court_of(state: State) -> CourtState:
    court: CourtState = state.parts[NAME]
    return court


# Courtiers from filling the tower (C1), and from armies in the court boxes, in turn order (C4).

SIZES: Final = (3, 2, 1)  # C3: armies converted by each box, in the order they are resolved


def begin_court(state: State, step: records.BeginCourt) -> None:
    """C4, C5: first all players convert, then they may take favors."""
    state.phase = names.COURT
    state.agenda.append(records.BeginAudience())
    for seat in reversed(state.order):
        state.then(records.Convert, seat)


def convert(state: State, step: records.Convert) -> None:
    """C4: one player's boxes: convert 3, then 2, then 1."""
    seat = step.seat
    plan = state.plans[seat]
    if plan is None:
        return
    for armies, card in zip(SIZES, plan.court, strict=False):
        if card != names.BLANK:
            outcome = convert_box(state, seat, card, armies)
            state.note(records.Converted, seat, armies, card, outcome)


def convert_box(state: State, seat: int, card: int, armies: int) -> int:
    """C4: converts all the armies of one box or none; a county keeps at least one."""
    court = court_of(state)
    if card == names.DICE_TOWER:
        enough = state.tray[seat] >= armies
    elif state.owner[card] != seat:
        return names.LOST_BEFORE  # W28
    else:
        enough = state.armies[card] > armies
    if not enough:
        return names.TOO_FEW_ARMIES
    if court.supply[seat] < armies:
        return names.TOO_FEW_COURTIERS
    if card == names.DICE_TOWER:
        state.tray[seat] -= armies
    else:
        state.armies[card] -= armies
    state.supply[seat] += armies
    court.supply[seat] -= armies
    court.hall[seat] += armies
    return names.CONVERTED


def announced(clear_tray: StepFunction) -> StepFunction:
    """C1: before the tray is cleared, each army in it sends a courtier to court, as long as there are any."""

    def send_courtiers(state: State, step: ClearTray) -> None:
        court = court_of(state)
        for seat in range(state.book.players):
            sent = min(state.tray[seat], court.supply[seat])
            court.supply[seat] -= sent
            court.hall[seat] += sent
        state.note(records.CourtiersCounted, tuple(court.hall))
        clear_tray(state, step)

    return send_courtiers


# The favors: their effects (C6), the display (C2), the audience (C5). One without an effect may be taken all the same.

Effect = Callable[[State, int, records.Favor], None]  # state, seat, favor


def log_effect(state: State, seat: int, number: int, amount: int, county: int = BLANK) -> None:
    """Notes the effect of a favor: an amount, or 1 if it worked and 0 if not; and its county."""
    state.note(records.FavorWorked, seat, number, amount, county)


def give_things(state: State, seat: int, favor: records.Favor) -> None:
    log_effect(state, seat, favor.number, give(state, seat, favor.effect, favor.amount))


def protect(state: State, seat: int, favor: records.Favor) -> None:
    """Favors 10, 11 and 18: until the season's end."""
    court_of(state).protected[seat] |= favor.against
    log_effect(state, seat, favor.number, 1)


def ask_later(state: State, seat: int, favor: records.Favor) -> None:
    """The effect of a favor with a question to its owner."""
    state.agenda.append(ASKING[favor.effect](seat, favor.number))


class CancellingEvent(Kind):
    """Favor 1: 1 or True cancels the season's event, 0 or False keeps it."""

    name = "favor-event"
    rule = "C6"
    asked_by = (records.AskCancel,)
    code = Truth()

    def ask(self, state: State, step: records.AskCancel) -> None:
        if state.event == NO_EVENT:
            log_effect(state, step.seat, step.favor, 0)
        else:
            state.ask(step, step.seat, self.name, (0, 1))

    def check(self, decision: Decision, choice: object) -> Any:
        return super().check(decision, int(choice) if type(choice) is bool else choice)

    def take(self, state: State, step: records.AskCancel, choice: int) -> None:
        """Favor 1: the event card leaves the game at once."""
        if choice:
            state.spent_events += (state.event,)
            state.event = NO_EVENT
        log_effect(state, step.seat, step.favor, int(choice))


class Calming(Kind):
    """Favor 4: the own county that loses a revolt marker."""

    name = "favor-calm"
    rule = "C6"
    asked_by = (records.AskCalm,)
    code = COUNTY

    def ask(self, state: State, step: records.AskCalm) -> None:
        """Favor 4: without a marker, the card is kept for the next one."""
        seat, number = step
        marked = [county for county in state.counties(seat) if state.markers[county]]
        if marked:
            state.ask(step, seat, self.name, tuple(marked))
        else:
            court = court_of(state)
            court.kept_calm[seat] = True
            court.gone.remove(number)
            log_effect(state, seat, number, 0)

    def take(self, state: State, step: records.AskCalm, choice: int) -> None:
        """Favor 4: the marker goes back to the supply."""
        state.markers[choice] -= 1
        state.stock[MARKERS] += 1
        log_effect(state, step.seat, step.favor, 1, choice)


class Garrisoning(Kind):
    """Favor 12: the own or neutral county that gets the armies."""

    name = "favor-garrison"
    rule = "C6"
    asked_by = (records.AskGarrison,)
    code = COUNTY

    def ask(self, state: State, step: records.AskGarrison) -> None:
        seat, number = step
        open_to = tuple([county for county in state.book.counties if state.owner[county] in (seat, NEUTRAL)])
        if open_to and state.supply[seat] >= records.box().favors[number].amount:
            state.ask(step, seat, self.name, open_to)
        else:
            log_effect(state, seat, number, 0)

    def take(self, state: State, step: records.AskGarrison, choice: int) -> None:
        """Favor 12: the armies go in; a neutral county becomes the player's without a battle."""
        seat, number = step
        armies = records.box().favors[number].amount
        if state.owner[choice] == NEUTRAL:
            state.owner[choice] = seat
            state.won += (choice,)  # W28: its card goes to the hand
        put_armies(state, seat, choice, armies)
        log_effect(state, seat, number, armies, choice)


class BuildingFree(Kind):
    """Favors 7, 17 and 21: the own county that gets the building."""

    name = "favor-build"
    rule = "C6"
    asked_by = (records.AskBuilding,)
    code = COUNTY

    def ask(self, state: State, step: records.AskBuilding) -> None:
        """Favors 7, 17 and 21: the conditions of W40 hold, except for the price."""
        seat, number = step
        building = records.box().favors[number].building
        sites = [county for county in state.counties(seat) if why_not_build(state, building, county) == DONE]
        if sites:
            state.ask(step, seat, self.name, tuple(sites))
        else:
            log_effect(state, seat, number, 0)

    def take(self, state: State, step: records.AskBuilding, choice: int) -> None:
        """Favors 7, 17 and 21: the event of W40 applies to a post."""
        seat, number = step
        put_building(state, records.box().favors[number].building, choice)
        log_effect(state, seat, number, 1, choice)


Asking: TypeAlias = records.AskCancel | records.AskCalm | records.AskGarrison | records.AskBuilding
ASKING: Final[dict[str, type[Asking]]] = {  # effects with a question to the owner, and its step
    "cancel-event": records.AskCancel,
    "calm": records.AskCalm,
    "garrison": records.AskGarrison,
    "build": records.AskBuilding,
}
EFFECTS: Final[dict[str, Effect]] = {  # by the effect's name in the data
    **dict.fromkeys(("thalers", "tray-armies", "grain", "vp"), give_things),
    "protection": protect,
    **dict.fromkeys(ASKING, ask_later),
}

# Favors with a lasting effect (C6): protection in combat for a season, and the prevented marker.

Reach = Callable[[State, int, int, int], tuple[int, ...]]
PlaceMarker = Callable[[State, int], None]


def shielded(reach: Reach) -> Reach:
    """Favors 10, 11 and 18: others cannot reach the counties of a protected player (W44)."""

    def reach_of(state: State, seat: int, action: int, county: int) -> tuple[int, ...]:
        near = reach(state, seat, action, county)
        protected = court_of(state).protected
        if not any(protected):
            return near
        bit = records.guard(action)
        safe = [other for other, bits in enumerate(protected) if bits & bit and other != seat]
        return tuple([n for n in near if state.owner[n] not in safe])

    return reach_of


def parrying(place_marker: PlaceMarker) -> PlaceMarker:
    """Favor 4, if kept, prevents the next marker in one of the player's counties, and leaves the game."""

    def place_or_parry(state: State, county: int) -> None:
        court, owner = court_of(state), state.owner[county]
        if owner == NEUTRAL or not court.kept_calm[owner] or not state.stock[MARKERS]:
            place_marker(state, county)
            return
        court.kept_calm[owner] = False
        court.gone.append(records.CALM)
        state.note(records.MarkerParried, owner, county)

    return place_or_parry


def unguarded(end_season: StepFunction) -> StepFunction:
    def end_protection(state: State, step: EndSeason) -> None:
        court = court_of(state)
        court.protected = [0] * state.book.players
        state.note(records.CourtiersCounted, tuple(court.hall))
        end_season(state, step)

    return end_protection


def display_favors(state: State, step: records.DisplayFavors) -> None:
    """C2: three favors are drawn; the highest number takes the most expensive place."""
    court = court_of(state)
    pile = court.pile()
    drawn = state.chance.draw("favors", pile, min(len(records.PRICES), len(pile)))
    empty = [records.NO_FAVOR] * (len(records.PRICES) - len(drawn))
    court.open = [*sorted(drawn, reverse=True), *empty]
    state.note(records.FavorsShown, tuple(court.open))


def begin_audience(state: State, step: records.BeginAudience) -> None:
    """C5: most courtiers first, ties in turn order; the order is fixed before anyone pays."""
    hall = court_of(state).hall
    # sorting is stable: ties stay in turn order
    queue = sorted(state.order, key=hall.__getitem__, reverse=True)
    state.agenda.append(records.Dismiss())
    for seat in reversed(queue):
        state.then(records.AskFavor, seat)


class ChoosingFavor(Kind):
    """A favor of the Emperor by its number, or none (C5)."""

    name = "favor"
    rule = "C5"
    may_decline = True
    asked_by = (records.AskFavor,)

    def ask(self, state: State, step: records.AskFavor) -> None:
        """C5: one of the favors that the seat can pay for; without any, it is not asked."""
        court = court_of(state)
        purse = court.hall[step.seat]
        priced = zip(court.open, records.PRICES, strict=True)
        payable = [number for number, price in priced if number != records.NO_FAVOR and price <= purse]
        if payable:
            state.ask(step, step.seat, self.name, (None, *payable))

    def take(self, state: State, step: records.AskFavor, choice: int | None) -> None:
        """C5: the price returns to the supply, the card leaves the game, and the favor takes effect at once."""
        if choice is None:
            return
        seat = step.seat
        court = court_of(state)
        place = court.open.index(choice)
        price = records.PRICES[place]
        court.hall[seat] -= price
        court.supply[seat] += price
        court.open[place] = records.NO_FAVOR
        court.gone.append(choice)
        state.note(records.FavorTaken, seat, choice, price)
        favor = records.box().favors[choice]
        EFFECTS[favor.effect](state, seat, favor)


def dismiss(state: State, step: records.Dismiss) -> None:
    court = court_of(state)
    court.gone += [number for number in court.open if number != records.NO_FAVOR]
    court.open = [records.NO_FAVOR] * len(records.PRICES)
