"""Plays all attacks in one tournament, and the same with their twins, and compares what they leave."""

import inspect
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

import pytest

from tests.hostile import attacks as folder_of_attacks
from tests.hostile import twins
from tests.hostile.attack import BEFORE, LAST, NONE, SANDBOX, SECOND, Attack, Holds
from tests.tourney.tournament import contents, faults_of, played
from wallenstein.record.read import Run
from wallenstein.table.faults import FaultKind

CONFIG: Final = """
[tourney]
name = "hostile"
seed = 7
blocks = 2
format = "list"
rotation = "none"
tables = {tables}

[game]
name = "toy"

[bots]
{entries}

[run]
isolation = "{mode}"
chunk = 1000
limits = {{ start = {start}, choose = {seconds}, memory_mb = 200 }}
"""
PLENTY: Final = 60.0
TIGHT: Final = 0.25
TIGHT_START: Final = 3.0  # in sandboxes, where an interpreter is started and all is imported anew for each game
PATIENCE: Final = 30.0  # seconds for what was killed to be gone
MARK: Final = "WALLENSTEIN_TEST_HOSTILE"  # in the environment of all processes of a test
OWN: Final = {"attack", "knows", "start", "end", "decide", "__init__"}  # methods that make a class an attack


class Outcome(NamedTuple):
    """What a tournament has left: its tables as bytes, and the rows of faults."""

    tables: dict[str, bytes]
    faults: list[dict[str, Any]]
    files: list[str]
    games: list[tuple[str, int, str]]  # the bot, the digest and the ending of each


def all_attacks() -> dict[str, type[Attack]]:
    """Every attack by its name."""
    found: dict[str, type[Attack]] = {}
    for module in iter_modules(folder_of_attacks.__path__):
        of_module = import_module(f"{folder_of_attacks.__name__}.{module.name}")
        for name, one in inspect.getmembers(of_module, inspect.isclass):
            if issubclass(one, Attack) and one.__module__ == of_module.__name__ and OWN & set(vars(one)):
                found[f"{module.name}-{name}"] = one
    return found


def place(one: type[Attack]) -> str:
    """Where a bot is, for a configuration."""
    return f"{one.__module__}:{one.__name__}"


def twin(holds: Holds) -> type[Attack]:
    """The bot that gives the same answers without the attack."""
    if holds.kind is None:
        return twins.Honest
    lost = holds.kind.lost
    return {
        BEFORE: twins.Stillborn if lost else twins.Unborn,
        SECOND: twins.Lost if lost else twins.Stumbling,
        SECOND + 3: twins.LostLater if lost else twins.StumblingLater,
        LAST: twins.Sore,
    }[holds.decision]


def outcome(folder: Path, mode: str, bots: Mapping[str, str], seconds: float) -> Outcome:
    """Plays each bot twice against two honest ones; all files of this are in the folder."""
    folder.mkdir()
    places = {**bots, "left": place(twins.Honest), "right": place(twins.Honest)}
    tables = json.dumps([["left", name, "right"] for name in bots])
    entries = "\n".join(f'[[bots.entry]]\nname = "{name}"\nbot = "{one}"' for name, one in places.items())
    config = folder / "hostile.toml"
    start = start_limit(mode, seconds)
    config.write_text(CONFIG.format(tables=tables, entries=entries, mode=mode, seconds=seconds, start=start))
    result = played(config, folder / "results")
    assert result.finished, "the tournament ends"
    files = sorted(str(path.relative_to(result.folder)) for path in result.folder.rglob("*"))
    games = Run(result.folder).table("games").to_pylist()
    told = [(name, row["digest"], row["ending"]) for name, row in zip([*bots, *bots], games, strict=True)]
    return Outcome(contents(result.folder), faults_of(result.folder), files, told)


def start_limit(mode: str, seconds: float) -> float:
    """The limit for `start`, where the one for decisions has so many seconds."""
    return TIGHT_START if mode == SANDBOX and seconds == TIGHT else seconds


def in_mode(holds: Holds, mode: str) -> Holds:
    """What must hold in this mode: the text of an overrun at the start names the limit that is there."""
    if holds.decision != BEFORE:
        return holds
    return holds._replace(text=holds.text.replace(f"{TIGHT:g} seconds", f"{start_limit(mode, TIGHT):g} seconds"))


def compare(folder: Path, mode: str, attacks: Mapping[str, Holds], bots: Mapping[str, str], seconds: float) -> None:
    """Plays the attacks and, in one process, their twins: nothing differs but the faults, which are as they must be."""
    with nothing_left(folder):
        attacked = outcome(folder / "attacked", mode, bots, seconds)
    quiet = outcome(folder / "quiet", NONE, {name: place(twin(holds)) for name, holds in attacks.items()}, seconds)
    found = {name: [row for row in attacked.faults if row["bot"] == name] for name in attacks}
    wrong = [line for name, holds in attacks.items() for line in differences(name, in_mode(holds, mode), found[name])]
    assert not wrong, "\n".join(wrong)
    assert len(attacked.faults) == sum(map(len, found.values())), "an honest bot was blamed"
    assert attacked.files == quiet.files
    otherwise = [pair for pair in zip(attacked.games, quiet.games, strict=True) if len(set(pair)) > 1]
    assert not otherwise, f"games that went otherwise: {otherwise}"
    for name, data in quiet.tables.items():
        assert "faults" in name or attacked.tables[name] == data, f"{name} differs"


def differences(name: str, holds: Holds, rows: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with the faults of an attack."""
    told = [(str(row["kind"]), row["decision"], row["text"]) for row in rows]
    expected = 0 if holds.kind is None else 2  # in each of two games
    if len(told) != expected or any(
        (kind, decision) != (holds.kind, holds.decision) or not text.startswith(holds.text)
        for kind, decision, text in told
    ):
        yield f"{name}: {holds} must hold, but there is {told}"
    elif holds.kind is not FaultKind.TIMEOUT and len(set(told)) > 1:  # a clock may interrupt a bot in another line
        yield f"{name}: the same attack has two texts, {told}"


@contextmanager
def nothing_left(folder: Path) -> Iterator[None]:
    """Checks that no process, no file for temporary files and no descriptor is left behind."""
    temporary = folder / "temporary"
    temporary.mkdir(parents=True)
    descriptors = os.listdir("/proc/self/fd")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(temporary))
        patch.setenv(MARK, str(folder))
        patch.setattr(tempfile, "tempdir", None)
        yield
        assert processes_with(str(folder)) == []
    assert list(temporary.iterdir()) == []
    assert len(os.listdir("/proc/self/fd")) == len(descriptors)


def processes_with(text: str) -> list[str]:
    """The commands of the processes whose environment holds this text, after a moment to go."""
    given_up = monotonic() + PATIENCE
    while (found := list(_alive(text))) and monotonic() < given_up:
        sleep(0.02)
    return found


def _alive(text: str) -> Iterator[str]:
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if path.name != str(os.getpid()) and text.encode() in (path / "environ").read_bytes():
                yield f"{path.name}: {(path / 'cmdline').read_bytes().replace(bytes(1), b' ').decode()}"
