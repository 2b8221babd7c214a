"""Documents that the tests of positions, scenarios and the referee begin from."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from wallenstein.core.documents import Json, parse
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.position.document import read_position, write_position
from wallenstein.games.wallenstein.referee.scenario import REFEREE

HERE: Final = Path(__file__).parent
ACTIONS: Final = (
    "combat-a", "palace", "church", "post", "grain", "taxes", "deploy-5", "deploy-3", "deploy-1", "combat-b",
)  # fmt: skip
TILES: Final = ("thaler", "grain", "armies-6", "attack", "defence")

# Seat 0 attacks from Anhalt in the first slot; Kursachsen next to it belongs to seat 1.
FIGHT: Final[dict[str, Any]] = {
    "format": "wallenstein-position/1",
    "players": 3,
    "phase": "actions",
    "counties": {
        "anhalt": {"owner": 0, "armies": 5, "buildings": ["palace"], "markers": 1},
        "kursachsen": {"owner": 1, "armies": 3},
        "trier": {"owner": 2, "armies": 2},
    },
    "seats": [{"thalers": 5, "grain": 3}, {"thalers": 5, "grain": 3}, {"thalers": 5, "grain": 3}],
    "tower": {"0": 4, "1": 2, "peasant": 5},
    "tray": {"peasant": 1},
    "events": {"open": ["grain-cap", "tax-floor", "tax-cap"], "current": "church-peace-3"},
    "actions": list(ACTIONS),
    "order": [2, 0, 1],
    "tiles": {"2": "attack", "0": "thaler", "1": "armies-6"},
    "plans": [{"actions": {"combat-a": "anhalt"}, "bid": 2}, None, None],
}
MARCH: Final = {"seat": 0, "kind": "march", "choice": {"to": "kursachsen", "armies": 4}}

# All have three counties or fewer, so that cards run short and every plan with five blanks is legal.
PLANNING: Final[dict[str, Any]] = {
    **{key: FIGHT[key] for key in ("format", "players", "counties", "seats", "actions")},
    "phase": "plan",
    "events": {"open": ["tax-cap", "grain-cap", "tax-floor", "short-muster"]},
    "tiles_on_offer": list(TILES),
}
WINTER: Final[dict[str, Any]] = {
    **{key: FIGHT[key] for key in ("format", "players", "counties", "order")},
    "season": "winter",
    "phase": "winter",
    "events": {"open": ["tax-floor"]},
    "seats": [{"grain": 3}, {"grain": 3}, {"grain": 9}],
}


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with one value set; the path is made of keys and numbers between slashes."""
    new = deepcopy(document)
    here: Any = new
    *way, last = [int(key) if key.isdigit() and key not in "012" else key for key in path.split("/")]
    for key in way:
        here = here[int(key)] if isinstance(here, list) else here.setdefault(key, {})
    if isinstance(here, list):
        here[int(last)] = value
    else:
        here[last] = value
    return new


def without(document: dict[str, Any], *keys: str) -> dict[str, Any]:
    """A copy that leaves keys out."""
    return {key: value for key, value in document.items() if key not in keys}


def as_read(document: Any) -> Json:
    """The document as the command reads it."""
    return Json(parse(json.dumps(document).encode(), "test.json"))


def read(document: Any) -> State:
    """The state of a position."""
    return read_position(as_read(document), HERE)


def normal(document: Any) -> dict[str, Any]:
    """The normal form of a position."""
    return write_position(read(document))


def scenario(position: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """A scenario from the position."""
    return {"format": "wallenstein-scenario/1", "position": position, **rest}


def run(position: dict[str, Any], **rest: Any) -> State:
    """The state that a scenario reaches."""
    return REFEREE.play(REFEREE.read(as_read(scenario(position, **rest)), HERE))


def reached(position: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """The position that a scenario reaches."""
    return REFEREE.write_reached(run(position, **rest))
