"""Which folder imports from which: one way only, and no folder but a game's own knows a game."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "wallenstein"

# From the ground up: a folder imports from itself and from those before it. `games` is the list of games alone.
BELOW: Final = ("", "compiled")  # modules of the package itself, which import nothing of the folders
ABOVE: Final = ("__main__", "analysis", "python")  # others, for notebooks and scripts
ORDER: Final = (
    "core", "pages", "games", "table", "bots", "record", "stats", "tourney", "report", "environment", "cli", "extras"
)  # fmt: skip
BELOW_A_GAME: Final = ("core", "pages", "bots", "stats", "report")  # what a game may import, besides its own
FRONT_DOORS: Final = ("wallenstein", "wallenstein.bots", "wallenstein.analysis")  # offer a game's own to its people


class Import(NamedTuple):
    """A module that imports another, wherever in it, be it for types alone."""

    by: str
    line: int
    of: str


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports() -> tuple[Import, ...]:
    return tuple(found for name, path in modules().items() for found in imports_of(name, path))


def imports_of(name: str, path: Path) -> Iterator[Import]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            origins = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}:{node.lineno} imports by relative name"
            places = [f"{node.module}.{alias.name}" for alias in node.names]
            origins = [place if place in modules() else str(node.module) for place in places]
        else:
            continue
        yield from (Import(name, node.lineno, origin) for origin in origins if origin in modules())


def folder(module: str) -> str:
    """The folder of the package that a module lies in."""
    return module.split(".")[1] if "." in module else ""


def games() -> set[str]:
    return {path.parent.name for path in PACKAGE.glob("games/*/game.py")}


def game_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["games"] and len(parts) > 2 else None


def test_there_are_imports_to_look_at() -> None:
    assert len(modules()) > 100
    assert len(imports()) > 500
    assert games() == {"sixteen_thirty", "wallenstein"}


def test_nothing_outside_a_game_imports_from_it() -> None:
    wrong = [
        found
        for found in imports()
        if game_of(found.of) not in (None, game_of(found.by)) and found.by not in FRONT_DOORS
    ]
    assert wrong == []


def test_a_game_imports_only_what_every_game_may() -> None:
    wrong = [
        found
        for found in imports()
        if game_of(found.by) and not game_of(found.of) and folder(found.of) not in BELOW_A_GAME
    ]
    assert wrong == []


@pytest.mark.parametrize("name", ORDER)
def test_a_folder_imports_only_from_those_below(name: str) -> None:
    allowed = {*ORDER[: ORDER.index(name) + 1], *BELOW}
    wrong = [
        found
        for found in imports()
        if not game_of(found.by) and folder(found.by) == name and not game_of(found.of)
        if folder(found.of) not in allowed
    ]
    assert wrong == []


def test_every_folder_has_its_place_in_the_order() -> None:
    folders = {folder(module) for module in modules() if not game_of(module)}
    assert folders - {*BELOW, *ABOVE} == set(ORDER)


def test_the_order_is_that_of_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert " → ".join(f"`{name}`" for name in reversed(ORDER)) in " ".join(text.split())


def inside(prefix: str) -> dict[str, set[str]]:
    """Which of a folder's own modules and folders imports from which other of them."""
    found: dict[str, set[str]] = {}
    depth = prefix.count(".") + 2
    for one in imports():
        if one.by.startswith(f"{prefix}.") and one.of.startswith(f"{prefix}."):
            by, of = (".".join(module.split(".")[:depth]) for module in (one.by, one.of))
            if by != of:
                found.setdefault(by, set()).add(of)
    return found


def cycles(graph: dict[str, set[str]]) -> set[str]:
    """All folders that reach themselves."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for other in graph.get(waiting.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return seen

    return {name for name in graph if name in reached(name)}


@pytest.mark.parametrize("name", [*ORDER, *(f"games.{game}" for game in sorted(games()))])
def test_nothing_in_a_folder_is_imported_back(name: str) -> None:
    assert cycles(inside(f"wallenstein.{name}")) == set()


def test_a_cycle_is_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set()}) == {"a", "b", "c"}
