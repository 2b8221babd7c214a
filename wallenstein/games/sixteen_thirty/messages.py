"""Sixteen Thirty Something for bots in other languages: views as documents, choices, and their JSON Schemas."""

from typing import Any, Final

from wallenstein.core.chance import NoChance
from wallenstein.core.documents import COUNT, TRUTH, Json, Schema, by_name, many, open_object, or_null
from wallenstein.core.game import Schemas
from wallenstein.core.records import write_fields
from wallenstein.games.sixteen_thirty.model.choices import Decision
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.model.visible import state_from_view
from wallenstein.games.sixteen_thirty.names import (
    CARDS,
    CAUSES,
    COUNTRIES,
    FACTIONS,
    ISSUES,
    MARKET_STEPS,
    OPENING_CARDS,
    PHASES,
    ROUND_STEPS,
    SPECIALS_IN_A_ROUND,
    STAGES,
    TURNS,
)
from wallenstein.games.sixteen_thirty.phases.course import KINDS, functions
from wallenstein.games.sixteen_thirty.position import FORMAT, NAME, read_choice, write_position
from wallenstein.games.sixteen_thirty.position_parts import write_cards
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules
from wallenstein.games.sixteen_thirty.tables import PLAIN

# A view as a document: the position as the notation writes it, with null for what its seat cannot see.

NO_CHANCE: Final = NoChance()


def view_document(view: View) -> dict[str, Any]:
    """The position that the view shows; besides, the deck's size, cards taken openly, points and the log."""
    document = write_position(state_from_view(view, NO_CHANCE))
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
        "log": list(PLAIN.lines(view.log, None)),
    }


def hide_seat(view: View, seat: int, shows: dict[str, Any]) -> None:
    """What another seat has, with null for each marker and card that cannot be seen."""
    shows["markers"] = [None] * view.marker_counts[seat]
    shows["hand"] = [None] * view.hand_sizes[seat]
    seen = view.markets[seat]
    shows["market"] = [*write_cards(seen), *[None] * (view.market_sizes[seat] - len(seen))]
    right = seat == (view.seat - 1) % view.book.players
    shows["passed"] = [COUNTRIES[marker] for marker in view.received] if right else None


# JSON Schemas of what bots are sent and answer; those of choices come from the codes of the kinds.

COUNTRY: Final = {"$ref": "#/$defs/country"}
CARD: Final = {"$ref": "#/$defs/card"}
SEAT: Final = {"$ref": "#/$defs/seat"}
COLOUR: Final = {"enum": list(FACTIONS)}
ISSUE: Final = {"enum": list(ISSUES)}
MAY_BE_NULL: Final = ("special", "bid", "exchange")  # kinds of which nothing is a choice


def by_country(schema: Any) -> Schema:
    """An object with some of the countries."""
    return by_name(COUNTRY, schema)


def schemas() -> Schemas:
    return Schemas(book(), view(), about(), offers(), choices(), shared())


def shared() -> Schema:
    """The names of the notation."""
    return {
        "country": {"enum": list(COUNTRIES)},
        "card": {"enum": list(CARDS)},
        "seat": {"type": "integer", "minimum": 0, "maximum": PLAYERS[-1] - 1},
    }


def choices() -> Schema:
    """Of every kind of decision."""
    return {
        name: or_null(kind.code.schema()) if name in MAY_BE_NULL else kind.code.schema() for name, kind in KINDS.items()
    }


def offers() -> Schema:
    """Of the kind whose choices are too many to list."""
    return {"open-display": open_object({"cards": many(CARD), "most": COUNT})}


def about() -> Schema:
    """What a decision is about."""
    members = {
        "round": COUNT,
        "played": COUNT,
        "country": COUNTRY,
        "called": COUNTRY,
        "issue": ISSUE,
        "target": or_null(COUNTRY),
        "second": TRUTH,
        "compulsory": TRUTH,
        "influence": many(COUNT),
        "cause": {"enum": list(CAUSES)},
        "left": COUNT,
    }
    return open_object(members, tuple(members))


def book() -> Schema:
    country = {
        **dict.fromkeys(("status", "army", "ability", "markers"), COUNT),
        "home_defence": TRUTH,
        "open_target": TRUTH,
        "adjacent": many(COUNTRY),
    }
    cards = {"type": "object", "propertyNames": CARD, "additionalProperties": COUNT}
    members = {
        "countries": by_country(open_object(country)),
        "cards": cards,
        "quota": COUNT,
        "draw": COUNT,
        "limits": many(COUNT),
    }
    return open_object(members)


