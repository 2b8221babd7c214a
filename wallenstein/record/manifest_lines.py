"""The lines of a manifest, with the checks of their shape."""

from collections.abc import Iterable
from struct import Struct
from sys import intern
from typing import Annotated, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wallenstein.core.documents import JsonObject
from wallenstein.core.seeds import MOST_SEED, commitment
from wallenstein.record.chunks import ChunkFile
from wallenstein.record.write import PartFile

MOST: Final = 2**31 - 1  # games of a run, and anything that is counted by game
SUM: Final = Struct("3d")  # doubles hold these counts exactly
Number = Annotated[int, Field(ge=0, le=MOST)]
Size = Annotated[int, Field(ge=0, le=2**53)]
Seed = Annotated[int, Field(ge=0, le=MOST_SEED)]
Share = Annotated[float, Field(ge=0, le=1)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{1,64}$")]
EntryName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_+-]{0,39}$")]
Text = Annotated[str, Field(max_length=10_000)]
FEW: Final = 10_000  # bots or cells: tables of pairs of them fit in memory
TableName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,59}$")]  # also the name of a folder


EntrySums = bytes  # by entry: seats, wins and ranks; packed, because a large run has many chunks in memory


def pack_sums(values: Iterable[tuple[int, float, int]]) -> EntrySums:
    return b"".join(SUM.pack(*each) for each in values)


def sums_in(packed: EntrySums) -> list[tuple[int, float, int]]:
    return [(int(seats), wins, int(ranks)) for seats, wins, ranks in SUM.iter_unpack(packed)]


class Chunk(NamedTuple):
    """A finished chunk: its games, its file, and the sums for standings."""

    number: int
    first: int
    games: int
    file: ChunkFile
    sums: EntrySums
    faults: int
    scores: tuple[float, ...]  # of the blocks of a duel, for the sequential test
    places: str = ""  # ranks by game and seat, such as 1324, if later rounds depend on them; - if it does not count
    benched: tuple[tuple[int, int], ...] = ()  # an entry and the number of its games, if bots may be dropped for that


class MergedChunks(NamedTuple):
    """Chunks whose rows have been merged into part files that replace their own."""

    number: int
    first: int
    games: int
    parts: tuple[PartFile, ...]
    chunks: tuple[int, ...]


class _Shape(BaseModel):
    # built when it is first used: a line is checked as a whole, so its parts are not needed by themselves
    model_config = ConfigDict(strict=True, allow_inf_nan=False, defer_build=True)


class _Named(_Shape):
    name: Annotated[str, Field(min_length=1, max_length=60)]


class _Essence(_Shape):
    game: _Named


class RunLine(_Shape):
    """The identity of a run. Other programs may add keys of their own."""

    schema_: Annotated[int, Field(alias="schema", ge=0, le=MOST)]
    program: Text
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,59}$")]
    seed: Seed | Annotated[str, Field(pattern=r"^secret:[0-9a-f]{32}$")]  # or the commitment to a secret one
    hash: Hash
    config: Hash
    essence: Annotated[dict[str, _Essence], Field(min_length=1)]
    rules: dict[str, Text]
    bots: dict[str, Text]
    entries: Annotated[list[EntryName], Field(min_length=1, max_length=FEW)]
    cells: Annotated[list[Text], Field(min_length=1, max_length=FEW)]
    games: Number
    chunks: Number
    versions: dict[str, Text] = {}
    by_clock: list[EntryName] = []
    left_out: dict[str, Text] = {}


class _Games(_Shape):
    number: Number
    first: Number
    games: Annotated[int, Field(ge=1, le=MOST)]


