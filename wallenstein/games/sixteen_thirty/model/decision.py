"""A decision of one seat, and how a choice is refused."""

from random import Random
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from wallenstein.core.choices import Choices
from wallenstein.core.errors import RuleError
from wallenstein.core.plain import brief
from wallenstein.games.sixteen_thirty.model.steps import Step

Options: TypeAlias = tuple[Any, ...] | Choices

MISSING: Final = "is a `return` missing?"


class Decision(NamedTuple):
    """A decision: seat, kind, the legal choices, and the question with what it is about. It cannot be changed."""

    seat: int
    kind: str
    options: Options
    step: Step

    @property
    def default(self) -> Any:
        """A harmless legal choice: none, where that is allowed."""
        return self.options[0]

    def random(self, rng: Random) -> Any:
        """Any legal choice."""
        options = self.options
        if isinstance(options, tuple):
            return options[int(rng.random() * len(options))]
        return options.random(rng)


def refuse(rule: str, decision: Decision, choice: object, doubt: str = "") -> NoReturn:
    """Raises RuleError: the choice breaks the rule, or it is in doubt what it means."""
    why = doubt or (MISSING if choice is None else "")
    text = f"seat {decision.seat} cannot choose {brief(choice)} for {decision.kind}"
    raise RuleError(rule, f"{text}; {why}" if why else text)
