"""The interface of an expansion."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from wallenstein.core.documents import Json
from wallenstein.core.position import Key
from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import entry_row
from wallenstein.games.wallenstein.model.state import Functions, Kind, PartState, State
from wallenstein.games.wallenstein.plan import Plan


class Draw(NamedTuple):
    """A kind of draw that scenarios may force: its rule, and the highest number drawn."""

    rule: str
    highest: int


class PartRows:
    """An expansion's rows in the tables of one game."""

    tables: ClassVar[Mapping[type, str]] = {}  # those in which an entry of a type is a row

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        """`number` of the game; `rows` of the requested tables."""
        self.number = number
        self.rows = rows

    def read(self, entry: object, year: int, season: int) -> None:
        """Reads an entry of the journal; they come in order."""
        table = self.tables.get(type(entry), "")
        if table in self.rows:
            self.rows[table].add(self.number, year, season, *entry_row(entry))

    def plan_values(self, plan: Plan) -> Sequence[int]:
        """The expansion's own columns of the table `plans`."""
        return ()

    def season_values(self, seat: int) -> Sequence[int]:
        """The expansion's own columns of the table `seasons`."""
        return ()


class Expansion:
    """One expansion. It overrides the members that it needs.

    Its folder may have a module `story`, whose TELLERS describe its entries, `seat_words` a seat's possessions and
    `table_words` the cards on the table; a module `advice`, whose `opinions` and `common_sense` answer its decisions
    for the reference bots; and a module `encoding` with ACTIONS, spellings, table and the AXES of its features for
    learning programs. They are imported when needed.
    """

    name: ClassVar[str]  # in configurations and positions
    title: ClassVar[str]  # in sentences

    # the rules
    kinds: ClassVar[tuple[Kind, ...]] = ()  # of decisions, new or replaced
    steps: ClassVar[Mapping[str, type]] = {}  # its own, by their names in positions
    entries: ClassVar[Mapping[str, type]] = {}  # of the journal, by their names in log lines
    phases: ClassVar[Mapping[int, str]] = {}  # its own in a season: a new code, and the name in positions
    draws: ClassVar[Mapping[str, Draw]] = {}  # its own kinds of draws

    def functions(self, base: Functions) -> Functions:
        """The functions with the expansion's own, except for its kinds of decisions."""
        return base

    def lay_out(self, book: Book) -> PartState | None:
        """Its part of a new table, in `State.parts`; None for nothing.

        Its class has a static method `of`, which makes it again from its `view`.
        """
        return None

    # positions
    sections: ClassVar[Mapping[str, Key]] = {}  # keys of the document, by the key that each follows
    seat_keys: ClassVar[tuple[Key, ...]] = ()  # keys of a seat
    # by phase: the steps on the agenda, as a regular expression; `rest` follows them
    shapes: ClassVar[Mapping[int, str]] = {}
    begins: ClassVar[Mapping[int, type]] = {}  # by phase: the season's step that begins it
    once: ClassVar[tuple[type, ...]] = ()  # steps that a seat can have only once at a time
    checks: ClassVar[Mapping[type, Callable[[State, Any, Json], None]]] = {}  # checks of listed steps

    def check_between(self, state: State, place: Json) -> None:
        """Raises FormatError for things that cannot be on the table outside the seasons."""

    def wanted(self, state: State, place: Json) -> None:
        """Raises FormatError for this part of a document in a game without the expansion."""
        if self.name not in state.book.rules.expansions:
            place.fail(f'belongs to {self.title}; add "{self.name}" to rules.expansions')

    # tables
    tables: ClassVar[tuple[Table, ...]] = ()
    # of its own at the end of the tables `plans` and `seasons`
    columns: ClassVar[Mapping[str, tuple[Column, ...]]] = {}
    rows: ClassVar[type[PartRows]] = PartRows

    # words
    modules: ClassVar[tuple[str, ...]] = ()  # of the folder, as far as it has them: "story", "advice", "encoding"

    def module(self, name: str) -> Any:
        """A module of the expansion's folder, such as its story; None if there is none."""
        package = type(self).__module__.rpartition(".")[0]
        return import_module(f"{package}.{name}") if name in self.modules else None
