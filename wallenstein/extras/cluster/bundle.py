"""The bundle that a worker on another machine needs to play for a run: configuration, rules, bots, checks of code."""

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from os.path import commonpath
from pathlib import Path
from typing import Final, NamedTuple

import wallenstein
from wallenstein import __version__
from wallenstein.bots.entrants import Entrant, command_entrant
from wallenstein.bots.files import REFERENCE, reference_folder
from wallenstein.bots.isolated.ask import BotQuery, ask
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.sources import content_hash, folder_hash
from wallenstein.core.seeds import RunKey
from wallenstein.table.conditions import Maker
from wallenstein.tourney.identity import kept_files
from wallenstein.tourney.run import Tournament, deadline_of
from wallenstein.tourney.worker.context import modules_of

ELSEWHERE: Final = ("bots/reference/", "examples/")  # in the package or beside it, depending on the installation
WRITERS: Final = ("pyarrow",)  # of files: other versions write other bytes


@cache
def code_here() -> dict[str, str]:
    """Versions of the program and of the packages that write files, and a hash of its code and reference bots."""
    digest = blake2b(folder_hash([PACKAGE], ELSEWHERE), digest_size=8)
    for name in REFERENCE:
        digest.update(content_hash((reference_folder() / name).read_bytes()))
    return {"wallenstein": __version__, "code": digest.hexdigest(), **{name: version(name) for name in WRITERS}}


def unlike(wanted: dict[str, str]) -> str:
    """A sentence about differences of this machine's code, which could change games; empty if there are none."""
    here = code_here()
    if here["wallenstein"] != wanted["wallenstein"]:
        return f"it has wallenstein {here['wallenstein']}, and this run is played with {wanted['wallenstein']}"
    if here["code"] != wanted["code"]:
        differ = f"differ (fingerprint {here['code']}, not {wanted['code']}); install the same commit there"
        return f"the code or the reference bots of its wallenstein {here['wallenstein']} {differ}"
    for name in WRITERS:
        if here[name] != wanted[name]:
            return f"it has {name} {here[name]}, whose files differ from those of {wanted[name]}; install that"
    return ""


# The files of bots go along, and are read on the other machine. Bots of the package are there already, and so must be
# those given as `module:Class`; both are checked.

FOLDER: Final = "bots"
PACKAGE: Final = Path(wallenstein.__file__).resolve().parent


def unpacked(bot: Entrant, above: Path) -> Entrant:
    """A bot of a bundle that was unpacked in this folder, to which its paths are relative."""
    place = bot.place
    if bot.packaged:
        place = f"{reference_folder()}/{place}"
    elif place and bot.files:
        place = f"{above}/{place}"
    words = tuple(f"{above}/{word}" if word in bot.files else word for word in bot.command)
    files = tuple(f"{above}/{file}" for file in bot.files)
    return replace(bot, place=place, command=words, files=files, folder=f"{above}/{bot.folder}" if bot.folder else "")


class Shipping:
    """Collects bots, and the files that go along: each folder of bots keeps its shape."""

    def __init__(self) -> None:
        self.files: Final[dict[str, bytes]] = {}
        self.homes: Final[dict[tuple[str, ...], str]] = {}

    def ship(self, maker: Maker) -> Entrant | None:
        """The bot, with paths in the bundle; None for an entry that does not play."""
        if not isinstance(maker, Entrant):
            return None
        if not maker.place and not maker.command:
            raise ConfigError(f"the bot {maker.name} was typed at a prompt, so other machines cannot play it")
        bot = replace(maker, values=dict(maker.values), options=dict(maker.options), files=(), folder="", about=None)
        source, _, class_name = maker.place.rpartition(":")
        if maker.packaged:
            return replace(bot, place=f"{Path(source).name}:{class_name}")
        if maker.command:
            moved, folder = self._move([Path(file) for file in maker.files], [Path(maker.folder)])
            command = tuple(moved.get(str(Path(word).resolve()), word) for word in maker.command)
            return replace(bot, command=command, files=tuple(moved.values()), folder=folder)
        if not source.endswith(".py"):
            return bot
        path = Path(source).resolve()
        own = [file for file in map(Path, maker.files) if not file.resolve().is_relative_to(PACKAGE)]
        moved, _ = self._move([path, *own], [path.parent])
        return replace(bot, place=f"{moved[str(path)]}:{class_name}", files=tuple(moved.values()))

    def _move(self, files: Iterable[Path], folders: Iterable[Path]) -> tuple[dict[str, str], str]:
        """By the full path of each file its path in the bundle; and the same for the first folder."""
        own = sorted({file.resolve() for file in files})
        above = [folder.resolve() for folder in folders]
        home = Path(commonpath([*above, *(file.parent for file in own)]))
        to = self.homes.setdefault((str(home), *map(str, own)), f"{FOLDER}/{len(self.homes)}")
        moved = {str(file): f"{to}/{file.relative_to(home).as_posix()}" for file in own}
        self.files.update({moved[str(file)]: file.read_bytes() for file in own})
        return moved, f"{to}/{above[0].relative_to(home).as_posix()}"


def unfit(bots: Iterable[Entrant], above: Path) -> Iterator[str]:
    """A sentence for each bot that would differ on this machine, or cannot play here."""
    modules = []
    for bot in bots:
        if bot.command:
            (above / bot.folder).mkdir(parents=True, exist_ok=True)
            moved = unpacked(bot, above)
            try:
                command_entrant(bot.name, moved.command, moved.files, moved.folder, moved.values)
            except ConfigError as error:
                yield f"the bot {bot.name}: {error}"
        elif not bot.packaged and not bot.files:
            modules.append(bot)
    answers = ask([BotQuery(bot.place) for bot in modules])
    for bot, answer in zip(modules, answers, strict=True):
        if isinstance(answer, ConfigError):
            yield f"the bot {bot.name}: {answer}; install it there, too"
        elif answer.source_hash != bot.source_hash:
            yield f"the bot {bot.name} is another one there: the files of {bot.place} differ"


class RunBundle(NamedTuple):
    """Paths are relative to the folder that it is unpacked in."""

    code: dict[str, str]  # of the machine that sends it
    files: dict[str, bytes]  # configuration, board, tower, bots
    rules: dict[str, str]  # fingerprints, by cell
    bots: tuple[tuple[Entrant | None, ...], ...]  # by cell and entry; None where an entry does not play
    modules: tuple[str, ...]  # needed by bots' processes, and those that define the games
    deadline: float  # seconds for a task
    key: bytes  # of the run

    def packed(self) -> bytes:
        return pickle.dumps(tuple(self))

    def unpack(self, folder: Path) -> None:
        """Writes its files; they may be programs."""
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(0o755)


def read_bundle(data: bytes) -> RunBundle:
    """The bundle in these bytes. They come through the run's own scheduler, which could run anything here."""
    return RunBundle(*pickle.loads(data))


def bundle_run(tournament: Tournament) -> RunBundle:
    """The bundle of a tournament; raises ConfigError if one of its bots cannot be shipped."""
    kept = kept_files(tournament.config)
    shipping = Shipping()
    bots = tuple(tuple(map(shipping.ship, makers)) for makers in tournament.bots.makers)
    cells = tournament.config.cells
    return RunBundle(
        code_here(),
        {"config.toml": kept.text.encode(), **kept.files, **shipping.files},
        {cell.label: cell.game.fingerprint(cell.rules) for cell in cells},
        bots,
        modules_of(cell.game for cell in cells),
        deadline_of(tournament),
        RunKey(tournament.config.seed).value,
    )
