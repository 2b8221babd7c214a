"""JSON Schemas of what bots are sent and answer; those of choices come from the codes of the kinds."""

from typing import Any, Final

from wallenstein.core.game import Schemas
from wallenstein.core.json.schema import COUNT, NULL, TRUTH, Schema, by_name, either, many, open_object
from wallenstein.games.wallenstein.editions import EXPANSIONS, all_kinds, phases
from wallenstein.games.wallenstein.model.cards import cards
from wallenstein.games.wallenstein.model.codes import COUNTIES
from wallenstein.games.wallenstein.names import ACTIONS, BUILDINGS, SEASONS, TILES
from wallenstein.games.wallenstein.new_game import PLAYERS
from wallenstein.games.wallenstein.position.document import FORMAT
from wallenstein.games.wallenstein.rules import EDITIONS, VARIANTS

COUNTY: Final = {"$ref": "#/$defs/county"}
EVENT: Final = {"$ref": "#/$defs/event"}
SEAT: Final = {"$ref": "#/$defs/seat"}
CUBES: Final = {"$ref": "#/$defs/cubes"}
MAY_BE_NULL: Final = ("move", "favor")  # kinds of which nothing is a choice


def schemas() -> Schemas:
    """All of them."""
    return Schemas(book(), view(), about(), offers(), choices(), shared())


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


def plan_codes() -> list[Any]:
    """How plans are written in the base game and with each expansion that has plans of its own."""
    kinds = [all_kinds()["plan"], *(kind for part in EXPANSIONS.values() for kind in part.kinds if kind.name == "plan")]
    return [kind.code for kind in kinds]


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


def about() -> Schema:
    """What a decision is about."""
    attack = open_object({"seat": SEAT, "from": COUNTY, "armies": COUNT})
    members = {"county": COUNTY, "favor": COUNT, "attack": attack, "extra": COUNT}
    return open_object(members, tuple(members))


def book() -> Schema:
    """What never changes."""
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


def view() -> Schema:
    """The position, with null for what is hidden."""
    county = {"owner": SEAT, "armies": COUNT, "buildings": many({"enum": list(BUILDINGS)}), "markers": COUNT}
    events = {"open": many(EVENT), "current": either(EVENT, NULL), "gone": many(EVENT)}
    favors = {"open": by_name({"enum": ["4", "3", "2"]}, COUNT), "gone": many(COUNT)}
    tile = {"enum": list(TILES)}
    members = {
        "format": {"const": FORMAT},
        "rules": rules(),
        "players": {"enum": list(PLAYERS)},
        "year": {"enum": [1, 2]},
        "season": {"enum": list(SEASONS)},
        "phase": {"enum": list(phases().values())},
        "counties": by_name(COUNTY, open_object(county)),
        "seats": many(seat()),
        "tower": CUBES,
        "tray": CUBES,
        "events": open_object(events),
        "favors": open_object(favors),
        "actions": many({"enum": [*ACTIONS, None]}),
        "slot": {"type": "integer", "minimum": 1, "maximum": len(ACTIONS)},
        "order": many(SEAT),
        "acted": COUNT,
        "tiles_on_offer": many(tile),
        "tiles": by_name({"pattern": "^[0-4]$"}, tile),
        "plans": many(either(plan(), NULL)),
        "draft": draft(),
        "agenda": either(many({"type": "array"}), NULL),
        "result": many(open_object({"seat": SEAT, "rank": COUNT, "vp": COUNT})),
        "declared": many(many({"enum": list(ACTIONS)})),
    }
    sometimes = ("favors", "actions", "slot", "acted", "tiles_on_offer", "draft", "agenda", "result", "declared")
    return open_object(members, sometimes)


def rules() -> Schema:
    """The rules of a position."""
    return open_object(
        {
            "game": {"const": "wallenstein"},
            "edition": {"enum": list(EDITIONS)},
            "expansions": many({"enum": list(EXPANSIONS)}),
            "variant": {"enum": [*VARIANTS, None]},
            "board": {"type": "string"},
        }
    )


def seat() -> Schema:
    """What a seat has."""
    members = {
        "thalers": COUNT,
        "grain": COUNT,
        "vp": COUNT,
        "courtiers": open_object({"supply": COUNT, "hall": COUNT}),
        "kept_calm": TRUTH,
        "protected": many({"enum": ["combat-a", "combat-b"]}),
        "landsknecht": COUNT,
    }
    return open_object(members, ("courtiers", "kept_calm", "protected", "landsknecht"))


def plan() -> Schema:
    """A plan as its seat or others see it; the court may still be hidden."""
    ways = [code.schema()["properties"] for code in plan_codes()]
    members = {key: value for way in ways for key, value in way.items()}
    members["court"] = either(members["court"], NULL)
    return open_object(members, ("bid", "court"))


def draft() -> Schema:
    """The draft, null for hidden cards of the pile."""
    pair = either(many(COUNTY), NULL)
    members = {
        "open": many(COUNTY),
        "pile": many(either(COUNTY, NULL)),
        "groups": many(many(COUNT)),
        "first": SEAT,
        "seen": many(pair),
    }
    return open_object(members)
