"""The steps of the agenda, and the decisions of seats, as records."""

from collections.abc import Iterable
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from wallenstein.games.wallenstein.model import codes
from wallenstein.games.wallenstein.names import BLANK

# A step that asks (`Ask…`) represents its decision in a position; it changes nothing before it is answered.
Step: TypeAlias = tuple[object, ...]  # a record of one of these types, or of an expansion's

# Steps without values, in the order of a game.
LineUp = NamedTuple("LineUp", [])  # W12: the default line-up is set up
BeginDraft = NamedTuple("BeginDraft", [])  # W13: the county cards are shuffled for the draft
FillTower = NamedTuple("FillTower", [])  # W14: the first throw
ClearTray = NamedTuple("ClearTray", [])  # W14: the cubes that came out go back to their supplies
OpenEvents = NamedTuple("OpenEvents", [])  # W15, W73: four event cards are revealed
Display = NamedTuple("Display", [])  # W20, W21: action cards and bonus tiles are laid out
AskPlans = NamedTuple("AskPlans", [])  # W23: every player plans
DrawEvent = NamedTuple("DrawEvent", [])  # W25: the season's event is drawn
RevealBids = NamedTuple("RevealBids", [])  # W26: bids are revealed and paid
FixOrder = NamedTuple("FixOrder", [])  # W26: the turn order follows from the positions
DrawOrder = NamedTuple("DrawOrder", [])  # F2, F4: the turn order is drawn
BeginActions = NamedTuple("BeginActions", [])  # W28: the first slot begins
ResolveSlot = NamedTuple("ResolveSlot", [])  # W28: the slot's action, player by player
NextSeat = NamedTuple("NextSeat", [])  # W28: one player has finished the slot's action
EndSeason = NamedTuple("EndSeason", [])  # W30: cards and tiles return
BeginWinter = NamedTuple("BeginWinter", [])  # W70: grain is lost
Score = NamedTuple("Score", [])  # W72: points are scored
EndYear = NamedTuple("EndYear", [])  # W73, W74: the year is over, or the game

# setting up


class AskDraftCard(NamedTuple):
    """W13: asks for a county card; `refreshed` after the open pair was replaced."""

    turn: codes.Number
    refreshed: codes.YesNo


class AskDraftGroup(NamedTuple):
    """W13: asks for the group of armies for the county taken."""

    turn: codes.Number
    county: codes.County


# a season until its actions


class BeginSeason(NamedTuple):
    """The season's own steps are laid on the agenda."""

    year: codes.Year
    season: codes.Season


class AskPlan(NamedTuple):
    """W23: asks for a plan; F3: boxes declared empty stay empty."""

    seat: codes.Seat
    empty: tuple[codes.Action, ...] = ()


class AskTile(NamedTuple):
    """W26: asks for a position with its bonus tile."""

    seat: codes.Seat


class AskDeclare(NamedTuple):
    """F3: asks a seat with too few cards for the boxes that stay empty."""

    seat: codes.Seat


# actions


class AskMove(NamedTuple):
    """W43: asks for the move after an army was deployed."""

    seat: codes.Seat
    county: codes.OwnCounty


class AskMuster(NamedTuple):
    """F6: asks for the army, the move, or both."""

    seat: codes.Seat
    action: codes.Action
    county: codes.OwnCounty


class AskMarch(NamedTuple):
    """W44: asks for the march from the county on the action."""

    seat: codes.Seat
    action: codes.Action
    county: codes.OwnCounty


class Battle(NamedTuple):
    """W50: armies have marched against a county."""

    attacker: codes.Seat
    action: codes.Action
    source: codes.County
    county: codes.County
    armies: codes.Armies


class AskDefence(NamedTuple):
    """F7: asks the owner of an attacked county for the number of armies to throw."""

    seat: codes.Seat  # the attacker
    action: codes.Action
    source: codes.OwnCounty
    county: codes.County
    armies: codes.Armies


class Revolt(NamedTuple):
    """W60: the peasants of a county revolt; in the first edition, its owner is asked for the defence (F7)."""

    seat: codes.Seat
    county: codes.OwnCounty
    extra: codes.Peasants


