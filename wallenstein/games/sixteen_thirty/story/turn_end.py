"""The end of a turn and of the game: points, the market, the winner."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.game import Placing
from wallenstein.core.reports.page import Grid, Heading, Items, Sentence, Words, listed
from wallenstein.games.sixteen_thirty.model.entries import (
    CleanedUp,
    Collected,
    EndChecked,
    Exchanged,
    MarketsClosed,
    Scored,
)
from wallenstein.games.sixteen_thirty.names import NONE
from wallenstein.games.sixteen_thirty.story.names import StoryNames
from wallenstein.games.sixteen_thirty.story.story import TURN, Story, Teller

MARKET: Final = "Market"


def tell_scores(story: Story, entry: Scored) -> Items:
    """4.2.1: everybody's points."""
    yield from story.open_part("Points")
    rows = [
        (story.names.player(one.seat), f"+{one.gain}", str(one.vp), " ".join(map(str, one.points)))
        for one in story.run(entry)
    ]
    yield Grid(("", "gain", "VP", "by marker"), tuple(rows), left=(0, 3))


def tell_end(story: Story, entry: EndChecked) -> Items:
    """4.2.2: whether it goes on."""
    rolled = "" if entry.die == NONE else f"The die shows {entry.die}: "
    yield Sentence((f"{rolled}{'the game is over' if entry.over else 'the game goes on'}.",))


def tell_exchange(story: Story, entry: Exchanged) -> Items:
    """4.2.3.1: a swap."""
    names = story.names
    yield from story.open_part(MARKET)
    swap = f" gives {names.card(entry.give)} for {names.card(entry.take)} of "
    yield Sentence((names.player(entry.seat), swap, names.player(entry.other), "."))


def tell_collected(story: Story, entry: Collected) -> Items:
    """4.2.3.2: a card taken."""
    names = story.names
    yield from story.open_part(MARKET)
    whose: Words = ("the own market",) if entry.other == entry.seat else (names.player(entry.other),)
    yield Sentence((names.player(entry.seat), f" takes {names.card(entry.card)} of ", *whose, "."))


def tell_close(story: Story, entry: MarketsClosed) -> Items:
    """4.2.3.3: what nobody took."""
    yield from story.open_part(MARKET)
    yield Sentence((f"Discarded: {story.names.cards(entry.cards)}.",))


def tell_clean_up(story: Story, entry: CleanedUp) -> Items:
    """4.2.4: who is first now; that markers go is not told."""
    yield Sentence((story.names.player(entry.first), " is the first player now."))


def ending(names: StoryNames, result: Sequence[Placing]) -> Items:
    """Who has won, and the final table."""
    yield Heading("The end", TURN)
    yield Sentence(verdict(names, result))
    rows = [
        (str(place.rank), names.player(place.seat), str(place.score))
        for place in sorted(result, key=lambda place: place.rank)
    ]
    yield Grid(("rank", "", "VP"), tuple(rows), left=(0, 1))


def verdict(names: StoryNames, result: Sequence[Placing]) -> Words:
    """Who has won, and how; R32: there is no tie-break."""
    first = [place for place in result if place.rank == 1]
    winners: list[Words] = [(names.player(place.seat),) for place in first]
    points = first[0].score
    if len(first) > 1:
        return (*listed(winners), f" share the win with {points} points each.")
    return (*winners[0], f" wins with {points} points.")


TELLERS: Final[dict[type, Teller]] = {
    Scored: tell_scores,
    EndChecked: tell_end,
    Exchanged: tell_exchange,
    Collected: tell_collected,
    MarketsClosed: tell_close,
    CleanedUp: tell_clean_up,
}
