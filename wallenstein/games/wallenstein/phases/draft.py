"""The draft of the starting counties (W13)."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.model.draft_table import DraftTable
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import DRAFT, PILE, REFRESH
from wallenstein.games.wallenstein.phases.setup import settle

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def begin_draft(state: "State", step: Step) -> None:
    """Shuffles the county cards, opens two, and gives every player the groups to place (W11)."""
    book = state.book
    pile = state.chance.draw("counties", book.counties, len(book.counties))
    groups = [list(book.cards.groups) for _ in range(book.players)]
    state.phase = DRAFT
    state.draft = DraftTable(pile[:2], pile[2:], groups, book.players)
    if state.journal is not None:
        state.journal.append(("counties", *pile))
    state.agenda.append(("draft-card", 0, 0))


def table(state: "State") -> DraftTable:
    """The draft under way."""
    assert state.draft is not None, "no draft is under way"
    return state.draft


def draft_card(state: "State", step: Step) -> None:
    """Asks which card: an open one, the pile's top, or first two new open cards."""
    turn, refreshed = step[1], step[2]
    draft = table(state)
    seat = state.order[turn % len(state.order)]
    options = [*draft.opened, PILE]
    if not refreshed and draft.seen[seat] == tuple(sorted(draft.opened)):
        options.append(REFRESH)
    state.ask(step, seat, "draft-card", tuple(options))


def take_draft_card(state: "State", step: Step, choice: int) -> None:
    """Takes the card; a taken open card is replaced at once."""
    turn = step[1]
    draft = table(state)
    if choice == REFRESH:
        draft.replace_open()
        state.agenda.append(("draft-card", turn, 1))
        return
    draft.seen[state.order[turn % len(state.order)]] = tuple(sorted(draft.opened))
    if choice == PILE:
        county = draft.reveal()
    else:
        county = choice
        draft.opened[draft.opened.index(county)] = draft.reveal()
    state.agenda.append(("draft-group", turn, county))


def draft_group(state: "State", step: Step) -> None:
    """Asks which of the groups left goes into the county taken."""
    seat = state.order[step[1] % len(state.order)]
    groups = table(state).groups[seat]
    state.ask(step, seat, "draft-group", tuple(sorted(set(groups), reverse=True)))


def take_draft_group(state: "State", step: Step, armies: int) -> None:
    """Places the group; the draft ends when every group is on the board."""
    turn, county = step[1], step[2]
    draft = table(state)
    seat = state.order[turn % len(state.order)]
    draft.groups[seat].remove(armies)
    settle(state, seat, county, armies)
    if state.journal is not None:
        state.journal.append(("settle", seat, county, armies))
    if any(draft.groups):
        state.agenda.append(("draft-card", turn + 1, 0))
    else:
        state.draft = None
