"""A question to one seat, and the sequences its legal choices are drawn from."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, overload

from wallenstein.core.errors import RuleError
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.names import BLANK

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


PLAIN: Final = frozenset((int, str, tuple, type(None)))  # types of choices that are looked up
PLACES: Final = {  # where a step that asks has the county it is about
    "march": 3, "move": 2, "muster": 3, "defend-battle": 4, "revolt": 2, "draft-group": 2,
}  # fmt: skip


class Attack(NamedTuple):
    """Who marches against a county, from where and with how many armies."""

    seat: int
    source: int
    armies: int


class Decision(NamedTuple):
    """What is asked: seat, kind, and the legal choices; for a plan `options` is its offer."""

    seat: int
    kind: str
    options: Any
    step: Step  # the step that asks, with what it is about

    @property
    def default(self) -> Any:
        """A harmless legal choice; an offer is asked for a plan instead."""
        return self.options[0]

    @property
    def county(self) -> int:
        """The county that the decision is about: left by a march, a move or a muster, defended, or settled; else -1."""
        place = PLACES.get(self.step[0])
        county: int = BLANK if place is None else self.step[place]
        return county

    @property
    def attack(self) -> Attack | None:
        """The attack that a defence is asked for; None if peasants rise there, or if it is no defence."""
        if self.step[0] != "defend-battle":
            return None
        return Attack(self.step[1], self.step[3], self.step[5])

    @property
    def extra(self) -> int:
        """The peasants that winter adds to the revolt that a defence is asked for (W71)."""
        extra: int = self.step[3] if self.step[0] == "revolt" else 0
        return extra

    @property
    def favor(self) -> int:
        """The number of the favor that asks what it shall do; 0 for any other decision."""
        number: int = self.step[2] if self.step[0].startswith("favor-") else 0
        return number


def shown(decision: Decision) -> Decision:
    """The decision as a bot may hold it: whatever it does to the options, the game looks at its own."""
    options = decision.options
    if type(options) is tuple:
        return decision
    return Decision(decision.seat, decision.kind, options.copy(), decision.step)


class Kind(NamedTuple):
    """How a kind of decision is checked and carried out."""

    check: Callable[[Decision, Any], None]
    take: Callable[["State", Step, Any], None]
    shape: str = "one"  # of the choice: one int, several in a tuple, or a plan; None where nothing may be chosen


class Marches(Sequence[Any]):
    """Moves of 1 to `most` armies to one of `targets`, made when looked at; `None` first where it is allowed."""

    __slots__ = ("most", "optional", "targets")

    def __init__(self, targets: tuple[int, ...], most: int, optional: bool = False) -> None:
        self.targets = targets
        self.most = most
        self.optional = optional

    def copy(self) -> "Marches":
        """Equal moves; what is done to them does not reach these."""
        return Marches(self.targets, self.most, self.optional)

    def __len__(self) -> int:
        return len(self.targets) * self.most + self.optional

    @overload
    def __getitem__(self, index: int) -> tuple[int, int] | None: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[int, int] | None]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
            if index < 0:
                raise IndexError("no such move")
        if self.optional:
            if index == 0:
                return None
            index -= 1
        return self.targets[index // self.most], index % self.most + 1  # IndexError past the last target

    def __iter__(self) -> Iterator[tuple[int, int] | None]:
        if self.optional:
            yield None
        for target in self.targets:
            for armies in range(1, self.most + 1):
                yield target, armies

    def __contains__(self, choice: object) -> bool:
        if choice is None:
            return self.optional
        if type(choice) is not tuple or len(choice) != 2:
            return False
        to, armies = choice
        return type(to) is int and type(armies) is int and to in self.targets and 1 <= armies <= self.most

    def __repr__(self) -> str:
        return f"Marches(targets={self.targets}, most={self.most}, optional={self.optional})"


def one_of(rule: str) -> Callable[[Decision, Any], None]:
    """The check of a kind whose legal choices are listed: anything else breaks this rule.

    Only plain values are looked up: an object of the bot's own could call itself equal to anything.
    """

    def check(decision: Decision, choice: Any) -> None:
        if not (type(choice) is int or plain(choice)) or choice not in decision.options:
            refuse(rule, decision, choice)

    return check


def one_march_of(rule: str) -> Callable[[Decision, Any], None]:
    """The check of a kind whose options are `Marches`, which look at a choice closely themselves."""

    def check(decision: Decision, choice: Any) -> None:
        if choice not in decision.options:
            refuse(rule, decision, choice)

    return check


def refuse(rule: str, decision: Decision, choice: object) -> NoReturn:
    """Raises that the choice breaks the rule."""
    raise RuleError(rule, f"seat {decision.seat} cannot choose {brief(choice)} for {decision.kind}")


def plain(choice: object) -> bool:
    """Whether it is made of nothing but the types that choices are made of."""
    return type(choice) in PLAIN and (type(choice) is not tuple or set(map(type, choice)) <= {int})


def brief(choice: object) -> str:
    """How a refused choice is shown: never longer than a line, whatever a bot returned."""
    if type(choice) in PLAIN:
        try:
            text = repr(choice)
        except Exception:
            text = f"an object of type {type(choice).__name__}"
        return text if len(text) <= 80 else text[:77] + "..."
    return f"an object of type {type(choice).__name__}"
