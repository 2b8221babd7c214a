"""The type of a function that tells one entry of the journal."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from wallenstein.games.wallenstein.story.page import Items

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.story.story import Story

Entry: TypeAlias = tuple[Any, ...]
Teller: TypeAlias = "Callable[[Story, Entry], Items]"
