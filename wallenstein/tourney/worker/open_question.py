"""Who is being asked right now, in memory that two processes share."""

from mmap import mmap
from struct import Struct
from time import monotonic
from typing import Final, NamedTuple

from wallenstein.table.conditions import Watch

NOBODY: Final = -1


class Asked(NamedTuple):
    """A question that is open."""

    game: int
    seat: int  # NOBODY when none is
    decision: int
    limit: float
    since: float


class Sight(Watch):
    """Written by the process that plays, read by the one that guards it."""

    packer: Final = Struct("<qiidd")

    def __init__(self) -> None:
        self.memory: Final = mmap(-1, self.packer.size)
        self.begin(NOBODY)

    def begin(self, game: int) -> None:
        """A game begins."""
        self.game = game
        self.answered()

    def asking(self, seat: int, decision: int, limit: float) -> None:
        """A question begins."""
        self.packer.pack_into(self.memory, 0, self.game, seat, decision, limit, monotonic())

    def answered(self) -> None:
        """Nobody is being asked."""
        self.packer.pack_into(self.memory, 0, self.game, NOBODY, 0, 0.0, 0.0)

    def look(self) -> Asked:
        """The open question."""
        return Asked(*self.packer.unpack_from(self.memory))
