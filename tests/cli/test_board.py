"""`wallenstein board check` and `board show`."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.games.wallenstein.board.board_texts import changed, in_county
from wallenstein.cli import main
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.board.values import packaged_text


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["board", *arguments])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_of_a_good_file(folder: Path) -> None:
    (folder / "my.toml").write_text(packaged_text(), encoding="utf-8")
    result = run("check", "my.toml")
    assert (result.exit_code, result.output) == (0, "my.toml: 45 counties, 5 regions, no faults\n")


def test_check_names_every_fault_in_a_line_of_its_own(folder: Path) -> None:
    text = changed(("grain = 3", "grain = 0"), ("taxes = 5", "taxes = true"), ("sites = 3", "sits = 3"))
    (folder / "my.toml").write_text(text, encoding="utf-8")
    result = run("check", "my.toml")
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert lines[0] == 'my.toml:67: county "bremen", grain: must be 1 to 9, not 0'
    assert lines[1] == 'my.toml:78: county "holstein", taxes: must be a whole number, not true'
    assert len(lines) == 4
    assert result.stderr == ""


def test_notes_without_faults_do_not_fail(folder: Path) -> None:
    (folder / "my.toml").write_text(in_county("anhalt", "grain = 5", "grain = 6"), encoding="utf-8")
    result = run("check", "my.toml")
    assert result.exit_code == 0
    note, verdict = result.stdout.splitlines()
    assert note.startswith("note: my.toml:")
    assert verdict == "my.toml: 45 counties, 5 regions, no faults"


@pytest.mark.parametrize("command", ["check", "show"])
def test_missing_file_is_one_line_on_standard_error(folder: Path, command: str) -> None:
    result = run(command, "none.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "wallenstein: none.toml: the board cannot be read: No such file or directory\n"


def test_show_says_that_the_board_is_a_reconstruction() -> None:
    lines = run("show").stdout.splitlines()
    assert lines[0] == "The packaged board: a reconstruction; these are not the printed values."
    assert [line.split(":")[0] for line in lines if line.startswith(("Documented", "Reviews", "Reconstr"))] == [
        "Documented",
        "Reviews",
        "Reconstruction",
    ]


def test_show_lists_every_county_under_its_region() -> None:
    lines = run("show").stdout.splitlines()
    default = board()
    starts = [lines.index(name) for name in default.region_names]
    assert starts == sorted(starts)
    for region, start in enumerate(starts):
        shown = [line.split()[0] for line in lines[start + 2 : start + 11]]
        assert shown == [default.ids[county] for county in range(45) if default.region[county] == region]
    assert "  bremen             Bremen*               2      3      6  holstein, lueneburg, osnabrueck" in lines


def test_show_aligns_its_columns() -> None:
    lines = run("show").stdout.splitlines()
    heading = next(line for line in lines if line.lstrip().startswith("county"))
    column = heading.index("neighbours")
    rows = [line for line in lines if line.startswith("  ")]
    assert len(rows) == 45 + 5
    assert all(line[column - 2 : column] == "  " and line[column] != " " for line in rows)


def test_show_own_file(folder: Path) -> None:
    text = changed(("printed_data = false", "printed_data = true"))
    (folder / "my.toml").write_text(text, encoding="utf-8")
    assert run("show", "my.toml").stdout.startswith("The board in my.toml: the printed values, according to the file.")


def test_show_of_a_file_without_provenance(folder: Path) -> None:
    text = packaged_text()
    (folder / "my.toml").write_text(text[text.index("[[region]]") :], encoding="utf-8")
    assert "The file does not say where its values come from." in run("show", "my.toml").stdout


def test_show_refuses_a_faulty_file(folder: Path) -> None:
    (folder / "my.toml").write_text("x = 1", encoding="utf-8")
    result = run("show", "my.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith("all faults: wallenstein board check my.toml\n")
    assert len(result.stderr.splitlines()) == 1


def test_show_toml_is_a_file_to_start_from(folder: Path) -> None:
    copied = run("show", "--toml").stdout_bytes
    assert copied == packaged_text().encode()
    (folder / "my.toml").write_bytes(copied)
    assert run("check", "my.toml").exit_code == 0


def test_show_html_and_toml_exclude_each_other() -> None:
    result = run("show", "--html", "--toml")
    assert result.exit_code == 2
    assert "only one of --toml and --html can be used" in result.stderr


def test_show_draws_tables_in_a_terminal() -> None:
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "wallenstein.cli", "board", "show"]
    environment = os.environ | {"TERM": "dumb", "COLUMNS": "80"}
    with subprocess.Popen(command, stdout=child, env=environment) as process:
        os.close(child)
        output = b""
        while piece := read_terminal(parent):
            output += piece
    os.close(parent)
    text = output.decode()
    assert process.returncode == 0
    assert "a reconstruction; these are not the printed values" in text
    assert len(re.findall(r"^county +name +sites", text, re.MULTILINE)) == 5
    assert "Österreich" in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
    listed = [name for ids in board().neighbours for name in ids]
    words = re.findall(r"[a-z-]+", text.partition("Brandenburg")[2])
    for county, name in enumerate(board().ids):  # whole, wherever lines are broken
        assert words.count(name) == 1 + listed.count(county)


def read_terminal(parent: int) -> bytes:
    """What the terminal shows next; nothing at its end, which Linux reports as an error."""
    try:
        return os.read(parent, 65536)
    except OSError:
        return b""


def test_a_page_tells_what_is_documented(folder: Path) -> None:
    page = run("show", "--html").stdout
    assert "<h1>The packaged board</h1>" in page
    assert "Documented: 2 of 135 values, 1 of 112 borders." in page
    (folder / "my.toml").write_text(changed(("printed_data = false", "printed_data = true")), encoding="utf-8")
    printed = run("show", "my.toml", "--html").stdout
    assert "The printed values, according to the file." in printed
    assert "Documented: 135 of 135 values, 112 of 112 borders." in printed


def test_list_says_what_is_documented_of_each_packaged_board() -> None:
    lines = run("list").stdout.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == [
        "reconstruction, the default:",
        "refit:",
        "shogun-sun:",
    ]
    assert "  documented besides: sites of bremen, taxes of burgund, anhalt and kursachsen" in lines
    assert "  documented: names, regions, sites, grain, taxes (scans of the 53 province cards)" in lines


def test_packaged_boards_are_shown_by_name() -> None:
    assert "yamato" in run("show", "shogun-sun", "--toml").stdout
    assert run("show", "reconstruction").stdout == run("show").stdout
    assert run("show", "shogun-sun").stdout.startswith("The board shogun-sun: the printed values")
