"""Playouts: a game played on with a policy for each seat, without bots, views or a journal. For searches."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

END: Final = "end"

Policy: TypeAlias = Callable[[Any, int, Random], Any]  # state, seat, generator; returns a legal choice
Value: TypeAlias = Callable[[Any, int], float]  # state, seat: what the state is worth, such as the chance to win
Until: TypeAlias = str | int


class Composed:
    """A part of a search. It is compiled, so differences are passed to it."""

    def __init_subclass__(cls) -> None:
        derived: Any = cls
        if not derived.__module__.startswith("wallenstein."):
            part = derived.__mro__[1].__name__
            raise TypeError(
                f"{derived.__name__} cannot be derived from {part}, which is compiled: make a {part}, and pass it what"
                " it should do differently, such as value or policy"
            )


class Playable(Protocol):
    """The methods of a state that a playout needs."""

    decision: Any

    def copy(self, chance: Any = None) -> Self:
        """An independent copy with its own chance."""

    def make(self, choice: Any) -> None: ...

    def free_chance(self, rng: Random) -> Any: ...

    def period(self, name: str) -> Any:
        """The number of the state's season, year or the like; ValueError for an unknown name."""


Played = TypeVar("Played", bound=Playable)


def random_policy(state: Any, seat: int, rng: Random) -> Any:
    """A random legal choice, all equally likely."""
    return state.decision.random(rng)


def playout(state: Played, policies: Sequence[Policy], rng: Random, until: Until = END, chance: Any = None) -> Played:
    """A copy of the state, played on; the state itself stays as it is.

    `policies`: one for each seat. Their choices are not checked. `until`: "end", the name of a
    period of the game such as "season" (it stops at the first decision after it), or a number of decisions. `chance`:
    what the rules draw from, otherwise the generator that the policies use too.
    """
    played = state.copy(state.free_chance(rng) if chance is None else chance)
    if until == END:
        while (decision := played.decision) is not None:
            seat = decision.seat
            played.make(policies[seat](played, seat, rng))
    elif isinstance(until, str):
        now = played.period(until)
        while (decision := played.decision) is not None and played.period(until) == now:
            seat = decision.seat
            played.make(policies[seat](played, seat, rng))
    else:
        for _ in range(until):
            if (decision := played.decision) is None:
                break
            seat = decision.seat
            played.make(policies[seat](played, seat, rng))
    return played


def playouts(state: Played, policies: Sequence[Policy], n: int, rng: Random, until: Until = END) -> Iterator[Played]:
    """`n` playouts from the same state, each made when it is needed."""
    for _ in range(n):
        yield playout(state, policies, rng, until)
