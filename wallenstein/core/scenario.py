"""Scenarios: a position, forced chance and decisions to play on with. Every game's are played here."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, NamedTuple, NoReturn, TypeVar

from wallenstein.core.chance import Chance
from wallenstein.core.documents import Json, JsonObject, PendingDecision
from wallenstein.core.errors import RuleError, WallensteinError

KEYS: Final = ("format", "position", "seed", "chance", "decisions", "until")
DECISION: Final = ("seat", "kind", "choice")
SEED: Final = 1  # of a scenario that names none
SEEDS: Final = 2**64


class NotAskedError(WallensteinError):
    """A decision that does not match the pending one."""

    exit_code = 1
    names_its_place = True


State = TypeVar("State", bound=Any)  # an engine.EngineState with `chance` and `advance`


class Taken(NamedTuple):
    seat: int
    kind: str
    choice: object
    place: Json


class Forced(NamedTuple):
    kind: str
    outcome: Any
    path: str


@dataclass(frozen=True)
class Scenario(Generic[State]):
    """A well-formed scenario; the rules are checked when it is played."""

    state: State
    seed: int
    chance: tuple[Forced, ...]
    decisions: tuple[Taken, ...]
    until: str


class RecordingChance:
    """Records the outcomes of another chance by kind."""

    def __init__(self, chance: Chance) -> None:
        self.chance: Any = chance  # a game's own chance may do more than draw
        self.outcomes: list[tuple[str, list[int]]] = []

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        outcome: list[int] = self.chance.draw(kind, items, count)
        self.outcomes.append((kind, list(outcome)))
        return outcome


class ForcedChance(ABC):
    """Uses forced outcomes first, each at the next event of its kind; the rest comes from other chance."""

    def __init__(self, rules: Mapping[str, str], entries: Iterable[Forced], rest: Any) -> None:
        """`rules`: by kind, the rule that an impossible outcome breaks."""
        self.rules = rules
        self.rest = rest
        self.queues: dict[str, deque[Forced]] = {kind: deque() for kind in rules}
        for entry in entries:
            self.queues[entry.kind].append(entry)

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        queue = self.queues[kind]
        drawn: list[int]
        drawn = self.forced(queue.popleft(), items, count) if queue else self.rest.draw(kind, items, count)
        return drawn

    @abstractmethod
    def forced(self, entry: Forced, items: Sequence[int], count: int) -> list[int]:
        """The outcome of an entry; raises RuleError if it is impossible."""

    def refuse(self, entry: Forced, text: str) -> NoReturn:
        raise RuleError(self.rules[entry.kind], f"{entry.path}: {text}")


@dataclass(eq=False)
class Referee(ABC, Generic[State]):
    """Reads, plays and writes the scenarios of one game."""

    name: ClassVar[str]  # of the format
    example: ClassVar[str]  # of a decision, for error messages
    stops: ClassVar[tuple[str, ...]]  # values of `until`; the first is the default
    stop: ClassVar[PendingDecision]  # takes the place of a decision, so that the rules wait
    recording: ClassVar[type[RecordingChance]] = RecordingChance

    read_position: Callable[[Json, Path], State]
    write_position: Callable[[State], JsonObject]
    new_game: Callable[[Any, int, Any], State]  # of rules, number of players and chance, before its first decision

    @abstractmethod
    def read_chance(self, place: Json, state: State) -> Forced:
        """A forced outcome: an object with one key, the kind of chance."""

    @abstractmethod
    def write_chance(self, kind: str, outcome: Sequence[int], state: State) -> JsonObject:
        """The entry that forces an outcome."""

    @abstractmethod
    def script(self, scenario: Scenario[State]) -> object:
        """Chance that uses forced outcomes first."""

    @abstractmethod
    def stopping(self, state: State, until: str, chance: Any) -> object:
        """The functions of the state's game, with a stop at `until`."""

    def recorded(self, functions: Any, recording: Any) -> Any:
        return functions

    def kinds(self, state: State) -> Mapping[str, Any]:
        """The kinds of decisions that are well formed."""
        kinds: Mapping[str, object] = state.functions.kinds
        return kinds

    def read(self, place: Json, base: Path) -> Scenario[State]:
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
        seat = fields["seat"].whole(0, state.functions.book.players - 1)
        kinds = self.kinds(state)
        kind = tuple(kinds)[fields["kind"].code(tuple(kinds), "a kind of decision")]
        return Taken(seat, kind, kinds[kind].read(fields["choice"], state.functions), fields["choice"])

    def play(
        self, scenario: Scenario[State], watched: Callable[[object], object] = lambda functions: functions
    ) -> State:
        """Plays on from the scenario's position to its end, or until a decision is missing.

        The state has a journal of what happened. `watched` puts functions around those of the rules. Raises RuleError
        or NotAskedError if a decision or a forced chance is illegal.
        """
        state = scenario.state
        functions = state.functions
        state.chance = self.script(scenario)
        state.journal = []
        state.functions = watched(self.stopping(state, scenario.until, state.chance))
        state.advance()
        for taken in scenario.decisions:
            if state.decision is self.stop:
                break
            self.take(state, taken)
        if state.decision is self.stop:
            state.decision = None
        state.functions = functions
        return state

    def take(self, state: State, taken: Taken) -> None:
        """Applies a decision if it is legal and pending."""
        path = taken.place.path.removesuffix(".choice")
        asked: PendingDecision | None = state.decision
        if asked is None:
            raise NotAskedError(f"{path}: {taken.kind} of seat {taken.seat} does not fit; the game is over")
        if (asked.seat, asked.kind) != (taken.seat, taken.kind):
            raise NotAskedError(
                f"{path}: {taken.kind} of seat {taken.seat} does not fit; {asked.kind} of seat {asked.seat} is next"
            )
        try:
            functions = state.functions
            functions.kinds[asked.kind].check_read(taken.choice, taken.place, asked, functions)
        except RuleError as error:
            raise RuleError(error.rule, f"{path}: {error.text}") from None
        state.apply(taken.choice)

    def write_reached(self, state: State) -> JsonObject:
        asked: PendingDecision | None = state.decision
        pending = {} if asked is None else {"pending": {"seat": asked.seat, "kind": asked.kind}}
        return self.write_position(state) | pending

    def transcribe(self, rules: object, players: int, chance: Chance, choose: Callable[[State], object]) -> JsonObject:
        """Plays a whole game with `choose` making every decision, and returns the scenario that replays it."""
        recording = self.recording(chance)
        state = self.new_game(rules, players, recording)
        recording.outcomes.clear()  # the set-up's draws are in the position
        position = self.write_position(state)
        functions = state.functions = self.recorded(state.functions, recording)
        decisions = []
        while (asked := state.decision) is not None:
            choice = choose(state)
            state.apply(choice)
            written = functions.kinds[asked.kind].write(choice, functions)
            decisions.append({"seat": asked.seat, "kind": asked.kind, "choice": written})
        outcomes = [self.write_chance(kind, outcome, state) for kind, outcome in recording.outcomes]
        return {
            "format": self.name, "position": position, "chance": outcomes, "decisions": decisions, "until": "end",
        }  # fmt: skip


def read_one_key(place: Json, kinds: Iterable[str], example: str) -> tuple[str, Json]:
    """The key and the value of an object with one key, the kind of chance."""
    members = place.members(tuple(kinds))
    if len(members) != 1:
        place.fail(f"must have one key, the kind of chance, such as {example}")
    ((kind, value),) = members.items()
    return kind, value
