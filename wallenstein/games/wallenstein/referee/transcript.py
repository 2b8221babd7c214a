"""`transcribe`, where the documentation imports it from."""

from typing import Final

from wallenstein.games.wallenstein.referee.scenario import REFEREE

transcribe: Final = REFEREE.transcribe
