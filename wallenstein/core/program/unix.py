"""What only Unix has, or only Linux: asked before anything is imported that cannot do without."""

import os
import platform
from typing import Final

from wallenstein.core.errors import ConfigError

UNIX: Final = hasattr(os, "fork")  # Linux, macOS, WSL
LINUX: Final = UNIX and platform.system() == "Linux"


def need_unix(what: str) -> None:
    """ConfigError where processes cannot be forked; `what` begins the sentence."""
    if not UNIX:
        raise ConfigError(
            f"{what} needs what only Unix has (such as os.fork); on Windows, run it in WSL: see docs/platforms.md"
        )


def need_linux(what: str) -> None:
    """ConfigError where bots cannot have processes of their own; `what` begins the sentence."""
    need_unix(what)
    if not LINUX:
        raise ConfigError(
            f"{what} needs processes that only Linux can measure and end; your own bots play tournaments without "
            'if isolation = "none" stands in the section [run]: see docs/platforms.md'
        )
