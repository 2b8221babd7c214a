"""What the package can do only with more packages installed: its extras, and the sentence that asks for one."""

from importlib import import_module
from types import ModuleType

from wallenstein.core.errors import WallensteinError


class MissingExtra(WallensteinError):
    """Something needs packages that are not installed; the message has the command that installs them."""


def extra_module(name: str, extra: str, what: str) -> ModuleType:
    """A module of a package that only the extra installs; `what` begins the sentence if it is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("wallenstein"):
            raise
        raise MissingExtra(f"{what} needs the package {error.name}; {how_to_install(extra)}") from None


def how_to_install(extra: str) -> str:
    """The command that installs an extra."""
    return f"install it with: pip install 'wallenstein[{extra}]' (in a checkout: pip install -e '.[{extra}]')"
