"""A league: bots in a folder, played day after day. New versions play new tables; replaced ones stay as opponents.

Every day is up to `ROUNDS` plain runs of the format `list` below the folder `days`, and the file `league.json` says
which version of a bot is in which file of the archive. Nothing else is remembered: the tables of a round follow from
the runs before it.
"""

import json
import secrets
import shutil
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import count
from os.path import commonpath
from pathlib import Path
from typing import Any, Final, TypedDict

import numpy as np

from wallenstein.core.errors import ConfigError
from wallenstein.core.program.sources import content_hash, neighbours
from wallenstein.core.seeds import derive
from wallenstein.games import DEFAULT
from wallenstein.record.read import DAYS, LEAGUE
from wallenstein.record.write import write_whole
from wallenstein.stats.figures import SummaryRow
from wallenstein.stats.results import Floats, Ints
from wallenstein.stats.strength import JointStrengths, joint_strengths
from wallenstein.tourney.config import SECRET, Entry
from wallenstein.tourney.config.entries import LONGEST, read_entries
from wallenstein.tourney.config.mistakes import Mistakes, read_spec
from wallenstein.tourney.config.model import file_of, is_file
from wallenstein.tourney.config.source import read
from wallenstein.tourney.formats.ladder import PRIOR, information, learn, worth
from wallenstein.tourney.identity import BotAnswers
from wallenstein.tourney.played import Played
from wallenstein.tourney.progress import RunTally
from wallenstein.tourney.run import Tournament, open_folder, play_tournament, prepare

CONFIG: Final = "class.toml"
ARCHIVE: Final = "archive"
ROUNDS: Final = 3  # of a day: each is chosen by the results of those before it
BLOCKS: Final = 10  # tables of a new version on a day, if the configuration says nothing
TOGETHER: Final = 6  # new versions whose tables are chosen at once
DROP_AFTER: Final = 3  # benched games, if the configuration says nothing
OPPONENTS: Final = 24  # versions to choose theirs from


class Version(TypedDict):
    """One version of a bot: its name in all tables, its file in the archive, and the days it took part in."""

    name: str
    bot: str  # its name without the number of the version
    place: str  # below the folder of the league; or the name of a registered bot
    hash: str
    options: dict[str, Any]
    since: int
    until: int | None  # the day on which it was replaced or had gone
    broken: str | None  # why it did not load


Placed = tuple[str, float | None, float | None, float | None]  # a version, its points, and their interval


class Day(TypedDict):
    """A finished day: the new versions, and the order of all bots of the day, with points and their interval."""

    new: list[str]
    ranking: list[Placed]


