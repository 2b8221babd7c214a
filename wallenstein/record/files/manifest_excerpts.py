"""Excerpts of a manifest: what it says of some chunks, as a manifest of its own, for who checks only those."""

import json
from typing import Final

from wallenstein.record.files.segments import Segment


class Excerpts:
    """All lines of a manifest, by what they are about."""

    def __init__(self, data: bytes) -> None:
        """`data` is the file of a manifest that has been read without an error."""
        self.head: Final[list[bytes]] = []  # what every excerpt needs: the run, its rounds
        self.chunks: Final[dict[int, bytes]] = {}
        self.merged: Final[dict[int, bytes]] = {}
        for line in data.splitlines(keepends=True):
            if not line.endswith(b"\n"):
                continue  # torn
            said = json.loads(line)
            if "chunk" in said:
                self.chunks[said["chunk"]["number"]] = line
            elif "bound" in said:
                self.merged[said["bound"]["number"]] = line
            elif "run" in said or "round" in said:
                self.head.append(line)

    def of(self, segment: Segment) -> bytes:
        """The manifest of a run that has only this segment."""
        lines = [*self.head, *(self.chunks[number] for number in segment.chunks)]
        if segment.chunk is None:
            lines.append(self.merged[segment.number])
        return b"".join(lines)
