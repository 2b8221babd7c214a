"""Whatever a bot does: the tournament ends, honest bots' rows are those without the attack, its fault has its name."""

import faulthandler
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.hostile.attack import NONE, PROCESS, SANDBOX
from tests.hostile.tournament import PLENTY, TIGHT, all_attacks, compare, place
from tests.table.processes.kinds import each_kind  # noqa: F401
from wallenstein.table.processes.sandbox import Kind

ATTACKS = all_attacks()
SHARES: Final = 4  # of many attacks, so that several processes of pytest have something to do


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Bots that end by a signal are no news."""
    faulthandler.disable()
    yield
    faulthandler.enable()


def attacked(folder: Path, mode: str, hasty: bool, slow: bool = False, share: int | None = None) -> None:
    """The attacks of a mode, with little time or with plenty; those that are slow only if it is asked for."""
    chosen = {
        name: one
        for place, (name, one) in enumerate(ATTACKS.items())
        if mode in one.modes and one.hasty == hasty and (slow or not one.slow)
        if share is None or place % SHARES == share
    }
    assert chosen
    holds = {name: one.holds for name, one in chosen.items()}
    places = {name: place(one) for name, one in chosen.items()}
    compare(folder, mode, holds, places, TIGHT if hasty else PLENTY)


def test_there_are_more_than_sixty_and_each_says_what_it_tries() -> None:
    assert len(ATTACKS) > 60
    assert all(one.__doc__ for one in ATTACKS.values())


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_with_plenty_of_time_in_processes_of_their_own(tmp_path: Path, share: int) -> None:
    attacked(tmp_path / "x", PROCESS, False, share=share)


@pytest.mark.slow
def test_with_little_time_in_processes_of_their_own(tmp_path: Path) -> None:
    attacked(tmp_path / "x", PROCESS, True)


@pytest.mark.slow
def test_with_plenty_of_time_in_one_process(tmp_path: Path) -> None:
    attacked(tmp_path / "x", NONE, False)


@pytest.mark.long
def test_with_little_time_in_one_process(tmp_path: Path) -> None:
    attacked(tmp_path / "x", NONE, True, slow=True)


@pytest.mark.long
@pytest.mark.parametrize("hasty", [False, True])
def test_those_that_are_slow(tmp_path: Path, hasty: bool) -> None:
    attacked(tmp_path / "x", PROCESS, hasty, slow=True)


@pytest.mark.long
@pytest.mark.parametrize("hasty", [False, True])
def test_in_sandboxes(tmp_path: Path, hasty: bool, kind: Kind) -> None:
    attacked(tmp_path / "x", SANDBOX, hasty, slow=True)
