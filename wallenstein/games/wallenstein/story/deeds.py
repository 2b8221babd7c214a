"""The planned actions (W28, W40-W44): what was done, or why it was not."""

from typing import TYPE_CHECKING, Final

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
from wallenstein.games.wallenstein.story.page import Items, Sentence, Words, armies, several
from wallenstein.games.wallenstein.story.slots import open_slot
from wallenstein.games.wallenstein.story.teller import Entry, Teller

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.story.story import Story

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


def tell_action(story: "Story", entry: Entry) -> Items:
    """One player's action in its slot."""
    _, slot, seat, action, county, outcome, amount, to = entry
    yield from open_slot(story, slot)
    words: Words
    if outcome != DONE:
        words = (story.cast.player(seat), " ", failure(action, outcome))
    elif action >= COMBAT_A:
        words = march(story, seat, amount, to)
    else:
        words = (story.cast.player(seat), " ", deed(action, amount))
    yield Sentence((story.cast.county(county), ": ", *words, "."), 1)


def deed(action: int, amount: int) -> str:
    """What was done, apart from marches."""
    if PALACE <= action <= POST:
        return f"builds {BUILT[action]}"
    if action == GRAIN:
        return f"harvests {amount} grain"
    if action == TAXES:
        return f"collects {several(amount, 'Thaler', 'Thalers')} of taxes"
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


def march(story: "Story", seat: int, amount: int, to: int) -> Words:
    """W44: into an own county, or an attack, which the next entry tells apart."""
    cast = story.cast
    if story.next("move"):
        story.coming.popleft()  # it is told here
        return (cast.player(seat), f" moves {armies(amount)} to ", cast.county(to))
    throw = story.next("throw")
    if throw is None:  # the story breaks off here
        return (cast.player(seat), " marches to ", cast.county(to), f" with {armies(amount)}")
    if throw[3] == NEUTRAL:
        return (cast.player(seat), " attacks ", cast.county(to), f", neutral, with {armies(amount)}")
    return (cast.player(seat), " attacks ", cast.county(to), " of ", cast.player(throw[3]), f" with {armies(amount)}")


def tell_move(story: "Story", entry: Entry) -> Items:
    """W43, F6: the move after deploy 1."""
    _, _, _, to, count = entry
    yield Sentence((f"and moves {armies(count)} to ", story.cast.county(to), "."), 2)


def tell_unrest(story: "Story", entry: Entry) -> Items:
    """F14: the revolt comes before the income, whose entry follows."""
    _, slot, seat, action, county = entry
    yield from open_slot(story, slot)
    yield Sentence((story.cast.county(county), ": ", story.cast.player(seat), f" wants to {WANTED[action]}."), 1)


TELLERS: Final[dict[str, Teller]] = {"action": tell_action, "move": tell_move, "unrest": tell_unrest}
