"""Games as numbers, for learning programs: views as arrays of fixed size, choices as sequences of numbered actions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from wallenstein.core.choices import Choices

MOST: int = 255  # an entry of an observation is one byte; higher counts are cut off here
BYTE: Final = [bytes([value]) for value in range(MOST + 1)]  # each value as an entry

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
Spelling: TypeAlias = tuple[int, ...]  # a choice as actions


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

    def question(self, view: Any, decision: Any, answer: StepwiseAnswer | None) -> bytes | bytearray:
        """The other entries: the question and the answer so far; all zero without an answer."""

    def answer(self, view: Any, decision: Any) -> StepwiseAnswer:
        """A new answer to the decision of the view's seat."""

    def take(self, answer: StepwiseAnswer, action: int, view: Any, decision: Any, row: Row, mask: Row) -> bool:
        """Adds an action to the answer; returns whether that completes it, and else changes observation and mask.

        `write_asked` changes all of the question's entries; a game may do less.
        """


def write_asked(encoding: Encoding, answer: StepwiseAnswer, view: Any, decision: Any, row: Row, mask: Row) -> None:
    """Writes the question's entries at the end of an observation, and the mask of legal actions."""
    entries = encoding.question(view, decision, answer)
    row[len(row) - len(entries) :] = entries
    mask[:] = marked(len(mask), answer.legal())


class Spelled:
    """One of some choices, each spelled by actions; no spelling begins another one."""

    def __init__(self, spellings: list[Spelling], choices: Sequence[Any] | Choices) -> None:
        self.spellings = spellings
        self.choices = choices
        self.left = spellings
        self.said: list[int] = []
        self.next: set[int] = set()
        self.skip()

    @property
    def choice(self) -> Any:
        return self.choices[self.spellings.index(self.left[0])]

    def legal(self) -> Collection[int]:
        """The next actions of the remaining spellings."""
        return self.next

    def take(self, action: int) -> None:
        """Keeps the spellings that continue with this action."""
        place = len(self.said)
        self.left = [spelling for spelling in self.left if spelling[place] == action]
        self.said.append(action)
        self.skip()

    def skip(self) -> None:
        """Adds the actions that all remaining spellings share."""
        left, said = self.left, self.said
        while len(left) > 1:
            place = len(said)
            self.next = {spelling[place] for spelling in left}
            if len(self.next) > 1:
                break
            said.extend(self.next)
        self.done = len(left) == 1


def marked(size: int, ones: Collection[int]) -> bytearray:
    """`size` entries, with a 1 at these places."""
    entries = bytearray(size)
    for place in ones:
        entries[place] = 1
    return entries


def counted(size: int, codes: Iterable[int]) -> bytearray:
    entries = bytearray(size)
    for code in codes:
        entries[code] += 1
    return entries


@cache
def ones(size: int) -> tuple[bytes, ...]:
    """Entries with a 1 at each place; without one at the end, which is place -1."""
    return tuple([bytes(one == place for one in range(size)) for place in range(size + 1)])


def capped(values: Sequence[int]) -> bytes:
    try:
        return bytes(values)
    except ValueError:  # one is higher
        return bytes([min(value, MOST) for value in values])


def from_seat(values: Sequence[Value], seat: int) -> Sequence[Value]:
    return (*values[seat:], *values[:seat])


def turned(entries: bytes, seat: int) -> bytes:
    """Entries by seat, from this one on."""
    return entries[seat:] + entries[:seat]


class Remembered:
    """Entries for each of some values. Only changes since the last view are written anew."""

    def __init__(self, write: Callable[[Any], bytes | bytearray], size: int = 1) -> None:
        self.write: Final = write
        self.values: tuple[object, ...] = (...,) * size  # which no value is
        self.entries: Final[list[bytes | bytearray]] = [b""] * size
        self.written = b""

    def look(self, values: tuple[object, ...], seat: int = 0) -> bytes:
        """The entries; those by seat from this one on."""
        if values != self.values:
            for place, value in enumerate(values):
                if value != self.values[place]:
                    self.entries[place] = self.write(value)
            self.values = values
            self.written = b"".join(self.entries)
        return turned(self.written, seat * len(self.written) // len(values)) if seat else self.written
