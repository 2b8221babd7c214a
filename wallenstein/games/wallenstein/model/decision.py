"""A decision of one seat, the choices that are records, and the sequence of possible marches."""

from collections.abc import Iterator, Sequence
from operator import index as as_index
from random import Random
from typing import Any, Final, NamedTuple, NoReturn, overload

from wallenstein.core.errors import RuleError
from wallenstein.core.plain import brief
from wallenstein.core.unchangeable import Unchangeable, set_once
from wallenstein.games.wallenstein.model.codes import County, CountyOrNone, Number, YesNo
from wallenstein.games.wallenstein.model.steps import AskDefence, Revolt, Step
from wallenstein.games.wallenstein.names import BLANK

MISSING: Final = "is a `return` missing?"


class March(NamedTuple):
    """The destination and the number of armies, of combat A and B and of the move after deploy 1."""

    to: County
    armies: Number


class Muster(NamedTuple):
    """F6: whether an army is deployed (1 or 0), where armies move (-1: nowhere), and how many."""

    deploy: YesNo
    to: CountyOrNone
    armies: Number


class Attack(NamedTuple):
    """Who marches against a county, from where and with how many armies."""

    seat: int
    source: int
    armies: int


class Decision(NamedTuple):
    """A decision: seat, kind, and the legal choices; for a plan, `options` is its offer."""

    seat: int
    kind: str
    options: Any
    step: Step  # the step that asks, with what it is about

    @property
    def default(self) -> Any:
        """A harmless legal choice; not for plans."""
        return self.options[0]

    def random(self, rng: Random) -> Any:
        """Any legal choice."""
        options = self.options
        return options.random(rng) if self.kind == "plan" else options[int(rng.random() * len(options))]

    @property
    def county(self) -> int:
        """The county that the decision is about: left by a march, a move or a muster, defended, or settled; else -1."""
        county: int = getattr(self.step, "county", BLANK)
        return county

    @property
    def attack(self) -> Attack | None:
        """The attack, if this is a defence against one; None in a revolt or for other decisions."""
        step = self.step
        return Attack(step.seat, step.source, step.armies) if isinstance(step, AskDefence) else None

    @property
    def extra(self) -> int:
        """The peasants that winter adds, if this is a defence in a revolt (W71)."""
        return self.step.extra if isinstance(self.step, Revolt) else 0

    @property
    def favor(self) -> int:
        """The number of the favor that is being used; 0 for other decisions."""
        number: int = getattr(self.step, "favor", 0)
        return number


class Marches(Unchangeable, Sequence[Any]):
    """Moves of 1 to `most` armies to one of `targets`, created on access; `None` first if it is allowed."""

    __slots__ = ("most", "optional", "targets")

    targets: tuple[int, ...]
    most: int
    optional: bool

    def __init__(self, targets: tuple[int, ...], most: int, optional: bool = False) -> None:
        set_once(self, "targets", targets)
        set_once(self, "most", most)
        set_once(self, "optional", optional)

    def __reduce__(self) -> tuple[Any, ...]:
        return Marches, (self.targets, self.most, self.optional)

    def __len__(self) -> int:
        return len(self.targets) * self.most + self.optional

    @overload
    def __getitem__(self, index: int) -> March | None: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[March | None]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = as_index(index)  # what comes out has the very types of choices
        if index < 0:
            index += len(self)
            if index < 0:
                raise IndexError("no such move")
        if self.optional:
            if index == 0:
                return None
            index -= 1
        return March(self.targets[index // self.most], index % self.most + 1)  # IndexError past the last target

    def __iter__(self) -> Iterator[March | None]:
        if self.optional:
            yield None
        for target in self.targets:
            for armies in range(1, self.most + 1):
                yield March(target, armies)

    def __contains__(self, choice: object) -> bool:
        if choice is None:
            return self.optional
        if (type(choice) is not March and type(choice) is not tuple) or len(choice) != 2:
            return False
        to, armies = choice
        return type(to) is int and type(armies) is int and to in self.targets and 1 <= armies <= self.most

    def __repr__(self) -> str:
        return f"Marches(targets={self.targets}, most={self.most}, optional={self.optional})"


def refuse(rule: str, decision: Decision, choice: object, doubt: str = "") -> NoReturn:
    """Raises RuleError: the choice breaks the rule, or it is in doubt what it means."""
    why = doubt or (MISSING if choice is None else "")
    text = f"seat {decision.seat} cannot choose {brief(choice)} for {decision.kind}"
    raise RuleError(rule, f"{text}; {why}" if why else text)
