"""Regent: weighs everything with one evaluation function, in victory points.

The idea: whatever a card may do (build, collect, recruit, march) is measured in the points it should bring until the
game ends (W72): land and buildings by what they score, armies, Thalers and grain by what can still become of them, all
of it times the probability from the odds of the tower that it comes about and lasts (W50, W60, W71). A rival's loss
counts too, the more the likelier that rival wins. The plan is then the assignment of cards to boxes with the highest
sum (Kuhn 1955), as far as the money reaches. With Emperor's Court, armies become courtiers where the favors in sight
are worth more than they are (C3-C6).
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from math import inf
from typing import Any, Final, Literal, TypeAlias

from wallenstein.bots import Bot, Decision, Offer, Plan, View, register
from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import plan_table
from wallenstein.games.wallenstein.editions.court.advice import favor_points
from wallenstein.games.wallenstein.editions.court.audience import SIZES, CourtView
from wallenstein.games.wallenstein.editions.court.records import NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.editions.sensible import advisers, sensible
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, DICE_TOWER, MONEY_CARDS, NEUTRAL, PILE, REFRESH, SEASONS
from wallenstein.games.wallenstein.plan import county_bid
from wallenstein.games.wallenstein.search.plans import legal

ActionName: TypeAlias = Literal[
    "palace", "church", "post", "grain", "taxes", "deploy-5", "deploy-3", "deploy-1", "combat-a", "combat-b"
]
SeasonName: TypeAlias = Literal["spring", "summer", "fall"]
NEVER: Final = -1.0  # points for a bid that is not made

# The draft (W13).

RIVAL: Final = -1.0  # points for a neighbouring county of another
OWN: Final = 0.5  # for an own neighbour
REGION: Final = 0.5  # for each own county of the same region, because of majorities (W72)
TAX: Final = 0.3  # for a Thaler in taxes
HOPE: Final = 0.3  # for the chance to see two more cards


def site(view: View, county: int) -> float:
    board, owner, seat = view.book.board, view.owner, view.seat
    near = [owner[other] for other in view.book.neighbours[county]]
    rivals = len(near) - near.count(seat) - near.count(NEUTRAL)
    together = sum([board.region[other] == board.region[county] for other in view.mine()])  # exact: ints
    return RIVAL * rivals + OWN * near.count(seat) + REGION * together + TAX * board.taxes[county]


def draft_card(view: View, choice: Decision) -> int:
    """The better open card; or the pile, where a card of it is likely to be better than both."""
    assert view.draft is not None, "no draft is under way"
    unknown = [*view.draft.hidden, *view.draft.buried]
    mean = total([site(view, county) for county in unknown]) / len(unknown)
    blind = {PILE: mean, REFRESH: mean + HOPE}
    card: int = max(choice.options, key=lambda card: blind[card] if card in blind else site(view, card))
    return card


def draft_group(view: View, choice: Decision) -> int:
    """The more rivals are near, the larger the group."""
    near = [view.owner[other] for other in view.book.neighbours[choice.county]]
    rivals = sum([owner not in (view.seat, NEUTRAL) for owner in near])
    armies: int = choice.options[max(0, len(choice.options) - 1 - rivals)]
    return armies


DRAFT: Final = {"draft-card": draft_card, "draft-group": draft_group}

# The worth of courtiers at the audience, and the armies to convert (C3-C5).

EAGERNESS: Final = (0, 1, 2)  # armies that each rival may convert this season, all equally likely
CHOICES: Final = tuple([sizes for count in (1, 2, 3) for sizes in combinations(SIZES, count)])  # of boxes to use


class Audience:
    """This season's probable audience, for any number of own courtiers (C5)."""

    def __init__(self, outlook: Outlook, court: CourtView) -> None:
        seat = outlook.seat
        self.courtier = outlook.courtier
        self.hall = court.hall[seat]
        self.rivals = sorted([count for other, count in enumerate(court.hall) if other != seat], reverse=True)
        priced = zip(court.open, PRICES, strict=True)
        favors = [(favor_points(outlook, number), price) for number, price in priced if number != NO_FAVOR]
        self.favors = sorted(favors, reverse=True)

    def worth(self, hall: int) -> float:
        """Expected points with this many courtiers at court, the mean over the rivals' possible conversions."""
        outcomes = [self.outcome(hall, eager + early) for eager in EAGERNESS for early in (0, 1)]
        return total(outcomes) / len(outcomes) + hall * self.courtier

    def outcome(self, hall: int, eager: int) -> float:
        """Points for the best remaining favor, if each rival brings `eager` more courtiers; ties are lost."""
        left = list(self.favors)
        for rival in self.rivals:
            if rival + eager <= hall:
                break
            taken = next((favor for favor in left if favor[1] <= rival + eager), None)
            if taken:
                left.remove(taken)
        return max([0.0, *[points - price * self.courtier for points, price in left if price <= hall]])


