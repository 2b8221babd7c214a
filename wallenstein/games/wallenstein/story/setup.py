"""How a game begins: players, line-up or draft, the tower's fill, a year's events."""

from operator import sub
from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.story.cast import Cast
from wallenstein.games.wallenstein.story.page import Grid, Heading, Items, Sentence, Words, armies, listed
from wallenstein.games.wallenstein.story.slots import SLOT
from wallenstein.games.wallenstein.story.teller import Entry, Teller

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.story.story import Story

GAME: Final = 0
SEASON: Final = 1


def opening(cast: Cast, state: State, seed: int) -> Items:
    """What is played and by whom; the state is before its first decision."""
    yield Heading("Wallenstein", GAME)
    yield Sentence((f"{played(cast.book.rules)}; seed {seed}.",))
    rows = tuple((str(seat), cast.colour(seat), name) for seat, name in enumerate(cast.bots))
    yield Grid(("seat", "colour", "bot"), rows, left=3)
    yield Heading("Set-up", SEASON)
    yield from line_up(cast, state)


def played(rules: Rules) -> str:
    """The rules in force; the board and the tower only where they are not the usual ones."""
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


def line_up(cast: Cast, state: State) -> Items:
    """W12: who holds what; a draft is told as it happens."""
    if cast.book.rules.setup == "draft":
        return
    for seat in range(len(cast.bots)):
        own: list[Words] = [
            (cast.county(county), f" {state.armies[county]}")
            for county, owner in enumerate(state.owner)
            if owner == seat
        ]
        yield Sentence((cast.player(seat), ": ", *listed(own, ", ")))


def tell_counties(story: "Story", entry: Entry) -> Items:
    """W13: the draft begins; its pile is hidden from the players, so only the open pair is told."""
    first, second = (story.cast.county(county) for county in entry[1:3])
    yield Sentence(("The draft begins with ", first, " and ", second, " open."))


def tell_settle(story: "Story", entry: Entry) -> Items:
    """W13: a county is drafted."""
    _, seat, county, count = entry
    cast = story.cast
    yield Sentence((cast.county(county), ": ", cast.player(seat), f" places {armies(count)}."))


def tell_fill(story: "Story", entry: Entry) -> Items:
    """W14: what stays inside the tower when it is filled."""
    hand, out = entry[5], entry[8]
    inside = tuple(map(sub, hand, out))
    cast = story.cast
    yield Sentence(
        (f"The tower is filled with {armies(hand[0])} of each and ", *cast.cubes((0,) * len(inside[:-1]) + hand[-1:]),
         "; ", *cast.cubes(inside), " stay inside.")
    )  # fmt: skip


def tell_events(story: "Story", entry: Entry) -> Items:
    """W15: the year's four events."""
    cast = story.cast
    yield Heading("Events of the year", SLOT)
    for event in entry[1:]:
        yield Sentence((f"{cast.event_id(event)}: {cast.event(event)}; winter loss {cast.loss(event)}",), 1)


TELLERS: Final[dict[str, Teller]] = {
    "counties": tell_counties,
    "settle": tell_settle,
    "events": tell_events,
}
