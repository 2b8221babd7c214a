"""Wallenstein for bots in other languages: the book, views and decisions as documents, and their JSON Schemas."""

from typing import Any, Final

from wallenstein.core.documents import COUNT, NULL, TRUTH, Json, Schema, by_name, either, many, open_object
from wallenstein.core.game import Schemas
from wallenstein.core.position import Document, Key, Shown
from wallenstein.games.wallenstein.editions import all_kinds, functions
from wallenstein.games.wallenstein.editions.court.courtiers import NAME as COURT
from wallenstein.games.wallenstein.editions.court.records import box
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import COUNTIES
from wallenstein.games.wallenstein.model.decision import Decision, Revolt
from wallenstein.games.wallenstein.model.offer import BOXES, Marches, Offer
from wallenstein.games.wallenstein.model.sample import state_from_view
from wallenstein.games.wallenstein.model.state import NO_CHANCE, State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, BUILDINGS, PLAN
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.position.document import read_choice, with_all, write_position
from wallenstein.games.wallenstein.position.season import plan_codes
from wallenstein.games.wallenstein.rules import EDITIONS, Event, Rules, cards

# What never changes in a game, as a document: the counties in play, the cards, the supply, the odds of the tower.


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


# A decision as a document: what it is about, and the options, or an offer where they are too many to list.


def question(view: View, decision: Decision) -> dict[str, Any]:
    """What is asked: `about`, `options` or `offer`, and `default`, a legal choice that does no harm."""
    chosen = functions(view.book.rules, view.book.players)
    kind, options = chosen.kinds[decision.kind], decision.options
    asked: dict[str, Any] = {"about": about(view, decision)}
    if isinstance(options, Offer):
        asked["offer"] = offer_document(options, view.book)
        default = options.repair(Plan((BLANK,) * BOXES))
    else:
        if isinstance(options, Marches):
            asked["offer"] = marches_document(options, view.book)
        else:
            asked["options"] = [kind.write(option, chosen) for option in options]
        default = decision.default
    return {**asked, "default": kind.write(default, chosen)}


def about(view: View, decision: Decision) -> dict[str, Any]:
    """The county, the favor, the attack or the revolt that the decision is about, as far as there is one."""
    ids, found = view.book.board.ids, dict[str, Any]()
    if decision.county != BLANK:
        found["county"] = ids[decision.county]
    if decision.favor:
        found["favor"] = decision.favor
    if decision.attack is not None:
        seat, source, armies = decision.attack
        found["attack"] = {"seat": seat, "from": ids[source], "armies": armies}
    if isinstance(decision.step, Revolt):
        found["extra"] = decision.extra
    return found


def marches_document(marches: Marches, book: Book) -> dict[str, Any]:
    """One to `most` armies to one of the `targets`; null is a choice too if it is `optional`."""
    targets = [book.board.ids[county] for county in marches.targets]
    return {"targets": targets, "most": marches.most, "optional": marches.optional}


def offer_document(offer: Offer, book: Book) -> dict[str, Any]:
    """What a plan is made of: county cards, how many boxes may stay without one, and what can be bid."""
    return {"counties": [book.board.ids[county] for county in offer.counties], **offer.limits()}


DECLARED: Final = Key(
    "declared",
    Shown(
        many(many({"enum": list(ACTIONS)})),
        lambda seats: [[ACTIONS[action] for action in declared] for declared in seats],
    ),
    sometimes=True,
)


def view_document(view: View) -> dict[str, Any]:
    """The position that the view shows; besides, in the first edition, what every seat has declared empty (F3)."""
    document = write_position(state_from_view(view, NO_CHANCE))
    if view.phase == PLAN:
        document["agenda"] = None  # W23: who has already planned is hidden
    if "declare" in functions(view.book.rules, view.book.players).kinds:
        document["declared"] = DECLARED.code.write(view.declared, None)
    return document


# JSON Schemas of what bots are sent and answer; those of choices come from the codes of the kinds.

