"""The rules of a game: edition, expansions, and other choices before the game."""

from dataclasses import dataclass, field
from typing import Final

from wallenstein.games.wallenstein.board import Board, board

EDITIONS: Final = ("second", "first")
VARIANTS: Final = ("manual",)
SETUPS: Final = ("default", "draft")


@dataclass(frozen=True, eq=False)  # compared as an object, which is faster than by its board
class Rules:
    """Edition, expansions, variant, set-up, board and tower of a game."""

    edition: str = "second"
    expansions: tuple[str, ...] = ()
    variant: str | None = None
    setup: str = "default"
    board: Board = field(default_factory=lambda: board("default"))
    board_name: str = "default"
    tower_options: tuple[tuple[str, object], ...] = (("model", "sieve"),)
