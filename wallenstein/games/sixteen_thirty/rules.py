"""The rules of a game: there is one choice before it, the data."""

from dataclasses import dataclass, field

from wallenstein.games.sixteen_thirty.data_file import Data, data


@dataclass(frozen=True, eq=False)  # compared as an object, which is faster than by its data
class Rules:
    """The data that a game is played with."""

    data: Data = field(default_factory=lambda: data("default"))
    data_name: str = "default"
