"""Small configurations of the toy game for tests."""

from pathlib import Path

from tests.toy.game import ToyGame
from wallenstein.tourney.config import Config, load

assert ToyGame.name == "toy"  # importing it has registered the game

FOUR = '[bots]\nentries = ["a", "b", "c", "d"]\n[game]\nname = "toy"\n'
TWO = '[bots]\nentries = ["a", "b"]\n[game]\nname = "toy"\n'
BLOCKS = "[tourney]\nseed = 7\nblocks = 5\n"


def write(folder: Path, text: str | bytes) -> Path:
    """A configuration file with that text."""
    path = folder / "cup.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def configured(folder: Path, text: str, *sets: str) -> Config:
    """The configuration in a file with that text."""
    return load(write(folder, text), sets)