class League:
    """A folder with a league, as it was after its last day."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.file: Final = folder / LEAGUE
        self.config: Final = folder / CONFIG
        if not self.config.is_file():
            how = f"write one with: wallenstein init --class {folder}"
            raise ConfigError(f"{self.config}: there is no such file; {how}")
        self.raw: Final = read(self.config)
        try:
            state = {**json.loads(self.file.read_text("utf-8"))} if self.file.exists() else {}
        except (ValueError, TypeError):
            raise ConfigError(f"{self.file}: is damaged; put back a copy of it, as it has the league's seed") from None
        # never published: the seeds of all rounds follow from it, and those of finished ones are known to everybody
        self.seed: Final[int] = state.get("seed", secrets.randbits(128))
        self.versions: Final[list[Version]] = state.get("versions", [])
        self.days: Final[list[Day]] = state.get("days", [])
        self.open: list[str] | None = state.get("open")  # the new versions of a day that is not finished
        self._played: Final = Played(folder)

    def save(self) -> None:
        """Writes the whole state at once, so that it is never half a day."""
        state = {"seed": self.seed, "open": self.open, "days": self.days, "versions": self.versions}
        write_whole(self.file, (json.dumps(state, ensure_ascii=False, indent=1) + "\n").encode(), mode=0o600)

    @property
    def current(self) -> list[Version]:
        return [version for version in self.versions if version["until"] is None and version["broken"] is None]

    @property
    def played(self) -> Played:
        """The results of all rounds that are finished by now."""
        self._played.read_on()
        return self._played

    @property
    def drop_after(self) -> int:
        """After this many benched games, a version gets no more tables, and stays last."""
        return int(self.raw.get("run", {}).get("drop_after", DROP_AFTER))

    @property
    def day(self) -> int:
        """The number of the day that is played, or comes next."""
        return len(self.days) + 1

    def begin(self) -> None:
        """Looks at the folder: archives what is new or has changed, and retires what has gone."""
        if self.open is not None:
            return
        found, here = list[Version](), set[tuple[str, str]]()  # by name and hash
        for entry in self._entries():
            files = files_of(entry)
            print_ = fingerprint(entry, files)
            here.add((bot_name(entry), print_))
            known = [version for version in self.versions if version["bot"] == bot_name(entry)]
            if all(one["hash"] != print_ or one["until"] is not None for one in known):
                found.append(self._archived(entry, files, print_, self._new_name(bot_name(entry), len(known), found)))
        game = self.raw.get("game", {}).get("name", DEFAULT)
        pairs = [(Entry(one["name"], self._bot(one), one["options"], "bots"), game) for one in found]
        sandboxed = self.raw.get("run", {}).get("isolation") == "sandbox"
        answers, here_in = BotAnswers(str(self.config), (), pairs, sandboxed), f"{self.folder.resolve()}/"
        broken = {name: why.replace(here_in, "") for name, why in answers.left_out().items()}
        for version in found:
            version["broken"] = broken.get(version["name"])
            self.versions.append(version)
        names, playing = {name for name, _ in here}, {one["bot"] for one in found if one["broken"] is None}
        for version in self.versions:
            gone = (version["bot"], version["hash"]) not in here  # a version that plays stays until another one does
            replaced = gone and (version["broken"] is not None or version["bot"] in playing)
            if version["until"] is None and (replaced or version["bot"] not in names):
                version["until"] = self.day
        self.open = [version["name"] for version in found if version["broken"] is None] or None
        self.save()

    def _entries(self) -> tuple[Entry, ...]:
        mistakes = Mistakes(str(self.config))
        spec, _ = read_spec(self.raw, mistakes)
        entries = read_entries(spec.bots, self.folder.resolve(), mistakes)
        mistakes.raise_any()
        return entries

    def _new_name(self, bot: str, known: int, beside: Sequence[Version]) -> str:
        """The name of a bot's next version: not too long, and not that of another bot, which may be called `ann+2`."""
        taken = {version["name"] for version in (*self.versions, *beside)}
        endings = (f"+{number}" if number > 1 else "" for number in count(known + 1))
        return next(name for end in endings if (name := bot[: LONGEST - len(end)] + end) not in taken)

    def _archived(self, entry: Entry, files: Sequence[Path], print_: str, name: str) -> Version:
        bot, options = bot_name(entry), dict(entry.options)
        place = entry.bot
        if files:
            home = Path(commonpath([str(file.parent) for file in files]))
            folder = self.folder / ARCHIVE / name
            for file in files:
                copy = folder / file.relative_to(home)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, copy)
            own = Path(file_of(entry.bot)).resolve().relative_to(home)
            place = f"{ARCHIVE}/{name}/{own.as_posix()}{entry.bot[len(file_of(entry.bot)) :]}"
        return Version(
            name=name, bot=bot, place=place, hash=print_, options=options, since=self.day, until=None, broken=None
        )

    def _bot(self, version: Version) -> str:
        return str(self.folder.resolve() / version["place"]) if is_file(version["place"]) else version["place"]

    def play(
        self, jobs: int | None, tell: Callable[[str], None], show: Callable[[int, tuple[str, ...]], RunTally]
    ) -> bool:
        """Plays what is missing of the day, and closes it; returns False if it was stopped."""
        if self.open is None:
            return True
        for number in range(ROUNDS):
            tournament = self._round(number)
            if tournament is None:
                continue
            folder = open_folder(tournament, self.folder / DAYS, False)
            try:
                tell(f"day {self.day}, round {number + 1} of {ROUNDS}: {tournament.schedule.total:,} games")
                tally = show(tournament.schedule.total, tournament.config.entry_names)
                if not play_tournament(tournament, folder, tally, jobs or tournament.config.run.processes).finished:
                    return False
            finally:
                folder.close()
        return True

    def _name(self, number: int) -> str:
        return f"{self.day:03d}-{number + 1}"

    def _round(self, number: int) -> Tournament | None:
        """The tournament of a round; None if it is finished, or needs no tables."""
        if any(name.startswith(f"{self._name(number)}-") for name in self.played.rounds):
            return None
        blocks = int(self.raw.get("tourney", {}).get("blocks", BLOCKS))
        each = blocks * (number + 1) // ROUNDS - blocks * number // ROUNDS
        players = int(self.raw.get("tourney", {}).get("players", 4))
        tables = self.tables(each, players, spread=number == 0)
        if not tables:
            return None
        seated = {name for table in tables for name in table}
        entries = [
            {"name": version["name"], "bot": self._bot(version), "options": version["options"]}
            for version in self.versions
            if version["name"] in seated
        ]
        section = {
            "name": self._name(number),
            "seed": SECRET,  # until the round is finished
            "format": "list",
            "apart": True,
            "blocks": len(tables),
            "tables": tables,
            "on_bench": self.raw.get("tourney", {}).get("on_bench", "last"),
        }
        kept: dict[str, Any] = {key: self.raw[key] for key in self.raw if key in ("game", "log")}
        dropping = {} if section["on_bench"] == "leave-out" else {"drop_after": self.drop_after}
        kept["run"] = {**self.raw.get("run", {}), **dropping, "report": False}
        sections = {**kept, "tourney": section, "bots": {"entry": entries}}
        return prepare(self.config, (), self.folder / DAYS, sections, derive(self.seed, "league", self.day, number))

    def tables(self, each: int, players: int, spread: bool) -> list[list[str]]:
        """Tables for the new versions, `each` for every one, with opponents whose order with it is least certain."""
        strengths = Strengths(self.played, self.drop_after)
        new = [name for name in self.open or () if any(version["name"] == name for version in self.current)]
        known = [version["name"] for version in self.versions if not version["broken"] and version["name"] not in new]
        known = [name for name in known if name in strengths.names and not strengths.dropped(name)]
        new = [name for name in new if not strengths.dropped(name)]
        seats = dict.fromkeys(new, 0)
        found: list[list[str]] = []
        while short := [name for name in new if seats[name] < each]:
            batch = short[:TOGETHER]
            others = strengths.opponents(batch, [*known, *short[TOGETHER:]], spread)
            if len(batch) + len(others) < players:  # too few are left: anybody
                others += [name for name in [*known, *new] if name not in (*batch, *others)]
            if len(batch) + len(others) < players:
                raise ConfigError(f"{self.config}: a table of {players} needs as many bots; add some to [bots] entries")
            found += strengths.seat(batch, others, players, seats, each)
        return found

    def close(self, rows: Sequence[SummaryRow]) -> None:
        """Ends the day with the order of the bots that take part, and their Elo points."""
        ranking: list[Placed] = [(row.name, *row.points) for row in rows if row.games or row.left_out]
        self.days.append(Day(new=list(self.open or ()), ranking=ranking))
        self.open = None
        self.save()


