"""Plans in documents: actions with their counties, and the bid."""

from typing import Any, ClassVar

from wallenstein.core.errors import RuleError
from wallenstein.core.json.place import Json
from wallenstein.core.json.schema import closed_object
from wallenstein.core.records import Code
from wallenstein.games.wallenstein.model.codes import COUNTY
from wallenstein.games.wallenstein.names import ACTIONS, BLANK, MONEY_CARDS, NO_BID, TOWER_CARD
from wallenstein.games.wallenstein.plan import Plan, bid_county, county_bid


class PlanCode(Code):
    """`{"actions": {action: county}, "bid": bid}`; an action that is missing or null is not taken."""

    keys: ClassVar[tuple[str, ...]] = ("actions", "bid")
    bids: ClassVar[tuple[Any, ...]] = (
        {"type": "integer", "minimum": 0, "maximum": MONEY_CARDS - 1},
        COUNTY.schema(),
        {"type": "null"},
    )

    def schema(self) -> dict[str, Any]:
        """Boxes that are not named are empty."""
        county = {"anyOf": [COUNTY.schema(), {"type": "null"}]}
        actions = closed_object(dict.fromkeys(ACTIONS, county), ACTIONS)
        return closed_object({"actions": actions, "bid": {"anyOf": list(self.bids)}}, self.keys)

    def read(self, place: Json, context: Any) -> Plan:
        """The plan; whether it is legal is checked elsewhere."""
        fields = place.members(self.keys)
        boxes = [BLANK] * len(ACTIONS)
        if "actions" in fields:
            for action, county in fields["actions"].members(ACTIONS).items():
                if county.value is not None:
                    boxes[ACTIONS.index(action)] = COUNTY.read(county, context)
        bid = self.read_bid(fields["bid"], context) if "bid" in fields else NO_BID
        return Plan(tuple(boxes), bid)

    def write(self, value: Plan, context: Any) -> dict[str, Any]:
        """The boxes with a county in the actions' order, and the bid."""
        return {"actions": self.write_actions(value, context), "bid": self.write_bid(value.bid, context)}

    def write_actions(self, plan: Plan, context: Any) -> dict[str, Any]:
        """The boxes with a county in the actions' order."""
        return {
            ACTIONS[action]: COUNTY.write(county, context)
            for action, county in enumerate(plan.boxes)
            if county != BLANK
        }

    def read_bid(self, place: Json, context: Any) -> int:
        """Money, a county, or null for none. Raises RuleError, not FormatError, for an amount that no card has."""
        value = place.value
        if value is None:
            return NO_BID
        if value == TOWER_CARD:
            return self.read_tower_bid(place)
        if type(value) is str:
            return county_bid(COUNTY.read(place, context))
        if type(value) is not int:
            place.wanted("money, a county or null")
        if not 0 <= value < MONEY_CARDS:
            raise RuleError("W23", f"{place.path}: the money cards are 0 to {MONEY_CARDS - 1}")
        bid: int = value
        return bid

    def read_tower_bid(self, place: Json) -> int:
        """C3: only the court has such cards."""
        raise RuleError("W23", f"{place.path}: a dice tower card is a bid only with Emperor's Court")

    def write_bid(self, bid: int, context: Any) -> int | str | None:
        """Money, a county, or null for none."""
        if bid == NO_BID:
            return None
        county = bid_county(bid)
        return bid if county == BLANK else COUNTY.write(county, context)
