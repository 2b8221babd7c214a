"""Which chunks are merged with each other, and when: as soon as it is known which chunks of a group count."""

from collections.abc import Iterator
from typing import Final

from wallenstein.core.errors import FormatError
from wallenstein.record.files.manifest import Manifest
from wallenstein.record.files.merging import Merging, chunks_a_group
from wallenstein.tourney.course.course import Course
from wallenstein.tourney.schedule import Schedule


class Groups:
    """The groups of a run: so many consecutive chunks each, the last of them fewer."""

    def __init__(self, schedule: Schedule, manifest: Manifest, course: Course) -> None:
        self.schedule: Final = schedule
        self.manifest: Final = manifest
        self.course: Final = course
        self.size: Final = chunks_a_group(schedule.games_a_chunk)
        self.known: dict[int, int] = {}  # by group with chunks to be merged: up to which it is known what counts
        merged = {chunk for one in manifest.merged.values() for chunk in one.chunks}
        for chunk in manifest.chunks.keys() - merged:
            self.enter(chunk)
        self.handed_out: set[int] = set()

    def check(self) -> None:
        """Raises FormatError if chunks have been merged otherwise."""
        for merged in self.manifest.merged.values():
            if merged.chunks != tuple(self.counting(merged.number)):
                text = f"the merged chunks {merged.number} are not a group, as if by an earlier version"
                raise FormatError(
                    str(self.manifest.path), f"{text}; finish the run with that, or remove it with --fresh"
                )

    def enter(self, chunk: int) -> None:
        """A chunk is finished."""
        self.known.setdefault(chunk // self.size, chunk // self.size * self.size)

    def ready(self) -> Merging | None:
        """The next group that can be merged; None if there is none now."""
        for group in sorted(self.known.keys() - self.handed_out):
            if self._is_known(group):
                self.handed_out.add(group)
                chunks = [self.manifest.chunks[chunk] for chunk in self.counting(group)]
                if chunks:
                    return Merging.of(group, chunks)
        return None

    def _is_known(self, group: int) -> bool:
        """Whether it is known of all chunks of a group if they count, and all that do are finished."""
        end = self.chunks(group).stop
        while self.known[group] < end:
            chunk = self.known[group]
            if self.course.counts(chunk) and not (chunk in self.manifest.chunks and self.course.settled(chunk)):
                return False
            self.known[group] += 1
        return True

    def merged(self, group: int) -> None:
        """A group is merged."""
        del self.known[group]
        self.handed_out.discard(group)

    def chunks(self, group: int) -> range:
        """The numbers of a group's chunks."""
        return range(group * self.size, min((group + 1) * self.size, self.schedule.chunks))

    def counting(self, group: int) -> Iterator[int]:
        """The numbers of its finished chunks that count."""
        return (chunk for chunk in self.chunks(group) if chunk in self.manifest.chunks and self.course.counts(chunk))
