"""The sections of a configuration, as in the file."""

import os
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from wallenstein import games
from wallenstein.core.documents import RawTable
from wallenstein.tourney.config.study_section import StudySection
from wallenstein.tourney.formats import TourneySection
from wallenstein.tourney.formats.known import SECTIONS, ByFormat
from wallenstein.tourney.section import NAME, NAMES, Section, key

Goal = Literal["wins", "score", "rank"]
NAME_FORM: Final = "<name>"  # of an entry; pydantic adds these to the places of errors
TABLE_FORM: Final = "<table>"
Word = Annotated[str, Field(min_length=1, pattern=r"^[^\x00]*$")]


class GameSection(BaseModel):
    """[game]: the game and its rules. All other keys belong to the game, which checks them."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True, defer_build=True)

    name: str = key(games.DEFAULT, "The game to play", "the name of a game")


class BotEntry(Section):
    """[[bots.entry]]: one bot, with its name in this tournament and its options."""

    name: str | None = key(None, "Its name in tables and standings (default: the bot's)", NAMES, pattern=NAME)
    bot: str | None = key(
        None, "A registered name, module:Class, or a file", "a registered name, module:Class, or a file", min_length=1
    )
    command: list[Word] | None = key(
        None,
        "Instead of bot: a program in any language, and its arguments",
        'a list of a program and its arguments, such as ["node", "otter.js"]',
        min_length=1,
    )
    files: list[Word] = key([], "Files of the command: a change in one makes it another bot", "a list of files")
    folder: str = key("", "Working directory of the command (default: the folder of this file)", "a folder")
    model: str | None = key(
        None, "Instead of bot: a language model, by its name at the endpoint", "a name", min_length=1
    )
    endpoint: str = key(
        "", "Of the model: an address before /chat/completions", "an address such as http://localhost/v1"
    )
    prompt: str = key("", "Of the model: a file with its instructions before each game", "a file")
    options: dict[str, Any] = key({}, "Options of the bot's constructor")


class PlacedEntry(BotEntry):
    """A bot elsewhere in a file, with the keys of its name and its options in messages."""

    key: str
    options_key: str = ""


def _form(value: object) -> str:
    return TABLE_FORM if isinstance(value, dict | BotEntry) else NAME_FORM


AnyEntry = Annotated[Annotated[str, Tag(NAME_FORM)] | Annotated[BotEntry, Tag(TABLE_FORM)], Discriminator(_form)]


class BotsSection(Section):
    """[bots]: the participants."""

    paths: list[str] = key(
        [],
        "Files and folders with bots, besides the reference bots and ./bots; relative to this file",
        "a list of files and folders",
    )
    entries: list[AnyEntry] = key(
        [],
        'Bots by name or file, such as ["regent", "bots/*.py"]; or tables as in [[bots.entry]]',
        'a list of bots, such as ["regent", "random"]',
    )
    entry: list[BotEntry] = key([], "Long form: bots with options or other names", "written as [[bots.entry]]")
    on_broken: Literal["refuse", "leave-out"] = key(
        "refuse", "If a bot cannot be loaded: refuse the tournament, or leave the bot out with a note"
    )


KindLimit = Annotated[float, Field(gt=0, le=86_400, description="Seconds for a decision of this kind")]


class LimitsSection(Section):
    """[run.limits]: seconds and memory. There is always a limit: a bot that hangs must not stop a tournament.

    All other keys are kinds of decisions of the game.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, KindLimit] = Field(init=False)

    start: float = key(30.0, "Seconds to prepare for a game", gt=0, le=86_400)
    choose: float = key(1.0, "Seconds for any other decision", gt=0, le=86_400)
    bank: float = key(0.0, "Time bank of a seat in a game: seconds for decisions beyond their limits", ge=0, le=86_400)
    game: float = key(
        300.0, "Seconds for all bots of a game together; after that, the slowest is benched", gt=0, le=604_800
    )
    memory_mb: int = key(1024, "Megabytes for each process of a bot", ge=64, le=1_048_576)

    @property
    def kinds(self) -> dict[str, float]:
        return dict(self.__pydantic_extra__)

    def normal(self) -> dict[str, float]:
        """All limits in the order of the documentation."""
        own = self.model_dump(include=set(LimitsSection.model_fields))
        return {"start": own.pop("start"), **self.kinds, **own}

    def with_defaults(self, kinds: Mapping[str, float]) -> "LimitsSection":
        return LimitsSection.model_validate({**kinds, **self.model_dump()})


