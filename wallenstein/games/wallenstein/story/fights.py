"""Throws into the tower, and the battles and revolts that they decide (W50-W61)."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.names import ATTACKER, DEFENDER, NEUTRAL
from wallenstein.games.wallenstein.story.cast import PEASANTS
from wallenstein.games.wallenstein.story.page import Items, Piece, Sentence, Words, armies, peasants
from wallenstein.games.wallenstein.story.setup import tell_fill
from wallenstein.games.wallenstein.story.teller import Entry, Teller

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.story.cast import Cast
    from wallenstein.games.wallenstein.story.story import Story


def tell_throw(story: "Story", entry: Entry) -> Items:
    """T1: what was thrown in, what lay in the tray, what came out."""
    _, cause, seat, _, county, hand, tray, _, out = entry
    cast = story.cast
    if cause == "fill":
        yield from tell_fill(story, entry)
        return
    if cause != "battle":
        depth = 1 if cause == "winter" else 2
        yield Sentence(("The peasants of ", cast.county(county), " rise against ", cast.player(seat), "."), depth)
    thrown: Words = ("thrown ", *cast.cubes(hand))
    if any(tray):
        thrown = (*thrown, "; with them from the tray ", *cast.cubes(tray))
    yield Sentence((*thrown, "; out come ", *cast.cubes(out), "."), 2)


def tell_battle(story: "Story", entry: Entry) -> Items:
    """W51-W54: what counted, and whose county it is now."""
    _, attacker, _, defender, county, attack, defence, helping, outcome, left = entry
    cast = story.cast
    sides: Words = (*strength(cast, attacker, attack), " against ", *defending(cast, defender, defence, helping))
    verdict: Words
    if outcome == ATTACKER:
        verdict = (cast.player(attacker), " takes ", cast.county(county), f", where {armies(left)} "
                   f"{'stays' if left == 1 else 'stay'}")  # fmt: skip
        fallen = fallen_of(cast, (attacker, attack - left), (defender, defence))
    elif outcome == DEFENDER and defender != NEUTRAL:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}" if left else "nobody returns"
        verdict = (cast.player(defender), " holds ", cast.county(county), f", {returning}")
        fallen = fallen_of(cast, (attacker, attack), (defender, defence - left))
    else:
        verdict = (cast.county(county), " is laid waste" if defender != NEUTRAL else " stays neutral")
        fallen = fallen_of(cast, (attacker, attack), (defender, defence))
    tie = "a tie, " if attack == defence + helping else ""
    yield Sentence((*sides, ": ", tie, *verdict, *fallen, "."), 2)


def strength(cast: "Cast", seat: int, count: int) -> Words:
    """One side's armies that came out."""
    return (Piece(f"{count} {cast.colour(seat).text}", cast.colour(seat).tone),)


def defending(cast: "Cast", defender: int, defence: int, helping: int) -> Words:
    """The defence with the peasants who help it."""
    helpers = Piece(peasants(helping), PEASANTS)
    if defender == NEUTRAL:
        return (helpers,)
    return (*strength(cast, defender, defence), " and ", helpers) if helping else strength(cast, defender, defence)


def fallen_of(cast: "Cast", *losses: tuple[int, int]) -> Words:
    """Armies that were counted and go back to their supplies."""
    counts = [0] * (len(cast.bots) + 1)
    for seat, lost in losses:
        if seat != NEUTRAL:
            counts[seat] = lost
    return ("; fallen ", *cast.cubes(counts)) if any(counts) else ()


def tell_revolt(story: "Story", entry: Entry) -> Items:
    """W61: whether the county was held."""
    _, seat, county, defence, rising, left = entry
    cast = story.cast
    sides: Words = (*strength(cast, seat, defence), " against ", Piece(peasants(rising), PEASANTS), ": ")
    if left:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}"
        yield Sentence((*sides, cast.player(seat), " holds ", cast.county(county), f", {returning}."), 2)
    else:
        yield Sentence((*sides, cast.player(seat), " loses ", cast.county(county), ", which is neutral now."), 2)


TELLERS: Final[dict[str, Teller]] = {"throw": tell_throw, "battle": tell_battle, "revolt": tell_revolt}
