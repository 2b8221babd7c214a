"""The manifest of a run: its identity, and which chunks are done. Lines are only appended, on a disk and in a store."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Final

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import FormatError
from wallenstein.record.chunks import ChunkFile, Segment
from wallenstein.record.location import Location, read_within
from wallenstein.record.manifest_lines import Chunk, ManifestLine, MergedChunks, check_fits, read_line, sums_in
from wallenstein.record.objects import ObjectPath, in_parallel, remove
from wallenstein.record.write import sync

# A file that only grows, in a store whose objects cannot: a beginning, and pieces named by their position.
#
# A piece is written only if its name is free. So of two writers that go on from the same position, one fails.

PIECES: Final = ".pieces"  # ends the name of their folder
MOST: Final = 500  # pieces until they are put together
TIMES: Final = 20  # attempts to read it while its pieces are being put together


class Appended:
    def __init__(self, place: ObjectPath) -> None:
        self.place: Final = place
        self.pieces: Final = place.parent / f"{place.name}{PIECES}"

    def read(self) -> bytes:
        """All of it; empty if there is none."""
        for _ in range(TIMES):
            sizes = {int(name): size for name, size in self.pieces.sizes_below().items()}
            try:
                data = self.place.read_bytes()
                more = in_parallel(lambda at: self._piece(at).read_bytes(), following(sizes, len(data)))
                return data + b"".join(more)
            except FileNotFoundError:
                if not sizes:
                    return b""
        raise FileNotFoundError(f"{self.place}: its pieces vanish while they are read")

    def begin(self, data: bytes) -> None:
        """Writes the beginning; raises FileExistsError if another program has."""
        self.place.create(data)

    def append(self, at: int, data: bytes) -> None:
        """Writes more, after `at` bytes; raises FileExistsError if another program has."""
        self._piece(at).create(data)

    def put_together(self, data: bytes) -> None:
        """Writes all of it as one object, in place of its pieces."""
        self.place.write_bytes(data)
        remove(self.pieces / name for name in self.pieces.sizes_below())

    def _piece(self, at: int) -> ObjectPath:
        return self.pieces / f"{at:015d}"


def following(sizes: dict[int, int], at: int) -> list[int]:
    """The positions of the pieces that follow each other from a byte on; `sizes` of all pieces."""
    found = []
    while at in sizes:
        found.append(at)
        at += sizes[at]
    return found


# Each line is JSON and ends with a hash of itself, so that an incomplete or damaged line is noticed.

FILE: Final = "manifest.jsonl"
LineUps = tuple[tuple[int, ...], ...]  # the numbers of entries, by line-up and seat
CHECK: Final = "check"
MERGED: Final = ChunkFile((), 0, "")  # of a chunk that is merged


class Manifest:
    """The lines of the manifest, and the file that more are appended to, unless it is in a store."""

    def __init__(self, folder: Location) -> None:
        """Reads the file; an incomplete last line is ignored."""
        self.path: Final[Location] = folder / FILE
        self.header: JsonObject = {}
        self.was_secret = False  # whether the header had a commitment for a seed
        self.chunks: dict[int, Chunk] = {}
        self.merged: dict[int, MergedChunks] = {}
        self.rounds: dict[int, list[LineUps]] = {}  # by cell: the line-ups of each round after the first
        self.verdicts: dict[int, JsonObject] = {}  # by cell: the verdict, if the format gives one
        self.finished = False
        self.whole = 0  # bytes of complete lines
        self._in_batch = False
        data = read(self.path)
        *lines, _torn = data.split(b"\n")
        for number, line in enumerate(lines, 1):
            body = _intact(line)
            if body is None and number == len(lines) and len(data) == self.whole + len(line) + 1:
                break  # the last line, incomplete but with a line end
            if body is None:
                raise FormatError(f"{self.path}:{number}", "this line is damaged, so the run cannot be trusted")
            try:
                self._enter(body)
            except ValueError as error:
                raise FormatError(f"{self.path}:{number}", f"not a line of a manifest: {error}") from None
            self.whole += len(line) + 1
        self._check_segments()

    @property
    def file(self) -> Path:
        """The file on this machine: only there can lines be appended."""
        assert isinstance(self.path, Path), self.path
        return self.path

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Lines that are added meanwhile are made durable together: waiting for the disk takes the most time."""
        self._in_batch, before = True, self.whole
        try:
            yield
        finally:
            self._in_batch = False
            if self.whole > before:
                sync(self.file)

    def begin(self, header: Mapping[str, object]) -> None:
        """Writes the first line: the identity of the run."""
        self.repair()
        self._add({"run": dict(header)})
        sync(self.file.parent)

    def add_chunk(self, chunk: Chunk) -> None:
        """Enters a finished chunk; durable once this returns, or the batch that it is in."""
        said = chunk._asdict()
        for key in ("places", "benched"):
            if not said[key]:
                del said[key]
        rows, said["size"], said["hash"] = said.pop("file")
        said["sums"] = sums_in(chunk.sums)
        self._add({"chunk": {**said, "tables": dict(rows)}})

    def add_round(self, cell: int, number: int, lineups: LineUps) -> None:
        self._add({"round": {"cell": cell, "number": number, "lineups": lineups}})

    def add_verdict(self, cell: int, verdict: Mapping[str, object], dropped: range) -> None:
        """Enters the verdict of a cell; later chunks do not count."""
        self._add({"verdict": {"cell": cell, **verdict, "dropped": [dropped.start, dropped.stop]}})

    def forget(self, segment: Segment) -> None:
        """Forgets chunks that must be played again; their new lines replace these."""
        if segment.chunk is None:
            del self.merged[segment.number]
        for chunk in segment.chunks:
            del self.chunks[chunk]

    def counting(self) -> list[Chunk]:
        dropped = [range(*verdict["dropped"]) for verdict in self.verdicts.values()]
        numbers = (n for n in sorted(self.chunks) if not any(n in chunks for chunks in dropped))
        return [self.chunks[number] for number in numbers]

    def add_merged(self, merged: MergedChunks) -> None:
        parts = {part.table: [part.rows, part.size, part.hash] for part in merged.parts}
        self._add({"bound": {**merged._asdict(), "parts": parts}})

    def segments(self) -> list[Segment]:
        inside = {chunk for merged in self.merged.values() for chunk in merged.chunks}
        segments = [Segment(*one[:3], one.chunks, None, one.parts) for one in self.merged.values()]
        alone = [chunk for chunk in self.counting() if chunk.number not in inside]
        segments += [Segment(*chunk[:3], (chunk.number,), chunk.file) for chunk in alone]
        return sorted(segments, key=lambda segment: segment.first)

    def publish_seed(self, seed: int) -> None:
        """Enters the secret seed: all games are played."""
        self._add({"seed": seed})

    def finish(self) -> None:
        self._add({"finished": True})

    def repair(self) -> None:
        """Removes an incomplete last line, so that more can be appended."""
        if self.file.exists() and self.file.stat().st_size > self.whole:
            os.truncate(self.file, self.whole)

    def _add(self, content: dict[str, object]) -> None:
        body = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        line = f'{body[:-1]},"{CHECK}":"{blake2b(body.encode(), digest_size=6).hexdigest()}"}}\n'.encode()
        with self.file.open("ab") as file:
            file.write(line)
            file.flush()
            if not self._in_batch:
                os.fsync(file.fileno())
        self._enter(body.encode())
        self.whole += len(line)

    def _enter(self, body: bytes) -> None:
        """Enters a line; raises ValueError if it does not have the shape of one, or does not fit the run."""
        line: ManifestLine = read_line(body)
        check_fits(line, self.header)
        if line.run is not None:
            self.header = json.loads(body)["run"]
            self.was_secret = isinstance(self.header["seed"], str)
        elif line.chunk is not None:
            self.chunks[line.chunk.number] = line.chunk.entered()
        elif line.bound is not None:
            merged = self.merged[line.bound.number] = line.bound.entered()
            for number in merged.chunks:  # their own files no longer count, and take most of the memory
                if number in self.chunks:
                    self.chunks[number] = self.chunks[number]._replace(file=MERGED)
        elif line.round is not None:
            known = self.rounds.setdefault(line.round.cell, [])
            if line.round.number != len(known) + 1:
                raise ValueError(f"round {line.round.number} does not follow the {len(known) + 1} before it")
            known.append(tuple(map(tuple, line.round.lineups)))
        elif line.verdict is not None:
            self.verdicts[line.verdict.cell] = json.loads(body)["verdict"]
        elif line.seed is not None:
            self.header["seed"] = line.seed
        else:
            self.finished = bool(line.finished)

    def _check_segments(self) -> None:
        """Every game is in one segment, and all segments have the same tables."""
        for merged in self.merged.values():
            inside = [self.chunks[number] for number in merged.chunks if number in self.chunks]
            if (len(inside), sum(chunk.games for chunk in inside)) != (len(merged.chunks), merged.games):
                raise FormatError(str(self.path), f"the merged chunks {merged.number} do not match their chunks")
        segments = self.segments()
        for one, other in pairwise(segments):
            if one.first + one.games > other.first:
                raise FormatError(str(self.path), f"game {other.first} is in two parts, so the run cannot be trusted")
        old = [segment.number for segment in segments if not segment.tables]
        if old:
            text = "was written by an earlier version; finish the run with that, or remove it with --fresh"
            raise FormatError(str(self.path), f"chunk {old[0]} {text}")
        if len({tuple(segment.tables) for segment in segments}) > 1:
            raise FormatError(str(self.path), "not all parts have the same tables, so the run cannot be trusted")


def read(path: Location) -> bytes:
    if isinstance(path, ObjectPath):
        return Appended(path).read()
    return read_within(path) if path.exists() else b""


def _intact(line: bytes) -> bytes | None:
    """A line without its hash, or None if it has changed since it was written."""
    body, mark, check = line.rpartition(f',"{CHECK}":"'.encode())
    whole = body + b"}"
    if not mark or check != f'{blake2b(whole, digest_size=6).hexdigest()}"}}'.encode():
        return None
    return whole