class RunSection(Section):
    """[run]: how games are run. jobs, executor, isolation, strict and report do not change the results."""

    jobs: Annotated[int, Field(ge=1, le=1024)] | Literal["cores"] = key(
        "cores", "Number of processes that play, or cores: one per core", 'a whole number from 1 to 1024, or "cores"'
    )
    executor: Literal["local", "dask"] = key(
        "local", "Where games are played: on this machine, or by the workers of a Dask scheduler"
    )
    scheduler: str | None = key(
        None,
        "dask: the scheduler's address, such as tcp://host:8786, its scheduler file, or local:4",
        'an address such as "tcp://host:8786", a scheduler file, or "local:4" for four workers here',
        min_length=1,
    )
    isolation: Literal["auto", "none", "process", "sandbox"] = key(
        "auto",
        "Where bots run: none: with the rules; process: each in a process of its own; sandbox: each in "
        "a sandbox; auto: none for bots that come with the package, process for all others",
    )
    chunk: int | None = key(
        None,
        "Games in one unit of work, rounded to whole blocks (default: a twentieth of the games, 20 to 200)",
        ge=1,
        le=100_000,
    )
    on_fault: Literal["substitute", "abort"] = key(
        "substitute", "After a bot's fault: choose for it, or end the tournament"
    )
    max_faults: int = key(
        3,
        "After this many faults in a game, a seat is benched: all further choices are made for it",
        ge=1,
        le=1_000_000,
    )
    drop_after: int | None = key(
        None,
        "After this many benched games, a bot is out; a substitute plays for it (default: off)",
        ge=1,
        le=1_000_000,
    )
    strict: bool = key(False, "Exit with code 1 if there was any fault")
    report: bool = key(True, "Write report.html into the run's folder at the end")
    limits: LimitsSection = key(LimitsSection(), "Time and memory limits")

    @property
    def processes(self) -> int:
        """The number of `jobs`, by default one for each core that this process may use."""
        if self.jobs != "cores":
            return self.jobs
        allowed = getattr(os, "sched_getaffinity", None)  # not every system has it
        return len(allowed(0)) if allowed else os.cpu_count() or 1


class LogSection(Section):
    """[log]: which tables are written."""

    tables: list[str] | Literal["all"] = key(
        "all", "Tables to write; games, seats and faults are always written", '"all" or a list of tables'
    )


class TuneSection(Section):
    """[tune]: the options to tune, and the games to play."""

    bot: str = key(
        ...,
        "The bot to tune: as in bots.entries, or the name of a [[bots.entry]]",
        "the name or the file of a bot",
        min_length=1,
    )
    ranges: dict[str, RawTable] = key(
        ...,
        "The values to try, by option: low and high, on a log scale with log = true; or a choice of values",
        "a table of options and their ranges, such as army = { low = 0.1, high = 0.4 }",
        min_length=1,
    )
    opponents: list[list[str]] = key(
        ...,
        "Its tables, each a list of opponents",
        'a list of tables, each a list of bots, such as [["regent", "regent", "regent"]]',
        min_length=1,
    )
    seed: int = key(0, "Seed of all proposals and games", ge=0, le=2**63 - 1)
    trials: int = key(40, "Number of settings to try", ge=1, le=100_000)
    batch: int = key(8, "Number of settings proposed and played together", ge=1, le=1000)
    blocks: int = key(24, "Number of seeds of a whole trial", ge=2, le=1_000_000)
    steps: int = key(3, "Number of steps in a trial; after each, hopeless trials end", ge=1, le=20)
    confirm: int = key(100, "Number of fresh seeds for the best trial and the untuned bot", ge=2, le=1_000_000)
    goal: Goal = key("wins", "The goal: a high share of wins, a high score, or a good place")


class TournamentSpec(Section):
    tourney: Annotated[TourneySection, ByFormat(), Field(description="The format and number of games")] = SECTIONS[0]()
    game: GameSection = key(GameSection(), "The game and its rules")
    bots: BotsSection = key(BotsSection(), "The participants")
    run: RunSection = key(RunSection(), "How games are run")
    log: LogSection = key(LogSection(), "Which tables are written")
    matrix: RawTable = key(
        {}, 'Keys that vary, such as "game.setup" = ["default", "draft"]; all cells play the same seeds'
    )
    tune: TuneSection | None = key(None, "The task of `wallenstein tune`; not for a tournament")
    study: StudySection | None = key(None, "The questions of `wallenstein study`; not for a tournament")
