"""A game whose rules are kinds of decisions: most of its interface to the runner follows from them."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from wallenstein.core.chance import Chance
from wallenstein.core.documents import Json, JsonObject, WrittenChoice, in_names
from wallenstein.core.encoding import Encoding
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game, Narrator, Reached, Remark
from wallenstein.core.plain import PlainEntry
from wallenstein.core.records import PlainEntries
from wallenstein.core.reports import About, ColumnReader, Measure, RunPart, Survey, Trait
from wallenstein.core.scenario import Referee


class AnyBook(Protocol):
    """The facts that never change in a game, shared by all views. Bots have them too."""

    @property
    def rules(self) -> Any: ...
    @property
    def players(self) -> int: ...


class ReplayPages(Protocol):
    """Pages that play a game back on its own board."""

    def page_of_game(
        self,
        title: str,
        bots: Sequence[str],
        state: object,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark],
    ) -> str:
        """The page of a new game, from packed choices."""

    def page_of_scenario(self, title: str, document: Json, base: Path) -> str:
        """The page of a scenario, from its position to where it stops."""


class EngineGame(Game):
    """A game of kinds of decisions (`engine.Kind`) and states (`engine.EngineState`), whose views have a `book`."""

    @property
    @abstractmethod
    def entries(self) -> PlainEntries:
        """The types of entries of its journal, by their names in the log."""

    # Where what is needed only sometimes lies in the game's package, as `module:name`: its `referee`; `measures`,
    # `traits` and `surveys`; its `story`, made of bots and book; its `encoding`; its `pages`; `template` and `programs`
    # of new bots. All but the referee may be missing.
    places: Mapping[str, str]

    def load(self, what: str) -> Any:
        module, _, name = self.places[what].partition(":")
        return getattr(import_module(f"{type(self).__module__.rpartition('.')[0]}.{module}"), name)

    @property
    def referee(self) -> Referee[Any]:
        """The object that reads, plays and writes scenarios."""
        referee: Referee[Any] = self.load("referee")
        return referee

    @property
    def pages(self) -> ReplayPages | None:
        return self.load("pages") if "pages" in self.places else None

    @abstractmethod
    def functions(self, rules: Any, players: int) -> Any:
        """The functions that games with these rules are played by."""

    @abstractmethod
    def chance(self, seed: int) -> Chance: ...

    def refusal(self, error: RuleError, choice: Any, asked: Any, kind: WrittenChoice, functions: Any) -> RuleError:
        return in_names(error, asked, choice, kind, functions)

    def kinds_of(self, state: Any) -> Collection[str]:
        kinds: Mapping[str, Any] = state.functions.kinds
        return kinds

    def shared(self, view: Any) -> Any:
        return view.book

    def shared_by(self, rules: object, players: int) -> Any:
        return self.functions(rules, players).book

    def without_shared(self, view: Any) -> Any:
        return view._replace(book=None)

    def with_shared(self, view: Any, shared: AnyBook) -> Any:
        return view._replace(book=shared)

    def check(self, shared: AnyBook, decision: Any, choice: Any) -> Any:
        """The choice in plain values; raises RuleError if it is illegal."""
        functions = self.functions(shared.rules, shared.players)
        kind = functions.kinds[decision.kind]
        try:
            return kind.check(decision, choice)
        except RuleError as error:
            raise self.refusal(error, choice, decision, kind, functions) from None

    def encode(self, shared: AnyBook, decision: Any, choice: Any) -> bytes:
        packed: bytes = self.functions(shared.rules, shared.players).kinds[decision.kind].pack(choice)
        return packed

    def decode(self, state: Any, packed: bytes) -> Any:
        assert state.decision is not None, "a game that is over has no choice to decode"
        return state.functions.kinds[state.decision.kind].unpack(packed)

    def event_log(self, state: Any) -> list[PlainEntry]:
        return self.entries.of(state.journal or ())

    def log_lines(self, state: Any, entries: Iterable[Any]) -> Iterator[JsonObject]:
        """The entries with names for what they are about."""
        return self.entries.lines(entries, state.functions)

    def play_scenario(self, document: Json, base: Path) -> Reached:
        state = self.referee.play(self.referee.read(document, base))
        return Reached(self.referee.write_reached(state), self.log_lines(state, state.journal or ()))

    def transcribe(self, rules: object, players: int, seed: int, choices: Iterable[bytes]) -> JsonObject:
        """The game as a scenario for `wallenstein referee`."""
        packed = iter(choices)
        return self.referee.transcribe(
            rules, players, self.chance(seed), lambda state: self.decode(state, next(packed))
        )

    def replay_page(
        self,
        title: str,
        bots: Sequence[str],
        rules: object,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark] = (),
    ) -> str | None:
        if self.pages is None:
            return None
        return self.pages.page_of_game(title, bots, self.new_game(rules, len(bots), seed), seed, choices, remarks)

    def scenario_page(self, title: str, document: Json, base: Path) -> str | None:
        return None if self.pages is None else self.pages.page_of_scenario(title, document, base)

    def measures(self, tables: Sequence[str], read: ColumnReader) -> Sequence[Measure]:
        return self.load("measures")(tables, read) if "measures" in self.places else ()

    def traits(self, about: About, part: RunPart) -> Sequence[Trait]:
        return self.load("traits")(about, part) if "traits" in self.places else ()

    def surveys(self, about: About) -> Sequence[Survey]:
        return self.load("surveys")(about) if "surveys" in self.places else ()

    def narrator(self, state: Any, bots: Sequence[str]) -> Narrator:
        return self.load("story")(bots, state.book) if "story" in self.places else super().narrator(state, bots)

    def encoding(self, rules: object, players: int) -> Encoding:
        return self.load("encoding")(rules, players) if "encoding" in self.places else super().encoding(rules, players)

    def bot_template(self) -> str:
        return self.load("template") if "template" in self.places else super().bot_template()

    def bot_programs(self) -> Mapping[str, str]:
        return self.load("programs")() if "programs" in self.places else {}
