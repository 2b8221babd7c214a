"""What the runner needs of a game; it knows nothing else about any game."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

from wallenstein.core.documents import Json
from wallenstein.core.encoding import Encoding
from wallenstein.core.reports import About, RunPart, Survey, Trait
from wallenstein.core.tables import Rows, Table
from wallenstein.core.text import Items, Toned


class Measure(NamedTuple):
    """One value per game, in the order of the games' numbers; both are numpy arrays."""

    text: str
    share: bool  # to be printed as a percentage
    games: Any
    values: Any


# a table's columns as numpy arrays, categories as strings
ColumnReader: TypeAlias = Callable[[str, Sequence[str]], Mapping[str, Any]]


class Placing(NamedTuple):
    """Where one seat ended: rank 1 is best, tied seats share a rank."""

    seat: int
    rank: int
    score: int


class Decision(Protocol):
    """A question to one seat. `options` are the legal choices; for a plan, an offer that draws them."""

    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def default(self) -> Any: ...
    def random(self, rng: Random) -> Any:
        """One of all legal choices."""


class State(Protocol):
    decision: Any  # a Decision, or None when the game is over
    journal: list[tuple[Any, ...]] | None  # what happened, in order; None if it is not recorded

    def apply(self, choice: Any) -> None:
        """Makes this choice for the pending decision and plays on to the next; raises RuleError if it is illegal."""

    def make(self, choice: Any) -> None:
        """The same for a choice that has been checked."""

    def view(self, seat: int) -> Any:
        """What the seat may know, as an immutable value."""

    def result(self) -> Sequence[Placing]:
        """The final ranking, in seat order."""


class Narrator(Protocol):
    """Describes one game as text, from its journal."""

    def player(self, seat: int) -> Toned:
        """The name of the seat's player."""

    def opening(self, state: Any, seed: int) -> Items:
        """The rules and the players; the state is before its first decision."""

    def begins_part(self, entry: Any) -> bool:
        """Whether this entry begins a part of the game; a part is described as a whole when it is over."""

    def tell(self, entries: Iterable[Any]) -> Items:
        """The text of these journal entries: a part of the game, or what there is of it."""

    def ending(self, state: Any, result: Sequence[Placing]) -> Items:
        """Who has won, and how."""


class Reached(NamedTuple):
    """Where a scenario ended: the position as a document, and what happened, as one object per log line."""

    position: dict[str, Any]
    log: Iterable[Mapping[str, Any]]


class PlayOption(NamedTuple):
    """An option that a game adds to `wallenstein play`."""

    flag: str  # such as --edition
    help: str
    metavar: str | None = None
    default: str | None = None
    switch: bool = False  # takes no value
    repeated: bool = False


class Variant(NamedTuple):
    """Rules that `bots check` plays besides others; `text` ends the sentence `the game of 3 players with …`."""

    text: str
    options: Mapping[str, Any]


class Schemas(NamedTuple):
    """JSON Schemas of a game's documents; `shared` are those that others refer to as `#/$defs/name`."""

    book: Mapping[str, Any]
    view: Mapping[str, Any]
    about: Mapping[str, Any]
    offers: Mapping[str, Any]  # by kind of decision
    choices: Mapping[str, Any]  # by kind of decision
    shared: Mapping[str, Any]


class Documents(Protocol):
    """A game's views, questions and choices as JSON, for bots in any language."""

    def book(self, rules: Any, players: int) -> dict[str, Any]:
        """What never changes in a game, such as the board."""

    def view(self, view: Any) -> dict[str, Any]:
        """A view: the position's document, with null for what is hidden."""

    def question(self, view: Any, decision: Any) -> dict[str, Any]:
        """What is asked: `about`; `options`, or an `offer` if they are too many to list; `default`, a legal choice."""

    def read_choice(self, place: Json, state: Any, decision: Any) -> Any:
        """A legal choice; FormatError says what is malformed, RuleError what the rules forbid."""

    def schemas(self) -> Schemas:
        """What each part of a message may look like."""


class Remark(NamedTuple):
    """Something that happened outside of the rules when a decision was asked, such as a fault of a seat's bot."""

    decision: int  # its number in the game; -1 is before the first
    seat: int
    kind: str
    text: str


