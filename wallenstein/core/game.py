"""The interface between the runner and a game."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, NoReturn, Protocol, TypeAlias

from wallenstein.core.documents import Json, JsonObject, Schema, folder_of
from wallenstein.core.encoding import Encoding
from wallenstein.core.errors import ConfigError, FormatError, MistakeList, RuleError
from wallenstein.core.plain import PlainEntry, brief
from wallenstein.core.program.own_code import OwnCode
from wallenstein.core.program.sources import class_hash, folder_hash
from wallenstein.core.reports import About, ColumnReader, Map, Measure, RunPart, Survey, Trait
from wallenstein.core.story import LogNarrator, Narrator
from wallenstein.core.story import Placing as Placing
from wallenstein.core.tables import Rows, Table
from wallenstein.core.text import did_you_mean, either


class State(Protocol):
    decision: Any  # a PendingDecision, or None when the game is over

    @property
    def journal(self) -> Sequence[Any] | None:
        """The events in order; None if they are not recorded."""

    def apply(self, choice: Any) -> None:
        """Makes this choice for the pending decision and plays on to the next; raises RuleError if it is illegal."""

    def make(self, choice: Any) -> None:
        """Like `apply`, for a choice that has been checked."""

    def view(self, seat: int) -> Any:
        """The seat's knowledge, as an immutable value."""

    def result(self) -> Sequence[Placing]:
        """The final ranking, in seat order."""


class Reached(NamedTuple):
    """The end of a scenario: the position as a document, and the events as log objects."""

    position: JsonObject
    log: Iterable[Mapping[str, object]]


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

    book: Schema
    view: Schema
    about: Schema
    offers: Mapping[str, Schema]  # by kind of decision
    choices: Mapping[str, Schema]  # by kind of decision
    shared: Schema


class Documents(Protocol):
    """A game's views, questions and choices as JSON, for bots in any language."""

    def book(self, rules: Any, players: int) -> JsonObject:
        """The facts that never change in a game, such as the board."""

    def view(self, view: Any) -> JsonObject:
        """A view: the position's document, with null for what is hidden."""

    def question(self, view: Any, decision: Any) -> JsonObject:
        """`about`; `options`, or an `offer` if they are too many to list; `default`, a legal choice."""

    def read_choice(self, place: Json, state: Any, decision: Any) -> Any:
        """A legal choice; raises FormatError if it is malformed, RuleError if it is illegal."""

    def schemas(self) -> Schemas:
        """The JSON Schemas of all parts of a message."""


CHANCES: Final = "data/chances.toml"  # in the folder of a game: the forecast of every seat's chance to win
NOTE: Final = "note"  # a bot's, the kind of a remark that is not a fault


class Remark(NamedTuple):
    """An event outside of the rules when a decision was due, such as a fault of a seat's bot."""

    decision: int  # number in the game; -1 is before the first
    seat: int
    kind: str
    text: str


def players_sentence(title: str, seats: Sequence[int]) -> str:
    in_a_row = len(seats) > 3 and seats == tuple(range(seats[0], seats[-1] + 1))
    return f"{title} is for {f'{seats[0]} to {seats[-1]}' if in_a_row else either(seats)} players"


def check_players(title: str, seats: Sequence[int], players: int) -> None:
    if players not in seats:
        raise ConfigError(f"{players_sentence(title, seats)}, not {players}")


Own: TypeAlias = Any  # a value of a class of the game's own: its rules, a state, a view, a decision, what views share


