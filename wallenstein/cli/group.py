"""The command group: imports a command when it is called, and turns every error into one line."""

import errno
import gc
import os
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NoReturn

import click
from click.exceptions import NoArgsIsHelpError

from wallenstein.core.errors import ConfigError, ConfigErrors, WallensteinError
from wallenstein.core.program.packaged import UNIX
from wallenstein.core.text import brief_line, did_you_mean, either, printable
from wallenstein.games import GameCommand

# commands that work with tables
LARGE: Final = ("tourney", "tune", "study", "verify", "standings", "record", "compare")
ADDRESSES: Final = 1_000_000  # KiB; a run of any size is read with this much, and with 700,000 some machines hang
FILES: Final = 64


def check_room(command: str) -> None:
    """Raises ConfigError if the limits of this process are too tight for a command."""
    if command not in LARGE or not UNIX:
        return
    import resource

    allowed = resource.getrlimit(resource.RLIMIT_AS)[0]
    if allowed != resource.RLIM_INFINITY and allowed < ADDRESSES * 1024:
        raise ConfigError(
            f"this process may use only {allowed // 1024:,} KiB of memory addresses, and {command} needs "
            f"{ADDRESSES:,}; allow more, for instance with: ulimit -v unlimited"
        )
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files != resource.RLIM_INFINITY and files < FILES:
        raise ConfigError(
            f"this process may open only {files} files, and {command} needs {FILES}; "
            "allow more, for instance with: ulimit -n 1024"
        )


OBJECTS: Final = 50_000  # from one look for garbage to the next, instead of 700: what is imported stays
THREADS: Final = {"OPENBLAS_NUM_THREADS": "1"}  # numpy and scipy would start some for every processor, which spin


def set_up() -> None:
    """Fewer looks for garbage; no threads of libraries of numbers, unless the environment says how many.

    Every worker has a processor of its own, and bots' processes inherit the environment: the time of all their threads
    counts.
    """
    gc.set_threshold(OBJECTS)
    for name, threads in THREADS.items():
        os.environ.setdefault(name, threads)


# What is wrong with a command line, in one sentence as everywhere else.

GIVEN: Final = re.compile(r"'?(.*?)'? is not (?:a valid|in the range|one of)", re.DOTALL)  # in what click says of it
UNKNOWN: Final = re.compile(r"No such command '(.*)'\.?", re.DOTALL)
VALUE: Final = re.compile(r"does not take a value")


class WrongUsage(click.UsageError):
    """A usage error that is one line."""

    def show(self, file: object = None) -> None:
        """Writes it to standard error."""
        click.echo(f"wallenstein: {self.message}", err=True)


def in_a_sentence(error: click.UsageError) -> click.UsageError:
    """The error in words of ours, without thousands of characters that somebody has typed."""
    if isinstance(error, NoArgsIsHelpError | WrongUsage):
        return error
    return WrongUsage(printable(brief_line(" ".join(_sentence(error).split()))), error.ctx)


def _sentence(error: click.UsageError) -> str:
    if isinstance(error, click.MissingParameter) and error.param is not None:
        if isinstance(error.param, click.Option) and error.ctx is not None:
            return f"{_name(error.param)} is missing; write {_name(error.param)} {error.param.make_metavar(error.ctx)}"
        return f"{_name(error.param)} is missing; {_usage(error)}"
    if isinstance(error, click.BadParameter) and error.param is not None:
        return f"{_name(error.param)}: {_bad_value(error, error.param)}"
    if isinstance(error, click.NoSuchOption):
        known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx is not None else []
        near = did_you_mean(error.option_name, [name for name in known if name.startswith("--")])
        hint = near if near.startswith("did") else _help(error)
        return f"there is no option {error.option_name}; {hint}"
    if isinstance(error, click.BadOptionUsage):
        needs = "takes no value" if VALUE.search(error.message) else "needs a value"
        return f"{error.option_name} {needs}; {_help(error)}"
    if error.message.startswith("Got unexpected extra"):
        words = error.message.partition("(")[2].removesuffix(")")
        return f"{words}: more than this command takes; {_usage(error)}"
    if error.ctx is not None and (named := UNKNOWN.fullmatch(error.message)):
        known = error.ctx.command.list_commands(error.ctx) if isinstance(error.ctx.command, click.Group) else []
        return f'there is no command "{error.ctx.command_path} {named[1]}"; {did_you_mean(named[1], known)}'
    return error.format_message()


def _bad_value(error: click.BadParameter, param: click.Parameter) -> str:
    """What would be right, and what was given."""
    kind, found = param.type, GIVEN.match(error.message)
    given = "" if found is None else f', not "{found[1].removesuffix(".0")}"'
    if isinstance(kind, click.IntRange | click.FloatRange):
        return f"must be a {_noun(kind)}{_range(kind)}{given}"
    if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        return f"must be a {_noun(kind)}{given}"
    if isinstance(kind, click.Choice):
        words = [str(choice) for choice in kind.choices]
        near = "" if found is None else did_you_mean(found[1], words)
        hint = f"; {near}" if near.startswith("did") else ""
        return f"must be {either(words)}{given}{hint}"
    if isinstance(kind, click.Path):
        said = error.message.replace("'", '"').rstrip(".")
        return said.replace("Directory", "the folder").replace("File", "the file").replace("a directory", "a folder")
    return error.message


def _noun(kind: object) -> str:
    whole = isinstance(kind, click.types.IntParamType)
    return "whole number" if whole else "number"


def _range(kind: click.IntRange | click.FloatRange) -> str:
    """Such as ` from 1 to 1,024`."""
    low, high = kind.min, kind.max
    if low is not None and high is not None:
        return f" from {low:g} to {high:g}"
    if low is not None:
        return f" above {low:g}" if kind.min_open else f" of at least {low:g}"
    return "" if high is None else f" of at most {high:g}"


def _name(param: click.Parameter) -> str:
    """As it is typed: the long form of an option, an argument as the help calls it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or param.name or "").strip("[].").upper()


def _usage(error: click.UsageError) -> str:
    return "" if error.ctx is None else f"write {error.ctx.command.get_usage(error.ctx).removeprefix('Usage: ')}"


def _help(error: click.UsageError) -> str:
    return "see --help" if error.ctx is None else f"{error.ctx.command_path} --help lists all"


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

    def __init__(self, *args: Any, table: Mapping[str, GameCommand], **options: Any) -> None:
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
