"""A scenario: a position, forced chance and decisions to play on with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.core.json_place import Json
from wallenstein.games.wallenstein.editions import all_kinds
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.position.document import read_position
from wallenstein.games.wallenstein.referee.scripted_chance import Forced, read_entry
from wallenstein.games.wallenstein.referee.until import UNTIL

FORMAT: Final = "wallenstein-scenario/1"
KEYS: Final = ("format", "position", "seed", "chance", "decisions", "until")
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
    until = "decision"
    if "until" in fields:
        fields["until"].code(tuple(UNTIL), "a stop")
        until = fields["until"].value
    return Scenario(
        state,
        seed,
        tuple(read_entry(entry, state.book) for entry in chance),
        tuple(read_decision(decision, state) for decision in decisions),
        until,
    )


def read_decision(place: Json, state: State) -> Taken:
    """`{"seat": seat, "kind": kind, "choice": choice}`."""
    fields = place.members(("seat", "kind", "choice"))
    for key in ("seat", "kind", "choice"):
        if key not in fields:
            place.fail(f'"{key}" is missing; a decision is {{"seat": 0, "kind": "march", "choice": …}}')
    seat = fields["seat"].whole(0, state.book.players - 1)
    # a kind that the rules in play do not have is well formed, and never asked for
    kinds = {**all_kinds(), **state.functions.kinds}
    fields["kind"].code(tuple(kinds), "a kind of decision")
    kind = fields["kind"].value
    return Taken(seat, kind, kinds[kind].read(fields["choice"], state.functions), fields["choice"])
