"""A scenario of Wallenstein: its forced chance, and its own steps around those of the rules."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from wallenstein.core.documents import Json, JsonObject
from wallenstein.core.errors import RuleError
from wallenstein.core.scenario import Forced, ForcedChance, RecordingChance, Referee, Scenario, read_one_key
from wallenstein.games.wallenstein.editions import EXPANSIONS, all_kinds
from wallenstein.games.wallenstein.model import decision
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import CUBES, colours
from wallenstein.games.wallenstein.model.state import Functions, Kind, State, StepFunction
from wallenstein.games.wallenstein.names import ACTIONS, NOBODY, OVER, TILES
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.position.document import read_position, write_position
from wallenstein.games.wallenstein.tower.models import TowerChance, TowerModel

# Forced chance: entries are used in order by kind; the rest comes from a seed.

THROW: Final = "throw"

# Kinds of draws: the rule of each, and the names of its outcomes.
RULES: Final[dict[str, str]] = {
    THROW: "T1", "event": "W25", "tie": "W26", "revolts": "W71", "actions": "W20", "tiles": "W21", "events": "W15",
    "counties": "W13", "order": "F4",
}  # fmt: skip


def rules() -> dict[str, str]:
    """The rule of every kind of draw, also of the expansions'."""
    return RULES | {kind: draw.rule for part in EXPANSIONS.values() for kind, draw in part.draws.items()}


def highest(kind: str, book: Book) -> int:
    """The highest number of such a draw, if it draws numbers; otherwise it draws seats."""
    for part in EXPANSIONS.values():
        if kind in part.draws:
            return part.draws[kind].highest
    return book.players - 1


def names(kind: str, book: Book) -> Sequence[str]:
    """The names of a draw's outcomes, by code; empty for numbers."""
    if kind in ("event", "events"):
        return book.event_ids
    if kind in ("revolts", "counties"):
        return book.board.ids
    return {"actions": ACTIONS, "tiles": TILES}.get(kind, ())


def read_entry(place: Json, state: State) -> Forced:
    """An object with one key, the kind, and the outcome: names, or the cubes by colour."""
    book = state.book
    kind, value = read_one_key(place, rules(), f'{{"event": "{book.event_ids[0]}"}}')
    if kind == THROW:
        return Forced(kind, CUBES.read(value, state), value.path)
    known = names(kind, book)
    if kind == "event":
        return Forced(kind, [value.code(known, "an event")], value.path)
    what = {"revolts": "a county", "counties": "a county"}.get(kind, f"one of the {kind}")
    most = highest(kind, book)
    return Forced(
        kind, [item.code(known, what) if known else item.whole(0, most) for item in value.items()], value.path
    )


def write_entry(kind: str, outcome: Sequence[int], book: Book) -> JsonObject:
    if kind == THROW:
        return {kind: CUBES.write(outcome, None)}
    known = names(kind, book)
    named = [known[code] if known else code for code in outcome]
    return {kind: named[0] if kind == "event" else named}


class ScriptedChance(ForcedChance):
    def __init__(self, entries: Iterable[Forced], rest: TowerChance, state: State) -> None:
        """The state knows the season's open action cards."""
        super().__init__(rules(), entries, rest)
        self.state = state

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        if count > len(items):
            raise RuleError(self.rules[kind], f"{count} must be drawn for {kind}, but only {len(items)} are left")
        return super().draw(kind, items, count)

    def forced(self, entry: Forced, items: Sequence[int], count: int) -> list[int]:
        kind, outcome, book = entry.kind, entry.outcome, self.state.book
        open_cards = list(self.state.actions)
        if kind == "actions" and count < len(ACTIONS) and outcome[: len(open_cards)] == open_cards:
            outcome = outcome[len(open_cards) :]
        if len(outcome) != count or len(set(outcome)) != count or not set(outcome) <= set(items):
            (shown,) = write_entry(kind, entry.outcome, book).values()
            known = names(kind, book)
            possible = ", ".join(known[item] if known else str(item) for item in items)
            self.refuse(entry, f"{shown} cannot be drawn; {count} of these can: {possible}")
        return list(outcome)

    def use_up(self, kind: str, items: Sequence[int]) -> None:
        """Drops the next forced outcome if it has all of the items, which needs no draw."""
        queue = self.queues[kind]
        if queue and sorted(queue[0].outcome) == sorted(items):
            queue.popleft()

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        """T1: a forced throw must be possible with the cubes thrown and those inside."""
        if not self.queues[THROW]:
            return list(self.rest.throw(tower, falling, inside))
        entry = self.queues[THROW].popleft()
        for colour, count in enumerate(entry.outcome):
            if count > falling[colour] + inside[colour]:
                name = colours(self.state.book.players)[colour]
                there = f"{falling[colour]} are thrown in and {inside[colour]} are inside"
                self.refuse(entry._replace(path=f"{entry.path}.{name}"), f"{count} cannot fall out; {there}")
        return list(entry.outcome)


