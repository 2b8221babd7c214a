"""A step of the agenda: its name, then the small ints it needs."""

from typing import Any, TypeAlias

Step: TypeAlias = tuple[Any, ...]
