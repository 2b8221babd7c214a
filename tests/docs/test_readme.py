"""The commands of the README run, and print what the README shows."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from wallenstein.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
FENCES = re.findall(r"^```(sh|toml|text)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SKIPPED = ("--help", "league.toml", "tourney.blocks=50")  # last words: a whole tournament takes too long


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder to work in, as a fresh clone would be, with the files that the README writes."""
    made = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "configs", made / "configs")
    for language, text in FENCES:
        name = re.match(r"# (\w+\.toml)\n", text)
        if language == "toml" and name:
            (made / name[1]).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        yield made


def commands(text: str) -> Iterator[list[str]]:
    """The words of each `wallenstein` command in a block."""
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if words[0] == "wallenstein":
            yield words[1:]


def run(words: list[str]) -> str:
    """What a command prints; `> FILE` writes it to a file."""
    command, _, file = " ".join(words).partition(" > ")
    result = CliRunner().invoke(main, command.split(), prog_name="wallenstein")
    assert result.exit_code == 0, f"{words}: {result.output}"
    if file:
        Path(file).write_text(result.stdout, "utf-8")
    return result.stdout


@pytest.mark.slow
def test_commands_run_and_print_what_is_shown(folder: Path) -> None:
    output, compared = "", 0
    for language, text in FENCES:
        if language == "sh":
            for words in commands(text):
                if words[-1] not in SKIPPED or "--dry-run" in words:
                    output = run(words)
        elif language == "text":
            for part in re.split(r"^\.\.\.\n", text, flags=re.MULTILINE):
                assert part in output
            compared += 1
    assert compared == 2
    assert (folder / "results").is_dir()
    assert (folder / "bots" / "weaver.py").is_file()


def test_make_tourney_plays_the_configuration_that_is_shown() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert "\ntourney: " in makefile
    assert "configs/quickstart.toml" in makefile.partition("\ntourney: ")[2].partition("\n\n")[0]


def test_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"^!\[[^\]]+\]\((docs/pictures/\w+\.png)\)$", README, re.MULTILINE)
    assert pictures == ["docs/pictures/report.png", "docs/pictures/replay.png"]
    for name in [*pictures, "docs/pictures/replay-dark.png", "docs/pictures/board.png"]:
        assert (ROOT / name).read_bytes().startswith(b"\x89PNG")
        assert (ROOT / name).stat().st_size < 250_000
