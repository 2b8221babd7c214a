"""Winter (W70-W74): grain is lost, the hungry revolt, points are scored, the year ends."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.model.cards import Shortage
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import OVER, SPRING, WINTER, WINTER_PHASE
from wallenstein.games.wallenstein.phases.actions import MARKERS
from wallenstein.games.wallenstein.phases.setup import open_events
from wallenstein.games.wallenstein.phases.standing import log_standings

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

YEARS = 2


def begin_winter(state: "State", step: Step) -> None:
    """W70, W71: everybody loses grain; all shortages are fixed before the first revolt."""
    state.season = WINTER
    state.phase = WINTER_PHASE
    loss = state.book.cards.events[state.events[0]].loss
    if state.journal is not None:
        state.journal.append(("season", state.year, WINTER))
        state.journal.append(("winter", state.events[0], loss))
    hungry: list[Step] = []
    for seat in state.order:
        state.grain[seat] = max(0, state.grain[seat] - loss)
        lacking = state.owner.count(seat) - state.grain[seat]
        line = shortage(state.book.cards.shortages, lacking)
        if line is not None:
            hungry.append(("hunger", seat, line.revolts, line.peasants))
            if state.journal is not None:
                state.journal.append(("hunger", seat, lacking, line.revolts, line.peasants))
    state.agenda.append(("score",))
    state.agenda.extend(reversed(hungry))


def shortage(table: tuple[Shortage, ...], lacking: int) -> Shortage | None:
    """The line of the winter table for so much lacking grain, if any is lacking."""
    found = None
    for line in table:
        if lacking >= line.lacking:
            found = line
    return found


def hunger(state: "State", step: Step) -> None:
    """W71: county cards are drawn from the player's hand; all, if there are not more."""
    seat, revolts, extra = step[1], step[2], step[3]
    hand = [county for county, owner in enumerate(state.owner) if owner == seat]
    drawn = hand if len(hand) <= revolts else state.chance.draw("revolts", hand, revolts)
    if drawn:
        state.agenda.append(("revolts", seat, extra, *drawn))


def ask_revolt(state: "State", step: Step) -> None:
    """W71: the player decides which revolt comes next."""
    state.ask(step, step[1], "revolt", step[3:])


def take_revolt(state: "State", step: Step, county: int) -> None:
    """The county's revolt comes now, the others after it."""
    seat, extra = step[1], step[2]
    rest = [left for left in step[3:] if left != county]
    if rest:
        state.agenda.append(("revolts", seat, extra, *rest))
    state.agenda.append(("revolt", seat, county, extra))


def end_year(state: "State", step: Step) -> None:
    """W73, W74: the year's last event leaves; after the second year the game is over."""
    log_standings(state)
    state.gone += state.events
    state.events = []
    if state.year == YEARS:
        state.phase = OVER
        return
    state.grain = [0] * state.book.players
    state.stock[MARKERS] += sum(state.markers)
    state.markers = [0] * len(state.markers)
    open_events(state, step)
    state.agenda.append(("season", state.year + 1, SPRING))
