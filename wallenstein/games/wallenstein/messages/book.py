"""What never changes in a game, as a document: the counties in play, the cards, the supply, the odds of the tower."""

from typing import Any

from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.editions.court.cards import box
from wallenstein.games.wallenstein.editions.court.state import NAME as COURT
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.cards import Event
from wallenstein.games.wallenstein.names import BUILDINGS
from wallenstein.games.wallenstein.rules import Rules


def book_document(rules: Rules, players: int) -> dict[str, Any]:
    """The book of a table of so many players."""
    book = functions(rules, players).book
    deck = book.cards
    document: dict[str, Any] = {
        "regions": list(book.board.regions),
        "counties": {book.board.ids[county]: county_document(book, county) for county in book.counties},
        "events": {event.id: event_document(event) for event in deck.events},
        "shortages": [line._asdict() for line in deck.shortages],
        "supply": {
            "armies": deck.armies,
            "peasants": deck.peasants,
            **dict(zip(BUILDINGS, deck.buildings, strict=True)),
            "markers": deck.markers,
        },
        "tower": book.odds._asdict(),
    }
    if COURT in rules.expansions:
        document["favors"] = {str(number): favor_document(number) for number in box().favors}
    return document


def county_document(book: Book, county: int) -> dict[str, Any]:
    """A county's values, and its neighbours in play."""
    board = book.board
    return {
        "region": board.regions[board.region[county]],
        "sites": board.sites[county],
        "grain": board.grain[county],
        "taxes": board.taxes[county],
        "neighbours": [board.ids[near] for near in book.neighbours[county]],
    }


def event_document(event: Event) -> dict[str, Any]:
    """What an event card does, and the grain that it costs in winter."""
    return {"effect": event.effect, "amount": event.amount, "region": event.region or None, "loss": event.loss}


def favor_document(number: int) -> dict[str, Any]:
    """What a favor card does, and how much of it."""
    favor = box().favors[number]
    return {
        "effect": favor.effect,
        "amount": favor.amount,
        "building": BUILDINGS[favor.building] if favor.building >= 0 else None,
    }