class Game(Protocol):
    """A game that can be played in tournaments."""

    name: str  # as configurations write it; its documents are of the formats name-position/1 and name-scenario/1
    title: str  # its name for people
    seats: tuple[int, ...]  # how many players it takes
    takes: str  # a sentence that says so
    default_players: int  # how many by default
    limits: Mapping[str, float]  # seconds for kinds of decisions that need more, or less, than the others
    score_key: str  # what the score is called in the log of `play`

    @property
    def kinds(self) -> tuple[str, ...]:
        """All kinds of decisions that it has, whatever the rules."""

    @property
    def tables(self) -> tuple[Table, ...]:
        """Its own tables, besides games, seats, decisions, faults, timings."""

    # its rules

    def rules(self, options: Mapping[str, Any], base: Path) -> Any:
        """Rules from the `[game]` section; ConfigError names the wrong key. Relative paths start at `base`."""

    def several(self, key: str, value: Any) -> list[Any]:
        """The values that a value of a key stands for, each a cell of its own; the value itself if it is only one."""

    def options(self, rules: Any) -> dict[str, Any]:
        """The normal form of the `[game]` section, with all defaults."""

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of each key that it has in the `[game]` section."""

    def fingerprint(self, rules: Any) -> str:
        """A hash of the rules' code and data: equal fingerprints play equal games."""

    # one game

    def new_game(self, rules: Any, players: int, seed: int) -> State:
        """A game before its first decision, all chance derived from the seed; its journal is open."""

    def kinds_of(self, state: Any) -> Collection[str]:
        """The kinds of decisions that a game with these rules can have."""

    def for_bot(self, decision: Any) -> Any:
        """The pending decision as a bot gets it: whatever the bot does with it, the game's own stays as it is."""

    def shared(self, view: Any) -> Any:
        """What all views of a game share and never changes, such as the board; None if there is nothing."""

    def shared_by(self, rules: Any, players: int) -> Any:
        """The same as `shared`, made from the rules: in the process of a bot, which gets views without it."""

    def without_shared(self, view: Any) -> Any:
        """The view without what all views share, to be sent to a bot's process."""

    def with_shared(self, view: Any, shared: Any) -> Any:
        """The view that `without_shared` was given."""

    def check(self, shared: Any, decision: Any, choice: Any) -> Any:
        """The choice in plain, immutable values; RuleError if it is no legal choice for the decision.

        This runs in the process of the bot too, which has no state.
        """

    def encode(self, shared: Any, decision: Any, choice: Any) -> bytes:
        """A choice that `check` has returned, encoded for the table decisions."""

    def decode(self, state: Any, packed: bytes) -> Any:
        """The choice that `encode` encoded for the pending decision; an error if the bytes are none."""

    def substitute(self, state: Any, random: Random) -> Any:
        """A legal choice for a seat whose bot did not make one."""

    # records and text

    def write_rows(self, number: int, state: Any, rows: Mapping[str, Rows]) -> None:
        """Adds the game's rows to the requested tables, from the journal."""

    def measures(self, tables: Sequence[str], read: ColumnReader) -> Sequence[Measure]:
        """The measures that can be computed from the recorded tables, one value per game."""

    trait_tables: Mapping[str, str]  # the tables that `traits` reads, and what they tell

    def traits(self, about: About, part: RunPart) -> Sequence[Trait]:
        """What the seats of these games did, as far as tables were recorded: for `why`."""

    def surveys(self, about: About) -> Sequence[Survey]:
        """What a report shows besides results, as far as tables were recorded."""

    def happened(self, state: Any) -> Sequence[tuple[Any, ...]]:
        """Everything that happened, as tuples of plain values that are the same on every machine: for the digest."""

    def log_lines(self, state: Any, entries: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """One object per journal entry; its key `entry` is the kind."""

    def narrator(self, state: Any, bots: Sequence[str]) -> Narrator:
        """The narrator of this game; `bots` has the name of each seat's bot."""

    def moment(self, state: Any) -> str:
        """When in the game the state is, such as `in spring of year 1`."""

    # its documents

    @property
    def documents(self) -> Documents:
        """What bots in other languages are sent, and how their choices are read."""

    def check_position(self, document: Json, base: Path) -> dict[str, Any]:
        """The normal form of a position; FormatError or RuleError says what is wrong with it."""

    def play_scenario(self, document: Json, base: Path) -> Reached:
        """Plays a scenario; FormatError says what is malformed, RuleError what the rules forbid."""

    def transcribe(self, rules: Any, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, Any]:
        """A game from its seed and packed choices, written as a scenario."""

    # for learning programs

    def encoding(self, rules: Any, players: int) -> Encoding:
        """Views as arrays and choices as numbered actions, for games with these rules."""

    # pages

    def replay_page(
        self,
        title: str,
        bots: Sequence[str],
        rules: Any,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark] = (),
    ) -> str | None:
        """A page that plays a game back, from its seed and packed choices; None if the game has no such page.

        `bots` has the name of each seat's bot. Without a page of its own, a game is shown as its narrator tells it.
        """

    def scenario_page(self, title: str, document: Json, base: Path) -> str | None:
        """The same for a scenario; raises what `play_scenario` raises."""

    # for bots and the command line

    play_options: tuple[PlayOption, ...]
    variants: tuple[Variant, ...]  # what `bots check` plays; at least one
    every_rule: tuple[Mapping[str, Any], ...]  # sections `[game]` that together use every rule, for `bench`
    all_variants: str  # a phrase for all of them, such as `both set-ups`; empty if there is only one

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Keys of the `[game]` section from the values of `play_options`, by their flags without dashes."""

    def bot_template(self) -> str:
        """The file of a first bot, with {title} for its class and {name} for its name."""

    def bot_programs(self) -> Mapping[str, str]:
        """Complete bots in other languages, by the language's name in `bots new`; each is called `otter`."""
