"""What must hold in every game, whatever the players choose."""

from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
