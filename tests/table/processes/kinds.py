"""Both kinds of sandboxes for tests; those that cannot be made here are skipped."""

from collections.abc import Iterator

import pytest

from wallenstein.table.processes import sandbox
from wallenstein.table.processes.sandbox import Kind, NoSandbox, sandbox_kind


@pytest.fixture(params=list(Kind), name="kind")
def each_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kind]:
    """Sandboxes of this kind, also for the workers of a tournament, which are forked."""
    wanted: Kind = request.param
    sandbox_kind.cache_clear()
    if wanted is Kind.BUBBLEWRAP:
        monkeypatch.setattr(sandbox, "lacking", lambda: "only in other tests")
    try:
        if sandbox_kind() is not wanted:
            pytest.skip(f"no {wanted} here")
        yield wanted
    except NoSandbox as error:
        pytest.skip(str(error))
    finally:
        sandbox_kind.cache_clear()


def no_sandbox() -> bool:
    """Whether none can be made here."""
    try:
        return not sandbox_kind()
    except NoSandbox:
        return True
