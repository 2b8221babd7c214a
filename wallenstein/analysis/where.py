"""Conditions on rows: `{"kind": "battle"}`, `{"seat": [0, 1]}`, `[("odds", "<", 0.5)]`."""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from wallenstein.core.errors import ConfigError
from wallenstein.core.text import did_you_mean, printable
from wallenstein.stats.grouped import Where

Bools = NDArray[np.bool_]
EXAMPLE: Final = '{"kind": "battle"}, {"seat": [0, 1]} or [("odds", "<", 0.5)]'
COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
SETS: Final = ("in", "not in")


class Condition(NamedTuple):
    """A column, an operator, and what its values are compared with."""

    column: str
    compare: str
    value: Any

    @property
    def values(self) -> list[Any]:
        """All values that it names."""
        return list(self.value) if self.compare in SETS else [self.value]


def conditions(where: Where) -> list[Condition]:
    """All of them must hold. Raises ConfigError for what is none."""
    if where is None:
        return []
    if isinstance(where, Mapping):
        return [_equal(str(column), value) for column, value in where.items()]
    if isinstance(where, str) or not isinstance(where, Sequence):
        raise ConfigError(f"where is written as {EXAMPLE}, not {printable(repr(where), 60)}")
    found = []
    for each in where:
        if not isinstance(each, tuple | list) or len(each) != 3 or each[1] not in (*COMPARE, *SETS):
            known = ", ".join((*COMPARE, *SETS))
            raise ConfigError(
                f'a condition is (column, operator, value), such as ("odds", "<", 0.5), with one of the operators '
                f"{known}; not {printable(repr(each), 60)}"
            )
        if each[1] in SETS and (isinstance(each[2], str | bytes) or not isinstance(each[2], Iterable)):
            raise ConfigError(f'"{each[1]}" takes a list of values, not {printable(repr(each[2]), 60)}')
        found.append(Condition(*each))
    return found


def _equal(column: str, value: Any) -> Condition:
    several = isinstance(value, Iterable) and not isinstance(value, str | bytes)
    return Condition(column, "in", list(value)) if several else Condition(column, "==", value)


def holds(condition: Condition, column: pa.ChunkedArray, order: Sequence[str]) -> Bools:
    """For which values of a column it holds; `order` are the names of a category. Nothing holds for what is missing."""
    if pa.types.is_dictionary(column.type):
        return _of_category(condition, column, order)
    numeric = not (pa.types.is_string(column.type) or pa.types.is_binary(column.type))
    for value in condition.values:
        if numeric == isinstance(value, str | bytes) or value is None:
            raise ConfigError(f"the column {condition.column} holds {column.type}, not {printable(repr(value), 60)}")
    values = column.to_numpy()
    with np.errstate(invalid="ignore"):
        if condition.compare in SETS:
            found = _among(values, condition.values)
            return ~found if condition.compare == "not in" else found
        return np.asarray(COMPARE[condition.compare](values, condition.value), np.bool_)


def _among(values: NDArray[Any], wanted: Sequence[Any]) -> Bools:
    """Which values are among these. Whole numbers are compared as such: as floats, large ones would be rounded."""
    if values.dtype.kind in "iu":
        most = np.iinfo(values.dtype)
        whole = [int(value) for value in wanted if value == int(value) and most.min <= value <= most.max]
        return np.asarray(np.isin(values, np.array(whole, values.dtype)), np.bool_)
    return np.asarray(np.isin(values, wanted), np.bool_)


def _of_category(condition: Condition, column: pa.ChunkedArray, order: Sequence[str]) -> Bools:
    """Smaller is what comes first in the order of the category."""
    known = [*order]
    for value in condition.values:
        if value is not None and value not in known:
            near = did_you_mean(str(value), known)
            raise ConfigError(f"the column {condition.column} has no value {printable(repr(value), 60)}; {near}")
    places = {name: place for place, name in enumerate(known)}
    array = column.combine_chunks()
    names = [places.get(name, len(known)) for name in array.dictionary.to_pylist()]
    codes = np.array([*names, -1])[array.indices.fill_null(len(names)).to_numpy(zero_copy_only=False)]
    meant = [-1 if value is None else places[value] for value in condition.values]
    if condition.compare in SETS:
        found = np.isin(codes, meant)
        return np.asarray(~found if condition.compare == "not in" else found, np.bool_)
    there = (codes >= 0) | (meant[0] < 0)
    return np.asarray(COMPARE[condition.compare](codes, meant[0]) & there, np.bool_)
