"""Winter (W70-W74): grain is lost, counties revolt, points are scored, the year ends."""

from typing import Final

from wallenstein.core.choices import new_record
from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.model import decision
from wallenstein.games.wallenstein.model.codes import COUNTY
from wallenstein.games.wallenstein.model.entries import Hungered, SeasonBegun, WinterBegun
from wallenstein.games.wallenstein.model.state import Kind, State
from wallenstein.games.wallenstein.names import OVER, SPRING, WINTER, WINTER_PHASE
from wallenstein.games.wallenstein.phases.actions import MARKERS
from wallenstein.games.wallenstein.phases.scoring import count_counties, log_standings
from wallenstein.games.wallenstein.phases.setup import open_events
from wallenstein.games.wallenstein.rules import Shortage

YEARS: Final = 2
SCORE: Final = decision.Score()


def begin_winter(state: State, step: decision.BeginWinter) -> None:
    """W70, W71: all players lose grain; all shortages are determined before the first revolt."""
    if len(state.events) != 1:  # a position may have had too few or too many for the seasons played
        raise RuleError("W70", f"winter begins with one open event card, not {len(state.events)}")
    state.season = WINTER
    state.phase = WINTER_PHASE
    loss = state.book.cards.events[state.events[0]].loss
    state.note(SeasonBegun, state.year, WINTER)
    state.note(WinterBegun, state.events[0], loss)
    hungry: list[decision.Hunger] = []
    counties = count_counties(state)
    for seat in state.order:
        state.grain[seat] = max(0, state.grain[seat] - loss)
        lacking = counties[seat] - state.grain[seat]
        line = shortage(state.book.cards.shortages, lacking)
        if line is not None:
            hungry.append(new_record(decision.Hunger, (seat, line.revolts, line.peasants)))
            state.note(Hungered, seat, lacking, line.revolts, line.peasants)
    state.agenda.append(SCORE)
    state.agenda.extend(reversed(hungry))


def shortage(table: tuple[Shortage, ...], lacking: int) -> Shortage | None:
    """The line of the winter table for this much lacking grain; None if none is lacking."""
    found = None
    for line in table:
        if lacking >= line.lacking:
            found = line
    return found


def hunger(state: State, step: decision.Hunger) -> None:
    """W71: county cards are drawn from the player's hand, or all if there are fewer."""
    seat, revolts, extra = step
    hand = state.counties(seat)
    drawn = hand if len(hand) <= revolts else state.chance.draw("revolts", hand, revolts)
    if drawn:
        state.then(decision.AskRevolt, seat, extra, tuple(drawn))


class ChoosingRevolt(Kind):
    """The next revolt in winter (W71)."""

    name = "revolt"
    rule = "W71"
    asked_by = (decision.AskRevolt,)
    code = COUNTY

    def ask(self, state: State, step: decision.AskRevolt) -> None:
        state.ask(step, step.seat, self.name, step.counties)

    def take(self, state: State, step: decision.AskRevolt, choice: int) -> None:
        """The county revolts now, the others after it."""
        seat, extra, counties = step
        rest = tuple([left for left in counties if left != choice])
        if rest:
            state.then(decision.AskRevolt, seat, extra, rest)
        state.then(decision.Revolt, seat, choice, extra)


def end_year(state: State, step: decision.EndYear) -> None:
    """W73, W74: the year's last event leaves; after the second year the game is over."""
    log_standings(state)
    state.spent_events += state.events
    state.events = ()
    if state.year == YEARS:
        state.phase = OVER
        return
    state.grain = [0] * state.book.players
    state.stock[MARKERS] += sum(state.markers)  # exact: ints
    state.markers = [0] * len(state.markers)
    open_events(state)
    state.then(decision.BeginSeason, state.year + 1, SPRING)
