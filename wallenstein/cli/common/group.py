"""The command group: imports a command when it is called, and turns every error into one line."""

import errno
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NoReturn

import click

from wallenstein.cli.common.limits import check_room
from wallenstein.cli.common.start import set_up
from wallenstein.cli.common.usage import in_a_sentence
from wallenstein.core.errors import ConfigErrors, WallensteinError
from wallenstein.core.words import brief_line, did_you_mean, printable
from wallenstein.games import Command

INTERRUPTED: Final = 130  # as shells report SIGINT
PROGRAM: Final = "wallenstein: "
PLAIN: Final = {
    errno.ENOENT: "there is no such file or folder",
    errno.EISDIR: "is a folder, not a file",
    errno.ENOTDIR: "cannot be there: what should be its folder is a file",
    errno.EEXIST: "is there already, and is no folder",
}
CLOSED_PIPE: Final = 141  # as shells report SIGPIPE


class CommandGroup(click.Group):
    """Subcommands from a table; the only place where errors become messages and exit codes."""

    def __init__(self, *args: Any, table: Mapping[str, Command], **options: Any) -> None:
        super().__init__(*args, **options)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; this imports its module."""
        if cmd_name not in self.table:
            return None
        check_room(cmd_name)
        set_up()
        module, _, name = self.table[cmd_name].place.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The options before a command."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise in_a_sentence(error) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names."""
        name = args[0]
        if name not in self.table and not name.startswith("-"):
            near = "write wallenstein --help" if name == "help" else did_you_mean(name, self.table)
            ctx.fail(f'there is no command "{printable(name)}"; {near}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The overview, from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help) for name, command in self.table.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; an error that a user can cause ends in one sentence, not in a traceback."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError):  # a stream that a test put in place
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except click.UsageError as error:
            raise in_a_sentence(error) from None
        except ConfigErrors as error:
            for line in error.lines[:-1]:
                say(line)
            fail(ctx, error.lines[-1], error.exit_code)
        except WallensteinError as error:
            fail(ctx, str(error), error.exit_code, "" if error.names_its_place else PROGRAM)
        except KeyboardInterrupt:
            fail(ctx, "interrupted", INTERRUPTED)
        except UnicodeDecodeError as error:
            fail(ctx, f"byte 0x{error.object[error.start]:02x} at {error.start} is not UTF-8 text", 2)
        except OSError as error:
            if error.errno == errno.EPIPE:
                leave_closed_pipe(ctx)
            fail(ctx, os_sentence(error), 2)
        return result


def fail(ctx: click.Context, text: str, code: int, whose: str = PROGRAM) -> NoReturn:
    """One line on standard error, and the exit code."""
    say(text, whose)
    ctx.exit(code)


def say(text: str, whose: str = PROGRAM) -> None:
    """One line on standard error, after the program's name."""
    line = printable(brief_line(" ".join(text.splitlines())))
    click.echo(f"{whose}{line}", err=True)


def leave_closed_pipe(ctx: click.Context) -> NoReturn:
    """Ends quietly: the reader of the output has closed the pipe."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the last flush fails again
    ctx.exit(CLOSED_PIPE)


def os_sentence(error: OSError) -> str:
    """The system's error, with the file."""
    what = error.strerror or str(error) or type(error).__name__
    what = PLAIN.get(error.errno or 0, what)
    return f"{error.filename}: {what}" if error.filename is not None else what
