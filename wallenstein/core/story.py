"""Stories of games, told from their journals."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, get_type_hints

from wallenstein.core.text import Grid, Heading, Item, Items, Sentence, Toned, Words, listed

Names = TypeVar("Names", bound=Any)
Told = TypeVar("Told")
Teller: TypeAlias = Callable[[Any, Any], Items]  # of a story and an entry


class Placing(NamedTuple):
    """Where one seat ended: rank 1 is best, tied seats share a rank."""

    seat: int
    rank: int
    score: int


class Narrator(ABC):
    """Describes one game as text, from its journal."""

    score: str = "VP"  # the name of what decides

    @abstractmethod
    def player(self, seat: int) -> Toned:
        """The name of the seat's player."""

    @abstractmethod
    def opening(self, state: Any, seed: int) -> Items:
        """The rules and the players; the state is before its first decision."""

    @abstractmethod
    def begins_part(self, entry: object) -> bool:
        """Whether this entry begins a part of the game; each part is described when it is over."""

    @abstractmethod
    def tell(self, entries: Iterable[object]) -> Items:
        """The text of these journal entries: a part of the game, or its beginning."""

    def ending(self, state: Any, result: Sequence[Placing]) -> Items:
        """The winners and the final ranking."""
        yield Heading("The end", 1)
        yield Sentence(winners(self.player, result))
        yield ranking(self.player, result, (self.score,))


class Story(Narrator, Generic[Names]):
    """Reads the journal of a game and describes it entry by entry."""

    def __init__(self, names: Names, tellers: Mapping[type, Teller]) -> None:
        """`names`: the names of the game's things; `tellers`: the functions that describe each type of entry."""
        self.names = names
        self.tellers = tellers
        self.coming: deque[Any] = deque()

    def player(self, seat: int) -> Toned:
        toned: Toned = self.names.player(seat)
        return toned

    def tell(self, entries: Iterable[object]) -> Items:
        """The items for some entries; those of a part must come together, because some tellers look ahead."""
        self.coming.extend(entries)
        while self.coming:
            entry = self.coming.popleft()
            yield from self.tellers[type(entry)](self, entry)

    def run(self, entry: Told) -> list[Told]:
        """The entry and those of its type that follow directly; they are described together."""
        found = [entry]
        while self.next(type(entry)):
            found.append(self.coming.popleft())
        return found

    def next(self, entry: type[Told]) -> Told | None:
        """The next entry if it has this type; it is not consumed."""
        coming: Told | None = self.coming[0] if self.coming and type(self.coming[0]) is entry else None
        return coming


def tellers_in(module: Mapping[str, Any]) -> dict[type, Teller]:
    """The functions `tell_…` of a module, by the type of the entries that each describes."""
    tellers = [one for name, one in module.items() if name.startswith("tell_")]
    return {get_type_hints(teller)["entry"]: teller for teller in tellers}


def winners(player: Callable[[int], Toned], result: Sequence[Placing], over: Words = ()) -> Words:
    """The winners, with their points; `over` ends the sentence of a single winner, otherwise a full stop."""
    first = [place for place in result if place.rank == 1]
    points = first[0].score
    if len(first) > 1:
        sharing: list[Words] = [(player(place.seat),) for place in first]
        return (*listed(sharing), f" share the win with {points} points each.")
    return (player(first[0].seat), f" wins with {points} points", *(over or (".",)))


def ranking(
    player: Callable[[int], Toned],
    result: Sequence[Placing],
    heads: Sequence[str],
    values: Callable[[Any], Sequence[object]] = lambda place: (place.score,),
) -> Item:
    """The final table, best first; `values`, under `heads`, are what the ranking depends on."""
    ranked = sorted(result, key=lambda place: place.rank)
    rows: list[tuple[str | Toned, ...]] = [
        (str(place.rank), player(place.seat), *map(str, values(place))) for place in ranked
    ]
    return Grid(("rank", "", *heads), tuple(rows), left=(0, 1))


@dataclass
class LogNarrator(Narrator):
    """Narrates a game without a narrator of its own: one line for each entry of its log."""

    title: str
    bots: Sequence[str]
    log_lines: Callable[[Iterable[object]], Iterator[Mapping[str, object]]]
    score: str

    def player(self, seat: int) -> Toned:
        return Toned(f"{self.bots[seat]} (seat {seat})", "strong")

    def opening(self, state: object, seed: int) -> Items:
        yield Heading(self.title, 0)
        yield Sentence((f"Seed {seed}.",))

    def begins_part(self, entry: object) -> bool:
        """Every entry is described by itself."""
        return True

    def tell(self, entries: Iterable[object]) -> Items:
        for line in self.log_lines(entries):
            yield Sentence(
                (", ".join(f"{value}" if key == "entry" else f"{key} {value}" for key, value in line.items()),)
            )
