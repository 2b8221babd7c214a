"""Reads some bytes of an object as if it were a file."""

import io
from typing import Any, Final

from wallenstein.record.store.objects import ObjectPath


class RangedReader(io.RawIOBase):
    """An object of a known size as a file of which only those bytes are fetched that are read."""

    def __init__(self, place: ObjectPath, size: int) -> None:
        super().__init__()
        self.place: Final = place
        self.size: Final = size
        self.at = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """Where the next byte is read."""
        return self.at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Goes to another byte."""
        self.at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self.at, io.SEEK_END: self.size}[whence]
        return self.at

    def readinto(self, buffer: Any) -> int:
        """Reads as many bytes as there is room for."""
        end = min(self.at + len(buffer), self.size)
        data = self.place.read_range(self.at, end) if end > self.at else b""
        buffer[: len(data)] = data
        self.at += len(data)
        return len(data)
