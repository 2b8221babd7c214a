"""The worth of every card in every box of a plan, the actions that the money can pay for, and the best assignment."""

from collections.abc import Collection, Sequence
from itertools import combinations
from math import inf
from typing import Final, NamedTuple

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.advice.worth import expected_income
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import TAXES

PRICES: Final = (3, 2, 1, 0, 0, 3, 2, 1, 0, 0)  # Thalers, by action


def affordable(view: View, values: Sequence[float], income: float) -> tuple[int, ...]:
    """The actions to pay for: those worth most together that the Thalers can buy in the order of the actions.

    `values` by action; worthless ones are not bought; `income`: the expected taxes. Actions that are not open yet are
    assumed to come last, and taxes among them to arrive in time in half of all cases.
    """
    wanted = [action for action, price in enumerate(PRICES) if price and values[action] > 0]
    best: tuple[int, ...] = ()
    height = 0.0
    for count in range(1, len(wanted) + 1):
        for chosen in combinations(wanted, count):
            value = total([values[action] for action in chosen])
            if value > height and _reaches(view, chosen, income):
                best, height = chosen, value
    return best


def _reaches(view: View, chosen: Sequence[int], income: float) -> bool:
    purse = float(view.thalers[view.seat])
    for action in view.actions:
        if action == TAXES:
            purse += income
        elif action in chosen:
            purse -= PRICES[action]
            if purse < 0:
                return False
    if TAXES not in view.actions:
        purse += income / 2
    return purse >= sum([PRICES[action] for action in chosen if action not in view.actions])  # exact: ints


def assign(values: Sequence[Sequence[float]]) -> list[int]:
    """The column for each row so that the sum of values is highest; no column twice, no more rows than columns.

    Shortest augmenting paths with potentials; ties go to the lower column. Of columns that are alike, such as those of
    blank cards, only the first that nobody has is looked at: the others cost the same.
    """
    rows, columns = len(values), len(values[0])
    row_price = [0.0] * rows
    column_price = [0.0] * columns
    holder = [-1] * columns  # the row that has the column
    alike = [column > 0 and all(line[column] == line[column - 1] for line in values) for column in range(columns)]
    for new in range(rows):
        shortest = [inf] * columns
        came_from = [-1] * columns
        open_columns = [column for column in range(columns) if not alike[column] or holder[column - 1] != -1]
        reached: list[int] = []
        row, at, step = new, -1, 0.0
        while True:
            line, price, last = values[row], row_price[row], step
            step, best = inf, -1
            for column in open_columns:
                cost = -line[column] - price - column_price[column]
                least = shortest[column] - last
                if cost < least:
                    least = cost
                    came_from[column] = at
                shortest[column] = least
                if least < step:
                    step, best = least, column
            row_price[new] += step
            for column in reached:
                row_price[holder[column]] += step
                column_price[column] -= step
            at = best
            row = holder[at]
            if row == -1:
                break
            reached.append(at)
            open_columns.remove(at)
        while at != -1:
            back = came_from[at]
            holder[at] = new if back == -1 else holder[back]
            at = back
    result = [-1] * rows
    for column, row in enumerate(holder):
        if row != -1:
            result[row] = column
    return result


WORST: Final = -1000.0  # points


class PlanTable(NamedTuple):
    """A row for each action: the points of each of the seat's counties there, then of each blank card.

    `more` are further rows of the same length: the bid, the court.
    """

    outlook: Outlook
    counties: tuple[int, ...]
    rows: list[list[float]]
    more: list[list[float]]
    forbidden: frozenset[int] = frozenset()  # actions that are only used if there are too few boxes without them

    def forbid(self, actions: Collection[int]) -> "PlanTable":
        worst = [WORST] * len(self.counties)
        rows = [worst + row[len(worst) :] if action in actions else row for action, row in enumerate(self.rows)]
        return self._replace(rows=rows, forbidden=frozenset(actions))

    def assigned(self) -> list[int]:
        """The column of each row with the highest sum, without actions that the money cannot pay for.

        Those are worth nothing then; the rows stay as they are.
        """
        laid = assign(self.rows + self.more)
        return assign(self.without_unpaid(self.rows, laid) + self.more)

    def without_unpaid(self, rows: list[list[float]], laid: Sequence[int]) -> list[list[float]]:
        """The rows, with zeros for actions that are too expensive for this plan (W28)."""
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
