"""A game from its opening through its seasons (W20-W26) and winters (W70-W72) to its end (W74, F13)."""

from collections.abc import Callable, Sequence
from operator import sub
from typing import Final

from wallenstein.core.game import Placing
from wallenstein.core.story import ranking, tellers_in, winners
from wallenstein.core.text import Grid, Heading, Items, Sentence, Toned, Words, listed, one_or_many
from wallenstein.games.wallenstein.model import entries
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTION, DICE_TOWER_BID, NO_BID, SEASONS, WINTER
from wallenstein.games.wallenstein.plan import bid_county
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.story.story import ACTIONS, SLOT, TILES, Story, armies, end_slots

GAME: Final = 0
SEASON: Final = 1


def describe_rules(rules: Rules) -> str:
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


def tell_counties(story: Story, entry: entries.CountiesShuffled) -> Items:
    first, second = (story.names.county(county) for county in entry.counties[:2])
    yield Sentence(("The draft begins with ", first, " and ", second, " open."))


def tell_settle(story: Story, entry: entries.Settled) -> Items:
    seat, county, count = entry
    names = story.names
    yield Sentence((names.county(county), ": ", names.player(seat), f" places {armies(count)}."))


def describe_fill(story: Story, entry: entries.Thrown) -> Items:
    hand, out = entry.hand, entry.out
    inside = tuple(map(sub, hand, out))
    names = story.names
    yield Sentence(
        (f"The tower is filled with {armies(hand[0])} of each player and ",
         *names.cubes((0,) * len(inside[:-1]) + hand[-1:]), "; ", *names.cubes(inside), " stay inside.")
    )  # fmt: skip


def tell_events(story: Story, entry: entries.EventsOpened) -> Items:
    names = story.names
    yield Heading("Events of the year", SLOT)
    for event in entry.events:
        yield Sentence((f"{names.event_id(event)}: {names.event(event)}; winter loss {names.loss(event)}",), 1)


# A season up to its actions (W20-W26), winter (W70-W72), and the standings after each.

OPEN: Final = 5  # W20
STANDING: Final = ("", "VP", "counties", "armies", "palaces", "churches", "posts", "grain", "Thalers")


def tell_season(story: Story, entry: entries.SeasonBegun) -> Items:
    year, season = entry
    story.part = ""
    story.slot = -1
    story.plans = {}
    yield Heading(f"Year {year}, {SEASONS[season]}", SEASON)


def tell_actions(story: Story, entry: entries.ActionsShown) -> Items:
    story.actions = entry.actions
    names = [ACTIONS[action] for action in story.actions]
    hidden = Toned(", ".join(names[OPEN:]), "secret")
    yield Sentence((f"Actions: {', '.join(names[:OPEN])}; face down: ", hidden, "."))


def tell_tiles(story: Story, entry: entries.TilesShown) -> Items:
    places = [f"{place} with {TILES[tile]}" for place, tile in enumerate(entry.tiles, 1)]
    yield Sentence((f"Positions: {', '.join(places)}.",))


def tell_plan(story: Story, entry: entries.PlanLaid) -> Items:
    """W23: plans are secret, so they are stored and revealed box by box."""
    story.plans[entry.seat] = entry.plan.boxes
    yield from ()


def tell_declare(story: Story, entry: entries.Declared) -> Items:
    seat, empty = entry
    names = listed([(ACTIONS[action],) for action in empty])
    yield Sentence((story.names.player(seat), " has too few cards and leaves empty: ", *names, "."))


def tell_event(story: Story, entry: entries.EventDrawn) -> Items:
    event = entry.event
    yield Sentence((f"Event: {story.names.event_id(event)}, {story.names.event(event)}.",))


def tell_bids(story: Story, entry: entries.BidRevealed) -> Items:
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
    return ("no card",) if bid == NO_BID else (one_or_many(bid, "Thaler", "Thalers"),)


def tell_tile(story: Story, entry: entries.TileTaken) -> Items:
    """W26: positions chosen, in the order of choosing; the turn order comes after them."""
    names = story.names
    chosen: list[Words] = [
        (names.player(seat), f" {position + 1} with {TILES[tile]}") for seat, position, tile in story.run(entry)
    ]
    yield Sentence(("Positions taken: ", *listed(chosen, ", "), "."))


