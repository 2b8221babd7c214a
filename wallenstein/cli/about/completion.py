"""`wallenstein completion`: a script that lets a shell complete commands, bots, runs and configurations."""

from typing import Final

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

SHELLS: Final[dict[str, type[ShellComplete]]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}
PROGRAM: Final = "wallenstein"
VARIABLE: Final = "_WALLENSTEIN_COMPLETE"  # by which the script asks the program; the name is click's


class Unchecked(BashComplete):
    """The script for bash without a look at which bash is installed here: it may be for another machine."""

    @staticmethod
    def _check_version() -> None:
        """Bash 4.4 is from 2016."""


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print a script for the completion of a shell.

    With it, the SHELL completes commands, bots, runs and configurations.

    \b
    bash:  wallenstein completion bash > ~/.local/share/bash-completion/completions/wallenstein
    zsh:   wallenstein completion zsh > "${fpath[1]}/_wallenstein"
    fish:  wallenstein completion fish > ~/.config/fish/completions/wallenstein.fish

    For this shell alone: source <(wallenstein completion bash). It needs bash 4.4 or later.
    """
    from wallenstein.cli import main

    kind = Unchecked if shell == "bash" else SHELLS[shell]
    click.echo(kind(main, {}, PROGRAM, VARIABLE).source())
