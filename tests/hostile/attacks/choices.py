"""Answers that are no choices, or that pretend to be some."""

from collections.abc import Iterator
from typing import Any

from tests.hostile.attack import APART, Attack, Holds
from wallenstein.table.faults import FaultKind as Kind

PICK = "T1: a pick is a number from 0 to 3, not "


def illegal(text: str) -> Holds:
    """It is refused."""
    return Holds(Kind.ILLEGAL, text)


class Nothing(Attack):
    """Forgets its `return`."""

    holds = illegal(PICK + "None")

    def attack(self, view: Any, decision: Any) -> Any:
        return None


class TooHigh(Attack):
    """A number that is not among the options."""

    holds = illegal(PICK + "77")

    def attack(self, view: Any, decision: Any) -> Any:
        return 77


class Negative(Attack):
    """A number below all options."""

    holds = illegal(PICK + "-1")

    def attack(self, view: Any, decision: Any) -> Any:
        return -1


class Astronomic(Attack):
    """A number of twenty thousand digits, which Python refuses to write."""

    holds = illegal("an object of type int is not a choice of kind pick")

    def attack(self, view: Any, decision: Any) -> Any:
        return 10**20_000


class Broken(Attack):
    """Half a number."""

    holds = illegal(PICK + "1.5")

    def attack(self, view: Any, decision: Any) -> Any:
        return 1.5


class Text(Attack):
    """A text that Python would take for bytes, of a hundred megabytes."""

    slow = True
    holds = illegal(PICK + "'xxxx")
    modes = APART  # elsewhere it is what the process has left

    def attack(self, view: Any, decision: Any) -> Any:
        return "x" * 20_000_000


class Recursive(Attack):
    """A list that holds itself."""

    holds = illegal(PICK + "[[...]]")

    def attack(self, view: Any, decision: Any) -> Any:
        endless: list[Any] = []
        endless.append(endless)
        return endless


class Postponed(Attack):
    """A generator, because there is a `yield` in it."""

    holds = illegal(PICK + "<generator object Postponed.attack at 0x...>")

    def attack(self, view: Any, decision: Any) -> Any:
        yield decision.default


class Awaited(Attack):
    """A coroutine."""

    holds = illegal(PICK + "<coroutine object Awaited.later at 0x...>")

    async def later(self) -> int:
        """Too late."""
        return 1

    def attack(self, view: Any, decision: Any) -> Any:
        return self.later()


class Unwritable(Attack):
    """A choice that raises when it is shown."""

    holds = Holds(Kind.CRASH, "KeyboardInterrupt\n")

    def attack(self, view: Any, decision: Any) -> Any:
        class Shy:
            def __repr__(self) -> str:
                raise KeyboardInterrupt

        return Shy()


class Wordy(Attack):
    """A choice that is shown by another type, with lines of its own."""

    holds = illegal("an object of type Wordy is not a choice of kind pick")

    def attack(self, view: Any, decision: Any) -> Any:
        class Wordy:
            def __repr__(self) -> Any:
                return 7

        return Wordy()


class Agreeable(Attack):
    """A choice that calls itself equal to every option, and an instance of every class."""

    holds = illegal(PICK + "everything")

    def attack(self, view: Any, decision: Any) -> Any:
        class Everything:
            __hash__ = None  # type: ignore[assignment]

            def __eq__(self, other: object) -> bool:
                return True

            @property  # type: ignore[misc]
            def __class__(self) -> Any:
                return int

            def __repr__(self) -> str:
                return "everything"

        return Everything()


class Fickle(Attack):
    """A choice that is another number each time it is asked."""

    holds = illegal(PICK + "anything")

    def attack(self, view: Any, decision: Any) -> Any:
        class Number:
            asked = 0

            def __index__(self) -> int:
                self.asked += 1
                return self.asked

            def __repr__(self) -> str:
                return "anything"

        return Number()


class Endless(Attack):
    """A choice that has no end, and says that it is very long."""

    holds = illegal(PICK + "bottomless")

    def attack(self, view: Any, decision: Any) -> Any:
        class Bottomless:
            def __len__(self) -> int:
                return 1 << 62

            def __iter__(self) -> Iterator[int]:
                while True:
                    yield 1

            def __repr__(self) -> str:
                return "bottomless"

        return Bottomless()


class TrueToo(Attack):
    """A truth value in place of a number."""

    holds = illegal(PICK + "True")

    def attack(self, view: Any, decision: Any) -> Any:
        return True
