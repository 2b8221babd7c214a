"""The planned actions (W28, W40-W44), throws into the tower, battles and revolts (W50-W61)."""

from typing import Final

from wallenstein.core.story import tellers_in
from wallenstein.core.text import Items, Sentence, Toned, Words, one_or_many
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model.entries import ActionResolved, Battled, Moved, Revolted, RevoltFirst, Thrown
from wallenstein.games.wallenstein.story.season import describe_fill
from wallenstein.games.wallenstein.story.story import PEASANTS, Story, StoryNames, armies, open_slot, peasants


def tell_throw(story: Story, entry: Thrown) -> Items:
    cause, seat, _, county, hand, tray, _, out = entry
    names = story.names
    if cause == "fill":
        yield from describe_fill(story, entry)
        return
    if cause != "battle":
        depth = 1 if cause == "winter" else 2
        yield Sentence(("The peasants of ", names.county(county), " revolt against ", names.player(seat), "."), depth)
    thrown: Words = ("thrown: ", *names.cubes(hand))
    if any(tray):
        thrown = (*thrown, "; from the tray: ", *names.cubes(tray))
    yield Sentence((*thrown, "; came out: ", *names.cubes(out), "."), 2)


def tell_battle(story: Story, entry: Battled) -> Items:
    attacker, _, defender, county, attack, defence, helping, outcome, left, _ = entry
    names = story.names
    sides: Words = (*strength(names, attacker, attack), " against ", *defending(names, defender, defence, helping))
    verdict: Words
    if outcome == const.ATTACKER:
        verdict = (names.player(attacker), " takes ", names.county(county), f" with {armies(left)} left")
        fallen = fallen_of(names, (attacker, attack - left), (defender, defence))
    elif outcome == const.DEFENDER and defender != const.NEUTRAL:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}" if left else "no army returns"
        verdict = (names.player(defender), " holds ", names.county(county), f", {returning}")
        fallen = fallen_of(names, (attacker, attack), (defender, defence - left))
    else:
        verdict = (names.county(county), " becomes neutral" if defender != const.NEUTRAL else " stays neutral")
        fallen = fallen_of(names, (attacker, attack), (defender, defence))
    tie = "a tie, " if attack == defence + helping else ""
    yield Sentence((*sides, ": ", tie, *verdict, *fallen, "."), 2)


def strength(names: StoryNames, seat: int, count: int) -> Words:
    return (Toned(f"{count} {names.colour(seat).text}", names.colour(seat).tone),)


def defending(names: StoryNames, defender: int, defence: int, helping: int) -> Words:
    helpers = Toned(peasants(helping), PEASANTS)
    if defender == const.NEUTRAL:
        return (helpers,)
    return (*strength(names, defender, defence), " and ", helpers) if helping else strength(names, defender, defence)


def fallen_of(names: StoryNames, *losses: tuple[int, int]) -> Words:
    """Armies that were counted and go back to their supplies."""
    counts = [0] * (len(names.bots) + 1)
    for seat, lost in losses:
        if seat != const.NEUTRAL:
            counts[seat] = lost
    return ("; lost: ", *names.cubes(counts)) if any(counts) else ()


def tell_revolt(story: Story, entry: Revolted) -> Items:
    seat, county, defence, rising, left = entry
    names = story.names
    sides: Words = (*strength(names, seat, defence), " against ", Toned(peasants(rising), PEASANTS), ": ")
    if left:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}"
        yield Sentence((*sides, names.player(seat), " holds ", names.county(county), f", {returning}."), 2)
    else:
        yield Sentence((*sides, names.player(seat), " loses ", names.county(county), ", which becomes neutral."), 2)


# The planned actions (W28, W40-W44): the result, or the reason for none.

WANTED: Final = (  # by action
    "build a palace", "build a church", "build a trading post", "harvest grain", "collect taxes", "deploy 5 armies",
    "deploy 3 armies", "deploy an army or move", "march", "march",
)  # fmt: skip
BUILT: Final = ("a palace", "a church", "a trading post")
REASONS: Final = {
    "no-money": "too few Thalers", "no-site": "no free building site", "already-built": "there is one already",
    "no-stock": "no tile is left", "no-supply": "too few armies in the supply", "no-armies": "too few armies",
    "no-reach": "no county within reach",
}  # fmt: skip


def tell_action(story: Story, entry: ActionResolved) -> Items:
    slot, seat, action, county, outcome, amount, to = entry
    yield from open_slot(story, slot)
    words: Words
    if outcome != const.DONE:
        words = (story.names.player(seat), " ", failure(action, outcome))
    elif action >= const.COMBAT_A:
        words = march(story, seat, amount, to)
    else:
        words = (story.names.player(seat), " ", deed(action, amount))
    yield Sentence((story.names.county(county), ": ", *words, "."), 1)


def deed(action: int, amount: int) -> str:
    if const.PALACE <= action <= const.POST:
        return f"builds {BUILT[action]}"
    if action == const.GRAIN:
        return f"harvests {amount} grain"
    if action == const.TAXES:
        return f"collects {one_or_many(amount, 'Thaler', 'Thalers')} in taxes"
    if action == const.DEPLOY_1 and not amount:
        return "pays for a move"  # F6
    return f"deploys {armies(amount)}"


def failure(action: int, outcome: int) -> str:
    if outcome == const.VOID:
        return f"cannot {WANTED[action]}: void, the county was lost"
    if outcome == const.REVOLT_LOST:
        return f"cannot {WANTED[action]}: the county was lost"
    return f"cannot {WANTED[action]}: {REASONS[const.OUTCOMES[outcome]]}"


def march(story: Story, seat: int, amount: int, to: int) -> Words:
    """W44: a move into an own county, or an attack; the next entry shows which."""
    names = story.names
    if story.next(Moved):
        story.coming.popleft()  # it is described here
        return (names.player(seat), f" moves {armies(amount)} to ", names.county(to))
    throw = story.next(Thrown)
    if throw is None:  # the story ends here
        return (names.player(seat), " marches to ", names.county(to), f" with {armies(amount)}")
    if throw.other == const.NEUTRAL:
        return (names.player(seat), " attacks ", names.county(to), f", neutral, with {armies(amount)}")
    whose = (names.county(to), " of ", names.player(throw.other))
    return (names.player(seat), " attacks ", *whose, f" with {armies(amount)}")


def tell_move(story: Story, entry: Moved) -> Items:
    _, _, to, count = entry
    yield Sentence((f"then moves {armies(count)} to ", story.names.county(to), "."), 2)


def tell_unrest(story: Story, entry: RevoltFirst) -> Items:
    """F14: the revolt comes before the income, whose entry follows."""
    slot, seat, action, county = entry
    yield from open_slot(story, slot)
    yield Sentence((story.names.county(county), ": ", story.names.player(seat), f" wants to {WANTED[action]}."), 1)


TELLERS: Final = tellers_in(globals())