class Game(ABC):
    """A game that can be played in tournaments. It overrides the defaults where it differs.

    What a game must have is its names, `kinds`, `new_game`, and a state (`State`). By default it has no options; its
    decisions have a sequence of `options`; the entries of its journal are named tuples. Further sections are
    capabilities: a game has one if it overrides it, and what needs another raises a ConfigError.
    """

    name: str  # as configurations write it; its documents are of the formats name-position/1 and name-scenario/1
    title: str  # its name for people
    seats: tuple[int, ...]  # possible numbers of players
    default_players: int = 4
    limits: Mapping[str, float] = {}  # seconds for kinds of decisions with other limits
    score_key: str = "points"  # name of the score in the log of `play`

    @property
    @abstractmethod
    def kinds(self) -> tuple[str, ...]:
        """All kinds of decisions, under any rules."""

    @property
    def takes(self) -> str:
        return players_sentence(self.title, self.seats)

    # Functions and classes of the game's package that are needed only sometimes, as `module:name`: `measures`,
    # `traits`, `surveys` and `map`; its `story`, made of bots and book; its `documents` and `encoding`; its `guide` of
    # people at the table
    places: Mapping[str, str] = {}

    def load(self, what: str) -> Any:
        module, _, name = self.places[what].partition(":")
        return getattr(import_module(f"{type(self).__module__.rpartition('.')[0]}.{module}"), name)

    # one game

    @abstractmethod
    def new_game(self, rules: Own, players: int, seed: int) -> Own:
        """A game before its first decision, all chance derived from the seed; its journal is recorded."""

    def kinds_of(self, state: Own) -> Collection[str]:
        """The kinds of decisions that can occur in a game with these rules."""
        return self.kinds

    def shared(self, view: Own) -> Own:
        """The part of all views that never changes, such as the board; None if there is nothing."""
        return None

    def shared_by(self, rules: Own, players: int) -> Own:
        """The same, made from the rules: for a bot's process, which gets views without it."""
        return None

    def without_shared(self, view: Own) -> Own:
        """The view without its shared part, as sent to a bot's process."""
        return view

    def with_shared(self, view: Own, shared: Own) -> Own:
        """Undoes `without_shared`."""
        return view

    def check(self, shared: Own, decision: Own, choice: Any) -> Any:
        """The choice in plain, immutable values; RuleError if it is not legal for the decision.

        This runs in the bot's process too, which has no state. It returns the game's own value, because a
        bot's could be equal to anything.
        """
        for option in decision.options:
            if type(choice) is type(option) and choice == option:
                return option
        raise RuleError(decision.kind, f"{brief(choice)} is not one of the options of seat {decision.seat}")

    def encode(self, shared: Own, decision: Own, choice: Any) -> bytes:
        """A checked choice as bytes, for the table decisions."""
        return int(decision.options.index(choice)).to_bytes(2, "little")

    def decode(self, state: Own, packed: bytes) -> Any:
        """The pending decision's choice from the bytes of `encode`; raises an error if they fit none."""
        options, place = state.decision.options, int.from_bytes(packed, "little")
        if len(packed) != 2 or place >= len(options):
            raise FormatError("decisions", f"{packed!r} is not one of {len(options)} options")
        return options[place]

    def substitute(self, state: Own, random: Random) -> object:
        """A legal choice for a seat whose bot did not make one."""
        return state.decision.default

    def describe_time(self, state: Own) -> str:
        """The time in the game, such as `in spring of year 1`."""
        return f"after {len(state.journal or ())} events"

    # its rules

    def rules(self, options: Mapping[str, Any], base: Path) -> Own:
        """Rules from the `[game]` section; ConfigError names the wrong key. Relative paths start at `base`."""
        unknown_keys(options, ("name",)).raise_any()
        return None

    def expand_value(self, key: str, value: Any) -> list[object]:
        """The values that a key's value stands for, each a cell of its own; usually just the value."""
        return [value]

    def options(self, rules: Own) -> JsonObject:
        """The normal form of the `[game]` section, with all defaults."""
        return {"name": self.name}

    def schema(self) -> Schema:
        """The JSON Schema of each of its keys in the `[game]` section."""
        return {}

    def own_code(self, rules: Own) -> OwnCode | None:
        """The code of the user's own that these rules name; in tournaments it plays in the isolation of bots."""
        return None

    undecisive: Collection[str] = ()  # patterns of files in its folder that do not decide games

    def fingerprint(self, rules: Own) -> str:
        """A hash of the rules' code and data: equal fingerprints play equal games."""
        digest = blake2b(code_hash(type(self), tuple(self.undecisive)), digest_size=16)
        digest.update(repr(self.essence(rules)).encode())
        return digest.hexdigest()

    def essence(self, rules: Own) -> object:
        """The data of the rules that decide games, as plain values: by its contents, not by its place."""
        return sorted(self.options(rules).items())

    play_options: tuple[PlayOption, ...] = ()
    variants: tuple[Variant, ...] = (Variant("", {}),)  # what `bots check` plays; at least one

    @property
    def every_rule(self) -> Sequence[Mapping[str, object]]:
        """Sections `[game]` that together use every rule, for `bench`."""
        return ({},)

    @property
    def all_variants(self) -> str:
        """A phrase for all variants, such as `both set-ups`; empty if there is only one."""
        what = self.variants[0].text.partition(" ")[0]
        return "" if len(self.variants) == 1 else f"{'both' if len(self.variants) == 2 else 'all'} {what}s"

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, object]:
        """Keys of the `[game]` section from the values of `play_options`, by flag without dashes."""
        return dict(chosen)

    # records

    @property
    def tables(self) -> tuple[Table, ...]:
        """Its own tables, besides games, seats, decisions, faults, timings."""
        return ()

    def write_rows(self, number: int, state: Own, rows: Mapping[str, Rows]) -> None:  # noqa: B027 (there may be no tables)
        """Adds the game's rows to the requested tables, from the journal."""

    def event_log(self, state: Own) -> Sequence[PlainEntry]:
        """All events, as tuples of plain values that are the same on every machine: for the digest."""
        return [(type(entry).__name__.lower(), *entry) for entry in state.journal or ()]

    def log_lines(self, state: Own, entries: Iterable[Any]) -> Iterator[JsonObject]:
        """One object per journal entry; its key `entry` is the kind."""
        for entry in entries:
            yield {"entry": type(entry).__name__.lower(), **entry._asdict()}

    # what its tables show

    trait_tables: Mapping[str, str] = {}  # the tables that `traits` reads, and their subjects
    # the parts of a game that a replay jumps to after the set-up, each with the columns of its rows in these tables
    moments: Sequence[tuple[str, Mapping[str, int]]] = ()

    def measures(self, tables: Sequence[str], read: ColumnReader) -> Sequence[Measure]:
        """The measures that can be computed from the recorded tables, one value per game."""
        return self.load("measures")(tables, read) if "measures" in self.places else ()

    def traits(self, about: About, part: RunPart) -> Sequence[Trait]:
        """The seats' behaviour in these games, as far as tables were recorded: for `why`."""
        return self.load("traits")(about, part) if "traits" in self.places else ()

    def surveys(self, about: About) -> Sequence[Survey]:
        """The sections of a report besides results, as far as tables were recorded."""
        return self.load("surveys")(about) if "surveys" in self.places else ()

    # a searching bot that judges decisions: its name, its options, and the kinds of decisions that it searches
    searcher: tuple[str, Mapping[str, Any], Collection[str]] | None = None

    def final_map(self, state: Own, bots: Sequence[str]) -> Map | None:
        """A map of what each bot holds; `bots` names each seat's."""
        return self.load("map")(state, bots) if "map" in self.places else None

    # telling

    def narrator(self, state: Own, bots: Sequence[str]) -> Narrator:
        """The narrator of this game; `bots` names each seat's bot."""
        if "story" in self.places:
            narrator: Narrator = self.load("story")(bots, state.book)
            return narrator
        return LogNarrator(self.title, bots, partial(self.log_lines, state), self.score_key)

    # bots in other languages, positions, scenarios

    @property
    def documents(self) -> Documents:
        """The messages to bots in other languages, and the reading of their choices."""
        if "documents" not in self.places:
            self.lack("no messages for bots in other languages")
        found: Documents = self.load("documents")
        return found

    def check_position(self, document: Json, base: Path) -> JsonObject:
        """The normal form of a position; raises FormatError or RuleError if it is wrong."""
        self.lack("no positions")

    def resume(self, document: Json, base: Path, seed: int) -> Any:
        """The state of a position, with the chance of the seed; raises what `check_position` raises."""
        self.lack("no positions")

    def play_scenario(self, document: Json, base: Path) -> Reached:
        """Plays a scenario; raises FormatError if it is malformed, RuleError if it breaks the rules."""
        self.lack("no scenarios")

    def transcribe(self, rules: Own, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, object]:
        """A game from its seed and packed choices, written as a scenario."""
        self.lack("no scenarios")

    # learning programs, pages, new bots

    def encoding(self, rules: Own, players: int) -> Encoding:
        """Views as arrays and choices as numbered actions, for games with these rules."""
        if "encoding" not in self.places:
            self.lack("no numbers for learning programs")
        encoding: Encoding = self.load("encoding")(rules, players)
        return encoding

    def scenario_page(self, title: str, document: Json, base: Path) -> str | None:
        """A page that plays a scenario; None if the game has none. Raises what `play_scenario` raises."""
        return None

    def bot_template(self) -> str:
        """The file of a first bot, with {title} for its class and {name} for its name; empty for one of any game."""
        return ""

    # complete bots in the folder of examples, by the language's name in `bots new`; each is called `otter`
    bot_programs: Mapping[str, str] = {}

    def has(self, capability: str) -> bool:
        """Whether the game overrides this member."""
        return getattr(type(self), capability) is not getattr(Game, capability)

    def lack(self, what: str) -> NoReturn:
        raise ConfigError(f"{self.title} has {what}")


def unknown_keys(options: Mapping[str, object], known: Sequence[str]) -> MistakeList:
    """A list of mistakes, first the unknown keys of the `[game]` section."""
    return MistakeList(
        [f"game.{key}: there is no such key; {did_you_mean(key, known)}" for key in options if key not in known]
    )


# The files of this package that do not decide games: they describe, record and check them.
UNDECISIVE: Final = ("documents.py", "program/", "reports.py", "scenario.py", "story.py", "tables.py", "text.py")


@cache
def code_hash(game: type[Game], undecisive: tuple[str, ...]) -> bytes:
    """A hash of all sources that decide games: the core, and the game's package or module."""
    package = game.__module__.rpartition(".")[0]
    own = folder_hash([folder_of(package)], undecisive) if package else class_hash(game, "wallenstein").encode()
    return folder_hash([Path(__file__).parent], UNDECISIVE) + own