class Levy:
    """The court boxes that are worth filling, and the worth of each card in them."""

    def __init__(self, outlook: Outlook, court: CourtView) -> None:
        self.outlook = outlook
        self.mine = outlook.view.mine()
        self.costs: dict[tuple[int, int], float] = {}
        self.gain = 0.0  # points for each army that goes to court
        self.sources: dict[int, int] = {}  # by size of the box, the cheapest card
        audience = Audience(outlook, court)
        before, best = audience.worth(audience.hall), 0.0
        for sizes in CHOICES:
            armies = sum(sizes)  # exact: ints
            if armies > court.supply[outlook.seat]:
                continue
            gain = audience.worth(audience.hall + armies) - before
            if gain > best:
                cost, sources = self.cheapest(sizes)
                if gain - cost > best:
                    best, self.gain, self.sources = gain - cost, gain / armies, sources

    def cost(self, source: int, armies: int) -> float:
        """Points lost when this many armies leave a county, or the tray for DICE_TOWER."""
        key = (source, armies)
        if key not in self.costs:
            lost = armies * self.outlook.levy
            if source != DICE_TOWER:
                here = self.outlook.view.armies[source]
                lost -= self.outlook.posting(source, here, here - armies)
            self.costs[key] = lost
        return self.costs[key]

    def cheapest(self, sizes: Sequence[int]) -> tuple[float, dict[int, int]]:
        """The lowest cost of these boxes, one after the other, and the sources of the armies."""
        armies, idle = self.outlook.view.armies, self.outlook.view.tray[self.outlook.seat]
        together = 0.0
        sources: dict[int, int] = {}
        for size in sizes:
            able = [county for county in self.mine if armies[county] > size and county not in sources.values()]
            if idle >= size:
                able.append(DICE_TOWER)
            if not able:
                return inf, {}
            cost, source = min([(self.cost(source, size), source) for source in able])
            if source == DICE_TOWER:
                idle -= size
            together += cost
            sources[size] = source
        return together, sources

    def rows(self, counties: Sequence[int], blanks: int) -> list[list[float]]:
        """For each court box the worth of each county, of a blank, and (last) of a dice tower card.

        A county with too few armies does nothing there.
        """
        armies, rows = self.outlook.view.armies, []
        for size in SIZES:
            wish = size * self.gain if size in self.sources else 0.0
            row = [wish - self.cost(county, size) if armies[county] > size else 0.0 for county in counties]
            tower = wish - self.cost(DICE_TOWER, size) if self.sources.get(size) == DICE_TOWER else 0.0
            rows.append([*row, *[0.0] * blanks, *[tower] * box().dice_towers])
        return rows

    def boxes(self, cards: Sequence[int], towers: Sequence[bool]) -> tuple[int, ...]:
        """The court boxes of a plan: county cards, and dice tower cards where one is useful."""
        wanted = [tower and self.sources.get(size) == DICE_TOWER for tower, size in zip(towers, SIZES, strict=True)]
        return tuple([DICE_TOWER if tower else card for card, tower in zip(cards, wanted, strict=True)])


