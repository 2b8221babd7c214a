"""Many small cases as one item of pytest: starting an item takes longer than most of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

Cases = Mapping[str, Sequence[tuple[Any, ...]]]  # by the name of an item: the name of a case, then its arguments
Test = Callable[..., None]


def together(quick: Cases, long: Cases | None = None) -> Callable[[Test], Test]:
    """Runs a test with the arguments of each case, whose name a failure notes; `long` is for the long suite alone."""
    runs = [pytest.param(cases, id=name) for name, cases in quick.items()]
    runs += [pytest.param(cases, id=f"{name}-more", marks=pytest.mark.long) for name, cases in (long or {}).items()]

    def decorate(test: Test) -> Test:
        def each(cases: Sequence[tuple[Any, ...]]) -> None:
            __tracebackhide__ = True
            for name, *arguments in cases:
                try:
                    test(*arguments)
                except Exception as error:
                    error.add_note(f"case: {name}")
                    raise

        each.__doc__ = test.__doc__
        parametrized: Test = pytest.mark.parametrize("cases", runs)(each)
        return parametrized

    return decorate
