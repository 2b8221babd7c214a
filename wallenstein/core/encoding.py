"""Games as numbers, for learning programs: views as arrays of fixed size, choices as sequences of numbered actions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

MOST: int = 255  # an entry of an observation is one byte; higher counts are cut off here

Choice = TypeVar("Choice")
Value = TypeVar("Value")


class Feature(NamedTuple):
    """A stretch of an observation: one byte for each combination of the axes' labels, the last axis fastest."""

    name: str
    about: str  # the meaning of the entries
    axes: tuple[tuple[str, ...], ...]
    high: int = 1  # the highest value

    @property
    def size(self) -> int:
        return prod(map(len, self.axes))

    def entries(self) -> Iterator[str]:
        for labels in product(*self.axes):
            yield ", ".join((self.name, *labels))


def listed_features(
    rows: Iterable[Sequence[Any]], axes: Mapping[str, tuple[str, ...]], highs: Mapping[str, int]
) -> tuple[Feature, ...]:
    """Features as data lists them: an axis is its labels or their name in `axes`, a high a number or one of `highs`."""
    found = []
    for name, about, along, *high in rows:
        labels = tuple([axes[axis] if isinstance(axis, str) else tuple(axis) for axis in along])
        found.append(Feature(name, about, labels, *[one if isinstance(one, int) else highs[one] for one in high]))
    return tuple(found)


Row: TypeAlias = bytearray | memoryview  # of entries, or of a mask


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
    def places(self) -> Sequence[str]:
        """The labels of the places on the board, as in features; they may be none."""

    @property
    def split(self) -> int:
        """The number of entries of the table."""

    @property
    def actions(self) -> Sequence[str]:
        """The meaning of each action, by number."""

    def memory(self) -> Any:
        """For one seat in one game, facts that views do not repeat; its `look(view)` is called first. None: nothing."""

    def table(self, view: Any, memory: Any = None) -> bytes:
        """The first entries of the observation: the view. They stay the same while a seat answers."""

    def question(self, view: Any, decision: Any, answer: StepwiseAnswer | None) -> bytes:
        """The other entries: the question and the answer so far; all zero without an answer."""

    def answer(self, view: Any, decision: Any) -> StepwiseAnswer:
        """A new answer to the decision of the view's seat."""

    def take(self, answer: StepwiseAnswer, action: int, view: Any, decision: Any, row: Row, mask: Row) -> None:
        """Adds an action to the answer; if that does not complete it, changes the observation and the mask.

        `write_asked` changes all of the question's entries; a game may do less.
        """


def write_asked(encoding: Encoding, answer: StepwiseAnswer, view: Any, decision: Any, row: Row, mask: Row) -> None:
    """Writes the question's entries at the end of an observation, and the mask of legal actions."""
    entries = encoding.question(view, decision, answer)
    row[len(row) - len(entries) :] = entries
    mask[:] = marked(len(mask), answer.legal())


class Spelled(Generic[Choice]):
    """An answer from a list of choices, each spelled by actions; no spelling begins another one."""

    def __init__(self, spellings: Iterable[tuple[tuple[int, ...], Choice]]) -> None:
        self.left = list(spellings)
        self.said: list[int] = []
        self.done = False
        self.skip()

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
        self.done = len(self.left) == 1


class Branched(Spelled[Choice]):
    """The same, with the choices by their first action; only those with the action taken are spelled."""

    def __init__(self, branches: Mapping[int, Callable[[], Iterable[tuple[tuple[int, ...], Choice]]]]) -> None:
        self.branches = branches
        super().__init__(())

    def legal(self) -> Collection[int]:
        return super().legal() if self.said else self.branches.keys()

    def take(self, action: int) -> None:
        if self.said:
            super().take(action)
            return
        self.left = list(self.branches[action]())
        self.said.append(action)
        self.skip()

    def skip(self) -> None:
        if not self.said and len(self.branches) == 1:
            self.take(*self.branches)
        else:
            super().skip()


def marked(size: int, ones: Collection[int]) -> bytearray:
    """`size` entries, with a 1 at these places."""
    entries = bytearray(size)
    for place in ones:
        entries[place] = 1
    return entries


def counted(size: int, codes: Iterable[int]) -> bytes:
    entries = bytearray(size)
    for code in codes:
        entries[code] += 1
    return bytes(entries)


def place_of(other: int, seat: int, players: int) -> int:
    """Another seat as this one counts; -1 for none."""
    return (other - seat) % players if other >= 0 else -1


@cache
def ones(size: int) -> tuple[bytes, ...]:
    """Entries with a 1 at each place; without one at the end, which is place -1."""
    return tuple([bytes(one == place for one in range(size)) for place in range(size + 1)])


def capped(values: Iterable[int]) -> bytes:
    return bytes([value if value < MOST else MOST for value in values])


def from_seat(values: Sequence[Value], seat: int) -> Sequence[Value]:
    return (*values[seat:], *values[:seat])


class Remembered:
    """Entries for each of some values. Only changes since the last view are written anew."""

    def __init__(self, write: Callable[[Any], bytes], size: int = 1) -> None:
        self.write = write
        self.values: list[object] = [None] * size
        self.entries = [b""] * size

    def look(self, values: Sequence[object]) -> list[bytes]:
        for place, value in enumerate(values):
            if value != self.values[place]:
                self.values[place] = value
                self.entries[place] = self.write(value)
        return self.entries