def bot_name(entry: Entry) -> str:
    """The name of an entry; of a file whose bots are not known, the file's."""
    return entry.name.removesuffix(".py").replace("/", "-")


def files_of(entry: Entry) -> list[Path]:
    """The files of a bot: its own, those that it imports, and data of the same name; or the folder of its author."""
    if not is_file(entry.bot):
        return []
    file = Path(file_of(entry.bot)).resolve()
    if entry.name.endswith(".py"):
        return [file]
    return sorted({*neighbours([file]), *(path for path in file.parent.glob(f"{file.stem}.*") if path.is_file())})


def fingerprint(entry: Entry, files: Sequence[Path]) -> str:
    """A hash of all that makes a version."""
    digest = blake2b(repr((entry.bot if not files else "", sorted(entry.options.items()))).encode(), digest_size=8)
    for file in files:
        digest.update(f"{file.name}\0".encode() + content_hash(file.read_bytes()))
    return digest.hexdigest()


class Strengths:
    """The strengths of all versions that have played."""

    def __init__(self, played: Played, drop_after: int) -> None:
        self.drop_after: Final = drop_after
        self.names: Final[Sequence[str]] = played.names
        self.joint: JointStrengths | None = None
        self.benched: Ints = np.zeros(0, np.int64)
        if self.names:
            results = played.results()
            self.joint, self.benched = joint_strengths(results, PRIOR), results.benched

    def of(self, name: str) -> float:
        """0, the mean, for a version that has not played."""
        if self.joint is None or name not in self.names:
            return 0.0
        return float(self.joint.strength[self.names.index(name)])

    def dropped(self, name: str) -> bool:
        """Whether it was benched too often to play on: a bot that hangs costs more time than all others."""
        return name in self.names and int(self.benched[self.names.index(name)]) >= self.drop_after

    def covariance(self, names: Sequence[str]) -> Floats:
        """The covariance of some versions; those that have not played are as uncertain as the prior."""
        found: Floats = np.eye(len(names)) / PRIOR
        if self.joint is not None:
            here = [place for place, name in enumerate(names) if name in self.names]
            there = [self.names.index(names[place]) for place in here]
            found[np.ix_(here, here)] = self.joint.covariance[np.ix_(there, there)]
        return found

    def opponents(self, batch: Sequence[str], others: Sequence[str], spread: bool) -> list[str]:
        """Others to choose from: of all strengths, or the nearest."""
        order = sorted(dict.fromkeys(others), key=lambda name: (self.of(name), name))
        if len(order) <= OPPONENTS:
            return order
        if spread:
            return [order[place * (len(order) - 1) // (OPPONENTS - 1)] for place in range(OPPONENTS)]
        nearest = [sorted(order, key=lambda name: (abs(self.of(name) - self.of(one)), name)) for one in batch]
        return list(dict.fromkeys(name for choice in zip(*nearest, strict=True) for name in choice))[:OPPONENTS]

    def seat(
        self, batch: Sequence[str], others: Sequence[str], players: int, seats: dict[str, int], each: int
    ) -> list[list[str]]:
        """Tables until every version of the batch has sat `each` times; `seats` counts on."""
        names = [*batch, *others]
        covariance, weights = self.covariance(names), information(np.array([self.of(name) for name in names]))
        wanted = {(one, other): 1.0 for one in range(len(batch)) for other in range(len(names)) if one != other}
        found = []
        while min(seats[name] for name in batch) < each:
            gain = weights * worth(covariance, wanted)
            table = [min(range(len(batch)), key=lambda place: seats[names[place]])]
            while len(table) < players:
                free = [place for place in range(len(names)) if place not in table]
                short = [place for place in free if seats.get(names[place], 0) < each] or free
                table.append(max(short, key=lambda place: float(gain[table, place].sum())))
            learn(covariance, tuple(table), weights * float(players))
            found.append([names[place] for place in table])
            for name in found[-1]:
                if name in seats:
                    seats[name] += 1
        return found
