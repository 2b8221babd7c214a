"""The draft of the manual variant (F14)."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.draft import table, take_draft_group
from wallenstein.games.wallenstein.names import PILE
from wallenstein.games.wallenstein.step import Step

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.state import State


def draft_card(state: "State", step: Step) -> None:
    """F14: nobody may put the open pair away."""
    draft = table(state)
    state.ask(step, state.order[step[1] % len(state.order)], "draft-card", (*draft.opened, PILE))


def take_group(state: "State", step: Step, armies: int) -> None:
    """F14: when a full round went by without anyone taking an open card, the pair is replaced."""
    draft = table(state)
    round_over = (step[1] + 1) % len(state.order) == 0
    if round_over and all(seen == tuple(sorted(draft.opened)) for seen in draft.seen):
        draft.replace_open()
    take_draft_group(state, step, armies)
