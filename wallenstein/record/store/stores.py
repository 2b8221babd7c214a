"""The stores behind addresses, through fsspec: which there are, how they are asked, and what their errors mean."""

import errno
import os
import sys
from collections.abc import Mapping
from functools import cache
from time import monotonic, sleep
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.program.extras import extra_module, how_to_install

SEPARATOR: Final = "://"
EXTRAS: Final = {"s3": "s3", "s3a": "s3", "gs": "gs", "gcs": "gs", "abfs": "abfs", "abfss": "abfs", "az": "abfs"}
MEMORY: Final = "memory"  # objects of one process, for tests
CONNECT: Final = 5  # seconds to connect to a store
READ: Final = 15  # seconds without a byte
SLOWEST: Final = 50_000  # bytes a second that are sent at least
PATIENCE: Final = 60.0  # seconds for which what may be a moment's fault is tried again
FIRST_PAUSE: Final = 0.2  # seconds; each is twice as long as the one before
LONGEST_PAUSE: Final = 5.0
SILENCE: Final = 60.0  # seconds between two sentences about attempts at a store
NUMBERS: Final[Mapping[type[OSError], int]] = {  # errors that more attempts would not change
    FileNotFoundError: errno.ENOENT,
    FileExistsError: errno.EEXIST,
    PermissionError: errno.EACCES,
    IsADirectoryError: errno.EISDIR,
    NotADirectoryError: errno.ENOTDIR,
}


last_said: Final[dict[str, float]] = {}  # by scheme, when the user was told of another attempt


def store_of(scheme: str) -> Any:
    """The store behind addresses of a scheme; keys and endpoints come from its own settings and the environment."""
    return _store_of(scheme, os.getpid())  # its connections are no use in a process that was forked meanwhile


@cache
def _store_of(scheme: str, _process: int) -> Any:
    what = f"{scheme}{SEPARATOR}"
    extra = EXTRAS.get(scheme, "s3")
    fsspec = extra_module("fsspec", extra, what)
    options: dict[str, Any] = {"use_listings_cache": False}  # others write there, too
    if extra == "s3":
        retries = {"mode": "standard", "max_attempts": 2}
        options["default_cache_type"] = "none"  # no more than is asked for
        options["config_kwargs"] = {"connect_timeout": CONNECT, "read_timeout": READ, "retries": retries}
    if extra == "gs":  # what kind a bucket is does not matter, and not everybody has the right to ask
        os.environ.setdefault("GCSFS_EXPERIMENTAL_ZB_HNS_SUPPORT", "false")
    try:
        return fsspec.filesystem(scheme, **(options if scheme in EXTRAS else {}))
    except ImportError:
        raise ConfigError(f"{what} needs more packages; {how_to_install(extra)}") from None


def asked(scheme: str, path: str, method: str, *values: Any, **named: Any) -> Any:
    """What a method of a store gives, tried again for a while if it fails for a reason that may pass.

    Every error is an OSError that names the address.
    """
    store, address = store_of(scheme), f"{scheme}{SEPARATOR}{path}"
    size = max((len(value) for value in values if isinstance(value, bytes)), default=0)
    given_up, pause = monotonic() + PATIENCE, FIRST_PAUSE
    while True:
        try:
            return _answer(store, method, CONNECT + 2 * READ + size / SLOWEST, path, *values, **named)
        except Exception as error:  # each store has errors of its own
            if monotonic() + pause > given_up or not may_pass(error):
                raise as_system_error(error, address) from None
            say_again(scheme, as_system_error(error, address))
        sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _answer(store: Any, method: str, seconds: float, *values: Any, **named: Any) -> Any:
    """A connection that is cut at the wrong moment would be waited for without end, so no answer may take too long.

    Not all methods of all stores take a limit themselves; what they are made of does.
    """
    coroutine = getattr(store, f"_{method}", None)
    if coroutine is None:
        return getattr(store, method)(*values, **named)
    from fsspec.asyn import sync

    return sync(store.loop, coroutine, *values, timeout=seconds, **named)


def say_again(scheme: str, error: OSError) -> None:
    """Tells the user why it takes longer, but not at every attempt."""
    now = monotonic()
    if now >= last_said.get(scheme, -SILENCE) + SILENCE:
        last_said[scheme] = now
        said = f"{error.filename} does not answer as it should ({error.strerror})"
        print(f"wallenstein: {said}; trying again for {PATIENCE:g} seconds", file=sys.stderr, flush=True)


def may_pass(error: Exception) -> bool:
    """Whether another attempt may work."""
    final = kind_of(error) is not None or getattr(error, "errno", None) == errno.EINVAL
    return not final and not lacks_credentials(error)


def lacks_credentials(error: Exception) -> bool:
    """Whether a store does not know who asks; fsspec has no common error for that."""
    return any(word in type(error).__name__ for word in ("Credential", "Authentication"))


def kind_of(error: Exception) -> type[OSError] | None:
    """Which of the errors it is that more attempts would not change; None if it is another."""
    if type(error).__name__ == "ResourceNotFoundError":  # Azure's, where there is no container
        return FileNotFoundError
    return next((kind for kind in NUMBERS if isinstance(error, kind)), None)


def as_system_error(error: Exception, address: str) -> OSError:
    """An error of a store as one of the system."""
    if kind := kind_of(error):
        return kind(NUMBERS[kind], os.strerror(NUMBERS[kind]), address)
    said = next(iter(str(error).splitlines()), "") or type(error).__name__
    if lacks_credentials(error):
        return PermissionError(errno.EACCES, said, address)
    return OSError(errno.EIO, said, address)
