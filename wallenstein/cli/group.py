"""The command group: imports a command when it is called, and turns every error into one line."""

import ast
import atexit
import errno
import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cached_property, wraps
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, ParamSpec, TextIO, cast
from unicodedata import category

import click
from click.exceptions import NoArgsIsHelpError

from wallenstein.core.errors import ConfigError, ConfigErrors, WallensteinError
from wallenstein.core.program.packaged import UNIX
from wallenstein.core.text import brief_line, did_you_mean, printable

Parameters = ParamSpec("Parameters")
ADDRESSES: Final = 1_000_000  # KiB; a run of any size is read with this much, and with 700,000 some machines hang
FILES: Final = 64


def needs_room(command: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Decorates a command that works with tables: it ends with a sentence where their libraries would hang."""

    @wraps(command)
    def checked(*args: Parameters.args, **options: Parameters.kwargs) -> None:
        check_room(click.get_current_context().info_name or "")
        command(*args, **options)

    return checked


def check_room(command: str) -> None:
    """Raises ConfigError if the limits of this process are too tight for tables."""
    if not UNIX:
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
        more = "allow more, for instance with: ulimit -n 1024"
        raise ConfigError(f"this process may open only {files} files, and {command} needs {FILES}; {more}")


OBJECTS: Final = 200_000  # from one look for garbage to the next, instead of 700: what is imported stays
ENVIRONMENT: Final = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # Arrow's own gives memory back at once, and asks for it again
    "OPENBLAS_NUM_THREADS": "1",  # numpy and scipy would start some for every processor, which spin
    "PYDANTIC_DISABLE_PLUGINS": "__all__",  # none are used, and pydantic would ask all installed packages for some
}


def set_up() -> None:
    """Few looks for garbage; no threads of numerical libraries, and no plugins, unless the environment says so.

    Every worker has a processor of its own, and bots' processes inherit the environment: the time of all their threads
    counts.
    """
    gc.set_threshold(OBJECTS)
    atexit.register(gc.freeze)  # at its end, Python would look through all objects several times
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)


# The commands of a module, read from its text, so that the overview imports none of them.


class CommandText(NamedTuple):
    """The module of a command, and the first line of its docstring."""

    module: str
    help: str


def commands_in(module: str) -> Iterator[tuple[str, CommandText]]:
    """The functions of a module that `click.command` or `click.group` decorates, by name."""
    for node in ast.parse(_file_of(module).read_bytes()).body:
        made = (one.func if isinstance(one, ast.Call) else one for one in getattr(node, "decorator_list", ()))
        if isinstance(node, ast.FunctionDef) and {"click.command", "click.group"}.intersection(map(ast.unparse, made)):
            yield node.name, CommandText(module, (ast.get_docstring(node) or "").partition("\n")[0])


def _file_of(module: str) -> Path:
    """The file of a module, found without importing its packages."""
    package, *rest = module.split(".")
    found = find_spec(package)
    assert found is not None, package
    assert found.submodule_search_locations is not None, package
    return Path(found.submodule_search_locations[0], *rest).with_suffix(".py")


class WrongUsage(click.UsageError):
    """A usage error in one line."""

    def show(self, file: object = None) -> None:
        say(self.message)


def in_one_line(error: click.UsageError) -> click.UsageError:
    """The error in click's words, with the command that lists what is possible."""
    if isinstance(error, NoArgsIsHelpError | WrongUsage):
        return error
    text = " ".join(error.format_message().split())
    end = "" if text.endswith((".", "?")) else "."
    return WrongUsage(text if error.ctx is None else f"{text}{end} See {error.ctx.command_path} --help", error.ctx)


class EscapingStream:
    """A stream that escapes all that could steer a terminal, in a way that JSON allows; rich writes around it."""

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file: Final = stream  # the name by which rich finds it

    def write(self, text: str) -> int:
        self.rich_proxied_file.write("\n".join(map(escaped, text.split("\n"))))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


def escaped(line: str) -> str:
    """The line with everything escaped that is neither printable nor a space or tab."""
    return line if line.isprintable() else "".join(map(_shown, line))


def _shown(character: str) -> str:
    if character.isprintable() or character == "\t" or category(character) == "Zs":
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


INTERRUPTED: Final = 130  # as shells report SIGINT
PROGRAM: Final = "wallenstein: "
PLAIN: Final = {
    errno.ENOENT: "there is no such file or folder", errno.EISDIR: "is a folder, not a file",
    errno.ENOTDIR: "cannot be there: its folder is a file", errno.EEXIST: "is a file, not a folder",
}  # fmt: skip
CLOSED_PIPE: Final = 141  # as shells report SIGPIPE


ELSEWHERE: Final = {"new": "bots new", "check": "bots check", "help": "--help"}  # what people try
NONE: Final[Mapping[str, Any]] = {}
Below = Mapping[str, tuple[str, tuple[str, ...]]]


class CommandGroup(click.Group):
    """The commands of some modules; the only place where errors become messages and exit codes."""

    def __init__(
        self,
        *args: Any,
        modules: tuple[str, ...],
        overview: Mapping[str, tuple[str, ...]] = NONE,
        below: Below = NONE,
        **options: Any,
    ) -> None:
        """`overview` has the commands by heading; `below` those that stand below a word, by that word, and its help."""
        super().__init__(*args, **options)
        self.modules = modules
        self._overview = overview
        self.below = below

    @cached_property
    def table(self) -> dict[str, CommandText]:
        return dict(command for module in self.modules for command in commands_in(module))

    def text_of(self, name: str) -> CommandText | None:
        """A command of that name; only modules that define such a function are parsed."""
        if not name.isidentifier():
            return None
        start = f"\ndef {name}(".encode()
        likely = (module for module in self.modules if start in _file_of(module).read_bytes())
        return next((text for module in likely for each, text in commands_in(module) if each == name), None)

    @cached_property
    def overview(self) -> Mapping[str, tuple[str, ...]]:
        """The commands by heading; those without one stand below the others."""
        placed = {name for names in self._overview.values() for name in names}
        placed |= {name for _, names in self.below.values() for name in names}
        others = tuple(name for name in self.table if name not in placed)
        return {**self._overview, **({"Commands": others} if others else {})}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for names in self.overview.values() for name in names]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; this imports its module."""
        if cmd_name in self.below:
            text, names = self.below[cmd_name]
            inside = {name: each for name in names if (each := self.get_command(ctx, name))}
            return click.Group(cmd_name, inside, help=text, short_help=text)
        found = self.text_of(cmd_name)
        if found is None:
            return None
        set_up()
        command: click.Command = getattr(import_module(found.module), cmd_name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise in_one_line(error) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.below and not name.startswith("-") and self.text_of(name) is None:
            known = ELSEWHERE.get(name)
            near = f"write wallenstein {known}" if known else did_you_mean(name, self.list_commands(ctx))
            raise WrongUsage(f'there is no command "{name}"; {near}', ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        helps = {name: text for name, (text, _) in self.below.items()}
        helps |= {name: command.help for name, command in self.table.items()}
        for heading, names in self.overview.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:9}", helps[name]) for name in names])

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command, and escapes what it writes."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError):  # a stream that a test put in place
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        out, err = (cast(TextIO, EscapingStream(stream or StringIO())) for stream in (sys.stdout, sys.stderr))
        with redirect_stdout(out), redirect_stderr(err):
            return self.invoked(ctx)

    def invoked(self, ctx: click.Context) -> object:
        """Runs the command; an error that a user can cause ends in one sentence, not in a traceback."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except click.UsageError as error:
            raise in_one_line(error) from None
        except ConfigErrors as error:
            for line in error.lines[:-1]:
                say(line)
            fail(ctx, error.lines[-1], error.exit_code)
        except WallensteinError as error:
            fail(ctx, str(error), error.exit_code, "" if error.names_its_place else PROGRAM)
        except KeyboardInterrupt:
            fail(ctx, "interrupted", INTERRUPTED)
        except MemoryError:
            fail(ctx, "this needs more memory than there is", 2)
        except UnicodeDecodeError as error:
            fail(ctx, f"byte 0x{error.object[error.start]:02x} at {error.start} is not UTF-8 text", 2)
        except OSError as error:
            if error.errno == errno.EPIPE:
                with suppress(OSError, ValueError):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the last flush fails again
                ctx.exit(CLOSED_PIPE)  # quietly: the reader of the output has closed it
            what = PLAIN.get(error.errno or 0, error.strerror or str(error) or type(error).__name__)
            fail(ctx, what if error.filename is None else f"{error.filename}: {what}", 2)
        return result


def stop_here() -> NoReturn:
    """Ends a command that the user has stopped."""
    click.echo("stopped; all that is finished is kept. To resume, run the same command again", err=True)
    sys.exit(INTERRUPTED)


def fail(ctx: click.Context, text: str, code: int, whose: str = PROGRAM) -> NoReturn:
    say(text, whose)
    ctx.exit(code)


def say(text: str, whose: str = PROGRAM) -> None:
    """One line on standard error, after the program's name."""
    line = printable(brief_line(" ".join(text.splitlines())))
    click.echo(f"{whose}{line}", err=True)