class ChunkLine(_Games):
    """A chunk is finished. Lines of earlier versions have no `tables`; such a chunk only counts once it is merged."""

    tables: dict[TableName, Number] = {}
    size: Size = 0
    hash: Hash = "0"
    sums: list[tuple[Number, Annotated[float, Field(ge=0)], Number]]
    faults: Number
    scores: list[Annotated[float, Field(ge=0, le=1)]]
    benched: list[tuple[Number, Number]] = []
    places: Annotated[str, Field(pattern=r"^([1-8]+|-)?( ([1-8]+|-))*$")] = ""

    def entered(self) -> Chunk:
        file = ChunkFile(tuple((intern(name), rows) for name, rows in self.tables.items()), self.size, self.hash)
        scores = tuple(self.scores)
        known = self.number, self.first, self.games, file, pack_sums(self.sums), self.faults
        return Chunk(*known, scores, self.places, tuple(self.benched))


class BoundLine(_Games):
    parts: dict[TableName, tuple[Number, Size, Hash]]
    chunks: Annotated[list[Number], Field(min_length=1)]

    def entered(self) -> MergedChunks:
        parts = tuple(PartFile(intern(table), *values) for table, values in self.parts.items())
        return MergedChunks(self.number, self.first, self.games, parts, tuple(self.chunks))


class RoundLine(_Shape):
    """A round is known: the line-ups that sit at its tables, as numbers of entries."""

    cell: Number
    number: Number
    lineups: Annotated[list[Annotated[list[Number], Field(min_length=2, max_length=8)]], Field(min_length=1)]


class VerdictLine(_Shape):
    """A cell ended early by its results; its format has more keys, and checks them."""

    model_config = ConfigDict(extra="allow")

    cell: Number
    test: str
    blocks: Number
    chunks: Number
    dropped: tuple[Number, Number]


class ManifestLine(BaseModel):
    """One line: it has exactly one of these keys."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)

    run: RunLine | None = None
    chunk: ChunkLine | None = None
    bound: BoundLine | None = None
    round: RoundLine | None = None
    verdict: VerdictLine | None = None
    seed: Seed | None = None  # no longer secret
    finished: bool | None = None


def read_line(data: bytes) -> ManifestLine:
    """The line; raises ValueError with a sentence if it has the wrong shape."""
    try:
        line = ManifestLine.model_validate_json(data)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, fault["loc"]))[:60] or "the line"
        raise ValueError(f"{place}: {fault['msg'][0].lower()}{fault['msg'][1:]}") from None
    if len(line.model_fields_set) != 1:
        raise ValueError("must have one of the keys run, chunk, bound, round, verdict, seed, finished")
    return line


def check_fits(line: ManifestLine, header: JsonObject) -> None:
    """Raises ValueError if a line does not fit the run that the header describes."""
    if (line.run is None) != bool(header):
        raise ValueError("the first line, and no other, must say which run this is")
    if line.run is not None:
        labels = line.run.cells
        if not set(labels) == set(line.run.essence) == set(line.run.rules) or len(set(labels)) < len(labels):
            raise ValueError("run: cells, essence and rules are not about the same cells")
    for games in (line.chunk, line.bound):
        if games is not None and games.first + games.games > header["games"]:
            raise ValueError(f"its games go to {games.first + games.games - 1}, in a run of {header['games']}")
    if line.chunk is not None and line.chunk.number >= header["chunks"]:
        raise ValueError(f"there is no chunk {line.chunk.number} in a run of {header['chunks']}")
    if line.chunk is not None and len(line.chunk.sums) != len(header["entries"]):
        raise ValueError("chunk.sums: must have one item for each bot")
    if line.round is not None:
        entries = {entry for lineup in line.round.lineups for entry in lineup}
        if line.round.cell >= len(header["cells"]) or max(entries) >= len(header["entries"]):
            raise ValueError("round: is about a cell or bots that the run does not have")
    if line.seed is not None and commitment(line.seed) != header["seed"]:
        raise ValueError("seed: is not the secret one of this run")
    end = line.verdict
    if end is not None and (end.cell >= len(header["cells"]) or max(end.dropped) > header["chunks"]):
        raise ValueError("verdict: is about cells or chunks that the run does not have")
