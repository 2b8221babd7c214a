"""Choices that no rule allows: wrong types, values out of range, foreign counties, and objects that lie."""

from collections.abc import Iterator
from enum import IntEnum
from random import Random
from typing import Any, NoReturn

from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.plan import Plan


class Liar:
    """Calls itself equal to anything, and hashes, counts and compares like a good choice."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __lt__(self, other: object) -> bool:
        return True

    __gt__ = __le__ = __ge__ = __lt__

    def __hash__(self) -> int:
        return 0

    def __index__(self) -> int:
        return 0

    def __int__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return False

    def __len__(self) -> int:
        return 0


class Bomb:
    """Fails whatever is done with it."""

    def fail(self, *args: object) -> NoReturn:
        raise ZeroDivisionError("a bomb")

    __eq__ = __ne__ = __lt__ = __gt__ = __hash__ = __repr__ = __bool__ = __len__ = __iter__ = fail
    __index__ = __int__ = __format__ = __str__ = fail


class SubInt(int):
    """An int with a behaviour of its own."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class SubTuple(tuple[Any, ...]):
    """A tuple with a behaviour of its own."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Number(IntEnum):
    """An enumeration passes for an int, too."""

    ZERO = 0


class SubPlan(Plan):
    """Not the plan that the rules know."""


def deep() -> tuple[Any, ...]:
    """A tuple in a tuple in a tuple, deeper than Python prints."""
    nest: tuple[Any, ...] = ()
    for _ in range(50_000):
        nest = (nest,)
    return nest


HUGE = 10**5000
DEEP = deep()
THINGS: tuple[Any, ...] = (
    None, True, False, 0.0, 1.0, -1.5, float("nan"), float("inf"), 1j, "", "0", "anhalt", b"1", [], {}, set(),
    object(), int, Liar(), Bomb(), SubInt(1), SubTuple((0, 1)), Number.ZERO, HUGE, -HUGE, -3, -4, 45, 46, 99, 255,
    2**31, 2**63, DEEP, (), (0,), (0, 0), (None,), (None, None), (0, 1, 2), ((0, 1),), (0.0, 1), (0, 1.0), (True, 1),
    (1, True), (HUGE, 1), (0, HUGE), (Liar(), 1), (0, Liar()), (Bomb(), 1), (0, Bomb()), (SubInt(0), 1), [0, 1],
    (99, 1), (-1, 1), (0, -1), (float("nan"), 1), ("anhalt", 1), (DEEP, 1), slice(0, 1), range(3), lambda: 0,
    Ellipsis, NotImplemented, BaseException(),
)  # fmt: skip


def broken_plans(plan: Plan, rng: Random) -> Iterator[Any]:
    """A legal plan, made wrong in every way."""
    boxes, bid = plan.boxes, plan.bid
    place = rng.randrange(len(boxes))
    as_list: Any = list(boxes)
    for thing in THINGS:
        yield thing
        yield Plan((*boxes[:place], thing, *boxes[place + 1 :]), bid)
        yield Plan(boxes, thing)
        yield Plan(boxes, bid, thing)
        yield Plan(thing, bid)
    yield from (Plan(boxes[:9], bid), Plan((*boxes, -1), bid), Plan((), bid), Plan((-1,) * 11, 0))
    yield from (Plan(boxes, -2), Plan(boxes, 5), Plan(boxes, 9), Plan(boxes, 10 + 45), Plan(boxes, 10 + 44 + 256))
    yield from (
        Plan(boxes, bid, (-1, -1, -1)),
        Plan(boxes, bid, (0,)),
        Plan(as_list, bid),
        Plan(SubTuple(boxes), bid),
    )
    yield from (Plan(boxes, SubInt(bid)), Plan(boxes, bid, ()).boxes, (boxes, bid, ()), SubPlan(boxes, bid))
    yield from (tuple.__new__(Plan, ()), tuple.__new__(Plan, (boxes,)), tuple.__new__(Plan, (boxes, bid, (), ())))
    yield plan._asdict()
    laid = [county for county in boxes if county >= 0]
    for county in laid[:2]:
        yield Plan((*boxes[:place], county, *boxes[place + 1 :]), 10 + county)
        yield Plan((county,) * 10, bid)


def broken_tuples(good: tuple[int, ...]) -> Iterator[Any]:
    """A legal choice of several parts, made wrong in every way."""
    yield from (SubTuple(good), list(good), good[::-1], good[:-1], (*good, 0), good + good)
    for place, part in enumerate(good):
        for wrong in (part + 99, 0, -part, -7, True, None, "1", (0,), float(part), SubInt(part), Number.ZERO):
            yield (*good[:place], wrong, *good[place + 1 :])
    yield from ((other, *good[1:]) for other in range(-2, 50))
    if len(good) == 2:
        yield good[1], good[0] + 50


def junk_for(decision: Decision, rng: Random) -> Iterator[Any]:
    """Choices for this decision that are not legal, and some that may be: the caller knows which."""
    if decision.kind == "plan":
        yield from broken_plans(decision.options.random(rng), rng)
        return
    yield from THINGS
    yield from range(-5, 60)
    good = decision.options[rng.randrange(len(decision.options))]
    yield from ([good], (good,), {good: good}, str(good), Plan((good,) * 10, 0))
    if type(good) is tuple:
        yield from broken_tuples(good)
    if type(good) is int:
        yield from (float(good), SubInt(good), bool(good), str(good), complex(good))
