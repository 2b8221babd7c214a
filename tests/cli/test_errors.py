"""Whatever a user can cause ends in one line on standard error and an exit code."""

import errno
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from wallenstein.cli import main
from wallenstein.cli.group import CommandGroup, CommandText
from wallenstein.core.errors import ConfigError, FormatError, RuleError


def run_raising(error: BaseException) -> Result:
    """Runs a command that raises the error, through the group that all commands go through."""

    @click.command()
    def broken() -> None:
        raise error

    class Group(CommandGroup):
        def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
            return broken

        def text_of(self, name: str) -> CommandText:
            return CommandText("nowhere", "Raises.")

    return CliRunner().invoke(Group("wallenstein", modules=()), ["broken"])


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (ConfigError("f.toml: no such key"), 2, "wallenstein: f.toml: no such key"),
        (FormatError("seats[0]", "unknown"), 2, "seats[0]: unknown"),
        (RuleError("W44", "at least 2 armies"), 1, "W44: at least 2 armies"),
        (KeyboardInterrupt(), 130, "wallenstein: interrupted"),
        (UnicodeDecodeError("utf-8", b"a\xff", 1, 2, "invalid"), 2, "wallenstein: byte 0xff at 1 is not UTF-8 text"),
        (
            FileNotFoundError(errno.ENOENT, "No such file or directory", "x"),
            2,
            "wallenstein: x: there is no such file or folder",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "wallenstein: No space left on device"),
        (ConfigError("two\nlines and \x1b[31mred"), 2, "wallenstein: two lines and \\x1b[31mred"),
    ],
)
def test_error_is_one_line_with_its_exit_code(error: BaseException, code: int, line: str) -> None:
    result = run_raising(error)
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", f"{line}\n")


def test_closed_pipe_ends_quietly() -> None:
    result = run_raising(BrokenPipeError(errno.EPIPE, "Broken pipe"))
    assert (result.exit_code, result.stdout, result.stderr) == (141, "", "")


def test_error_in_the_program_itself_is_not_hidden() -> None:
    assert isinstance(run_raising(ZeroDivisionError()).exception, ZeroDivisionError)


def test_reader_that_goes_away_causes_no_traceback() -> None:
    command = [sys.executable, "-m", "wallenstein.cli", "board", "show"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()  # before anything can have been written
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=300) == 141


def test_without_an_open_output_it_ends_quietly() -> None:
    command = f"{sys.executable} -m wallenstein.cli board list >&-"
    run = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE)
    assert (run.returncode, run.stderr) == (0, b"")


def test_output_that_lacks_a_letter_gets_a_question_mark(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('"Łódź" = 1', encoding="utf-8")
    command = [sys.executable, "-m", "wallenstein.cli", "board", "check", str(tmp_path / "my.toml")]
    run = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "latin-1"})
    assert (run.returncode, run.stderr) == (2, b"")
    assert "?ód?: unknown key".encode("latin-1") in run.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["boord"], 'there is no command "boord"; did you mean "board"?'),
        (["help"], 'there is no command "help"; write wallenstein --help'),
        (["--jobs"], "See wallenstein --help"),
        (["board", "check"], "See wallenstein board check --help"),
        (["bots", "chekc"], "chekc"),
        (["tourney", "--jobs", "x"], "--jobs"),
        (["tourney", "--jobs", "0"], "--jobs"),
        (["tourney", "--jobs"], "--jobs"),
        (["tourney", "--json=3"], "--json"),
        (["tourney", "--dyr-run"], "--dry-run"),
        (["verify", "x", "--sample", "-1"], "--sample"),
        (["play"], "--bots"),
        (["completion", "zhs"], "zsh"),
        (["record", "run", "0", "x"], "(x)"),
        (["board", "show", "two\nlines and \x1b[31mred"], "red"),
        (["board", "check", "x" * 10_000, "y" * 10_000], "yy"),
    ],
)
def test_wrong_usage_is_one_line_with_exit_code_2(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(main, arguments, prog_name="wallenstein")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("wallenstein: ")
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr[:-1].isprintable()
    assert len(result.stderr) < 2500


def test_option_before_an_unknown_command_is_still_an_option() -> None:
    assert "Usage: " in CliRunner().invoke(main, ["--help", "boord"]).stdout


def test_a_file_is_written_into_a_folder_that_is_there(tmp_path: Path) -> None:
    for words in (["report", "run"], ["record", "run", "0"], ["replay", "run", "0"]):
        result = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "gone" / "x.html")])
        assert result.exit_code == 2
        assert f"there is no folder {tmp_path / 'gone'}" in result.stderr
