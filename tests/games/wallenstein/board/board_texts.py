"""Board files with one thing changed."""

from wallenstein.games.wallenstein.board.check import check
from wallenstein.games.wallenstein.board.values import packaged_text


def changed(*replacements: tuple[str, str]) -> str:
    """The packaged file with the first place of each old text replaced; the old text must be there."""
    text = packaged_text()
    for old, new in replacements:
        assert old in text, f"the packaged board has no {old!r}"
        text = text.replace(old, new, 1)
    return text


def in_county(county: str, old: str, new: str) -> str:
    """The packaged file with a text replaced inside one county."""
    before, mark, after = packaged_text().partition(f'id = "{county}"')
    assert mark, f"the packaged board has no county {county}"
    entry, header, rest = after.partition("[[county]]")
    assert old in entry, f"{county} has no {old!r}"
    return before + mark + entry.replace(old, new, 1) + header + rest


def fault_sentences(text: str) -> list[str]:
    """The faults of a file called f."""
    return [fault.sentence("f") for fault in check(text).faults]


def note_sentences(text: str) -> list[str]:
    """The notes of a file called f."""
    return [note.sentence("f") for note in check(text).notes]
