"""How a game begins: players, VP markers, hands, the first displays."""

from typing import Final

from wallenstein.core.reports.page import Grid, Heading, Items, Sentence, Words, listed
from wallenstein.games.sixteen_thirty.model.entries import (
    DisplayOpened,
    FirstDrawn,
    HandsDealt,
    MarkerPassed,
    MarkersDealt,
)
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.story.names import StoryNames
from wallenstein.games.sixteen_thirty.story.story import GAME, TURN, Story, Teller


def opening(names: StoryNames, state: State, seed: int) -> Items:
    """The players; the state is before its first decision."""
    data = names.book.rules.data_name
    yield Heading("Sixteen Thirty Something", GAME)
    yield Sentence((f"{'default data' if data == 'default' else f'data {data}'}; seed {seed}.",))
    yield Grid(("seat", "bot"), tuple((str(seat), names.player(seat)) for seat in range(len(names.bots))), left=(0, 1))
    yield Heading("Set-up", TURN)


def tell_markers(story: Story, entry: MarkersDealt) -> Items:
    """3.2: everybody's markers."""
    names = story.names
    for seat, markers in enumerate(entry.markers):
        yield Sentence((names.player(seat), " holds VP markers of ", *names.countries(markers), "."))


def tell_passing(story: Story, entry: MarkerPassed) -> Items:
    """3.3: what goes to the left."""
    names = story.names
    passed: list[Words] = []
    for done, seat, marker in story.run(entry):
        if passed and not seat:
            yield Sentence((f"Round {done - 1} of passing: ", *listed(passed), "."))
            passed = []
        passed.append((names.player(seat), " passes ", names.country(marker)))
    yield Sentence((f"Round {done} of passing: ", *listed(passed), "."))


def tell_hands(story: Story, entry: HandsDealt) -> Items:
    """3.4: everybody's hand."""
    for seat, hand in enumerate(entry.hands):
        yield Sentence((story.names.player(seat), f" is dealt {story.names.cards(hand)}."))


def tell_first(story: Story, entry: FirstDrawn) -> Items:
    """3.5: who begins."""
    yield Sentence((story.names.player(entry.seat), " is the first player."))


def tell_display(story: Story, entry: DisplayOpened) -> Items:
    """3.6: what is shown at the start."""
    names = story.names
    shown: list[Words] = [(f"{names.card(card)} in ", names.country(country)) for country, card in entry.display]
    yield Sentence((names.player(entry.seat), " shows ", *(listed(shown) or ("nothing",)), "."))


TELLERS: Final[dict[type, Teller]] = {
    MarkersDealt: tell_markers,
    MarkerPassed: tell_passing,
    HandsDealt: tell_hands,
    FirstDrawn: tell_first,
    DisplayOpened: tell_display,
}
