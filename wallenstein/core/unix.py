"""What only Unix has: asked before anything is imported that cannot do without."""

import os
from typing import Final

from wallenstein.core.errors import ConfigError

UNIX: Final = hasattr(os, "fork")  # Linux, macOS, WSL


def need_unix(what: str) -> None:
    """ConfigError where processes cannot be forked; `what` begins the sentence."""
    if not UNIX:
        raise ConfigError(
            f"{what} needs what only Unix has (such as os.fork); on Windows, run it in WSL: see docs/platforms.md"
        )
