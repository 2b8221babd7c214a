"""A decision of one seat, and the choices that are records."""

from random import Random
from typing import Any, Final, NamedTuple, NoReturn

from wallenstein.core.errors import RuleError
from wallenstein.core.plain import brief
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


def refuse(rule: str, decision: Decision, choice: object, doubt: str = "") -> NoReturn:
    """Raises RuleError: the choice breaks the rule, or it is in doubt what it means."""
    why = doubt or (MISSING if choice is None else "")
    text = f"seat {decision.seat} cannot choose {brief(choice)} for {decision.kind}"
    raise RuleError(rule, f"{text}; {why}" if why else text)
