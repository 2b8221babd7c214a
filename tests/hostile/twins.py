"""Bots that give the same answers as hostile ones, without the attack."""

import os
from typing import Any

from tests.hostile.attack import Attack


class Honest(Attack):
    """Does nothing but choose."""


class Stumbling(Attack):
    """Has no answer on its second turn."""

    def attack(self, view: Any, decision: Any) -> Any:
        raise LookupError


class Lost(Attack):
    """Ends its process on its second turn."""

    def attack(self, view: Any, decision: Any) -> Any:
        os._exit(0)


class Unborn(Attack):
    """Cannot be made."""

    def __init__(self) -> None:
        raise LookupError


class Stillborn(Attack):
    """Ends its process before the game."""

    def __init__(self) -> None:
        os._exit(0)


class Sore(Attack):
    """Has no answer to the result."""

    def end(self, result: Any) -> None:
        raise LookupError


class StumblingLater(Attack):
    """Has no answer on its third turn."""

    def decide(self, view: Any, decision: Any) -> Any:
        self.turns += 1
        if self.turns == 3:
            raise LookupError
        return self.honestly(decision)


class LostLater(Attack):
    """Ends its process on its third turn."""

    def decide(self, view: Any, decision: Any) -> Any:
        self.turns += 1
        if self.turns == 3:
            os._exit(0)
        return self.honestly(decision)