def tell_order(story: Story, entry: entries.OrderFixed) -> Items:
    players: list[Words] = [(story.names.player(seat),) for seat in entry.order]
    yield Sentence(("Turn order: ", *listed(players, ", "), "."))


def tell_board(story: Story, entry: entries.BoardSeen) -> Items:
    """The board is described by the standings that follow."""
    yield from ()


def tell_standings(story: Story, entry: entries.Standing) -> Items:
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


def tell_winter(story: Story, entry: entries.WinterBegun) -> Items:
    event, loss = entry
    what = f"All players lose {loss} grain" if loss else "No player loses grain"
    yield Sentence((f"{what} ({story.names.event_id(event)}).",))


def tell_hunger(story: Story, entry: entries.Hungered) -> Items:
    seat, lacking, revolts, extra = entry
    more = f"{one_or_many(revolts, 'revolt', 'revolts')} with {one_or_many(extra, 'extra peasant', 'extra peasants')}"
    yield Sentence((story.names.player(seat), f" lacks {lacking} grain: {more}{' each' if revolts > 1 else ''}."))


def tell_scores(story: Story, entry: entries.Scored) -> Items:
    rows: list[tuple[str | Toned, ...]] = [
        (story.names.player(seat), *map(str, points), str(sum(points)))  # exact: ints
        for _, seat, *points in story.run(entry)
    ]
    yield Sentence(("Points for counties, buildings, and the most palaces, churches and posts in a region:",))
    yield Grid(SCORE, tuple(rows))


TELLERS: Final = tellers_in(globals())

TIE_BREAKS: Final = {"second": ("Thalers",), "first": ("palaces", "churches", "posts")}  # W74, F13


def beating(player: Callable[[int], Toned], result: Sequence[Placing], compared: Sequence[str]) -> Words:
    """The words for the tie-break that decided, if the winner was tied."""
    points = next(place.score for place in result if place.rank == 1)
    equals: list[Words] = [(player(place.seat),) for place in result if place.score == points and place.rank > 1]
    breakers = compared[0] if len(compared) == 1 else f"{', '.join(compared[:-1])} or {compared[-1]}"
    return (f" and more {breakers} than ", *listed(equals), ".") if equals else ()


class SeasonNarrator(Story):
    """The story of the journal, with an opening and an ending."""

    def player(self, seat: int) -> Toned:
        return self.names.player(seat)

    def opening(self, state: State, seed: int) -> Items:
        """The rules, the seats, and the counties of each in the line-up; a draft is described as it happens."""
        names = self.names
        yield Heading("Wallenstein", GAME)
        yield Sentence((f"{describe_rules(names.book.rules)}; seed {seed}.",))
        rows = tuple((str(seat), names.colour(seat), name) for seat, name in enumerate(names.bots))
        yield Grid(("seat", "colour", "bot"), rows, left=(0, 1, 2))
        yield Heading("Set-up", SEASON)
        for seat in range(len(names.bots)) if names.book.rules.setup == "default" else ():
            own: list[Words] = [(names.county(c), f" {state.armies[c]}") for c in state.counties(seat)]
            yield Sentence((names.player(seat), ": ", *listed(own, ", ")))

    def resume(self, state: State) -> None:
        """Begins in the middle of a game, with a state before its next step."""
        self.actions = state.actions
        self.plans = {seat: plan.boxes for seat, plan in enumerate(state.plans) if plan is not None}
        if state.phase == ACTION:
            self.slot = state.slot - 1

    def begins_part(self, entry: object) -> bool:
        return isinstance(entry, entries.SeasonBegun)

    def ending(self, state: State, result: Sequence[Placing]) -> Items:
        """The winners, and the final ranking with its tie-breaks."""
        compared = TIE_BREAKS[state.book.rules.edition]
        yield Heading("The end", SEASON)
        yield Sentence(winners(self.player, result, beating(self.player, result, compared)))
        yield ranking(self.player, result, ("VP", *compared), lambda place: state.functions.ranking(state, place.seat))
