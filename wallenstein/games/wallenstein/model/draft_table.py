"""What lies on the table while counties are drafted (W13)."""


class DraftTable:
    """Two open cards, the pile (top first), every seat's groups left, and the pair each saw last."""

    def __init__(self, opened: list[int], pile: list[int], groups: list[list[int]], seats: int) -> None:
        self.opened = opened
        self.pile = pile
        self.groups = groups
        self.seen: list[tuple[int, ...] | None] = [None] * seats
        self.buried = 0  # how many cards at the bottom were put there face up

    def copy(self) -> "DraftTable":
        """An independent copy."""
        new = DraftTable(self.opened[:], self.pile[:], [g[:] for g in self.groups], len(self.seen))
        new.seen = self.seen[:]
        new.buried = self.buried
        return new

    def reveal(self) -> int:
        """Takes the top card of the pile."""
        self.buried = min(self.buried, len(self.pile) - 1)
        return self.pile.pop(0)

    def replace_open(self) -> None:
        """Puts the open pair under the pile and opens two new cards."""
        self.pile += self.opened
        self.buried += 2
        self.opened = [self.reveal(), self.reveal()]
