"""Sixteen Thirty Something for bots in other languages: views as documents, choices, and their JSON Schemas."""

from collections.abc import Callable
from typing import Final

from wallenstein.core.chance import NoChance
from wallenstein.core.documents import COUNT, TRUTH, Json, JsonObject, Schema, by_name, many, open_object, or_null
from wallenstein.core.game import Schemas
from wallenstein.core.position import NUMBERS, Document, Key, NamedRows, NamedSet, RowsBySeat, Shown, Whole, objects
from wallenstein.core.records import ListCode, Truth, write_fields
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import CARD, CARDS_LISTED, COUNTRY, ISSUE, Decision
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import CARDS, CAUSES, COUNTRIES, OPENING_CARDS
from wallenstein.games.sixteen_thirty.phases.course import KINDS, functions
from wallenstein.games.sixteen_thirty.position import POSITION, write_position
from wallenstein.games.sixteen_thirty.position_parts import SEAT, write_cards
from wallenstein.games.sixteen_thirty.rows import PLAIN
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules
from wallenstein.games.sixteen_thirty.sample import state_from_view

# A view as a document: the position in its usual notation, with null for anything hidden from the seat.

NO_CHANCE: Final = NoChance()
SCORES: Final = RowsBySeat(  # of every turn
    Key("gains", NUMBERS, lambda scores: [turn.gains for turn in scores]),
    Key(
        "worth",
        Shown(many(by_name(COUNTRY.schema(), COUNT)), objects(COUNTRIES)),
        lambda scores: [turn.worth for turn in scores],
    ),
)
VIEW: Final = Document(
    Key("seat", SEAT, "seat"),
    Key("deck", Whole(), "deck_size"),
    Key("known", ListCode(CARDS_LISTED, "cards"), "known"),  # cards taken openly
    Key("scores", SCORES, "scores"),
    Key("log", Shown(many({"type": "object", "required": ["entry"]}), lambda log: list(PLAIN.lines(log, None))), "log"),
)


def view_document(view: View) -> JsonObject:
    document = write_position(state_from_view(view, NO_CHANCE))
    for seat, shows in enumerate(document["seats"]):
        if seat != view.seat:
            hide_seat(view, seat, shows)
    return {**document, **VIEW.write(view, view)}


def hide_seat(view: View, seat: int, shows: dict[str, object]) -> None:
    """Another seat's possessions, with null for each hidden marker and card."""
    shows["markers"] = [None] * view.marker_counts[seat]
    shows["hand"] = [None] * view.hand_sizes[seat]
    seen = view.markets[seat]
    shows["market"] = [*write_cards(seen), *[None] * (view.market_sizes[seat] - len(seen))]
    right = seat == (view.seat - 1) % view.book.players
    shows["passed"] = [COUNTRIES[marker] for marker in view.received] if right else None


# The facts that never change in a game.


def countries_of(name: str) -> Callable[[Book], list[bool]]:
    return lambda book: [bool(getattr(book.data, name) >> country & 1) for country in range(len(COUNTRIES))]


BOOK_COUNTRIES: Final = NamedRows(
    COUNTRY,
    lambda context: COUNTRIES,
    *(Key(name, Whole(), f"data.{name}") for name in ("status", "army", "ability", "markers")),
    Key("home_defence", Truth(), countries_of("home_defence")),
    Key("open_target", Truth(), countries_of("open_target")),
    Key("adjacent", NamedSet(COUNTRY), "data.adjacent"),
)
BOOK: Final = Document(
    Key("countries", BOOK_COUNTRIES),
    Key("cards", Shown(by_name(CARD.schema(), COUNT), lambda deck: dict(zip(CARDS, deck, strict=True))), "data.deck"),
    Key("quota", Whole(), "quota"),
    Key("draw", Whole(), "draw"),
    Key("limits", NUMBERS, "limits"),
)

# JSON Schemas of messages to bots and their answers; those of choices come from the codes of the kinds.

MAY_BE_NULL: Final = ("special", "bid", "exchange")  # kinds for which null is a legal choice


def shared() -> Schema:
    return {
        "country": {"enum": list(COUNTRIES)},
        "card": {"enum": list(CARDS)},
        "seat": {"type": "integer", "minimum": 0, "maximum": PLAYERS[-1] - 1},
    }


def choices() -> Schema:
    return {
        name: or_null(kind.code.schema()) if name in MAY_BE_NULL else kind.code.schema() for name, kind in KINDS.items()
    }


def offers() -> Schema:
    return {"open-display": open_object({"cards": CARDS_LISTED.schema(), "most": COUNT})}


def about() -> Schema:
    country = COUNTRY.schema()
    members = {
        "round": COUNT, "played": COUNT, "country": country, "called": country, "issue": ISSUE.schema(),
        "target": or_null(country), "second": TRUTH, "compulsory": TRUTH, "influence": many(COUNT),
        "cause": {"enum": list(CAUSES)}, "left": COUNT,
    }  # fmt: skip
    return open_object(members, tuple(members))


NOT_ABOUT: Final = ("seat",)  # members of a question that are elsewhere in the message


class SixteenThirtyDocuments:
    """Views, questions and choices as JSON."""

    def book(self, rules: Rules, players: int) -> JsonObject:
        book: JsonObject = BOOK.write(functions(rules, players).book, None)
        return book

    def view(self, view: View) -> JsonObject:
        return view_document(view)

    def question(self, view: View, decision: Decision) -> dict[str, object]:
        """The options, the subject of the decision, and a default; an offer for displays at the start."""
        chosen = functions(view.book.rules, view.book.players)
        kind = chosen.kinds[decision.kind]
        about = {key: value for key, value in write_fields(decision.step, chosen).items() if key not in NOT_ABOUT}
        asked: JsonObject = {"about": about}
        if isinstance(decision.options, Displays):
            cards = decision.options.named + decision.options.opened
            asked["offer"] = {"cards": [CARDS[card] for card in cards], "most": OPENING_CARDS}
        else:
            asked["options"] = [kind.write(option, chosen) for option in decision.options]
        return {**asked, "default": kind.write(decision.default, chosen)}

    def read_choice(self, place: Json, state: State, decision: Decision) -> object:
        return state.functions.kinds[decision.kind].read_legal(place, decision, state.functions)

    def schemas(self) -> Schemas:
        view = Document(*POSITION.keys, *VIEW.keys).schema()
        return Schemas(BOOK.schema(), view, about(), offers(), choices(), shared())
