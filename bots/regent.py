"""Regent: weighs everything with one evaluation function, in victory points.

The idea: whatever a card may do (build, collect, recruit, march) is measured in the points it should bring until the
game ends (W72): land and buildings by what they score, armies, Thalers and grain by what can still become of them, all
of it times the probability from the odds of the tower that it comes about and lasts (W50, W60, W71). A rival's loss
counts too, the more the likelier that rival wins. The plan is then the assignment of cards to boxes with the highest
sum (Kuhn 1955), as far as the money reaches. With Emperor's Court, armies become courtiers where the favors in sight
are worth more than they are (C3-C6).
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal, TypeAlias

from wallenstein.bots import Bot, Decision, Offer, Plan, View, register
from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.advice.outlook import Outlook, Weights
from wallenstein.games.wallenstein.advice.plan_table import plan_table
from wallenstein.games.wallenstein.advice.worth import draft_card, draft_group
from wallenstein.games.wallenstein.editions.court.levy import Levy
from wallenstein.games.wallenstein.editions.sensible import expansion_opinions, sensible
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, MONEY_CARDS, SEASONS
from wallenstein.games.wallenstein.plan import county_bid
from wallenstein.games.wallenstein.search.plans import legal

ActionName: TypeAlias = Literal[
    "palace", "church", "post", "grain", "taxes", "deploy-5", "deploy-3", "deploy-1", "combat-a", "combat-b"
]
SeasonName: TypeAlias = Literal["spring", "summer", "fall"]
NEVER: Final = -1.0  # points for a bid that is not made
DRAFT: Final = {"draft-card": draft_card, "draft-group": draft_group}


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
            **expansion_opinions(outlook, choice),
        }
        return opinions.get(choice.kind)

    def outlook(self, view: View) -> Outlook:
        """What it thinks of the table."""
        return Outlook(view if self.memory else forgotten(view), self.weights)


def forgotten(view: View) -> View:
    """The view of somebody who knows how many cubes are in the tower, but not whose."""
    each, more = divmod(int(total(view.tower)), len(view.tower))
    return view._replace(tower=tuple([each + (colour < more) for colour in range(len(view.tower))]))
