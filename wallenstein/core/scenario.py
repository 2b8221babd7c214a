"""Scenarios: a position, forced chance and decisions to play on with. Every game's are read and played in this way."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from wallenstein.core.documents import Json, PendingDecision
from wallenstein.core.errors import RuleError, WallensteinError

KEYS: Final = ("format", "position", "seed", "chance", "decisions", "until")
DECISION: Final = ("seat", "kind", "choice")
SEED: Final = 1  # where a scenario names none
SEEDS: Final = 2**64

State = TypeVar("State")
Forced = TypeVar("Forced")


class NotAskedError(WallensteinError):
    """A decision that does not match the one needed."""

    exit_code = 1
    names_its_place = True


class Playing(Protocol):
    """What is used of a game's state to play a scenario."""

    decision: Any

    def advance(self) -> None:
        """Plays on to the next decision."""

    def apply(self, choice: Any) -> None:
        """Makes this choice and plays on to the next decision."""


class Taken(NamedTuple):
    """A decision of the scenario: its seat, kind, choice and place."""

    seat: int
    kind: str
    choice: Any
    place: Json


# Of a game's choice: what was read, its place, the state and the decision; raises RuleError if it is illegal.
Check = Callable[[Any, Json, Any, Any], None]


@dataclass(frozen=True)
class Scenario(Generic[State, Forced]):
    """A well-formed scenario; the rules are checked when it is played."""

    state: State
    seed: int
    chance: tuple[Forced, ...]
    decisions: tuple[Taken, ...]
    until: str


@dataclass(frozen=True)
class ScenarioFormat(Generic[State, Forced]):
    """The scenarios of one game, and how the parts are read that only the game knows."""

    name: str
    example: str  # of a decision, for error messages
    stops: tuple[str, ...]  # what `until` can say; the first is the default
    read_position: Callable[[Json, Path], State]
    read_chance: Callable[[Json, State], Forced]
    kinds: Callable[[State], Collection[str]]
    players: Callable[[State], int]
    read_choice: Callable[[str, Json, State], Any]  # of a kind

    def read(self, place: Json, base: Path) -> Scenario[State, Forced]:
        """The scenario in a document; FormatError names the place of a mistake."""
        if isinstance(place.value, dict):
            if "format" not in place.value:
                place.fail(f'"format" is missing; a scenario begins with "format": "{self.name}"')
            place.at("format").code((self.name,), "this format")
        fields = place.members(KEYS)
        if "position" not in fields:
            place.fail('"position" is missing; a scenario starts from a position')
        state = self.read_position(fields["position"], base)
        seed = fields["seed"].whole(0, SEEDS - 1) if "seed" in fields else SEED
        chance = fields["chance"].items() if "chance" in fields else []
        decisions = fields["decisions"].items() if "decisions" in fields else []
        until = fields["until"].code(self.stops, "a stop") if "until" in fields else 0
        return Scenario(
            state,
            seed,
            tuple(self.read_chance(entry, state) for entry in chance),
            tuple(self.read_decision(decision, state) for decision in decisions),
            self.stops[until],
        )

    def read_decision(self, place: Json, state: State) -> Taken:
        """`{"seat": seat, "kind": kind, "choice": choice}`."""
        fields = place.members(DECISION)
        for key in DECISION:
            if key not in fields:
                place.fail(f'"{key}" is missing; a decision is {self.example}')
        seat = fields["seat"].whole(0, self.players(state) - 1)
        kinds = tuple(self.kinds(state))
        kind = kinds[fields["kind"].code(kinds, "a kind of decision")]
        return Taken(seat, kind, self.read_choice(kind, fields["choice"], state), fields["choice"])


def play_on(state: Playing, decisions: Sequence[Taken], check: Check, stop: PendingDecision) -> None:
    """Makes the decisions one after the other, until the game asks `stop`: then no decision is pending.

    Raises RuleError or NotAskedError if a decision or a forced chance is illegal.
    """
    state.advance()
    for taken in decisions:
        if state.decision is stop:
            break
        take(state, taken, check)
    if state.decision is stop:
        state.decision = None


def take(state: Playing, taken: Taken, check: Check) -> None:
    """Applies a decision, if it is the one needed and legal."""
    path = taken.place.path.removesuffix(".choice")
    asked: PendingDecision | None = state.decision
    if asked is None:
        raise NotAskedError(f"{path}: {taken.kind} of seat {taken.seat} does not fit; the game is over")
    if (asked.seat, asked.kind) != (taken.seat, taken.kind):
        raise NotAskedError(
            f"{path}: {taken.kind} of seat {taken.seat} does not fit; {asked.kind} of seat {asked.seat} is next"
        )
    try:
        check(taken.choice, taken.place, state, asked)
    except RuleError as error:
        raise RuleError(error.rule, f"{path}: {error.text}") from None
    state.apply(taken.choice)


def pending(asked: PendingDecision | None) -> dict[str, Any]:
    """What the document of a position reached says of the decision that it waits for, if any."""
    return {} if asked is None else {"pending": {"seat": asked.seat, "kind": asked.kind}}


def write_decisions(
    state: Playing, choose: Callable[[Any], Any], write: Callable[[PendingDecision, Any], Any]
) -> list[dict[str, Any]]:
    """Plays a game to its end with `choose` making every decision, and returns the decisions as a scenario has them.

    `write` turns a decision and its choice into what documents say.
    """
    written = []
    while (asked := state.decision) is not None:
        choice = choose(state)
        state.apply(choice)
        written.append({"seat": asked.seat, "kind": asked.kind, "choice": write(asked, choice)})
    return written


def scenario_document(
    name: str, position: dict[str, Any], chance: list[dict[str, Any]], decisions: list[dict[str, Any]]
) -> dict[str, Any]:
    """The scenario that replays a whole game."""
    return {"format": name, "position": position, "chance": chance, "decisions": decisions, "until": "end"}
