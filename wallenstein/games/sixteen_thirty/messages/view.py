"""A view as a document: the position as the notation writes it, with null for what its seat cannot see."""

from typing import Any, Final

from wallenstein.core.luck.chance import NoChance
from wallenstein.games.sixteen_thirty.journal.log_lines import log_lines
from wallenstein.games.sixteen_thirty.model.sample import shown
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import COUNTRIES
from wallenstein.games.sixteen_thirty.position.document import write_position
from wallenstein.games.sixteen_thirty.position.seats import write_cards

NO_CHANCE: Final = NoChance()


def view_document(view: View) -> dict[str, Any]:
    """The position that the view shows; besides, the deck's size, cards taken openly, points and the log."""
    document = write_position(shown(view, NO_CHANCE))
    for seat, shows in enumerate(document["seats"]):
        if seat != view.seat:
            hide_seat(view, seat, shows)
    return {
        **document,
        "seat": view.seat,
        "deck": view.deck_size,
        "known": [write_cards(cards) for cards in view.known],
        "scores": [
            {"gains": list(scores.gains), "worth": [dict(zip(COUNTRIES, worth, strict=True)) for worth in scores.worth]}
            for scores in view.scores
        ],
        "log": list(log_lines(view.log)),
    }


def hide_seat(view: View, seat: int, shows: dict[str, Any]) -> None:
    """What another seat has, with null for each marker and card that cannot be seen."""
    shows["markers"] = [None] * view.marker_counts[seat]
    shows["hand"] = [None] * view.hand_sizes[seat]
    seen = view.markets[seat]
    shows["market"] = [*write_cards(seen), *[None] * (view.market_sizes[seat] - len(seen))]
    right = seat == (view.seat - 1) % view.book.players
    shows["passed"] = [COUNTRIES[marker] for marker in view.received] if right else None
