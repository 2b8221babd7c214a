"""The best assignment of cards to boxes: the assignment problem (Kuhn 1955), small and exact."""

from collections.abc import Sequence
from math import inf


def assign(values: Sequence[Sequence[float]]) -> list[int]:
    """The column for each row so that the sum of values is highest; no column twice, no more rows than columns.

    Shortest augmenting paths with potentials; ties go to the lower column. Of columns that are alike, such as those of
    blank cards, only the first that nobody has is looked at: the others cost the same.
    """
    rows, columns = len(values), len(values[0])
    row_price = [0.0] * rows
    column_price = [0.0] * columns
    holder = [-1] * columns  # the row that has the column
    twin = twins(values)
    for new in range(rows):
        shortest = [inf] * columns
        came_from = [-1] * columns
        open_columns = [column for column in range(columns) if twin[column] == -1 or holder[twin[column]] != -1]
        reached: list[int] = []
        row, at = new, -1
        while True:
            line, price = values[row], row_price[row]
            step, best = inf, -1
            for column in open_columns:
                cost = -line[column] - price - column_price[column]
                least = shortest[column]
                if cost < least:
                    shortest[column] = least = cost
                    came_from[column] = at
                if least < step:
                    step, best = least, column
            row_price[new] += step
            for column in reached:
                row_price[holder[column]] += step
                column_price[column] -= step
            open_columns.remove(best)
            for column in open_columns:
                shortest[column] -= step
            reached.append(best)
            at = best
            if holder[at] == -1:
                break
            row = holder[at]
        while at != -1:
            back = came_from[at]
            holder[at] = new if back == -1 else holder[back]
            at = back
    result = [-1] * rows
    for column, row in enumerate(holder):
        if row != -1:
            result[row] = column
    return result


def twins(values: Sequence[Sequence[float]]) -> list[int]:
    """For each column, the one before it that is alike; -1 if there is none."""
    last: dict[tuple[float, ...], int] = {}
    found: list[int] = []
    for column, worth in enumerate(zip(*values, strict=True)):
        found.append(last.get(worth, -1))
        last[worth] = column
    return found
