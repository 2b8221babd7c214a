"""The rules of a game are kinds of decisions, and a state that they play on; its own adds the things on the table."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from struct import Struct, unpack
from typing import Any, ClassVar, Final, Generic, NoReturn, Self, TypeVar, TypeVarTuple

from wallenstein.core.choices import new_record
from wallenstein.core.documents import Json, PendingDecision, Schema, or_null, refusal
from wallenstein.core.errors import RuleError
from wallenstein.core.plain import NotPlain, are_ints, brief
from wallenstein.core.records import PLAIN, Code, plain_record
from wallenstein.core.search.playout import END, Policy, Until, playout

LONGEST: Final = 32  # more values than any choice has
PACKS: Final = [Struct(f"{length}b").pack for length in range(LONGEST)]  # signed bytes, by length
MISSING: Final = "is a `return` missing?"


def refuse(rule: str, decision: PendingDecision, choice: object, doubt: str = "") -> NoReturn:
    why = doubt or (MISSING if choice is None else "")
    text = f"seat {decision.seat} cannot choose {brief(choice)} for {decision.kind}"
    raise RuleError(rule, f"{text}; {why}" if why else text)


class Kind(ABC):
    """A kind of decision: which choices are legal, how they are written, and their effect."""

    name: ClassVar[str]
    rule: ClassVar[str]  # broken by a choice that is not among the options
    choice: ClassVar[type] = int  # of a choice: int, tuple, or a record
    code: ClassVar[Code] = PLAIN  # how documents write a choice
    may_decline: ClassVar[bool] = False  # whether None is a choice, too

    @abstractmethod
    def take(self, state: Any, step: Any, choice: Any) -> None:
        """Carries out a legal choice; `step` is the record that asked."""

    def check(self, decision: Any, choice: object) -> object:
        """The choice in plain types; raises RuleError unless it is one of the options.

        Only plain values are compared: an object of the bot's own could be equal to anything.
        """
        if type(choice) is not int and not self.is_plain(choice):
            choice = self.plain(decision, choice)
        if choice not in decision.options:
            refuse(self.broken(decision, choice), decision, choice)
        return choice

    def plain(self, decision: Any, choice: object) -> object:
        """The choice in plain types; raises RuleError if its meaning is in doubt."""
        try:
            return plain_record(self.choice, choice) if hasattr(self.choice, "_fields") else self.code.plain(choice)
        except NotPlain as doubt:
            refuse(self.broken(decision, None), decision, choice, str(doubt))

    def broken(self, decision: Any, choice: object) -> str:
        """The rule that a choice breaks; the choice is None or has only plain values."""
        return self.rule

    def is_plain(self, choice: object) -> bool:
        """Whether it has only the types of choices: a number, None, or a record or tuple of numbers."""
        if isinstance(choice, tuple) and (type(choice) is tuple or type(choice) is self.choice):
            return are_ints(choice)
        return choice is None

    def read(self, place: Json, functions: object) -> object:
        """The choice in a document; raises FormatError if it is malformed. Whether it is legal is checked elsewhere.

        Null always has the right form: the rules decide whether something must be chosen.
        """
        return None if place.value is None else self.code.read(place, functions)

    def read_legal(self, place: Json, decision: PendingDecision, functions: object) -> object:
        """The choice in a document; raises FormatError if it is malformed, RuleError if it is illegal."""
        choice = self.read(place, functions)
        self.check_read(choice, place, decision, functions)
        return choice

    def check_read(self, choice: object, place: Json, decision: PendingDecision, functions: object) -> None:
        """Raises RuleError if the choice read at this place is illegal, in the names of the document."""
        try:
            self.check(decision, choice)
        except RuleError as error:
            raise RuleError(error.rule, refusal(place, decision)) from None

    def in_names(self, error: RuleError, decision: PendingDecision, choice: Any, functions: object) -> RuleError:
        """The error for a bot's choice with names for its numbers, if documents can express the choice."""
        try:
            if hasattr(self.choice, "_fields"):
                choice = self.choice(*choice)  # it may also be a plain tuple
            place = Json(self.write(choice, functions))
            if place.value is None or self.read(place, functions) != choice:
                return error
            return RuleError(error.rule, refusal(place, decision))
        except Exception:  # a bot may choose anything, and only the names are lost
            return error

    def schema(self) -> Schema:
        return or_null(self.code.schema()) if self.may_decline else self.code.schema()

    def write(self, choice: object, functions: object) -> object:
        """A legal choice, as documents write it."""
        return None if choice is None else self.code.write(choice, functions)

    def pack(self, choice: Any) -> bytes:
        """A legal choice as signed bytes: a record's or a tuple's parts; nothing for None."""
        if choice is None:
            return b""
        values = choice if isinstance(choice, tuple) else (choice,)
        return PACKS[len(values)](*values)

    def unpack(self, packed: bytes) -> object:
        values = unpack(f"{len(packed)}b", packed)
        if not values:
            return None
        if self.choice is int:
            return values[0]
        return values if self.choice is tuple else self.choice(*values)


FunctionsT = TypeVar("FunctionsT", bound=Any)
DecisionT = TypeVar("DecisionT", bound=PendingDecision)
EntryT = TypeVar("EntryT")
Values = TypeVarTuple("Values")


class EngineState(ABC, Generic[FunctionsT, DecisionT, EntryT]):
    """A game at one moment: the functions that it is played by, the pending decision, the journal."""

    __slots__ = ("decision", "functions", "journal")

    over: ClassVar[str]  # the rule that ends the game
    functions: FunctionsT
    decision: DecisionT | None
    journal: list[EntryT] | None  # None if it is not recorded

    def apply(self, choice: object) -> None:
        """Makes this choice for the pending decision and plays on to the next one.

        An illegal choice raises RuleError and changes nothing.
        """
        decision = self.decision
        if decision is None:
            raise RuleError(self.over, "the game is over; nothing is left to decide")
        self.make(self.functions.kinds[decision.kind].check(decision, choice))

    @abstractmethod
    def make(self, choice: object) -> None:
        """Like `apply`, for a choice that its kind has checked."""

    @abstractmethod
    def copy(self, chance: Any = None) -> Self:
        """An independent copy with its own chance; it keeps no journal."""

    @abstractmethod
    def period(self, name: str) -> int:
        """The number of the turn, season or the like, for playouts; ValueError for an unknown name."""

    @abstractmethod
    def free_chance(self, rng: Random) -> object:
        """Chance that draws with a generator."""

    def note(self, entry: Callable[[*Values], EntryT], *values: *Values) -> None:
        if self.journal is not None:
            self.journal.append(new_record(entry, values))

    def playout(self, policies: Sequence[Policy], rng: Random, until: Until = END, chance: object = None) -> Self:
        """A copy, played on with a policy for each seat until a period or the game ends, or for some decisions."""
        return playout(self, policies, rng, until, chance)
