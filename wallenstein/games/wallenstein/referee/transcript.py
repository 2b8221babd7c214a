"""`transcribe`, at the place documented for imports."""

from typing import Final

from wallenstein.games.wallenstein.referee.scenario import REFEREE

transcribe: Final = REFEREE.transcribe
