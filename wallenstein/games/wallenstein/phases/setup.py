"""Setting up (W10-W15): line-up or draft, filling the tower, opening a year's events."""

from typing import Final

from wallenstein.core.documents import Json, Schema, either
from wallenstein.core.records import Context
from wallenstein.games.wallenstein.model import decision
from wallenstein.games.wallenstein.model.codes import CountyCode
from wallenstein.games.wallenstein.model.entries import CountiesShuffled, EventsOpened, Settled
from wallenstein.games.wallenstein.model.state import DraftTable, Kind, State
from wallenstein.games.wallenstein.names import DRAFT, PILE, REFRESH
from wallenstein.games.wallenstein.phases.combat import throw


def line_up(state: State, step: decision.LineUp) -> None:
    """W12: the default line-up; seat 0 is player A."""
    for seat, armies in enumerate(state.book.board.line_up(state.book.players)):
        for county, count in armies:
            settle(state, seat, county, count)


def settle(state: State, seat: int, county: int, armies: int) -> None:
    """Puts armies of the supply into a neutral county, which becomes the seat's."""
    state.owner[county] = seat
    state.armies[county] = armies
    state.supply[seat] -= armies


def fill_tower(state: State, step: decision.FillTower) -> None:
    """W14: the first throw, with armies of every player and peasants."""
    cards = state.book.cards
    state.phase = DRAFT
    hand = [cards.fill_armies] * state.book.players + [cards.fill_peasants]
    for colour, count in enumerate(hand):
        state.supply[colour] -= count
    throw(state, "fill", 0, -1, -1, hand)


def clear_tray(state: State, step: decision.ClearTray) -> None:
    for colour, count in enumerate(state.tray):
        state.supply[colour] += count
    state.tray = [0] * len(state.tray)


def open_events(state: State, step: object = None) -> None:
    """W15, W73: reveals four of the event cards still in the game."""
    left = [event for event in range(len(state.book.cards.events)) if event not in state.spent_events]
    state.events = tuple(state.chance.draw("events", left, 4))
    state.note(EventsOpened, state.events)


DRAFT_WORDS: Final = {PILE: "pile", REFRESH: "refresh"}  # choices other than counties, in documents


def begin_draft(state: State, step: decision.BeginDraft) -> None:
    """Shuffles the county cards, turns up two, and gives every player the groups to place (W11)."""
    book = state.book
    pile = state.chance.draw("counties", book.counties, len(book.counties))
    groups = [list(book.cards.groups) for _ in range(book.players)]
    state.phase = DRAFT
    state.draft = DraftTable(pile[:2], pile[2:], groups, [None] * book.players)
    state.note(CountiesShuffled, tuple(pile))
    state.then(decision.AskDraftCard, 0, 0)


def table(state: State) -> DraftTable:
    assert state.draft is not None, "no draft is under way"
    return state.draft


class DraftCardCode(CountyCode):
    """A county, `pile` or `refresh`."""

    def write(self, value: int, context: Context) -> str | None:
        return DRAFT_WORDS[value] if value in DRAFT_WORDS else super().write(value, context)

    def schema(self) -> Schema:
        return either(super().schema(), {"enum": list(DRAFT_WORDS.values())})

    def read(self, place: Json, context: Context) -> int:
        ids = context.book.board.ids
        code = place.code((*ids, *DRAFT_WORDS.values()), "a county or a draft word")
        return code if code < len(ids) else tuple(DRAFT_WORDS)[code - len(ids)]


class DraftingCard(Kind):
    """A county card of the draft: an open one, the pile's top, or first two new open cards (W13)."""

    name = "draft-card"
    rule = "W13"
    asked_by = (decision.AskDraftCard,)
    code = DraftCardCode()

    def ask(self, state: State, step: decision.AskDraftCard) -> None:
        """W13: a player who saw the same pair before may replace it, once per turn."""
        draft = table(state)
        seat = on_turn(state, step.turn)
        options = [*draft.opened, PILE]
        if not step.refreshed and draft.seen[seat] == tuple(sorted(draft.opened)):
            options.append(REFRESH)
        state.ask(step, seat, self.name, tuple(options))

    def take(self, state: State, step: decision.AskDraftCard, choice: int) -> None:
        """Takes the card; a taken open card is replaced at once."""
        turn = step.turn
        draft = table(state)
        if choice == REFRESH:
            draft.replace_open()
            state.then(decision.AskDraftCard, turn, 1)
            return
        draft.seen[on_turn(state, turn)] = tuple(sorted(draft.opened))
        if choice == PILE:
            county = draft.reveal()
        else:
            county = choice
            draft.opened[draft.opened.index(county)] = draft.reveal()
        state.then(decision.AskDraftGroup, turn, county)


class DraftingGroup(Kind):
    """The group of armies for the drafted county (W13)."""

    name = "draft-group"
    rule = "W13"
    asked_by = (decision.AskDraftGroup,)

    def ask(self, state: State, step: decision.AskDraftGroup) -> None:
        seat = on_turn(state, step.turn)
        groups = table(state).groups[seat]
        state.ask(step, seat, self.name, tuple(sorted(set(groups), reverse=True)))

    def take(self, state: State, step: decision.AskDraftGroup, choice: int) -> None:
        """Places the group; the draft ends when every group is on the board."""
        turn, county = step
        draft = table(state)
        seat = on_turn(state, turn)
        draft.groups[seat].remove(choice)
        settle(state, seat, county, choice)
        state.note(Settled, seat, county, choice)
        if any(draft.groups):
            state.then(decision.AskDraftCard, turn + 1, 0)
        else:
            state.draft = None


def on_turn(state: State, turn: int) -> int:
    """The seat with this turn of the draft, counted from 0."""
    return state.order[turn % len(state.order)]
