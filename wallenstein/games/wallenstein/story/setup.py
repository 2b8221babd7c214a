"""How a game begins: players, line-up or draft, the tower's fill, a year's events."""

from operator import sub
from typing import Final

from wallenstein.core.reports.page import Grid, Heading, Items, Sentence, Words, listed
from wallenstein.games.wallenstein.model.entries import CountiesShuffled, EventsOpened, Settled, Thrown
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.story.names import StoryNames, armies
from wallenstein.games.wallenstein.story.story import SLOT, Story, Teller

GAME: Final = 0
SEASON: Final = 1


def opening(names: StoryNames, state: State, seed: int) -> Items:
    """The rules and the players; the state is before its first decision."""
    yield Heading("Wallenstein", GAME)
    yield Sentence((f"{played(names.book.rules)}; seed {seed}.",))
    rows = tuple((str(seat), names.colour(seat), name) for seat, name in enumerate(names.bots))
    yield Grid(("seat", "colour", "bot"), rows, left=(0, 1, 2))
    yield Heading("Set-up", SEASON)
    yield from line_up(names, state)


def played(rules: Rules) -> str:
    """The rules; the board and the tower only if they are not the default ones."""
    parts = [f"{rules.edition.capitalize()} edition", *rules.expansions]
    if rules.variant is not None:
        parts.append(f"variant {rules.variant}")
    parts.append("draft" if rules.setup == "draft" else "default line-up")
    if rules.board_name != "default":
        parts.append(f"board {rules.board_name}")
    tower = dict(rules.tower_options)
    if tower != {"model": "sieve"}:
        model = tower.pop("model")
        parts.append(" ".join([f"tower {model}", *(f"{name}={value}" for name, value in tower.items())]))
    return ", ".join(parts)


def line_up(names: StoryNames, state: State) -> Items:
    """W12: the counties of each player; a draft is described as it happens."""
    if names.book.rules.setup == "draft":
        return
    for seat in range(len(names.bots)):
        own: list[Words] = [
            (names.county(county), f" {state.armies[county]}")
            for county, owner in enumerate(state.owner)
            if owner == seat
        ]
        yield Sentence((names.player(seat), ": ", *listed(own, ", ")))


def tell_counties(story: Story, entry: CountiesShuffled) -> Items:
    """W13: the draft begins; its pile is hidden from the players, so only the open pair is shown."""
    first, second = (story.names.county(county) for county in entry.counties[:2])
    yield Sentence(("The draft begins with ", first, " and ", second, " open."))


def tell_settle(story: Story, entry: Settled) -> Items:
    """W13: a county is drafted."""
    seat, county, count = entry
    names = story.names
    yield Sentence((names.county(county), ": ", names.player(seat), f" places {armies(count)}."))


def tell_fill(story: Story, entry: Thrown) -> Items:
    """W14: what stays inside the tower when it is filled."""
    hand, out = entry.hand, entry.out
    inside = tuple(map(sub, hand, out))
    names = story.names
    yield Sentence(
        (f"The tower is filled with {armies(hand[0])} of each player and ",
         *names.cubes((0,) * len(inside[:-1]) + hand[-1:]), "; ", *names.cubes(inside), " stay inside.")
    )  # fmt: skip


def tell_events(story: Story, entry: EventsOpened) -> Items:
    """W15: the year's four events."""
    names = story.names
    yield Heading("Events of the year", SLOT)
    for event in entry.events:
        yield Sentence((f"{names.event_id(event)}: {names.event(event)}; winter loss {names.loss(event)}",), 1)


TELLERS: Final[dict[type, Teller]] = {
    CountiesShuffled: tell_counties,
    Settled: tell_settle,
    EventsOpened: tell_events,
}
