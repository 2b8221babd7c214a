"""The manifest of a run: its identity, and which chunks are done. An append-only file of lines.

Each line is JSON and ends with a hash of itself, so that an incomplete or damaged line is noticed.
"""

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import FormatError
from wallenstein.record.part_files import CHUNK, MERGED, PartFile, sync_folder

FILE: Final = "manifest.jsonl"
CHECK: Final = "check"


class Chunk(NamedTuple):
    """A finished chunk: its games, the hashes of its part files, and the sums for standings."""

    number: int
    first: int
    games: int
    parts: tuple[PartFile, ...]
    sums: tuple[tuple[int, float, int], ...]  # by entry: number of seats, sum of wins, sum of ranks
    faults: int
    scores: tuple[float, ...]  # of the blocks of a duel, for the sequential test


class MergedChunks(NamedTuple):
    """Chunks whose rows have been merged into part files that replace their own."""

    number: int
    first: int
    games: int
    parts: tuple[PartFile, ...]
    chunks: tuple[int, ...]


class Segment(NamedTuple):
    """Consecutive games and their part files: those of one chunk, or of merged chunks."""

    kind: str
    number: int
    first: int
    games: int
    parts: tuple[PartFile, ...]


class Manifest:
    """The lines of the manifest, and the file that more are appended to."""

    def __init__(self, folder: Path) -> None:
        """Reads the file; an incomplete last line is ignored."""
        self.path: Final = folder / FILE
        self.header: dict[str, Any] = {}
        self.chunks: dict[int, Chunk] = {}
        self.merged: dict[int, MergedChunks] = {}
        self.verdicts: dict[int, dict[str, Any]] = {}  # by cell: how its sequential test ended
        self.finished = False
        self.whole = 0  # bytes of complete lines
        data = self.path.read_bytes() if self.path.exists() else b""
        *lines, _torn = data.split(b"\n")
        for number, line in enumerate(lines, 1):
            content = _parsed(line)
            if content is None and number == len(lines) and len(data) == self.whole + len(line) + 1:
                break  # the last line, incomplete but with a line end
            if content is None:
                raise FormatError(f"{self.path}:{number}", "this line is damaged, so the run cannot be trusted")
            self._enter(content)
            self.whole += len(line) + 1

    def begin(self, header: Mapping[str, Any]) -> None:
        """Writes the first line: the identity of the run."""
        self._add({"run": dict(header)})
        sync_folder(self.path.parent)

    def add_chunk(self, chunk: Chunk) -> None:
        """Enters a finished chunk; durable once this returns."""
        self._add({"chunk": {**chunk._asdict(), "parts": _listed(chunk.parts)}})

    def add_verdict(self, cell: int, verdict: Mapping[str, Any], dropped: range) -> None:
        """Enters the verdict of a cell's sequential test; the chunks after it do not count."""
        self._add({"verdict": {"cell": cell, **verdict, "dropped": [dropped.start, dropped.stop]}})

    def forget(self, chunk: int) -> None:
        """Forgets a chunk that must be played again; its new line replaces this one."""
        del self.chunks[chunk]

    def counting(self) -> list[Chunk]:
        """The chunks whose games are results, in the order of the schedule."""
        dropped = [range(*verdict["dropped"]) for verdict in self.verdicts.values()]
        numbers = (n for n in sorted(self.chunks) if not any(n in chunks for chunks in dropped))
        return [self.chunks[number] for number in numbers]

    def add_merged(self, merged: MergedChunks) -> None:
        """Enters merged chunks; their own part files no longer count."""
        self._add({"bound": {**merged._asdict(), "parts": _listed(merged.parts)}})

    def segments(self) -> list[Segment]:
        """All segments that count, in the order of the schedule."""
        inside = {chunk for merged in self.merged.values() for chunk in merged.chunks}
        segments = [Segment(MERGED, *merged[:4]) for merged in self.merged.values()]
        segments += [Segment(CHUNK, *chunk[:4]) for chunk in self.counting() if chunk.number not in inside]
        return sorted(segments, key=lambda segment: segment.first)

    def finish(self) -> None:
        """Enters that everything is played and summed up."""
        self._add({"finished": True})

    def repair(self) -> None:
        """Removes an incomplete last line, so that more can be appended."""
        if self.path.exists() and self.path.stat().st_size > self.whole:
            os.truncate(self.path, self.whole)

    def _add(self, content: dict[str, Any]) -> None:
        body = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        line = f'{body[:-1]},"{CHECK}":"{_check(body)}"}}\n'.encode()
        with self.path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self.whole += len(line)
        self._enter(json.loads(body))

    def _enter(self, content: dict[str, Any]) -> None:
        if "run" in content:
            self.header = content["run"]
        elif "chunk" in content:
            chunk = _chunk(content["chunk"])
            self.chunks[chunk.number] = chunk
        elif "bound" in content:
            merged = _merged(content["bound"])
            self.merged[merged.number] = merged
        elif "verdict" in content:
            self.verdicts[content["verdict"]["cell"]] = content["verdict"]
        else:
            self.finished = content["finished"]


def _check(body: str) -> str:
    return blake2b(body.encode(), digest_size=6).hexdigest()


def _parsed(line: bytes) -> dict[str, Any] | None:
    """The content of a line, or None if it has changed since it was written."""
    body, mark, check = line.rpartition(f',"{CHECK}":"'.encode())
    whole = body + b"}"
    if not mark or check != f'{blake2b(whole, digest_size=6).hexdigest()}"}}'.encode():
        return None
    content: dict[str, Any] = json.loads(whole)
    return content


def _listed(parts: tuple[PartFile, ...]) -> dict[str, list[Any]]:
    return {part.table: [part.rows, part.size, part.hash] for part in parts}


def _parts(content: dict[str, Any]) -> tuple[PartFile, ...]:
    return tuple(PartFile(table, *values) for table, values in content["parts"].items())


def _merged(content: dict[str, Any]) -> MergedChunks:
    return MergedChunks(**{**content, "parts": _parts(content), "chunks": tuple(content["chunks"])})


def _chunk(content: dict[str, Any]) -> Chunk:
    sums = tuple((seats, wins, ranks) for seats, wins, ranks in content["sums"])
    return Chunk(**{**content, "parts": _parts(content), "sums": sums, "scores": tuple(content["scores"])})
