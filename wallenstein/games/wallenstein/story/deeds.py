"""The planned actions (W28, W40-W44): what was done, or why it was not."""

from typing import Final

from wallenstein.core.reports.page import Items, Sentence, Words, several
from wallenstein.games.wallenstein.model.entries import ActionResolved, Moved, RevoltFirst, Thrown
from wallenstein.games.wallenstein.names import (
    COMBAT_A,
    DEPLOY_1,
    DONE,
    GRAIN,
    NEUTRAL,
    OUTCOMES,
    PALACE,
    POST,
    REVOLT_LOST,
    TAXES,
    VOID,
)
from wallenstein.games.wallenstein.story.names import armies
from wallenstein.games.wallenstein.story.story import Story, Teller, open_slot

WANTED: Final = (  # by action
    "build a palace", "build a church", "build a trading post", "harvest grain", "collect taxes", "deploy 5 armies",
    "deploy 3 armies", "deploy an army or move", "march", "march",
)  # fmt: skip
BUILT: Final = ("a palace", "a church", "a trading post")
REASONS: Final = {
    "no-money": "too few Thalers",
    "no-site": "no free building site",
    "already-built": "there is one already",
    "no-stock": "no tile is left",
    "no-supply": "too few armies in the supply",
    "no-armies": "too few armies",
    "no-reach": "no county within reach",
}


def tell_action(story: Story, entry: ActionResolved) -> Items:
    """One player's action in its slot."""
    slot, seat, action, county, outcome, amount, to = entry
    yield from open_slot(story, slot)
    words: Words
    if outcome != DONE:
        words = (story.names.player(seat), " ", failure(action, outcome))
    elif action >= COMBAT_A:
        words = march(story, seat, amount, to)
    else:
        words = (story.names.player(seat), " ", deed(action, amount))
    yield Sentence((story.names.county(county), ": ", *words, "."), 1)


def deed(action: int, amount: int) -> str:
    """What was done, apart from marches."""
    if PALACE <= action <= POST:
        return f"builds {BUILT[action]}"
    if action == GRAIN:
        return f"harvests {amount} grain"
    if action == TAXES:
        return f"collects {several(amount, 'Thaler', 'Thalers')} in taxes"
    if action == DEPLOY_1 and not amount:
        return "pays for a move"  # F6
    return f"deploys {armies(amount)}"


def failure(action: int, outcome: int) -> str:
    """Why nothing was done."""
    if outcome == VOID:
        return f"cannot {WANTED[action]}: void, the county was lost"
    if outcome == REVOLT_LOST:
        return f"cannot {WANTED[action]}: the county was lost"
    return f"cannot {WANTED[action]}: {REASONS[OUTCOMES[outcome]]}"


def march(story: Story, seat: int, amount: int, to: int) -> Words:
    """W44: into an own county, or an attack; the next entry says which."""
    names = story.names
    if story.next(Moved):
        story.coming.popleft()  # it is described here
        return (names.player(seat), f" moves {armies(amount)} to ", names.county(to))
    throw = story.next(Thrown)
    if throw is None:  # the story breaks off here
        return (names.player(seat), " marches to ", names.county(to), f" with {armies(amount)}")
    if throw.other == NEUTRAL:
        return (names.player(seat), " attacks ", names.county(to), f", neutral, with {armies(amount)}")
    return (
        names.player(seat),
        " attacks ",
        names.county(to),
        " of ",
        names.player(throw.other),
        f" with {armies(amount)}",
    )


def tell_move(story: Story, entry: Moved) -> Items:
    """W43, F6: the move after deploy 1."""
    _, _, to, count = entry
    yield Sentence((f"then moves {armies(count)} to ", story.names.county(to), "."), 2)


def tell_unrest(story: Story, entry: RevoltFirst) -> Items:
    """F14: the revolt comes before the income, whose entry follows."""
    slot, seat, action, county = entry
    yield from open_slot(story, slot)
    yield Sentence((story.names.county(county), ": ", story.names.player(seat), f" wants to {WANTED[action]}."), 1)


TELLERS: Final[dict[type, Teller]] = {ActionResolved: tell_action, Moved: tell_move, RevoltFirst: tell_unrest}
