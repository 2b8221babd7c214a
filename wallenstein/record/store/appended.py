"""A file that only grows, in a store whose objects cannot: what it began with, and pieces named by where they begin.

A piece is written only if there is none of its name, so of two writers that both go on from the same place, one fails.
"""

from typing import Final

from wallenstein.record.store.objects import ObjectPath, remove, several

PIECES: Final = ".pieces"  # ends the name of their folder
MOST: Final = 500  # pieces until they are put together
TIMES: Final = 20  # attempts to read it while its pieces are being put together


class Appended:
    """Such a file."""

    def __init__(self, place: ObjectPath) -> None:
        self.place: Final = place
        self.pieces: Final = place.parent / f"{place.name}{PIECES}"

    def read(self) -> bytes:
        """All of it; empty if there is none."""
        for _ in range(TIMES):
            sizes = {int(name): size for name, size in self.pieces.sizes_below().items()}
            try:
                data = self.place.read_bytes()
                return data + b"".join(several(lambda at: self._piece(at).read_bytes(), following(sizes, len(data))))
            except FileNotFoundError:
                if not sizes:
                    return b""
        raise FileNotFoundError(f"{self.place}: its pieces vanish while they are read")

    def begin(self, data: bytes) -> None:
        """Writes the beginning; raises FileExistsError if another program has."""
        self.place.create(data)

    def append(self, at: int, data: bytes) -> None:
        """Writes more, after so many bytes; raises FileExistsError if another program has."""
        self._piece(at).create(data)

    def put_together(self, data: bytes) -> None:
        """Writes all of it as one object, in place of its pieces."""
        self.place.write_bytes(data)
        remove(self.pieces / name for name in self.pieces.sizes_below())

    def _piece(self, at: int) -> ObjectPath:
        return self.pieces / f"{at:015d}"


def following(sizes: dict[int, int], at: int) -> list[int]:
    """Where the pieces begin that follow each other from some byte on; `sizes` of all that there are."""
    found = []
    while at in sizes:
        found.append(at)
        at += sizes[at]
    return found
