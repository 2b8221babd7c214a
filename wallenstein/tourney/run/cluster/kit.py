"""All that a worker on another machine needs to play for a run: configuration, rules, bots, and what to check."""

import pickle
from pathlib import Path
from typing import NamedTuple

from wallenstein.record.dataset import CONFIG, INPUTS, Run
from wallenstein.record.expected import Basis
from wallenstein.record.store.location import sizes_below
from wallenstein.tourney.run.cluster.bots import ShippedBot, Shipping
from wallenstein.tourney.run.cluster.code import code_here
from wallenstein.tourney.run.identity import kept_files
from wallenstein.tourney.run.tournament import Tournament, deadline_of
from wallenstein.tourney.worker.context import modules_of


class Kit(NamedTuple):
    """What is shipped. Paths are relative to the folder that it is unpacked in."""

    code: dict[str, str]  # of the machine that sends it
    files: dict[str, bytes]  # configuration, board, tower, bots
    rules: dict[str, str]  # fingerprints, by cell
    bots: tuple[tuple[ShippedBot | None, ...], ...]  # by cell and entry; None where an entry does not play
    modules: tuple[str, ...]  # that bots' processes need, and that define the games
    deadline: float  # seconds for a task

    def packed(self) -> bytes:
        """As bytes."""
        return pickle.dumps(tuple(self))

    def unpack(self, folder: Path) -> None:
        """Writes its files; they may be programs."""
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o755)


def opened(data: bytes) -> Kit:
    """The kit in these bytes. They come through the run's own scheduler, which could run anything here."""
    return Kit(*pickle.loads(data))


def kit_of(tournament: Tournament) -> Kit:
    """The kit of a tournament; raises ConfigError if one of its bots cannot be shipped."""
    kept = kept_files(tournament.config)
    shipping = Shipping()
    bots = tuple(tuple(map(shipping.ship, makers)) for makers in tournament.bots.makers)
    cells = tournament.config.cells
    return Kit(
        code_here(),
        {"config.toml": kept.text.encode(), **kept.files, **shipping.files},
        {cell.label: cell.game.fingerprint(cell.rules) for cell in cells},
        bots,
        modules_of(cell.game for cell in cells),
        deadline_of(tournament),
    )


def kit_for_checks(run: Run, basis: Basis, deadline: float) -> Kit:
    """What checks of recorded games need: no bots, and the rules as they are on this machine."""
    folder = run.config_file.parent
    names = [CONFIG, *(f"{INPUTS}/{name}" for name in sizes_below(folder / INPUTS))]
    files = {name: (folder / name).read_bytes() for name in names}
    rules = {label: game.fingerprint(rules) for label, (game, rules) in basis.cells.items()}
    modules = modules_of(game for game, _ in basis.cells.values())
    return Kit(code_here(), files, rules, tuple(() for _ in rules), modules, deadline)
