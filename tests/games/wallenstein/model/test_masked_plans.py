"""W28, W29: what is seen of plans that are revealed box by box, against the plain definition."""

from random import Random

import pytest

from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTION, ACTIONS, UNSEEN
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.phases.visible import COURT_IS_OPEN, masked_plans
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import Rules


def plainly(state: State) -> tuple[Plan | None, ...]:
    """Every plan with its bid, its court boxes once they are open, and the boxes whose turn has come."""
    seen: list[Plan | None] = []
    for seat, plan in enumerate(state.plans):
        if plan is None:
            seen.append(None)
            continue
        boxes = [UNSEEN] * len(ACTIONS)
        if state.phase == ACTION:
            for slot, action in enumerate(state.actions[: state.slot + 1]):
                if slot < state.slot or seat in state.order[: state.seats_done + 1]:
                    boxes[action] = plan.boxes[action]
        seen.append(Plan(tuple(boxes), plan.bid, plan.court if state.phase in COURT_IS_OPEN else ()))
    return tuple(seen)


@pytest.mark.parametrize("rules", [Rules(), Rules(edition="first"), Rules(expansions=("emperors-court",))])
@pytest.mark.parametrize("often", [1.0, 0.3])
def test_w29_of_plans_only_what_was_revealed_is_seen(rules: Rules, often: float) -> None:
    """Whether somebody looks at every decision or seldom, and at copies in between."""
    rng = Random(5)
    for seed in range(4):
        state = new_game(rules, 4, seeded(seed))
        while (decision := state.decision) is not None:
            if rng.random() < often:
                assert masked_plans(state) == plainly(state)
                assert masked_plans(state.copy()) == plainly(state)
            before = state.copy(seeded(seed)) if rng.random() < 0.1 else None
            state.apply(decision.random(rng))
            if before is not None:
                assert masked_plans(before) == plainly(before)