COUNTY: Final = {"$ref": "#/$defs/county"}
EVENT: Final = {"$ref": "#/$defs/event"}
SEAT: Final = {"$ref": "#/$defs/seat"}
CUBES: Final = {"$ref": "#/$defs/cubes"}
MAY_BE_NULL: Final = ("move", "favor")  # kinds of which nothing is a choice


def schemas() -> Schemas:
    view = Document(*with_all().keys, DECLARED).schema()
    return Schemas(book(), view, about_schema(), offers(), choices(), shared())


def shared() -> Schema:
    """The names of the notation."""
    events = [event.id for edition in EDITIONS for event in cards(edition, PLAYERS[0]).events]
    return {
        "county": {"enum": list(COUNTIES)},
        "event": {"enum": sorted(set(events))},
        "seat": {"type": "integer", "minimum": 0, "maximum": PLAYERS[-1] - 1},
        "cubes": by_name({"pattern": "^([0-4]|peasant)$"}, COUNT),
    }


def choices() -> Schema:
    """Of every kind of decision of all editions and expansions."""
    found: Schema = {"plan": either(*(part_plan.schema() for part_plan in plan_codes()))}
    for name, kind in all_kinds().items():
        if name != "plan":
            found[name] = either(kind.code.schema(), NULL) if name in MAY_BE_NULL else kind.code.schema()
    return found


def offers() -> Schema:
    """Of the kinds whose choices are too many to list."""
    marches = open_object({"targets": many(COUNTY), "most": COUNT, "optional": TRUTH})
    optional = ("payable", "no_bid", "empty", "dice_towers")
    plan = {
        "counties": many(COUNTY),
        "blanks": COUNT,
        "payable": COUNT,
        "no_bid": TRUTH,
        "empty": many({"enum": list(ACTIONS)}),
        "dice_towers": COUNT,
    }
    return {"plan": open_object(plan, optional), "march": marches, "move": marches}


def about_schema() -> Schema:
    """What a decision is about."""
    attack = open_object({"seat": SEAT, "from": COUNTY, "armies": COUNT})
    members = {"county": COUNTY, "favor": COUNT, "attack": attack, "extra": COUNT}
    return open_object(members, tuple(members))


def book() -> Schema:
    share = {"type": "number", "minimum": 0, "maximum": 1}
    name = {"type": "string"}
    effect = {"effect": name, "amount": COUNT}
    values = {"region": name, "sites": COUNT, "grain": COUNT, "taxes": COUNT, "neighbours": many(COUNTY)}
    event = open_object({**effect, "region": either(name, NULL), "loss": COUNT})
    favor = open_object({**effect, "building": either({"enum": list(BUILDINGS)}, NULL)})
    members = {
        "regions": many(name),
        "counties": by_name(COUNTY, open_object(values)),
        "events": by_name(EVENT, event),
        "shortages": many(open_object({"lacking": COUNT, "revolts": COUNT, "peasants": COUNT})),
        "supply": open_object(dict.fromkeys(("armies", "peasants", *BUILDINGS, "markers"), COUNT)),
        "tower": open_object({"passes": share, "loosens": share}),
        "favors": by_name({"pattern": "^[0-9]+$"}, favor),
    }
    return open_object(members, ("favors",))


class WallensteinDocuments:
    """Views, questions and choices as JSON."""

    def book(self, rules: Rules, players: int) -> dict[str, Any]:
        """The board, the cards and what else never changes."""
        return book_document(rules, players)

    def view(self, view: View) -> dict[str, Any]:
        """The position, with null for what is hidden."""
        return view_document(view)

    def question(self, view: View, decision: Decision) -> dict[str, Any]:
        """Options or an offer, the default, and what the decision is about."""
        return question(view, decision)

    def read_choice(self, place: Json, state: State, decision: Decision) -> Any:
        """The choice, if it is legal."""
        return read_choice(place, state, decision)

    def schemas(self) -> Schemas:
        """What each part of a message may look like."""

        return schemas()
