"""A game from its opening through its seasons (W20-W26), actions (W28) and winters (W70-W72) to its end (W74, F13)."""

from collections.abc import Callable, Sequence
from operator import sub
from typing import Final

from wallenstein.core.game import Placing
from wallenstein.core.story import ranking, tellers_in, winners
from wallenstein.core.text import Grid, Heading, Items, Sentence, Toned, Words, listed, one_or_many
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model import entries
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.plan import bid_county
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.story.story import ACTIONS, SLOT, TILES, Story, StoryNames, armies

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
    yield Heading(f"Year {year}, {const.SEASONS[season]}", SEASON)


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
    if bid == const.DICE_TOWER_BID:
        return ("a dice tower card",)
    return ("no card",) if bid == const.NO_BID else (one_or_many(bid, "Thaler", "Thalers"),)


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
    if season != const.WINTER:
        yield from story.end_slots()
    rows: list[tuple[str | Toned, ...]] = []
    inside: list[int] = []
    tray: list[int] = []
    for has in story.run(entry):
        buildings = (has.palaces, has.churches, has.posts)
        figures = (has.vp, has.counties, has.armies, *buildings, has.grain, has.thalers)
        rows.append((story.names.player(has.seat), *map(str, figures)))
        inside.append(has.tower)
        tray.append(has.tray)
    yield Heading(f"After {const.SEASONS[season]}", SLOT)
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


TIE_BREAKS: Final = {"second": ("Thalers",), "first": ("palaces", "churches", "posts")}  # W74, F13


def beating(player: Callable[[int], Toned], result: Sequence[Placing], compared: Sequence[str]) -> Words:
    """The words for the tie-break that decided, if the winner was tied."""
    points = next(place.score for place in result if place.rank == 1)
    equals: list[Words] = [(player(place.seat),) for place in result if place.score == points and place.rank > 1]
    breakers = compared[0] if len(compared) == 1 else f"{', '.join(compared[:-1])} or {compared[-1]}"
    return (f" and more {breakers} than ", *listed(equals), ".") if equals else ()


class SeasonNarrator(Story):
    """The story of the journal, with an opening and an ending."""

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
        if state.phase == const.ACTION:
            self.slot = state.slot - 1

    def begins_part(self, entry: object) -> bool:
        return isinstance(entry, entries.SeasonBegun)

    def ending(self, state: State, result: Sequence[Placing]) -> Items:
        """The winners, and the final ranking with its tie-breaks."""
        compared = TIE_BREAKS[state.book.rules.edition]
        yield Heading("The end", SEASON)
        yield Sentence(winners(self.player, result, beating(self.player, result, compared)))
        yield ranking(self.player, result, ("VP", *compared), lambda place: state.functions.ranking(state, place.seat))


# The planned actions (W28, W40-W44), throws into the tower, battles and revolts (W50-W61).


def tell_throw(story: Story, entry: entries.Thrown) -> Items:
    cause, seat, _, county, hand, tray, _, out = entry
    names = story.names
    if cause == "fill":
        yield from describe_fill(story, entry)
        return
    if cause != "battle":
        depth = 1 if cause == "winter" else 2
        yield Sentence(("The peasants of ", names.county(county), " revolt against ", names.player(seat), "."), depth)
    thrown: Words = ("thrown: ", *names.cubes(hand))
    if any(tray):
        thrown = (*thrown, "; from the tray: ", *names.cubes(tray))
    yield Sentence((*thrown, "; came out: ", *names.cubes(out), "."), 2)


def tell_battle(story: Story, entry: entries.Battled) -> Items:
    attacker, _, defender, county, attack, defence, helping, outcome, left, _ = entry
    names = story.names
    sides: Words = (*strength(names, attacker, attack), " against ", *defending(names, defender, defence, helping))
    verdict: Words
    if outcome == const.ATTACKER:
        verdict = (names.player(attacker), " takes ", names.county(county), f" with {armies(left)} left")
        fallen = fallen_of(names, (attacker, attack - left), (defender, defence))
    elif outcome == const.DEFENDER and defender != const.NEUTRAL:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}" if left else "no army returns"
        verdict = (names.player(defender), " holds ", names.county(county), f", {returning}")
        fallen = fallen_of(names, (attacker, attack), (defender, defence - left))
    else:
        verdict = (names.county(county), " becomes neutral" if defender != const.NEUTRAL else " stays neutral")
        fallen = fallen_of(names, (attacker, attack), (defender, defence))
    tie = "a tie, " if attack == defence + helping else ""
    yield Sentence((*sides, ": ", tie, *verdict, *fallen, "."), 2)