class AfterRevolt(NamedTuple):
    """W41: a county that was held gets one more marker."""

    seat: codes.Seat
    county: codes.OwnCounty


class LateIncome(NamedTuple):
    """F14: the income after the revolt."""

    seat: codes.Seat
    action: codes.Action
    county: codes.County


# winter


class Hunger(NamedTuple):
    """W71: the revolting counties are drawn."""

    seat: codes.Seat
    revolts: codes.Peasants  # a count with the same limit in positions
    extra: codes.Peasants


class AskRevolt(NamedTuple):
    """W71: asks for the next county to revolt."""

    seat: codes.Seat
    extra: codes.Peasants
    counties: tuple[codes.OwnCounty, ...]


STEPS: Final[dict[str, type]] = {  # by their names in positions
    "line-up": LineUp, "begin-draft": BeginDraft, "draft-card": AskDraftCard, "draft-group": AskDraftGroup,
    "fill-tower": FillTower, "clear-tray": ClearTray, "open-events": OpenEvents, "season": BeginSeason,
    "display": Display, "plans": AskPlans, "plan": AskPlan, "event": DrawEvent, "bids": RevealBids, "tile": AskTile,
    "order": FixOrder, "draw-order": DrawOrder, "declare": AskDeclare, "actions": BeginActions, "slot": ResolveSlot,
    "next-seat": NextSeat, "move": AskMove, "muster": AskMuster, "march": AskMarch, "battle": Battle,
    "defend-battle": AskDefence, "revolt": Revolt, "unrest": AfterRevolt, "late-income": LateIncome,
    "season-end": EndSeason, "winter": BeginWinter, "hunger": Hunger, "revolts": AskRevolt, "score": Score,
    "year-end": EndYear,
}  # fmt: skip


def behind(steps: tuple[Step, ...], step: type, new: Step) -> tuple[Step, ...]:
    """The steps with a new one directly after the one of that type."""
    place = [type(other) for other in steps].index(step) + 1
    return (*steps[:place], new, *steps[place:])


def same(steps: Iterable[Step], others: Iterable[Step]) -> bool:
    """Whether these are the same steps; types are compared too, because records compare by value."""
    return [(type(step), step) for step in steps] == [(type(other), other) for other in others]


class March(NamedTuple):
    """The destination and the number of armies, of combat A and B and of the move after deploy 1."""

    to: codes.County
    armies: codes.Number


class Muster(NamedTuple):
    """F6: whether an army is deployed (1 or 0), the county to move to (-1: none), and the number of armies moved."""

    deploy: codes.YesNo
    to: codes.CountyOrNone
    armies: codes.Number


class Attack(NamedTuple):
    """An attack: the attacker, the county it comes from, and the number of armies."""

    seat: int
    source: int
    armies: int


class Decision(NamedTuple):
    """A decision: seat, kind, and the legal choices; for a plan, `options` is its offer."""

    seat: int
    kind: str
    options: Any
    step: Step  # the step that asks, with its subject

    @property
    def default(self) -> Any:
        """A harmless legal choice; not for plans."""
        return self.options[0]

    def random(self, rng: Random) -> Any:
        options = self.options
        return options.random(rng) if self.kind == "plan" else options[int(rng.random() * len(options))]

    @property
    def county(self) -> int:
        """The county of the decision: left by a march, a move or a muster, defended, or settled; otherwise -1."""
        county: int = getattr(self.step, "county", BLANK)
        return county

    @property
    def attack(self) -> Attack | None:
        """The attack, if this is a defence against one; otherwise None."""
        step = self.step
        return Attack(step.seat, step.source, step.armies) if isinstance(step, AskDefence) else None

    @property
    def extra(self) -> int:
        """The peasants added in winter, if this is a defence in a revolt (W71)."""
        return self.step.extra if isinstance(self.step, Revolt) else 0

    @property
    def favor(self) -> int:
        """The number of the favor in use; 0 for other decisions."""
        number: int = getattr(self.step, "favor", 0)
        return number
