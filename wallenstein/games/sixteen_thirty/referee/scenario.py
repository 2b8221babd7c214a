"""A scenario: a position, forced chance and decisions to play on with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.core.json_place import Json
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.position.document import NAME, read_position
from wallenstein.games.sixteen_thirty.referee.scripted_chance import Forced, read_entry

FORMAT: Final = f"{NAME}-scenario/1"
KEYS: Final = ("format", "position", "seed", "chance", "decisions", "until")
UNTIL: Final = ("decision", "round", "turn", "end")
SEED: Final = 1  # where a scenario names none
SEEDS: Final = 2**64


class Taken(NamedTuple):
    """A decision of the scenario: its seat, kind, choice and place."""

    seat: int
    kind: str
    choice: Any
    place: Json


@dataclass(frozen=True)
class Scenario:
    """A well-formed scenario; the rules are checked when it is played."""

    state: State
    seed: int
    chance: tuple[Forced, ...]
    decisions: tuple[Taken, ...]
    until: str


def read_scenario(place: Json, base: Path) -> Scenario:
    """The scenario in a document; FormatError names the place of a mistake."""
    if isinstance(place.value, dict):
        if "format" not in place.value:
            place.fail(f'"format" is missing; a scenario begins with "format": "{FORMAT}"')
        place.at("format").code((FORMAT,), "this format")
    fields = place.members(KEYS)
    if "position" not in fields:
        place.fail('"position" is missing; a scenario starts from a position')
    state = read_position(fields["position"], base)
    seed = fields["seed"].whole(0, SEEDS - 1) if "seed" in fields else SEED
    chance = fields["chance"].items() if "chance" in fields else []
    decisions = fields["decisions"].items() if "decisions" in fields else []
    until = UNTIL[fields["until"].code(UNTIL, "a stop")] if "until" in fields else UNTIL[0]
    return Scenario(
        state,
        seed,
        tuple([read_entry(entry) for entry in chance]),
        tuple([read_decision(decision, state) for decision in decisions]),
        until,
    )


def read_decision(place: Json, state: State) -> Taken:
    """`{"seat": seat, "kind": kind, "choice": choice}`."""
    fields = place.members(("seat", "kind", "choice"))
    for key in ("seat", "kind", "choice"):
        if key not in fields:
            place.fail(f'"{key}" is missing; a decision is {{"seat": 0, "kind": "vote", "choice": "red"}}')
    seat = fields["seat"].whole(0, state.book.players - 1)
    kinds = tuple(state.course.kinds)
    kind = kinds[fields["kind"].code(kinds, "a kind of decision")]
    choice = state.course.kinds[kind].read(fields["choice"], state.course)
    return Taken(seat, kind, choice, fields["choice"])
