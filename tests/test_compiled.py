"""The rules compiled: which sources, when they are used, and that they play the same games as interpreted."""

import ast
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hatch_build
from wallenstein import compiled
from wallenstein.core.records import PLAIN, fields_of
from wallenstein.tourney.bench import SIGNATURE

ROOT = Path(compiled.__file__).parent.parent


def sources() -> list[Path]:
    """What hatch_build.py compiles."""
    return hatch_build.sources(ROOT / "wallenstein")


def records(path: Path) -> list[str]:
    """The names of the NamedTuples that a file defines."""
    classes = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)]
    return [node.name for node in classes if any(getattr(base, "id", "") == "NamedTuple" for base in node.bases)]


def test_the_phases_of_every_game_are_compiled() -> None:
    names = [path.relative_to(ROOT).as_posix() for path in sources()]
    assert len(names) > 50
    for game in ("wallenstein", "sixteen_thirty"):
        assert f"wallenstein/games/{game}/model/state.py" in names
        assert sum(name.startswith(f"wallenstein/games/{game}/phases/") for name in names) >= 4


def test_all_that_plays_is_compiled_unless_it_says_why_not() -> None:
    package = ROOT / "wallenstein"
    taken = {path.relative_to(package).as_posix() for path in sources()}
    names = {path.relative_to(package).as_posix() for path in package.rglob("*.py")}
    playing = {name for name in names if name.startswith(("games/", "table/"))}
    assert {name for name in playing if hatch_build.why_not(name) is None} == taken & playing
    for reason, patterns in hatch_build.INTERPRETED.items():
        for pattern in patterns:
            assert any(hatch_build.matches(name, (pattern,)) for name in names), f"{pattern}: nothing {reason}"


def test_no_record_is_compiled_whose_fields_say_what_they_mean() -> None:
    """Compiled classes lose what is said in annotations, so such records have files of their own."""
    for path in sources():
        for name in records(path):
            module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
            if compiled.INTERPRETED is not None:
                assert all(field.code is PLAIN for field in fields_of(getattr(module, name))), f"{path}: {name}"


@pytest.mark.skipif(compiled.INTERPRETED is not None, reason="the rules have not been compiled")
@pytest.mark.parametrize("switch", ["0", "1"])
def test_compiled_and_interpreted_rules_play_the_same_games(switch: str) -> None:
    code = (
        "from wallenstein import compiled\nfrom wallenstein.tourney.bench import signature\n"
        "print(compiled.INTERPRETED is None, signature())"
    )
    environment = {**os.environ, compiled.SWITCH: switch}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(switch == "1"), SIGNATURE]


def test_changed_sources_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, library, stamp = tmp_path / "rules.py", tmp_path / "library.so", tmp_path / "stamp.json"
    for path in (source, library):
        path.write_text("x = 1\n")
    fact = source.stat()
    stamp.write_text(f'{{"rules.py": [{fact.st_mtime_ns}, {fact.st_size}]}}')
    for name, value in {"PACKAGE": tmp_path, "LIBRARY": library, "STAMP": stamp}.items():
        monkeypatch.setattr(compiled, name, value)
    monkeypatch.delenv(compiled.SWITCH, raising=False)
    assert compiled.why_interpreted() is None
    monkeypatch.setenv(compiled.SWITCH, "0")
    assert compiled.why_interpreted() == "WALLENSTEIN_COMPILED is 0"
    monkeypatch.delenv(compiled.SWITCH)
    source.write_text("x = 12\n")
    assert compiled.why_interpreted() == "their sources have changed since they were compiled"
    for junk in ("", "[1]", "7", '{"rules.py": 0}'):
        stamp.write_text(junk)
        assert compiled.has_changed()
    source.unlink()
    assert compiled.why_interpreted() == "their sources have changed since they were compiled"
    library.unlink()
    assert compiled.why_interpreted() == "they have not been compiled"


def test_sources_are_found_before_libraries() -> None:
    spec = compiled.Sources.find_spec("wallenstein.core.chance", None)
    assert spec is not None
    assert spec.origin == str(ROOT / "wallenstein" / "core" / "chance.py")
    assert compiled.Sources.find_spec("wallenstein.core", None) is None
    assert compiled.Sources.find_spec("wallenstein.core.no_such_module", None) is None
    assert compiled.Sources.find_spec("json", None) is None
