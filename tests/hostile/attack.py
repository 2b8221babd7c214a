"""What all hostile bots share: they choose like an honest one, attack on their second turn, and say what must hold."""

from typing import Any, ClassVar, Final, NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.table.faults import FaultKind as Kind

SECOND: Final = 4  # the decision of the second turn of seat 1, of three
LAST: Final = 9  # the number after the last decision, that of `end`
BEFORE: Final = -1

NONE, PROCESS, SANDBOX = "none", "process", "sandbox"
EVERYWHERE: Final = (NONE, PROCESS, SANDBOX)
APART: Final = (PROCESS, SANDBOX)  # the bot has a process of its own
ONLY_SANDBOX: Final = (SANDBOX,)


class Holds(NamedTuple):
    """What must hold of an attack: that nobody notices it, or that it is this fault; the text is how it begins."""

    kind: Kind | None = None
    text: str = ""
    decision: int = SECOND


UNSEEN: Final = Holds()
TIME_IS_UP: Final = "interrupted after 0.25 seconds"


def died(text: str, decision: int = SECOND) -> Holds:
    """Its process is lost, twice at the same decision."""
    return Holds(Kind.DIED, text, decision)


class Attack(BaseBot):
    """Chooses like an honest bot, and attacks on its second turn."""

    holds: ClassVar[Holds] = UNSEEN
    modes: ClassVar[tuple[str, ...]] = EVERYWHERE  # in which that holds
    hasty: ClassVar[bool] = False  # its time is limited to a quarter of a second, that of all others to a minute
    slow: ClassVar[bool] = False  # it takes seconds, and is left to the long tests
    turns = 0

    def decide(self, view: Any, decision: Any) -> Any:
        """Attacks on the second turn."""
        self.turns += 1
        return self.attack(view, decision) if self.turns == 2 else self.honestly(decision)

    def attack(self, view: Any, decision: Any) -> Any:
        """Nothing yet."""
        return self.honestly(decision)

    def honestly(self, decision: Any) -> Any:
        """A legal choice, drawn from the bot's own generator."""
        return decision.options[int(self.rng.random() * len(decision.options))]
