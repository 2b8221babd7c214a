"""A step of the agenda: its name, then the small ints it needs."""

from typing import Any, TypeAlias

Step: TypeAlias = tuple[Any, ...]


def behind(steps: tuple[Step, ...], name: str, new: str) -> tuple[Step, ...]:
    """The steps with a new one right after the named one."""
    place = [step[0] for step in steps].index(name) + 1
    return (*steps[:place], (new,), *steps[place:])