def strength(names: StoryNames, seat: int, count: int) -> Words:
    return (Toned(f"{count} {names.colour(seat).text}", names.colour(seat).tone),)


def defending(names: StoryNames, defender: int, defence: int, helping: int) -> Words:
    helpers = names.peasants(helping)
    if defender == const.NEUTRAL:
        return (helpers,)
    return (*strength(names, defender, defence), " and ", helpers) if helping else strength(names, defender, defence)


def fallen_of(names: StoryNames, *losses: tuple[int, int]) -> Words:
    """Armies that were counted and go back to their supplies."""
    counts = [0] * (len(names.bots) + 1)
    for seat, lost in losses:
        if seat != const.NEUTRAL:
            counts[seat] = lost
    return ("; lost: ", *names.cubes(counts)) if any(counts) else ()


def tell_revolt(story: Story, entry: entries.Revolted) -> Items:
    seat, county, defence, rising, left = entry
    names = story.names
    sides: Words = (*strength(names, seat, defence), " against ", names.peasants(rising), ": ")
    if left:
        returning = f"{armies(left)} {'returns' if left == 1 else 'return'}"
        yield Sentence((*sides, names.player(seat), " holds ", names.county(county), f", {returning}."), 2)
    else:
        yield Sentence((*sides, names.player(seat), " loses ", names.county(county), ", which becomes neutral."), 2)


# The planned actions (W28, W40-W44): the result, or the reason for none.

WANTED: Final = (  # by action
    "build a palace", "build a church", "build a trading post", "harvest grain", "collect taxes", "deploy 5 armies",
    "deploy 3 armies", "deploy an army or move", "march", "march",
)  # fmt: skip
BUILT: Final = ("a palace", "a church", "a trading post")
REASONS: Final = {
    "no-money": "too few Thalers", "no-site": "no free building site", "already-built": "there is one already",
    "no-stock": "no tile is left", "no-supply": "too few armies in the supply", "no-armies": "too few armies",
    "no-reach": "no county within reach",
}  # fmt: skip


def tell_action(story: Story, entry: entries.ActionResolved) -> Items:
    slot, seat, action, county, outcome, amount, to = entry
    yield from story.open_slot(slot)
    words: Words
    if outcome != const.DONE:
        words = (story.names.player(seat), " ", failure(action, outcome))
    elif action >= const.COMBAT_A:
        words = march(story, seat, amount, to)
    else:
        words = (story.names.player(seat), " ", deed(action, amount))
    yield Sentence((story.names.county(county), ": ", *words, "."), 1)


def deed(action: int, amount: int) -> str:
    if const.PALACE <= action <= const.POST:
        return f"builds {BUILT[action]}"
    if action == const.GRAIN:
        return f"harvests {amount} grain"
    if action == const.TAXES:
        return f"collects {one_or_many(amount, 'Thaler', 'Thalers')} in taxes"
    if action == const.DEPLOY_1 and not amount:
        return "pays for a move"  # F6
    return f"deploys {armies(amount)}"


def failure(action: int, outcome: int) -> str:
    if outcome == const.VOID:
        return f"cannot {WANTED[action]}: void, the county was lost"
    if outcome == const.REVOLT_LOST:
        return f"cannot {WANTED[action]}: the county was lost"
    return f"cannot {WANTED[action]}: {REASONS[const.OUTCOMES[outcome]]}"


def march(story: Story, seat: int, amount: int, to: int) -> Words:
    """W44: a move into an own county, or an attack; the next entry shows which."""
    names = story.names
    if story.next(entries.Moved):
        story.coming.popleft()  # it is described here
        return (names.player(seat), f" moves {armies(amount)} to ", names.county(to))
    throw = story.next(entries.Thrown)
    if throw is None:  # the story ends here
        return (names.player(seat), " marches to ", names.county(to), f" with {armies(amount)}")
    if throw.other == const.NEUTRAL:
        return (names.player(seat), " attacks ", names.county(to), f", neutral, with {armies(amount)}")
    whose = (names.county(to), " of ", names.player(throw.other))
    return (names.player(seat), " attacks ", *whose, f" with {armies(amount)}")


def tell_move(story: Story, entry: entries.Moved) -> Items:
    _, _, to, count = entry
    yield Sentence((f"then moves {armies(count)} to ", story.names.county(to), "."), 2)


def tell_unrest(story: Story, entry: entries.RevoltFirst) -> Items:
    """F14: the revolt comes before the income, whose entry follows."""
    slot, seat, action, county = entry
    yield from story.open_slot(slot)
    yield Sentence((story.names.county(county), ": ", story.names.player(seat), f" wants to {WANTED[action]}."), 1)


TELLERS: Final = tellers_in(globals())
