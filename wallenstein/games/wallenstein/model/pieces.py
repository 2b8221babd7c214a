"""Pieces of the state: the table of the draft (W13), and the plans as everybody sees them (W29)."""

from dataclasses import dataclass

from wallenstein.games.wallenstein.plan import Plan


class DraftTable:
    """Two open cards, the pile (top first), every seat's groups left, and the pair each saw last."""

    def __init__(self, opened: list[int], pile: list[int], groups: list[list[int]], seats: int) -> None:
        self.opened = opened
        self.pile = pile
        self.groups = groups
        self.seen: list[tuple[int, ...] | None] = [None] * seats
        self.buried = 0  # number of cards at the bottom that were put there face up

    def copy(self) -> "DraftTable":
        new = DraftTable(self.opened[:], self.pile[:], [g[:] for g in self.groups], len(self.seen))
        new.seen = self.seen[:]
        new.buried = self.buried
        return new

    def reveal(self) -> int:
        self.buried = min(self.buried, len(self.pile) - 1)
        return self.pile.pop(0)

    def replace_open(self) -> None:
        """Puts the open pair under the pile and opens two new cards."""
        self.pile += self.opened
        self.buried += 2
        self.opened = [self.reveal(), self.reveal()]


@dataclass
class MaskedPlans:
    """Made by `phases/visible.py` when a view first needs it; shared by states and their copies."""

    seen: tuple[Plan | None, ...]
    plans: tuple[Plan | None, ...]  # as they are, then the progress of the game that has revealed them
    phase: int
    slot: int
    acted: int
    actions: tuple[int, ...]
    order: tuple[int, ...]
