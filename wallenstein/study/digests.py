"""The digests of a study: a line for each block, with which anybody can check that it was repeated to the byte."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from wallenstein.core.errors import ConfigError
from wallenstein.study.values import Block

HEAD: Final = "# block, hash of what was played (configuration, rules, bots), hash of all that happened"


def digests_text(blocks: Sequence[Block]) -> str:
    """A line for each block."""
    return "\n".join([HEAD, *(f"{each.world.number} {each.code} {each.digest}" for each in blocks), ""])


def differences(blocks: Sequence[Block], file: Path) -> list[str]:
    """A sentence for each block whose games differ from those in the file, or that the file does not have."""
    known = read_digests(file)
    found = []
    for each in blocks:
        number = each.world.number
        code, digest = known.get(number, ("", ""))
        if not code:
            found.append(f"block {number} is not in {file}")
        elif digest != each.digest and code != each.code:
            found.append(f"block {number} was played with another configuration, other rules or bots than these")
        elif digest != each.digest:
            found.append(f"block {number} was played differently: {each.digest} here, {digest} in {file}")
    return found


def read_digests(file: Path) -> dict[int, tuple[str, str]]:
    """The two hashes of each block."""
    found = {}
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        try:
            number, code, digest = line.split()
            found[int(number)] = code, digest
        except ValueError:
            raise ConfigError(f'{file}: "{line:.60}" is no line of digests; it needs a number and two hashes') from None
    return found
