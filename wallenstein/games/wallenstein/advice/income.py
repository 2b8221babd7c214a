"""The expected income from grain and taxes, and the expected losses in winter (W41, W70, W71)."""

from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import GRAIN, NO_EVENT, TILE_GRAIN, TILE_THALER
from wallenstein.games.wallenstein.phases.winter import shortage

HUNGRY_LINE: Final = 7  # W71: from so much lacking grain on, it gets no worse


def expected_income(view: View, action: int, county: int) -> float:
    """What grain or taxes bring in a county this season; while the event is unknown, the mean over the open ones."""
    tile = TILE_GRAIN if action == GRAIN else TILE_THALER
    bonus = view.tiles[view.seat] == tile
    if view.event != NO_EVENT:
        return _income(view, action, county, view.event) + bonus
    if not view.events:
        return float(_printed(view, action, county))
    together = sum([_income(view, action, county, event) for event in view.events])  # exact: ints
    return together / len(view.events)


def _printed(view: View, action: int, county: int) -> int:
    board = view.book.board
    return board.grain[county] if action == GRAIN else board.taxes[county]


def _income(view: View, action: int, county: int, event: int) -> int:
    amount = _printed(view, action, county)
    card = view.book.cards.events[event]
    kind = "grain" if action == GRAIN else "tax"
    if card.effect == f"{kind}-floor":
        return max(amount, card.amount)
    if card.effect == f"{kind}-cap":
        return min(amount, card.amount)
    if kind == "grain" and card.region == view.book.board.regions[view.book.board.region[county]]:
        if card.effect == "crop-failure":  # F5
            return max(0, amount - 2)
        if card.effect == "good-harvest":
            return amount + 2
    return amount


def winter_losses(view: View) -> list[int]:
    """What winter may cost in grain: each open event card is as likely to be the one left over (W25, W70)."""
    return [view.book.cards.events[event].loss for event in view.events]


def hunger(view: View, counties: int, grain: float) -> float:
    """The expected hunger in winter with this many counties and this much grain: revolts times peasants (W71)."""
    losses = winter_losses(view)
    if not losses:
        return 0.0
    return total([revolts(view, counties - max(0.0, grain - loss)) for loss in losses]) / len(losses)


def revolts(view: View, lacking: float) -> float:
    """How many counties winter will probably cost: the table's revolts, weighted by their extra peasants."""
    below = min(HUNGRY_LINE, max(0, int(lacking)))
    part = min(1.0, max(0.0, lacking - below))
    if lacking <= 0:
        return 0.0
    return _weight(view, below) * (1 - part) + _weight(view, below + 1) * part


def _weight(view: View, lacking: int) -> float:
    line = shortage(view.book.cards.shortages, lacking)
    return 0.0 if line is None else line.revolts * (1 + line.peasants) / 4
