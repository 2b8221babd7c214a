"""JSON Schemas of what bots are sent and answer; those of choices come from the codes of the kinds."""

from typing import Any, Final

from wallenstein.core.game import Schemas
from wallenstein.core.json.schema import COUNT, TRUTH, Schema, by_name, many, open_object, or_null
from wallenstein.games.sixteen_thirty.data_file import PLAYERS
from wallenstein.games.sixteen_thirty.names import (
    CARDS,
    CAUSES,
    COUNTRIES,
    FACTIONS,
    ISSUES,
    MARKET_STEPS,
    PHASES,
    ROUND_STEPS,
    SPECIALS_IN_A_ROUND,
    STAGES,
    TURNS,
)
from wallenstein.games.sixteen_thirty.phases.course import KINDS
from wallenstein.games.sixteen_thirty.position.document import FORMAT, NAME

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
    """All of them."""
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
    """What never changes."""
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
