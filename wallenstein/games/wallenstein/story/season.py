"""A season up to its actions (W20-W26), and how everybody stands after it."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.names import DICE_TOWER_BID, NO_BID, SEASONS, WINTER
from wallenstein.games.wallenstein.plan import bid_county
from wallenstein.games.wallenstein.story.cast import ACTIONS, TILES
from wallenstein.games.wallenstein.story.page import Grid, Heading, Items, Piece, Sentence, Words, listed, several
from wallenstein.games.wallenstein.story.setup import SEASON
from wallenstein.games.wallenstein.story.slots import SLOT, end_slots
from wallenstein.games.wallenstein.story.teller import Entry, Teller

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.story.story import Story

OPEN: Final = 5  # W20
STANDING: Final = ("", "VP", "counties", "armies", "palaces", "churches", "posts", "grain", "Thalers")


def tell_season(story: "Story", entry: Entry) -> Items:
    """A season begins."""
    _, year, season = entry
    story.part = ""
    story.slot = -1
    story.plans = {}
    yield Heading(f"Year {year}, {SEASONS[season]}", SEASON)


def tell_actions(story: "Story", entry: Entry) -> Items:
    """W20: the order of the actions."""
    story.actions = entry[1:]
    names = [ACTIONS[action] for action in story.actions]
    yield Sentence((f"Actions: {', '.join(names[:OPEN])}; face down {', '.join(names[OPEN:])}.",))


def tell_tiles(story: "Story", entry: Entry) -> Items:
    """W21: the bonus tiles by position."""
    places = [f"{place} with {TILES[tile]}" for place, tile in enumerate(entry[1:], 1)]
    yield Sentence((f"Positions: {', '.join(places)}.",))


def tell_plan(story: "Story", entry: Entry) -> Items:
    """W23: plans are secret; they are remembered, and told box by box."""
    _, seat, boxes, _, _ = entry
    story.plans[seat] = boxes
    yield from ()


def tell_declare(story: "Story", entry: Entry) -> Items:
    """F3: a player with too few cards."""
    _, seat, *empty = entry
    names = listed([(ACTIONS[action],) for action in empty])
    yield Sentence((story.cast.player(seat), " is short of cards and leaves empty: ", *names, "."))


def tell_event(story: "Story", entry: Entry) -> Items:
    """W25: the season's event."""
    event = entry[1]
    yield Sentence((f"Event: {story.cast.event_id(event)}, {story.cast.event(event)}.",))


def tell_bids(story: "Story", entry: Entry) -> Items:
    """W26: all bids at once."""
    cast = story.cast
    bids: list[Words] = [(cast.player(seat), " ", *bid_words(story, bid)) for _, seat, bid, _ in story.run(entry)]
    yield Sentence(("Bids: ", *listed(bids, ", "), "."))


def bid_words(story: "Story", bid: int) -> Words:
    """Money, a county card, a dice tower card, or nothing."""
    county = bid_county(bid)
    if county >= 0:
        return (story.cast.county(county),)
    if bid == DICE_TOWER_BID:
        return ("a dice tower card",)
    return ("no card",) if bid == NO_BID else (several(bid, "Thaler", "Thalers"),)


def tell_tile(story: "Story", entry: Entry) -> Items:
    """W26: positions chosen, in the order of choosing; the turn order comes after them."""
    cast = story.cast
    chosen: list[Words] = [
        (cast.player(seat), f" {position + 1} with {TILES[tile]}") for _, seat, position, tile in story.run(entry)
    ]
    yield Sentence(("Chosen: ", *listed(chosen, ", "), "."))


def tell_order(story: "Story", entry: Entry) -> Items:
    """W26, F2, F4: the turn order."""
    players: list[Words] = [(story.cast.player(seat),) for seat in entry[1:]]
    yield Sentence(("Order: ", *listed(players, ", "), "."))


def tell_standings(story: "Story", entry: Entry) -> Items:
    """What everybody has after a season, and the armies that the tower keeps."""
    season = entry[2]
    if season != WINTER:
        yield from end_slots(story)
    rows: list[tuple[str | Piece, ...]] = []
    inside: list[int] = []
    tray: list[int] = []
    for _, _, _, seat, counties, on_board, *built, _, _, tower, lying, grain, thalers, vp in story.run(entry):
        figures = (vp, counties, on_board, *built, grain, thalers)
        rows.append((story.cast.player(seat), *map(str, figures)))
        inside.append(tower)
        tray.append(lying)
    yield Heading(f"After {SEASONS[season]}", SLOT)
    cubes = story.cast.cubes
    yield Sentence(("Armies in the tower: ", *cubes((*inside, 0)), "; in the tray: ", *cubes((*tray, 0)), "."), 1)
    yield Grid(STANDING, tuple(rows))


TELLERS: Final[dict[str, Teller]] = {
    "season": tell_season,
    "actions": tell_actions,
    "tiles": tell_tiles,
    "plan": tell_plan,
    "declare": tell_declare,
    "event": tell_event,
    "bid": tell_bids,
    "tile": tell_tile,
    "order": tell_order,
    "standing": tell_standings,
}
