"""What every card is worth in every box of a plan, before cards are assigned to boxes."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from wallenstein.games.wallenstein.advice.assign import assign
from wallenstein.games.wallenstein.advice.income import expected_income
from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.advice.purse import PRICES, affordable
from wallenstein.games.wallenstein.names import TAXES

WORST: Final = -1000.0  # points


class PlanTable(NamedTuple):
    """A row for each action: the points of each of the seat's counties there, then of each blank card.

    `more` are further rows of the same length, for what else cards can lie on: the bid, the court.
    """

    outlook: Outlook
    counties: tuple[int, ...]
    rows: list[list[float]]
    more: list[list[float]]
    forbidden: frozenset[int] = frozenset()  # actions that are not taken, unless too few boxes are left without them

    def forbid(self, actions: Collection[int]) -> "PlanTable":
        """The table in which these actions are worse than anything."""
        worst = [WORST] * len(self.counties)
        rows = [worst + row[len(worst) :] if action in actions else row for action, row in enumerate(self.rows)]
        return self._replace(rows=rows, forbidden=frozenset(actions))

    def assigned(self) -> list[int]:
        """The column of each row with the highest sum, and without what the money does not reach for.

        What it cannot pay for is worth nothing then; the rows stay as they are.
        """
        laid = assign(self.rows + self.more)
        return assign(self.without_unpaid(self.rows, laid) + self.more)

    def without_unpaid(self, rows: list[list[float]], laid: Sequence[int]) -> list[list[float]]:
        """The rows, with nothing in those of actions that are too dear for this plan (W28)."""
        view, counties = self.outlook.view, self.counties
        values = [row[column] for row, column in zip(rows, laid, strict=False)]
        taxed = laid[TAXES]
        income = expected_income(view, TAXES, counties[taxed]) if taxed < len(counties) else 0.0
        paid = affordable(view, values, income)
        return [
            [0.0] * len(row) if price and action not in paid and action not in self.forbidden else row
            for action, (row, price) in enumerate(zip(rows, PRICES, strict=True))
        ]


def plan_table(
    outlook: Outlook, counties: tuple[int, ...], blanks: int, early: float = 0.0, court: Sequence[list[float]] = ()
) -> PlanTable:
    """The table of a seat's plan with these county cards and blank ones.

    `early`: points for bidding a county card, where bids are made; `court`: rows for the boxes of the court.
    """
    blank = [0.0] * blanks
    rows = [
        [outlook.box(action, county) - price * outlook.thaler for county in counties] + blank
        for action, price in enumerate(PRICES)
    ]
    bids = [[early] * len(counties) + blank] if outlook.view.book.rules.edition == "second" else []
    return PlanTable(outlook, counties, rows, bids + list(court))
