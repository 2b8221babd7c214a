"""Help texts, kept as snapshots; and that the overview stays light."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import click
import pytest
from click.testing import CliRunner

from wallenstein import compiled
from wallenstein.cli import MODULES, main

SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("WALLENSTEIN_SNAPSHOTS") == "write"
HEAVY = ("rich", "pydantic", "numpy", "pandas", "pyarrow", "scipy", "resvg_py", "jinja2")
LIMIT = 0.150  # seconds of processor time for `wallenstein --help`


def commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command and group of commands."""
    yield words
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        else:
            yield (*words, name)


@pytest.mark.parametrize("words", list(commands(main)), ids="-".join)
def test_help_is_as_in_the_snapshot(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"], prog_name="wallenstein", terminal_width=80)
    assert result.exit_code == 0
    snapshot = SNAPSHOTS / f"{'-'.join(('help', *words))}.txt"
    if WRITE:
        snapshot.write_text(result.output, encoding="utf-8")
    assert snapshot.exists(), f"no snapshot {snapshot.name}: make snapshots"
    assert result.output == snapshot.read_text(encoding="utf-8"), "changed on purpose? make snapshots"


def test_no_snapshot_is_left_over() -> None:
    expected = sorted(f"{'-'.join(('help', *words))}.txt" for words in commands(main))
    assert sorted(path.name for path in SNAPSHOTS.glob("help*.txt")) == expected


@pytest.mark.parametrize("name", main.table)
def test_overview_says_what_the_command_says(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.get_short_help_str(limit=200) == main.table[name].help


def test_overview_imports_no_command_and_nothing_heavy() -> None:
    code = (
        "import sys\nfrom wallenstein.cli import main\nmain(['--help'], standalone_mode=False)\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = run.stderr.split()
    assert "wallenstein.cli.group" in loaded
    assert [name for name in loaded if name.split(".")[0] in HEAVY] == []
    assert [name for name in loaded if name in MODULES] == []
    assert [name for name in loaded if name.startswith("wallenstein.games.")] == []


def test_overview_is_quick() -> None:
    def seconds() -> float:
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "wallenstein.cli", "--help"], capture_output=True, check=True)
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(seconds() for _ in range(5)) < LIMIT


def test_package_is_light_and_says_its_version() -> None:
    code = "import sys, wallenstein\nprint(wallenstein.__version__)\nprint(*sys.modules, file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = [name for name in run.stderr.split() if name.startswith("wallenstein")]
    assert sorted(loaded) == ["wallenstein", "wallenstein.compiled"]
    result = CliRunner().invoke(main, ["--version"])
    assert result.output == f"wallenstein, version {run.stdout}{compiled.sentence()}\n"


def test_package_names_what_it_lacks() -> None:
    import wallenstein

    with pytest.raises(AttributeError, match="module 'wallenstein' has no attribute 'bott'"):
        _ = wallenstein.bott


def test_package_gives_bot_authors_what_they_import() -> None:
    import wallenstein
    from wallenstein import bots

    assert (wallenstein.Bot, wallenstein.Plan, wallenstein.register) == (bots.Bot, bots.Plan, bots.register)


@pytest.mark.parametrize(("word", "text"), [("new", "bots new"), ("check", "bots check"), ("help", "--help")])
def test_what_people_try_leads_to_the_command(word: str, text: str) -> None:
    result = CliRunner().invoke(main, [word])
    assert (result.exit_code, f"write wallenstein {text}" in result.stderr) == (2, True)


def test_every_command_is_in_one_group_and_old_names_still_work() -> None:
    placed = [name for names in main.overview.values() for name in names]
    inside = {name: word for word, (_, names) in main.below.items() for name in names}
    assert sorted({*placed, *inside}) == sorted({*main.table, *main.below})
    assert len(placed) == len(set(placed))
    for name, word in inside.items():
        told = [CliRunner().invoke(main, [*words, "--help"]).stdout for words in ([name], [word, name])]
        assert told[0].split("\n", 1)[1] == told[1].split("\n", 1)[1]
