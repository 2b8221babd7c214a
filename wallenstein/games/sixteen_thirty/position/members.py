"""Members of an object that may be null or left out."""

from collections.abc import Mapping

from wallenstein.core.json.place import Json
from wallenstein.games.sixteen_thirty.names import NONE


def given(members: Mapping[str, Json], key: str) -> bool:
    """Whether the key is there and not null."""
    return key in members and members[key].value is not None


def seat_or_none(members: Mapping[str, Json], key: str, players: int) -> int:
    """A seat; none where it is null or left out."""
    return members[key].whole(0, players - 1) if given(members, key) else NONE


def truth(members: Mapping[str, Json], key: str) -> bool:
    """True or false; false where it is left out."""
    return members[key].truth() if key in members else False


def unset(members: Mapping[str, Json], key: str, why: str) -> None:
    """FormatError if the key is there and says something: it must be null, nothing or false here."""
    if key in members and members[key].value not in (None, 0, [], {}):
        members[key].fail(why)
