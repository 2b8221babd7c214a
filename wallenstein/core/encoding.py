"""Games as numbers, for learning programs: views as arrays of fixed size, choices as sequences of numbered actions."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

MOST: int = 255  # an entry of an observation is one byte; higher counts are cut off here

Choice = TypeVar("Choice")


class Feature(NamedTuple):
    """A stretch of an observation: one byte for each combination of the axes' labels, the last axis fastest."""

    name: str
    about: str  # what the entries mean
    axes: tuple[tuple[str, ...], ...]
    high: int = 1  # the highest value

    @property
    def size(self) -> int:
        return prod(map(len, self.axes))

    def entries(self) -> Iterator[str]:
        for labels in product(*self.axes):
            yield ", ".join((self.name, *labels))


class StepwiseAnswer(Protocol):
    """An answer to one question, given action by action."""

    @property
    def done(self) -> bool:
        """Whether the answer is complete: an action is never asked for if only one is possible."""

    @property
    def choice(self) -> Any: ...

    def legal(self) -> Collection[int]:
        """The actions that may come next, at least two; each can be completed to a legal choice."""

    def take(self, action: int) -> None:
        """Adds one of the legal actions."""


class Encoding(Protocol):
    """The numbers of one game: its rules and number of players."""

    @property
    def features(self) -> Sequence[Feature]:
        """The entries of an observation in order: those of the table, then those of the question."""

    @property
    def actions(self) -> Sequence[str]:
        """What each action means, by number."""

    def table(self, view: Any) -> bytes:
        """The first entries of the observation: the view. They stay the same while a seat answers."""

    def question(self, view: Any, decision: Any, answer: StepwiseAnswer | None) -> bytes:
        """The other entries: the question and the answer so far; all zero without an answer."""

    def answer(self, view: Any, decision: Any) -> StepwiseAnswer:
        """A new answer to the decision of the view's seat."""


class Spelled(Generic[Choice]):
    """An answer from a list of choices, each spelled by actions; no spelling begins another one."""

    def __init__(self, spellings: Iterable[tuple[tuple[int, ...], Choice]]) -> None:
        self.left = list(spellings)
        self.said: list[int] = []
        self.skip()

    @property
    def done(self) -> bool:
        return len(self.left) == 1

    @property
    def choice(self) -> Choice:
        return self.left[0][1]

    def legal(self) -> Collection[int]:
        """The next actions of the remaining choices."""
        place = len(self.said)
        return {spelling[place] for spelling, _ in self.left}

    def take(self, action: int) -> None:
        """Keeps the choices that continue with this action."""
        place = len(self.said)
        self.left = [one for one in self.left if one[0][place] == action]
        self.said.append(action)
        self.skip()

    def skip(self) -> None:
        """Adds the actions that all remaining choices share."""
        while len(self.left) > 1 and len(following := self.legal()) == 1:
            self.said.extend(following)


def places(features: Sequence[Feature]) -> Iterator[tuple[int, Feature]]:
    start = 0
    for feature in features:
        yield start, feature
        start += feature.size


def marked(size: int, ones: Collection[int]) -> bytearray:
    """`size` entries, with a 1 at these places."""
    entries = bytearray(size)
    for place in ones:
        entries[place] = 1
    return entries


def capped(values: Iterable[int]) -> bytes:
    return bytes([value if value < MOST else MOST for value in values])


def from_seat(values: Sequence[Any], seat: int) -> Sequence[Any]:
    return (*values[seat:], *values[:seat])
