"""Whether the system allows enough for a command that reads or writes tables.

Without enough room for addresses, libraries of numbers spin for ever instead of failing, and cannot even be ended by
a signal; without enough files, pools of processes break. So both are looked at before anything of that is imported.
"""

from typing import Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.program.unix import UNIX

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
