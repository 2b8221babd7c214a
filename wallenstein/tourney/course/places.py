"""The ranks of a chunk's games, as its line in the manifest says them."""

import numpy as np

from wallenstein.core.errors import FormatError
from wallenstein.record.files.manifest_lines import Chunk
from wallenstein.stats.results import ABSENT
from wallenstein.tourney.formats.rounds import Placings
from wallenstein.tourney.schedule import CellSchedule
from wallenstein.tourney.worker.chunk import OUT


def placings_of(cell: CellSchedule, place: int, chunk: Chunk) -> Placings:
    """The games that count of a chunk, which is the one at this place in its cell; entries are those of the run."""
    games = [(table.number, seating) for table in cell.chunk(place) for seating in table.seatings]
    texts = chunk.places.split(" ")
    if [len(text) for text in texts if text != OUT] != [
        len(seating) for (_, seating), text in zip(games, texts, strict=False) if text != OUT
    ] or len(texts) != len(games):
        raise FormatError(f"manifest, chunk {chunk.number}", "the places are not those of its games")
    counting = [(*game, text) for game, text in zip(games, texts, strict=True) if text != OUT]
    seats = max((len(seating) for _, seating in games), default=0)
    found = np.full((2, len(counting), seats), ABSENT, np.int64)
    for row, (_, seating, text) in enumerate(counting):
        found[0, row, : len(seating)] = seating
        found[1, row, : len(seating)] = list(map(int, text))
    return Placings(np.array([number for number, _, _ in counting], np.int64), *found)
