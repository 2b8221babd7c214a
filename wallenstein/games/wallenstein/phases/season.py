"""The course of a season (W20-W31): cards are laid out, plans made, an event drawn, slots resolved."""

from typing import Final

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model import decision, entries
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.phases.scoring import log_board, log_standings

BOXES: Final = len(const.ACTIONS)
LAST: Final = BOXES - 1  # slot
ASK_PLAN: Final = [decision.AskPlan(seat, ()) for seat in range(const.MOST_PLAYERS)]
NEXT: Final = decision.NextSeat()
SLOT: Final = decision.ResolveSlot()
END: Final = decision.EndSeason()
BEGIN_WINTER: Final = decision.BeginWinter()
FIRST: Final = decision.BeginSeason(1, const.SPRING)


def begin_season(state: State, step: decision.BeginSeason) -> None:
    """Puts the season's steps on the agenda, in the order of these rules."""
    if step == FIRST:
        log_board(state, const.START)
    state.year, state.season = step
    state.agenda.extend(reversed(state.functions.season))
    state.note(entries.SeasonBegun, state.year, state.season)


def lay_out_actions(state: State, step: decision.Display) -> None:
    """W20: action cards are shuffled and laid out; F1: there are no bonus tiles."""
    state.phase = const.PLAN
    state.actions = tuple(state.chance.draw("actions", range(len(const.ACTIONS)), len(const.ACTIONS)))
    state.note(entries.ActionsShown, state.actions)


def display(state: State, step: decision.Display) -> None:
    """W20, W21: action cards and bonus tiles."""
    lay_out_actions(state, step)
    state.tiles_on_offer = tuple(state.chance.draw("tiles", range(len(const.TILES)), len(const.TILES)))
    state.note(entries.TilesShown, state.tiles_on_offer)


def ask_plans(state: State, step: decision.AskPlans) -> None:
    """W23: every player plans; plans are secret, so the order of asking does not matter."""
    state.phase = const.PLAN
    for seat in reversed(range(state.book.players)):
        if state.plans[seat] is None:
            state.agenda.append(ASK_PLAN[seat])


def draw_event(state: State, step: decision.DrawEvent) -> None:
    """W25: one of the open events is drawn for this season."""
    state.phase = const.ORDER
    if not state.events:  # as in begin_winter
        raise RuleError("W25", "an event must be drawn, but no event card is open")
    state.event = state.chance.draw("event", state.events, 1)[0]
    state.events = tuple([event for event in state.events if event != state.event])
    state.note(entries.EventDrawn, state.event)


def begin_actions(state: State, step: decision.BeginActions) -> None:
    state.phase = const.ACTION
    state.slot = state.seats_done = 0
    state.agenda.append(SLOT)


def resolve_slot(state: State, step: decision.ResolveSlot | decision.NextSeat) -> None:
    """W28: in turn order, each player reveals the card on the slot's action and resolves it."""
    if len(state.actions) <= state.slot:  # cards that a position does not list are shuffled when they are needed
        hidden = [action for action in range(len(const.ACTIONS)) if action not in state.actions]
        state.actions += tuple(state.chance.draw("actions", hidden, len(hidden)))
    action = state.actions[state.slot]
    perform = state.functions.actions[action]
    agenda, plans, owner, won, order = state.agenda, state.plans, state.owner, state.won, state.order
    below = len(agenda)
    for place in range(state.seats_done, len(order)):
        seat = order[place]
        plan = plans[seat]
        county = const.BLANK if plan is None else plan.boxes[action]
        if county == const.BLANK:
            continue
        state.seats_done = place
        if owner[county] != seat or county in won:
            # W28, W55: the card of a lost county is gone; after winning it back, it is in the hand
            log_action(state, seat, action, county, const.VOID)
            continue
        perform(state, seat, action, county)
        if len(agenda) != below or state.decision is not None:
            agenda.insert(below, NEXT)  # the action has steps of its own; the next seat follows after them
            return
    if state.slot == LAST:  # W20: the season ends with the tenth
        state.seats_done = len(order)
        agenda.append(END)
    else:
        state.slot += 1
        state.seats_done = 0
        agenda.append(SLOT)


def next_seat(state: State, step: decision.NextSeat) -> None:
    """One player has done the slot's action; the next one follows."""
    state.seats_done += 1
    resolve_slot(state, step)


def end_season(state: State, step: decision.EndSeason) -> None:
    """W25, W30: the event leaves the game, cards and tiles return."""
    players = state.book.players
    if state.event != const.NO_EVENT:
        state.spent_events += (state.event,)
        state.event = const.NO_EVENT
    state.plans = (None,) * players
    state.tiles = (const.NO_TILE,) * players
    state.tiles_on_offer = ()
    state.won = ()
    state.declared = ((),) * players
    log_standings(state)
    if state.season == const.FALL:
        state.agenda.append(BEGIN_WINTER)
    else:
        state.then(decision.BeginSeason, state.year, state.season + 1)


def log_action(
    state: State, seat: int, action: int, county: int, outcome: int, amount: int = 0, to: int = const.BLANK
) -> None:
    """Records the result of a planned action: the amount gained, placed or moved, and the county moved to."""
    if state.journal is not None:
        state.note(entries.ActionResolved, state.slot, seat, action, county, outcome, amount, to)