@register("regent")
class Regent(Bot):
    """Options: the weights, see there; `early`, points for bidding a county card rather than nothing; `court`, whether
    it goes to the Emperor's court or plays as if there were none. To see what things are worth: `without`, actions that
    it never takes unless it must; `bids`, the seasons in which it bids; and `memory`, without which it takes the cubes
    in the tower for an even mixture of all colours."""

    def __init__(
        self, army: float = 0.18, thaler: float = 0.4, famine: float = 0.8, unrest: float = 0.2, spite: float = 0.6,
        envy: float = 8.0, will: float = 0.12, prospects: float = 1.0, tile: float = 0.8, place: float = 0.1,
        levy: float = 0.8, courtier: float = 0.8, early: float = 0.1, court: bool = True,
        without: tuple[ActionName, ...] = (), bids: tuple[SeasonName, ...] = ("spring", "summer", "fall"),
        memory: bool = True,
    ) -> None:  # fmt: skip
        self.weights = Weights(army, thaler, famine, unrest, spite, envy, will, prospects, tile, place, levy, courtier)
        self.early = early
        self.court = court
        self.without = [ACTIONS.index(action) for action in without]
        self.bids = [SEASONS.index(season) for season in bids]
        self.memory = memory

    def plan(self, view: View, offer: Offer) -> Plan:
        """Chooses the cards with the highest sum, then again without what it cannot pay for."""
        outlook, counties = self.outlook(view), offer.counties
        blanks = MONEY_CARDS + offer.short
        levy = Levy(outlook, view.court) if self.court and view.court else None
        court = levy.rows(counties, blanks) if levy else []
        width = len(court[0]) - len(counties) if court else blanks
        early = self.early if view.season in self.bids else NEVER
        table = plan_table(outlook, counties, width, early, court)
        if self.without:
            table = table.forbid(self.without)
        laid = table.assigned()
        cards = [counties[column] if column < len(counties) else BLANK for column in laid]
        bids = len(table.more) - len(court)
        boxes, places = cards[: len(ACTIONS)], len(ACTIONS) + bids
        bid = county_bid(cards[len(ACTIONS)]) if bids and cards[len(ACTIONS)] != BLANK else 0
        towers = [column >= len(counties) + blanks for column in laid[places:]]
        return legal(offer, Plan(tuple(boxes), bid, levy.boxes(cards[places:], towers) if levy else ()))

    def choose(self, view: View, choice: Decision) -> Any:
        """The option worth most."""
        if choice.kind == "favor" and not self.court:
            return None
        if choice.kind in DRAFT:
            return DRAFT[choice.kind](view, choice)
        opinion = self.opinion(view, choice)
        return max(choice.options, key=opinion) if opinion else sensible(view, choice)

    def opinion(self, view: View, choice: Decision) -> Callable[[Any], float] | None:
        """What each option should bring, in points; None for a decision that it has no opinion on."""
        outlook = self.outlook(view)
        opinions: dict[str, Callable[[Any], float]] = {
            "march": lambda march: outlook.march(choice.county, *march),
            "move": lambda move: 0.0 if move is None else outlook.shift(choice.county, 0, *move),
            "muster": lambda muster: outlook.shift(choice.county, *muster),
            "tile": outlook.tile,
            "defend": partial(outlook.defence, choice),
        }
        for advice in advisers(view):
            opinions |= advice.opinions(outlook, choice)
        return opinions.get(choice.kind)

    def outlook(self, view: View) -> Outlook:
        """What it thinks of the table."""
        return Outlook(view if self.memory else forgotten(view), self.weights)


def forgotten(view: View) -> View:
    """The view of somebody who knows how many cubes are in the tower, but not whose."""
    each, more = divmod(int(total(view.tower)), len(view.tower))
    return view._replace(tower=tuple([each + (colour < more) for colour in range(len(view.tower))]))
