"""The draft of the starting counties: prefers counties that are close together, away from the others (W13)."""

from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import NEUTRAL, PILE, REFRESH

RIVAL: Final = -1.0  # points for a neighbouring county of another
OWN: Final = 0.5  # for an own neighbour
REGION: Final = 0.5  # for each own county of the same region: majorities (W72)
TAX: Final = 0.3  # for a Thaler in taxes
HOPE: Final = 0.3  # for seeing two cards more


def site(view: View, county: int) -> float:
    """Points for a county as a start."""
    board, owner, seat = view.book.board, view.owner, view.seat
    near = [owner[other] for other in view.book.neighbours[county]]
    rivals = len(near) - near.count(seat) - near.count(NEUTRAL)
    together = sum([board.region[other] == board.region[county] for other in view.mine()])
    return RIVAL * rivals + OWN * near.count(seat) + REGION * together + TAX * board.taxes[county]


def draft_card(view: View, choice: Decision) -> int:
    """The better open card, or the pile where a card of it is likely to be better than both."""
    assert view.draft is not None, "no draft is under way"
    unknown = [*view.draft.hidden, *view.draft.buried]
    mean = total([site(view, county) for county in unknown]) / len(unknown)
    blind = {PILE: mean, REFRESH: mean + HOPE}
    card: int = max(choice.options, key=lambda card: blind[card] if card in blind else site(view, card))
    return card


def draft_group(view: View, choice: Decision) -> int:
    """The more rivals around, the larger the group."""
    near = [view.owner[other] for other in view.book.neighbours[choice.county]]
    rivals = sum([owner not in (view.seat, NEUTRAL) for owner in near])
    armies: int = choice.options[max(0, len(choice.options) - 1 - rivals)]
    return armies
