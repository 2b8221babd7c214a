"""The plans as everybody sees them (W29), and the moment at which that was; never changed once it is made."""

from wallenstein.games.wallenstein.plan import Plan


class MaskedPlans:
    """Made by `phases/visible.py` when a view first needs it; states and their copies share it."""

    __slots__ = ("acted", "actions", "order", "phase", "plans", "seen", "slot")

    def __init__(
        self,
        seen: tuple[Plan | None, ...],
        plans: tuple[Plan | None, ...],
        phase: int,
        slot: int,
        acted: int,
        actions: tuple[int, ...],
        order: tuple[int, ...],
    ) -> None:
        """`plans` as they are, and what says how far they have been revealed."""
        self.seen = seen
        self.plans = plans
        self.phase = phase
        self.slot = slot
        self.acted = acted
        self.actions = actions
        self.order = order
