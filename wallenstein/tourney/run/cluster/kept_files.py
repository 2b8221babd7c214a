"""Files that are still in the memory of the workers that made them: who needs them gets them from there.

They are here, too, so whatever is lost there is sent from here.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from distributed import Future


class KeptFiles:
    """By the name of a file, the task that made it: its worker keeps the result as long as it is known here."""

    def __init__(self) -> None:
        self.makers: Final[dict[str, Future[Any]]] = {}

    def add(self, names: Iterable[str], maker: "Future[Any]") -> None:
        """Files that a task has made."""
        self.makers.update(dict.fromkeys(names, maker))

    def of(self, names: Iterable[str]) -> "dict[str, Future[Any]]":
        """The makers of those of these files that are still there."""
        return {name: self.makers[name] for name in names if name in self.makers}

    def drop(self, names: Iterable[str]) -> None:
        """Nobody needs these any more."""
        for name in names:
            self.makers.pop(name, None)

    def lose(self) -> set[str]:
        """Drops the files whose workers are gone; Dask would have them made again. Their names."""
        lost = {name for name, maker in self.makers.items() if maker.status != "finished"}
        self.drop(lost)
        return lost
