"""Wallenstein for bots in other languages: the book, views and decisions as documents, and their JSON Schemas."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from wallenstein.core.documents import COUNT, JsonObject, Schema, by_name, either, many, open_object, or_null
from wallenstein.core.engine_game import EngineDocuments
from wallenstein.core.game import Schemas
from wallenstein.core.position import Document, Key, NamedRows, RowsBySeat, Shown, Whole, itself
from wallenstein.core.records import Named, Truth
from wallenstein.games.wallenstein.editions import all_kinds, functions
from wallenstein.games.wallenstein.editions.court.audience import NAME as COURT
from wallenstein.games.wallenstein.editions.court.records import box
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import COUNTY, EVENT_CODE, SEAT_CODE
from wallenstein.games.wallenstein.model.decision import Decision, Revolt
from wallenstein.games.wallenstein.model.offer import BOXES, Marches, Offer
from wallenstein.games.wallenstein.model.state import NO_CHANCE
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, BUILDINGS, PLAN
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.position.document import with_all, write_position
from wallenstein.games.wallenstein.position.holdings import CARDS, plan_codes
from wallenstein.games.wallenstein.rules import EDITIONS, Cards, Shortage, cards
from wallenstein.games.wallenstein.sample import state_from_view
from wallenstein.games.wallenstein.tower.models import TowerOdds

# The facts that never change in a game: the counties in play, the cards, the supply, the odds of the tower.

NAME: Final = Shown({"type": "string"}, str)


def building(kind: int) -> Callable[[Cards], int]:
    return lambda deck: deck.buildings[kind]


SHARE: Final = {"type": "number", "minimum": 0, "maximum": 1}
SUPPLY: Final = Document(
    *(Key(name, Whole(), name) for name in ("armies", "peasants")),
    *(Key(name, Whole(), building(kind)) for kind, name in enumerate(BUILDINGS)),
    Key("markers", Whole()),
)


def each(name: str) -> Callable[[Iterable[Any]], list[Any]]:
    return lambda cards: [getattr(card, name) for card in cards]


def on_board(name: str) -> Callable[[Book], list[object]]:
    return lambda book: [getattr(book.board, name)[county] for county in book.counties]


BOOK_COUNTIES: Final = NamedRows(
    COUNTY,
    lambda context: [context.book.board.ids[county] for county in context.book.counties],
    Key("region", NAME, lambda book: [book.board.regions[region] for region in on_board("region")(book)]),
    *(Key(name, Whole(), on_board(name)) for name in ("sites", "grain", "taxes")),
    Key("neighbours", CARDS, lambda book: [book.neighbours[county] for county in book.counties]),
)
BOOK_EVENTS: Final = NamedRows(
    EVENT_CODE,
    EVENT_CODE.names,
    Key("effect", NAME, each("effect")),
    Key("amount", Whole(), each("amount")),
    Key("region", Shown(or_null(NAME.schema()), lambda region: region or None), each("region")),
    Key("loss", Whole(), each("loss")),
)
BOOK_FAVORS: Final = NamedRows(
    Shown({"pattern": "^[0-9]+$"}, str),
    lambda context: [str(number) for number in box().favors],
    Key("effect", NAME, each("effect")),
    Key("amount", Whole(), each("amount")),
    Key("building", Named(BUILDINGS, "a building"), each("building"), nullable=True),
)
BOOK: Final = Document(
    Key("regions", Shown(many(NAME.schema()), list), "board.regions"),
    Key("counties", BOOK_COUNTIES, itself),
    Key("events", BOOK_EVENTS, "cards.events"),
    Key("shortages", RowsBySeat(*(Key(name, Whole(), each(name)) for name in Shortage._fields)), "cards.shortages"),
    Key("supply", SUPPLY, "cards"),
    Key("tower", Document(*(Key(name, Shown(SHARE, float), name) for name in TowerOdds._fields)), "odds"),
    Key(
        "favors",
        BOOK_FAVORS,
        lambda book: box().favors.values() if COURT in book.rules.expansions else None,
        sometimes=True,
    ),
)

# A decision as a document: its subject, and the options, or an offer if they are too many to list.

ATTACK: Final = Document(Key("seat", SEAT_CODE), Key("from", COUNTY, "source"), Key("armies", Whole()))
ABOUT: Final = Document(
    Key("county", COUNTY, lambda asked: None if asked.county == BLANK else asked.county, sometimes=True),
    Key("favor", Whole(), lambda asked: asked.favor or None, sometimes=True),
    Key("attack", ATTACK, sometimes=True),
    Key("extra", Whole(), lambda asked: asked.extra if isinstance(asked.step, Revolt) else None, sometimes=True),
)
MARCHES: Final = Document(  # one to `most` armies to one of the `targets`; null is a choice too if it is `optional`
    Key("targets", CARDS), Key("most", Whole()), Key("optional", Truth())
)
DECLARED: Final = Key(
    "declared",
    Shown(
        many(many({"enum": list(ACTIONS)})),
        lambda seats: [[ACTIONS[action] for action in declared] for declared in seats],
    ),
    sometimes=True,
)


def view_document(view: View) -> JsonObject:
    """The position that the view shows; in the first edition also the boxes that seats have declared empty (F3)."""
    document = write_position(state_from_view(view, NO_CHANCE))
    if view.phase == PLAN:
        document["agenda"] = None  # W23: the seats that have planned are hidden
    if "declare" in functions(view.book.rules, view.book.players).kinds:
        document["declared"] = DECLARED.code.write(view.declared, None)
    return document


# JSON Schemas of messages to bots and their answers; those of choices come from the codes of the kinds.


def shared() -> Schema:
    events = [event.id for edition in EDITIONS for event in cards(edition, PLAYERS[0]).events]
    return {
        "county": {"type": "string", "description": "The id of a county: one of those in the book"},
        "event": {"enum": sorted(set(events))},
        "seat": {"type": "integer", "minimum": 0, "maximum": PLAYERS[-1] - 1},
        "cubes": by_name({"pattern": "^([0-4]|peasant)$"}, COUNT),
    }


def schemas() -> Schemas:
    view = Document(*with_all().keys, DECLARED).schema()
    choices = {name: kind.schema() for name, kind in all_kinds().items() if name != "plan"}
    plans = either(*(part_plan.schema() for part_plan in plan_codes()))
    plan = {
        "counties": CARDS.schema(), "blanks": COUNT, "payable": COUNT, "no_bid": Truth().schema(),
        "empty": many({"enum": list(ACTIONS)}), "dice_towers": COUNT,
    }  # fmt: skip
    offer = open_object(plan, ("payable", "no_bid", "empty", "dice_towers"))
    offers = {"plan": offer, "march": MARCHES.schema(), "move": MARCHES.schema()}
    return Schemas(BOOK.schema(), view, ABOUT.schema(), offers, {"plan": plans, **choices}, shared())


def asked(view: View, decision: Decision) -> JsonObject:
    """The subject of the decision; an offer for a plan or a march."""
    about, options = ABOUT.write(decision, view), decision.options
    if isinstance(options, Offer):
        return {"about": about, "offer": {"counties": CARDS.write(options.counties, view), **options.limits()}}
    return {"about": about, **({"offer": MARCHES.write(options, view)} if isinstance(options, Marches) else {})}


def harmless(decision: Decision) -> object:
    """A plan that is as empty as it may be, or the default."""
    options = decision.options
    return options.repair(Plan((BLANK,) * BOXES)) if isinstance(options, Offer) else decision.default


DOCUMENTS: Final = EngineDocuments(functions, BOOK, view_document, asked, schemas, harmless)
