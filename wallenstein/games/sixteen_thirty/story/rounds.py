"""The rounds of a turn: cards drawn, played and put down."""

from typing import Final

from wallenstein.core.reports.page import Heading, Items, Sentence
from wallenstein.games.sixteen_thirty.model.entries import (
    Drew,
    Faded,
    Lost,
    PutToMarket,
    SpecialPlayed,
    TurnBegun,
    Turned,
)
from wallenstein.games.sixteen_thirty.names import ASSASSIN, BY_UNREST, LOBBY_CARD
from wallenstein.games.sixteen_thirty.story.story import TURN, Story, Teller


def tell_turn(story: Story, entry: TurnBegun) -> Items:
    """A turn begins."""
    story.part = ""
    yield Heading(f"Turn {entry.turn}", TURN)


def tell_fade(story: Story, entry: Faded) -> Items:
    """4.1.1: descendant influence fades."""
    names = story.names
    yield from story.open_round(entry.seat)
    yield Sentence(
        (names.player(entry.seat), f" loses {names.cards(entry.cards)} in ", names.country(entry.country), ".")
    )


def tell_draw(story: Story, entry: Drew) -> Items:
    """4.1.2: cards drawn."""
    yield from story.open_round(entry.seat)
    again = "the discards are shuffled; " if entry.reshuffled else ""
    yield Sentence((again, story.names.player(entry.seat), f" draws {story.names.cards(entry.cards)}."))


def tell_special(story: Story, entry: SpecialPlayed) -> Items:
    """4.1.3: a special card."""
    names, play = story.names, entry.play
    card = names.card(play.card)
    if play.card == LOBBY_CARD:
        yield Sentence((names.player(entry.seat), f" plays {card}."))
    elif play.card == ASSASSIN:
        whose = (names.card(play.remove), " of ", names.player(play.seat), " in ", names.country(play.country))
        yield Sentence((names.player(entry.seat), " plays assassin: ", *whose, " is removed."))
    else:
        yield Sentence((names.player(entry.seat), f" plays {card} in ", names.country(play.country), "."))


def tell_turned(story: Story, entry: Turned) -> Items:
    """5.3.3: a stack is descendant now."""
    names = story.names
    unrest = " in the unrest" if entry.cause == BY_UNREST else ""
    yield Sentence(
        ("the influence of ", names.player(entry.seat), " in ", names.country(entry.country), f" turns{unrest}."), 1
    )


def tell_lost(story: Story, entry: Lost) -> Items:
    """5.6.3, 4.1.3.7: a card of a descendant stack is lost."""
    names = story.names
    yield Sentence(
        (names.player(entry.seat), f" loses {names.cards(entry.cards)} in ", names.country(entry.country), "."), 1
    )


def tell_put_down(story: Story, entry: PutToMarket) -> Items:
    """4.1.5: cards for the market."""
    cards = [one.card for one in story.run(entry)]
    yield Sentence((story.names.player(entry.seat), f" puts down {story.names.cards(cards)}."))


TELLERS: Final[dict[type, Teller]] = {
    TurnBegun: tell_turn,
    Faded: tell_fade,
    Drew: tell_draw,
    SpecialPlayed: tell_special,
    Turned: tell_turned,
    Lost: tell_lost,
    PutToMarket: tell_put_down,
}