# A scenario's own steps around those of the rules: stops, and counties that all revolt.

STOP: Final = decision.Decision(NOBODY, "stop", (), ())  # takes the place of a decision, so that the rules wait


# The possible ends: the steps that may reach them, and a test; a finished game stops by itself.
UNTIL: Final[dict[str, dict[type, Callable[[State], bool]]]] = {
    "decision": {},
    "slot": {
        **dict.fromkeys((decision.BeginActions, decision.EndSeason), lambda state: True),
        **dict.fromkeys(
            (decision.ResolveSlot, decision.NextSeat),
            lambda state: decision.same(state.agenda[-1:], [decision.ResolveSlot()]),
        ),
    },
    "season": dict.fromkeys((decision.EndSeason, decision.EndYear), lambda state: state.phase != OVER),
    "year": {decision.EndYear: lambda state: state.phase != OVER},
    "end": {},
}


def stopping(functions: Functions, until: str) -> Functions:
    """The same rules, with a stop at `until`."""
    steps = dict(functions.steps)
    for step, reached in UNTIL[until].items():
        steps[step] = stopping_after(steps[step], reached)
    return replace(functions, steps=steps)


def stopping_after(do: StepFunction, reached: Callable[[State], bool]) -> StepFunction:
    """The step's function, with a stop if the end is reached."""

    def run(state: State, step: object) -> None:
        do(state, step)
        if reached(state):
            state.decision = STOP

    return run


def telling_of_all(functions: Functions, tell: Callable[[str, list[int]], None]) -> Functions:
    """The same rules, except that chance is informed when all counties of a player revolt."""
    hunger = functions.steps[decision.Hunger]

    def run(state: State, step: decision.Hunger) -> None:
        hand = state.counties(step.seat)
        if 0 < len(hand) <= step.revolts:
            tell("revolts", hand)
        hunger(state, step)

    return replace(functions, steps={**functions.steps, decision.Hunger: run})


class RecordedThrows(RecordingChance):
    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        outcome: list[int] = self.chance.throw(tower, falling, inside)
        self.outcomes.append((THROW, list(outcome)))
        return outcome

    def note(self, kind: str, items: list[int]) -> None:
        """Notes an outcome without a draw, so that no later outcome of the kind is taken for it."""
        self.outcomes.append((kind, list(items)))


class WallensteinReferee(Referee[State]):
    name = "wallenstein-scenario/1"
    example = '{"seat": 0, "kind": "march", "choice": …}'
    stops = tuple(UNTIL)
    stop = STOP
    recording = RecordedThrows

    def read_chance(self, place: Json, state: State) -> Forced:
        return read_entry(place, state)

    def write_chance(self, kind: str, outcome: Sequence[int], state: State) -> JsonObject:
        return write_entry(kind, outcome, state.book)

    def script(self, scenario: Scenario[State]) -> ScriptedChance:
        return ScriptedChance(scenario.chance, seeded(scenario.seed), scenario.state)

    def stopping(self, state: State, until: str, chance: ScriptedChance) -> Functions:
        return telling_of_all(stopping(state.functions, until), chance.use_up)

    def recorded(self, functions: Functions, recording: RecordedThrows) -> Functions:
        return telling_of_all(functions, recording.note)

    def kinds(self, state: State) -> dict[str, Kind]:
        """All kinds: one that the rules in play do not have is well formed, but never asked for."""
        return {**all_kinds(), **state.functions.kinds}


REFEREE: Final = WallensteinReferee(read_position, write_position, new_game)
