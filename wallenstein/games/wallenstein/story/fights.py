"""Throws into the tower, and the battles and revolts that they decide (W50-W61)."""

from typing import Final

from wallenstein.core.reports.page import Items, Sentence, Toned, Words
from wallenstein.games.wallenstein.model.entries import Battled, Revolted, Thrown
from wallenstein.games.wallenstein.names import ATTACKER, DEFENDER, NEUTRAL
from wallenstein.games.wallenstein.story.names import PEASANTS, StoryNames, armies, peasants
from wallenstein.games.wallenstein.story.setup import tell_fill
from wallenstein.games.wallenstein.story.story import Story, Teller


def tell_throw(story: Story, entry: Thrown) -> Items:
    """T1: what was thrown in, what lay in the tray, what came out."""
    cause, seat, _, county, hand, tray, _, out = entry
    names = story.names
    if cause == "fill":
        yield from tell_fill(story, entry)
        return
    if cause != "battle":
        depth = 1 if cause == "winter" else 2
        yield Sentence(("The peasants of ", names.county(county), " revolt against ", names.player(seat), "."), depth)
    thrown: Words = ("thrown: ", *names.cubes(hand))
    if any(tray):
        thrown = (*thrown, "; from the tray: ", *names.cubes(tray))
    yield Sentence((*thrown, "; came out: ", *names.cubes(out), "."), 2)


def tell_battle(story: Story, entry: Battled) -> Items:
    """W51-W54: what counted, and whose county it is now."""
    attacker, _, defender, county, attack, defence, helping, outcome, left, _ = entry
    names = story.names
    sides: Words = (*strength(names, attacker, attack), " against ", *defending(names, defender, defence, helping))
    verdict: Words
    if outcome == ATTACKER:
        verdict = (names.player(attacker), " takes ", names.county(county), f" with {armies(left)} left")
        fallen = fallen_of(names, (attacker, attack - left), (defender, defence))
    elif outcome == DEFENDER and defender != NEUTRAL:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}" if left else "no army returns"
        verdict = (names.player(defender), " holds ", names.county(county), f", {returning}")
        fallen = fallen_of(names, (attacker, attack), (defender, defence - left))
    else:
        verdict = (names.county(county), " becomes neutral" if defender != NEUTRAL else " stays neutral")
        fallen = fallen_of(names, (attacker, attack), (defender, defence))
    tie = "a tie, " if attack == defence + helping else ""
    yield Sentence((*sides, ": ", tie, *verdict, *fallen, "."), 2)


def strength(names: StoryNames, seat: int, count: int) -> Words:
    """One side's armies that came out."""
    return (Toned(f"{count} {names.colour(seat).text}", names.colour(seat).tone),)


def defending(names: StoryNames, defender: int, defence: int, helping: int) -> Words:
    """The defence with the peasants who help it."""
    helpers = Toned(peasants(helping), PEASANTS)
    if defender == NEUTRAL:
        return (helpers,)
    return (*strength(names, defender, defence), " and ", helpers) if helping else strength(names, defender, defence)


def fallen_of(names: StoryNames, *losses: tuple[int, int]) -> Words:
    """Armies that were counted and go back to their supplies."""
    counts = [0] * (len(names.bots) + 1)
    for seat, lost in losses:
        if seat != NEUTRAL:
            counts[seat] = lost
    return ("; lost: ", *names.cubes(counts)) if any(counts) else ()


def tell_revolt(story: Story, entry: Revolted) -> Items:
    """W61: whether the county was held."""
    seat, county, defence, rising, left = entry
    names = story.names
    sides: Words = (*strength(names, seat, defence), " against ", Toned(peasants(rising), PEASANTS), ": ")
    if left:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}"
        yield Sentence((*sides, names.player(seat), " holds ", names.county(county), f", {returning}."), 2)
    else:
        yield Sentence((*sides, names.player(seat), " loses ", names.county(county), ", which becomes neutral."), 2)


TELLERS: Final[dict[type, Teller]] = {Thrown: tell_throw, Battled: tell_battle, Revolted: tell_revolt}
