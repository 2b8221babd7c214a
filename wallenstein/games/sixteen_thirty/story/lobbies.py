"""Lobbies: calls, bids, votes, and what comes of them."""

from typing import Final

from wallenstein.core.reports.page import Items, Sentence, Words, listed
from wallenstein.games.sixteen_thirty.model.entries import (
    BidMade,
    FactionJoined,
    LeagueDissolved,
    LeagueMade,
    LobbyCalled,
    Rearmed,
    VoteClosed,
    Voted,
    WarFought,
)
from wallenstein.games.sixteen_thirty.names import DISSOLVED_BY_UNREST, NONE
from wallenstein.games.sixteen_thirty.story.names import ISSUE_WORDS
from wallenstein.games.sixteen_thirty.story.story import Story, Teller


def tell_lobby(story: Story, entry: LobbyCalled) -> Items:
    """5.6: the call."""
    names = story.names
    if entry.country == NONE:
        yield Sentence((names.player(entry.seat), " cannot lobby any country."))
        return
    target: Words = () if entry.target == NONE else (" with ", names.country(entry.target))
    called = (" lobbies ", names.country(entry.country), f" to {ISSUE_WORDS[entry.issue]}", *target, ".")
    yield Sentence((names.player(entry.seat), *called))


def tell_bid(story: Story, entry: BidMade) -> Items:
    """5.6.1: cards added; passes are not told."""
    if entry.add:
        names = story.names
        gone = f" for {names.cards(entry.remove)}" if entry.remove else ""
        where = (" in ", names.country(entry.country), f"{gone}.")
        yield Sentence((names.player(entry.seat), f" adds {names.cards(entry.add)}", *where), 1)


def tell_votes(story: Story, entry: Voted) -> Items:
    """5.6.2: all votes."""
    names = story.names
    votes: list[Words] = [
        (names.player(seat), " ", names.colour(colour), f" with {influence}")
        for seat, _, colour, influence in story.run(entry)
    ]
    yield Sentence(("votes in ", names.country(entry.country), ": ", *listed(votes), "."), 1)


def tell_outcome(story: Story, entry: VoteClosed) -> Items:
    """5.6.2: who has won."""
    if entry.winner == NONE:
        yield Sentence((f"{entry.red} to {entry.blue}: a draw, nothing happens.",), 1)
    else:
        yield Sentence((story.names.colour(entry.winner), f" wins, {entry.red} red to {entry.blue} blue."), 1)


def tell_faction(story: Story, entry: FactionJoined) -> Items:
    """5.6.4.1: a new faction."""
    yield Sentence(
        (story.names.country(entry.country), " joins the ", story.names.colour(entry.faction), " faction."), 1
    )


def tell_rearmed(story: Story, entry: Rearmed) -> Items:
    """5.6.4.2: an army."""
    yield Sentence((story.names.country(entry.country), " rearms."), 1)


def tell_war(story: Story, entry: WarFought) -> Items:
    """5.7.2: modifiers, dice and the end of a war."""
    names = story.names
    sides: list[Words] = []
    for country, dice, modifier, total in zip(
        (entry.attacker, entry.defender), entry.dice, entry.modifiers, entry.totals, strict=True
    ):
        rolled = f" {total} (dice {dice[0]} and {dice[1]}, modifier {modifier:+d})"
        sides.append((names.country(country), rolled))
    verdict: Words = ("a draw",) if entry.winner == NONE else (names.country(entry.winner), " wins")
    yield Sentence(("war: ", *listed(sides, " against "), ": ", *verdict, "."), 1)
    for place, country in enumerate((entry.attacker, entry.defender)):
        left = f": status {entry.status[place]}, army {entry.army[place]}, ability {entry.ability[place]}."
        yield Sentence((names.country(country), left), 2)


def tell_league(story: Story, entry: LeagueMade) -> Items:
    """5.8.2: a league."""
    names = story.names
    members = (names.country(entry.country), " and ", names.country(entry.target))
    yield Sentence((*members, " are in the ", names.colour(entry.colour), " League of Princes."), 1)


def tell_dissolved(story: Story, entry: LeagueDissolved) -> Items:
    """4.1.3.7, R15: a league ends."""
    why = "unrest" if entry.cause == DISSOLVED_BY_UNREST else "a new faction"
    yield Sentence(("the ", story.names.colour(entry.colour), f" League of Princes ends because of {why}."), 1)


TELLERS: Final[dict[type, Teller]] = {
    LobbyCalled: tell_lobby,
    BidMade: tell_bid,
    Voted: tell_votes,
    VoteClosed: tell_outcome,
    FactionJoined: tell_faction,
    Rearmed: tell_rearmed,
    WarFought: tell_war,
    LeagueMade: tell_league,
    LeagueDissolved: tell_dissolved,
}