def view() -> Schema:
    """The position, with null for what is hidden."""
    members = {
        "format": {"const": FORMAT},
        "rules": open_object({"game": {"const": NAME}, "data": {"type": "string"}}),
        "players": {"enum": list(PLAYERS)},
        "turn": {"type": "integer", "minimum": 1, "maximum": TURNS},
        "first": or_null(SEAT),
        "phase": {"enum": list(PHASES)},
        "current": or_null(SEAT),
        "step": {"enum": [*ROUND_STEPS, *MARKET_STEPS, None]},
        "specials": {"type": "integer", "minimum": 0, "maximum": SPECIALS_IN_A_ROUND},
        "countries": by_country(country()),
        "seats": many(seat()),
        "opening": many(or_null(by_country(many(CARD)))),
        "discard": many(CARD),
        "resolution": or_null(resolution()),
        "losing": or_null(open_object({"country": COUNTRY, "seats": many(SEAT)})),
        "result": or_null(many(open_object({"seat": SEAT, "rank": COUNT, "vp": COUNT}))),
        "seat": SEAT,
        "deck": COUNT,
        "known": many(many(CARD)),
        "scores": many(open_object({"gains": many(COUNT), "worth": many(by_country(COUNT))})),
        "log": many({"type": "object", "required": ["entry"]}),
    }
    return open_object(members)


def country() -> Schema:
    """A country of a position."""
    figures = dict.fromkeys(("status", "army", "ability"), COUNT)
    marks = dict.fromkeys(("leader", "unrest", "league"), TRUTH)
    return open_object({**figures, "faction": or_null(COLOUR), **marks})


def seat() -> Schema:
    """What a seat has; null for markers and cards that cannot be seen."""
    members = {
        "vp": COUNT,
        "markers": many(or_null(COUNTRY)),
        "passed": or_null(many(COUNTRY)),
        "hand": many(or_null(CARD)),
        "display": by_country(open_object({"cards": many(CARD), "descendant": TRUTH})),
        "market": many(or_null(CARD)),
    }
    return open_object(members)


def resolution() -> Schema:
    """The lobby under way; the votes of others are null."""
    members = {
        "country": COUNTRY,
        "issue": ISSUE,
        "target": or_null(COUNTRY),
        "second": TRUTH,
        "stage": {"enum": list(STAGES[1:])},
        "next": or_null(SEAT),
        "passed": many(SEAT),
        "votes": many(or_null(COLOUR)),
        "winner": or_null(COLOUR),
    }
    return open_object(members)


NOT_ABOUT: Final = ("seat",)  # members of a question that the message has already


class SixteenThirtyDocuments:
    """Views, questions and choices as JSON."""

    def book(self, rules: Rules, players: int) -> dict[str, Any]:
        """The countries, the cards, and what depends on the number of players."""
        book = functions(rules, players).book
        data = book.data
        return {
            "countries": {
                name: {
                    "status": data.status[country],
                    "army": data.army[country],
                    "ability": data.ability[country],
                    "markers": data.markers[country],
                    "home_defence": bool(data.home_defence >> country & 1),
                    "open_target": bool(data.open_target >> country & 1),
                    "adjacent": [
                        COUNTRIES[near] for near in range(len(COUNTRIES)) if data.adjacent[country] >> near & 1
                    ],
                }
                for country, name in enumerate(COUNTRIES)
            },
            "cards": {CARDS[card]: count for card, count in enumerate(data.deck)},
            "quota": book.quota,
            "draw": book.draw,
            "limits": list(book.limits),
        }

    def view(self, view: View) -> dict[str, Any]:
        """The position, with null for what is hidden."""
        return view_document(view)

    def question(self, view: View, decision: Decision) -> dict[str, Any]:
        """The options, what the decision is about, and a default; an offer for displays at the start."""
        chosen = functions(view.book.rules, view.book.players)
        kind = chosen.kinds[decision.kind]
        about = {key: value for key, value in write_fields(decision.step, chosen).items() if key not in NOT_ABOUT}
        asked: dict[str, Any] = {"about": about}
        if isinstance(decision.options, Displays):
            cards = decision.options.named + decision.options.opened
            asked["offer"] = {"cards": [CARDS[card] for card in cards], "most": OPENING_CARDS}
        else:
            asked["options"] = [kind.write(option, chosen) for option in decision.options]
        return {**asked, "default": kind.write(decision.default, chosen)}

    def read_choice(self, place: Json, state: State, decision: Decision) -> Any:
        """The choice, if it is legal."""
        return read_choice(place, state, decision)

    def schemas(self) -> Schemas:
        """What each part of a message may look like."""

        return schemas()
