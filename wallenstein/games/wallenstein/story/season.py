"""A season up to its actions (W20-W26), winter (W70-W72), and how everybody stands after each."""

from typing import Final

from wallenstein.core.reports.page import Grid, Heading, Items, Sentence, Toned, Words, listed, several
from wallenstein.games.wallenstein.model.entries import (
    ActionsShown,
    BidRevealed,
    BoardSeen,
    Declared,
    EventDrawn,
    Hungered,
    OrderFixed,
    PlanLaid,
    Scored,
    SeasonBegun,
    Standing,
    TilesShown,
    TileTaken,
    WinterBegun,
)
from wallenstein.games.wallenstein.names import DICE_TOWER_BID, NO_BID, SEASONS, WINTER
from wallenstein.games.wallenstein.plan import bid_county
from wallenstein.games.wallenstein.story.names import ACTIONS, TILES
from wallenstein.games.wallenstein.story.setup import SEASON
from wallenstein.games.wallenstein.story.story import SLOT, Story, Teller, end_slots

OPEN: Final = 5  # W20
STANDING: Final = ("", "VP", "counties", "armies", "palaces", "churches", "posts", "grain", "Thalers")


def tell_season(story: Story, entry: SeasonBegun) -> Items:
    """A season begins."""
    year, season = entry
    story.part = ""
    story.slot = -1
    story.plans = {}
    yield Heading(f"Year {year}, {SEASONS[season]}", SEASON)


def tell_actions(story: Story, entry: ActionsShown) -> Items:
    """W20: the order of the actions."""
    story.actions = entry.actions
    names = [ACTIONS[action] for action in story.actions]
    hidden = Toned(", ".join(names[OPEN:]), "secret")
    yield Sentence((f"Actions: {', '.join(names[:OPEN])}; face down: ", hidden, "."))


def tell_tiles(story: Story, entry: TilesShown) -> Items:
    """W21: the bonus tiles by position."""
    places = [f"{place} with {TILES[tile]}" for place, tile in enumerate(entry.tiles, 1)]
    yield Sentence((f"Positions: {', '.join(places)}.",))


def tell_plan(story: Story, entry: PlanLaid) -> Items:
    """W23: plans are secret, so they are stored and revealed box by box."""
    story.plans[entry.seat] = entry.plan.boxes
    yield from ()


def tell_declare(story: Story, entry: Declared) -> Items:
    """F3: a player with too few cards."""
    seat, empty = entry
    names = listed([(ACTIONS[action],) for action in empty])
    yield Sentence((story.names.player(seat), " has too few cards and leaves empty: ", *names, "."))


def tell_event(story: Story, entry: EventDrawn) -> Items:
    """W25: the season's event."""
    event = entry.event
    yield Sentence((f"Event: {story.names.event_id(event)}, {story.names.event(event)}.",))


def tell_bids(story: Story, entry: BidRevealed) -> Items:
    """W26: all bids at once."""
    names = story.names
    bids: list[Words] = [(names.player(seat), " ", *bid_words(story, bid)) for seat, bid, _ in story.run(entry)]
    yield Sentence(("Bids: ", *listed(bids, ", "), "."))


def bid_words(story: Story, bid: int) -> Words:
    """Money, a county card, a dice tower card, or nothing."""
    county = bid_county(bid)
    if county >= 0:
        return (story.names.county(county),)
    if bid == DICE_TOWER_BID:
        return ("a dice tower card",)
    return ("no card",) if bid == NO_BID else (several(bid, "Thaler", "Thalers"),)


def tell_tile(story: Story, entry: TileTaken) -> Items:
    """W26: positions chosen, in the order of choosing; the turn order comes after them."""
    names = story.names
    chosen: list[Words] = [
        (names.player(seat), f" {position + 1} with {TILES[tile]}") for seat, position, tile in story.run(entry)
    ]
    yield Sentence(("Positions taken: ", *listed(chosen, ", "), "."))


def tell_order(story: Story, entry: OrderFixed) -> Items:
    """W26, F2, F4: the turn order."""
    players: list[Words] = [(story.names.player(seat),) for seat in entry.order]
    yield Sentence(("Turn order: ", *listed(players, ", "), "."))


def tell_board(story: Story, entry: BoardSeen) -> Items:
    """What lies in every county is told by what everybody has, in the standings that follow."""
    yield from ()


def tell_standings(story: Story, entry: Standing) -> Items:
    """What every player has after a season, and the armies in the tower."""
    season = entry.season
    if season != WINTER:
        yield from end_slots(story)
    rows: list[tuple[str | Toned, ...]] = []
    inside: list[int] = []
    tray: list[int] = []
    for has in story.run(entry):
        buildings = (has.palaces, has.churches, has.posts)
        figures = (has.vp, has.counties, has.armies, *buildings, has.grain, has.thalers)
        rows.append((story.names.player(has.seat), *map(str, figures)))
        inside.append(has.tower)
        tray.append(has.tray)
    yield Heading(f"After {SEASONS[season]}", SLOT)
    cubes = story.names.cubes
    yield Sentence(("Armies in the tower: ", *cubes((*inside, 0)), "; in the tray: ", *cubes((*tray, 0)), "."), 1)
    yield Grid(STANDING, tuple(rows))


SCORE: Final = ("", "counties", "buildings", "palaces", "churches", "posts", "points")


def tell_winter(story: Story, entry: WinterBegun) -> Items:
    """W70: the grain that everybody loses."""
    event, loss = entry
    what = f"All players lose {loss} grain" if loss else "No player loses grain"
    yield Sentence((f"{what} ({story.names.event_id(event)}).",))


def tell_hunger(story: Story, entry: Hungered) -> Items:
    """W71: who lacks grain."""
    seat, lacking, revolts, extra = entry
    more = f"{several(revolts, 'revolt', 'revolts')} with {several(extra, 'extra peasant', 'extra peasants')}"
    yield Sentence((story.names.player(seat), f" lacks {lacking} grain: {more}{' each' if revolts > 1 else ''}."))


def tell_scores(story: Story, entry: Scored) -> Items:
    """W72: everybody's points by their source."""
    rows: list[tuple[str | Toned, ...]] = [
        (story.names.player(seat), *map(str, points), str(sum(points)))  # exact: ints
        for _, seat, *points in story.run(entry)
    ]
    yield Sentence(("Points for counties, buildings, and the most palaces, churches and posts in a region:",))
    yield Grid(SCORE, tuple(rows))


TELLERS: Final[dict[type, Teller]] = {
    SeasonBegun: tell_season,
    ActionsShown: tell_actions,
    TilesShown: tell_tiles,
    PlanLaid: tell_plan,
    Declared: tell_declare,
    EventDrawn: tell_event,
    BidRevealed: tell_bids,
    TileTaken: tell_tile,
    OrderFixed: tell_order,
    BoardSeen: tell_board,
    Standing: tell_standings,
    WinterBegun: tell_winter,
    Hungered: tell_hunger,
    Scored: tell_scores,
}
