"""What is wrong with a command line, in one sentence as everywhere else."""

import re
from typing import Final

import click
from click.exceptions import NoArgsIsHelpError

from wallenstein.core.words import brief_line, did_you_mean, either, printable

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
