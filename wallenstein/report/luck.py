"""Luck and decisions of one game: which throw, draw or decision changed each seat's chance to win.

The game is played again. At each question to chance, the forecast of the chances to win after its answer is compared
with the mean over all possible answers; the rest of a change belongs to the seat that acted. Since these
deviations have the mean zero, luck adds up to nothing over many games between equal bots.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import permutations
from math import perm
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from wallenstein.core.chance import sample
from wallenstein.core.game import Placing
from wallenstein.core.search.playout import Playable, Policy, playout
from wallenstein.pages.chances import Chances, won

Chance = Sequence[float]  # to win, by seat
Outcome = Sequence[int]
Outcomes = Sequence[tuple[float, Outcome]]  # possible answers of chance with their probabilities
MOST: Final = 120  # orders of a draw that are all looked at
SAMPLED: Final = 60  # of others
PLAYOUTS: Final = 30  # of each outcome that the forecast does not see at once
NOBODY: Final = -1
SETUP: Final = "set-up"
DECISION: Final = "decisions"
COURSE: Final = "course"  # events without a choice: harvests, hunger, points, and the forecast's own second thoughts


class Replayed(Playable, Protocol):
    """A state of a game that is played again."""

    functions: Any
    journal: Any
    chance: Any

    def advance(self) -> None: ...
    def view(self, seat: int) -> object: ...
    def result(self) -> Sequence[Placing]: ...


Act = Callable[[Replayed], None]  # something done to a state
Answer = Callable[..., list[int]]  # of chance


class Part(NamedTuple):
    """A change of the chances to win, and its cause."""

    happened: int  # entries of the journal up to there
    source: str  # a kind of draw, `throw`, or one of the above
    seat: int  # whose decision it was
    changes: tuple[float, ...]


class Asked(NamedTuple):
    method: str  # such as draw
    asked: tuple[Any, ...]  # such as items of a kind and their count
    outcome: Outcome

    @property
    def source(self) -> str:
        return str(self.asked[0]) if self.method == "draw" else self.method


class WatchedChance:
    """Keeps every question to another chance; `note` learns of them."""

    def __init__(self, chance: object, note: Callable[[Asked], None]) -> None:
        self.chance = chance
        self.note = note

    def __getattr__(self, method: str) -> Answer:
        return partial(self.ask, method)

    def ask(self, method: str, *asked: object) -> list[int]:
        kept = tuple(list(each) if isinstance(each, list) else each for each in asked)
        outcome: list[int] = getattr(self.chance, method)(*asked)
        self.note(Asked(method, kept, list(outcome)))
        return outcome


class EnoughError(Exception):
    """Chance was asked more than it was given answers."""


class GivenChance:
    """Answers with given outcomes, whatever is asked; then with those of the rest, if there is one."""

    def __init__(self, outcomes: Iterable[Outcome], rest: object = None) -> None:
        self.outcomes = iter(outcomes)
        self.rest = rest

    def __getattr__(self, method: str) -> Answer:
        return partial(self.answer, method)

    def answer(self, method: str, *asked: object) -> list[int]:
        for outcome in self.outcomes:
            return list(outcome)
        if self.rest is None:
            raise EnoughError
        answer: Answer = getattr(self.rest, method)
        return answer(*asked)


class DrawLuck:
    """The possible answers of chance, and the chances to win after each."""

    def __init__(self, chances: Chances[Replayed], rng: Random) -> None:
        self.chances = chances
        self.rng = rng

    def outcomes(self, call: Asked, entries: Sequence[object]) -> Outcomes:
        """All answers with their probabilities; of too many, some at random. `entries` say what happened then."""
        _, items, count = call.asked
        number = perm(len(items), count)
        if number <= MOST:
            return [(1 / number, order) for order in permutations(items, count)]
        return [(1 / SAMPLED, sample(self.rng.random, items, count)) for _ in range(SAMPLED)]

    def value(self, state: Replayed, call: Asked, entries: Sequence[object]) -> Chance:
        """The mean of the chances over what the outcomes left open."""
        return self.chances.of(state)

    def plays_on(self, state: Replayed, call: Asked) -> Policy | None:
        """The policy of all seats by which the effect of an outcome shows, if the forecast does not see it at once."""
        return None


class Reviewer:
    """Watches a game that is played again."""

    def __init__(self, state: Replayed, luck: DrawLuck) -> None:
        self.luck = luck
        self.played = state.functions
        self.calls: list[Asked] = []
        self.frames: list[list[int]] = []  # of the functions under way, the numbers of their calls
        self.seat = NOBODY
        self.last = luck.chances.of(state)
        even = 1 / len(self.last)
        self.parts = [Part(0, SETUP, NOBODY, tuple(chance - even for chance in self.last))]
        state.chance = WatchedChance(state.chance, self.called)

    def called(self, call: Asked) -> None:
        self.frames[-1].append(len(self.calls))
        self.calls.append(call)

    def watching(self, do: Callable[..., None]) -> Callable[..., None]:
        """A function of the rules, with its changes accounted for."""

        def run(state: Replayed, *arguments: object) -> None:
            self.account(state, ())
            self.run(state, lambda played: do(played, *arguments))

        return run

    def make(self, state: Replayed, choice: object) -> None:
        """Makes a choice; its immediate effects belong to its seat."""
        self.seat = state.decision.seat
        self.run(state, lambda played: played.make(choice))

    def run(self, state: Replayed, act: Act) -> None:
        """Does something to the state; then everything chance was asked directly in it is looked at again."""
        before, first, begun = state.copy(), len(self.calls), len(state.journal)
        before.functions = self.played
        self.frames.append([])
        act(state)
        asked = self.frames.pop()
        entries = state.journal[begun:]
        for number in asked:
            given = [call.outcome for call in self.calls[first:number]]
            self.add(state, self.calls[number].source, NOBODY, self.deviation(before, act, given, number, entries))
        self.account(state, entries)

    def deviation(
        self, before: Replayed, act: Act, given: Sequence[Outcome], number: int, entries: Sequence[object]
    ) -> list[float]:
        """The chances after chance answered as it did, less their mean over all answers."""
        call = self.calls[number]
        policy, seed = self.luck.plays_on(before, call), self.luck.rng.getrandbits(48)

        def value(outcome: Outcome, actual: bool) -> Chance:
            if policy is not None:
                return self.rehearsed(before, act, [*given, outcome], policy, seed)
            state = self.after(before, act, [*given, outcome])
            return self.luck.chances.of(state) if actual else self.luck.value(state, call, entries)

        actual = value(call.outcome, True)
        mean, whole = [0.0] * len(actual), 0.0
        for probability, outcome in self.luck.outcomes(call, entries):
            chances = value(outcome, False)
            mean = [sum_ + probability * chance for sum_, chance in zip(mean, chances, strict=True)]
            whole += probability
        return [chance - each / whole for chance, each in zip(actual, mean, strict=True)]

    def after(self, before: Replayed, act: Act, outcomes: Sequence[Outcome]) -> Replayed:
        """A copy in which chance answers so, up to the next question to it."""
        copy = before.copy(GivenChance(outcomes))
        with suppress(EnoughError):
            act(copy)
        return copy

    def rehearsed(self, before: Replayed, act: Act, outcomes: Sequence[Outcome], policy: Policy, seed: int) -> Chance:
        """The mean chances at the season's end if chance answers so; the rest of the luck is the same for all."""
        mean = [0.0] * len(self.last)
        for number in range(PLAYOUTS):
            rng = Random(seed + number)
            copy = before.copy(GivenChance(outcomes, before.free_chance(rng)))
            act(copy)
            copy.advance()
            end = playout(copy, [policy] * len(mean), rng, "season")
            mean = [sum_ + chance / PLAYOUTS for sum_, chance in zip(mean, self.luck.chances.of(end), strict=True)]
        return mean

    def account(self, state: Replayed, entries: Sequence[object]) -> None:
        """A change that is nobody's luck belongs to the acting seat."""
        now = self.luck.chances.of(state)
        seats = [seat for entry in entries if (seat := getattr(entry, "seat", NOBODY)) != NOBODY]
        if seats:
            self.seat = seats[-1]
        changes = [chance - before for chance, before in zip(now, self.last, strict=True)]
        self.add(state, COURSE if self.seat == NOBODY else DECISION, self.seat, changes)
        self.seat = NOBODY

    def add(self, state: Replayed, source: str, seat: int, changes: Sequence[float]) -> None:
        if any(changes):
            self.parts.append(Part(len(state.journal), source, seat, tuple(changes)))
            self.last = [before + change for before, change in zip(self.last, changes, strict=True)]


def new_reviewer(game: Any, state: Replayed, rng: Random | None = None) -> Reviewer:
    pages, luck = game.load("pages"), game.load("luck") if "luck" in game.places else DrawLuck
    reviewer = Reviewer(state, luck(pages.chances, rng or Random(0)))
    state.functions = pages.watching(reviewer, state.functions)
    return reviewer


def finished(reviewer: Reviewer, state: Replayed) -> list[Part]:
    """The parts in order, with the rest up to the result: together with even chances at the beginning they are it."""
    rest = [share - chance for share, chance in zip(won(state.result()), reviewer.last, strict=True)]
    reviewer.add(state, COURSE, NOBODY, rest)
    return reviewer.parts


def by_source(parts: Sequence[Part], seat: int) -> Mapping[str, float]:
    """A seat's sum of changes by source; its own decisions separate from those of others."""
    found: dict[str, float] = {}
    for part in parts:
        source = part.source
        if source == DECISION:
            source = OWN if part.seat == seat else OTHERS
        found[source] = found.get(source, 0.0) + part.changes[seat]
    return found


OWN: Final = "own decisions"
OTHERS: Final = "others' decisions"
