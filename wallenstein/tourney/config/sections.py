"""The sections of a configuration, as in the file."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from wallenstein import games
from wallenstein.core.documents import RawTable
from wallenstein.tourney.config.study_section import StudySection
from wallenstein.tourney.formats import TourneySection
from wallenstein.tourney.formats.known import SECTIONS, ByFormat
from wallenstein.tourney.section import NAME, NAMES, Allowed, Section

Goal = Literal["wins", "score", "rank"]
NAME_FORM: Final = "<name>"  # of an entry; pydantic adds these to the places of errors
TABLE_FORM: Final = "<table>"
Word = Annotated[str, Field(min_length=1, pattern=r"^[^\x00]*$")]


class GameSection(BaseModel):
    """[game]: the game and its rules. All other keys belong to the game, which checks them."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)

    name: Annotated[str, Field(description="The game to play"), Allowed("the name of a game")] = games.DEFAULT


class BotEntry(Section):
    """[[bots.entry]]: one bot, with its name in this tournament and its options."""

    name: Annotated[
        str | None, Field(pattern=NAME, description="Its name in tables and standings (default: the bot's)"), NAMES
    ] = None
    bot: Annotated[
        str | None,
        Field(min_length=1, description="A registered name, module:Class, or a file"),
        Allowed("a registered name, module:Class, or a file"),
    ] = None
    command: Annotated[
        list[Word] | None,
        Field(min_length=1, description="Instead of bot: a program in any language, and its arguments"),
        Allowed('a list of a program and its arguments, such as ["node", "otter.js"]'),
    ] = None
    files: Annotated[
        list[Word],
        Field(description="Files of the command: a change in one makes it another bot"),
        Allowed("a list of files"),
    ] = []
    folder: Annotated[
        str,
        Field(description="Working directory of the command (default: the folder of this file)"),
        Allowed("a folder"),
    ] = ""
    options: Annotated[dict[str, Any], Field(description="Options of the bot's constructor")] = {}


class PlacedEntry(BotEntry):
    """A bot elsewhere in a file, with the keys of its name and its options in messages."""

    key: str
    options_key: str = ""


def _form(value: object) -> str:
    return TABLE_FORM if isinstance(value, dict | BotEntry) else NAME_FORM


AnyEntry = Annotated[Annotated[str, Tag(NAME_FORM)] | Annotated[BotEntry, Tag(TABLE_FORM)], Discriminator(_form)]


class BotsSection(Section):
    """[bots]: the participants."""

    paths: Annotated[
        list[str],
        Field(description="Files and folders with bots, besides the reference bots and ./bots; relative to this file"),
        Allowed("a list of files and folders"),
    ] = []
    entries: Annotated[
        list[AnyEntry],
        Field(description='Bots by name or file, such as ["regent", "bots/*.py"]; or tables as in [[bots.entry]]'),
        Allowed('a list of bots, such as ["regent", "random"]'),
    ] = []
    entry: Annotated[
        list[BotEntry],
        Field(description="Long form: bots with options or other names"),
        Allowed("written as [[bots.entry]]"),
    ] = []
    on_broken: Annotated[
        Literal["refuse", "leave-out"],
        Field(description="If a bot cannot be loaded: refuse the tournament, or leave the bot out with a note"),
    ] = "refuse"


KindLimit = Annotated[float, Field(gt=0, le=86_400, description="Seconds for a decision of this kind")]


class LimitsSection(Section):
    """[run.limits]: seconds and memory. There is always a limit: a bot that hangs must not stop a tournament.

    All other keys are kinds of decisions of the game.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, KindLimit] = Field(init=False)

    start: Annotated[float, Field(gt=0, le=86_400, description="Seconds to prepare for a game")] = 30.0
    choose: Annotated[float, Field(gt=0, le=86_400, description="Seconds for any other decision")] = 1.0
    bank: Annotated[
        float,
        Field(ge=0, le=86_400, description="Time bank of a seat in a game: seconds for decisions beyond their limits"),
    ] = 0.0
    game: Annotated[
        float,
        Field(
            gt=0, le=604_800, description="Seconds for all bots of a game together; after that, the slowest is benched"
        ),
    ] = 300.0
    memory_mb: Annotated[int, Field(ge=64, le=1_048_576, description="Megabytes for each process of a bot")] = 1024

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

    jobs: Annotated[
        Annotated[int, Field(ge=1, le=1024)] | Literal["cores"],
        Field(description="Number of processes that play, or cores: one per core"),
        Allowed('a whole number from 1 to 1024, or "cores"'),
    ] = "cores"
    executor: Annotated[
        Literal["local", "dask"],
        Field(description="Where games are played: on this machine, or by the workers of a Dask scheduler"),
    ] = "local"
    scheduler: Annotated[
        str | None,
        Field(
            min_length=1,
            description="dask: the scheduler's address, such as tcp://host:8786, its scheduler file, or local:4",
        ),
        Allowed('an address such as "tcp://host:8786", a scheduler file, or "local:4" for four workers here'),
    ] = None
    isolation: Annotated[
        Literal["auto", "none", "process", "sandbox"],
        Field(
            description="Where bots run: none: with the rules; process: each in a process of its own; sandbox: each in "
            "a sandbox; auto: none for bots that come with the package, process for all others"
        ),
    ] = "auto"
    chunk: Annotated[
        int | None, Field(ge=1, le=100_000, description="Games in one unit of work, about; rounded to whole blocks")
    ] = None
    on_fault: Annotated[
        Literal["substitute", "abort"], Field(description="After a bot's fault: choose for it, or end the tournament")
    ] = "substitute"
    max_faults: Annotated[
        int,
        Field(
            ge=1,
            le=1_000_000,
            description="After this many faults in a game, a seat is benched: all further choices are made for it",
        ),
    ] = 3
    drop_after: Annotated[
        int | None,
        Field(ge=1, le=1_000_000, description="After this many benched games, a bot is out; a substitute plays for it"),
    ] = None
    strict: Annotated[bool, Field(description="Exit with code 1 if there was any fault")] = False
    report: Annotated[bool, Field(description="Write report.html into the run's folder at the end")] = True
    limits: Annotated[LimitsSection, Field(description="Time and memory limits")] = LimitsSection()


class LogSection(Section):
    """[log]: which tables are written."""

    tables: Annotated[
        list[str] | Literal["all"],
        Field(description="Tables to write; games, seats and faults are always written"),
        Allowed('"all" or a list of tables'),
    ] = "all"


class TuneSection(Section):
    """[tune]: the options to tune, and the games to play."""

    bot: Annotated[
        str,
        Field(min_length=1, description="The bot to tune: as in bots.entries, or the name of a [[bots.entry]]"),
        Allowed("the name or the file of a bot"),
    ]
    ranges: Annotated[
        dict[str, RawTable],
        Field(min_length=1, description="By option: low and high, or a choice of values; with log, by factors"),
        Allowed("a table of options and their ranges, such as army = { low = 0.1, high = 0.4 }"),
    ]
    opponents: Annotated[
        list[list[str]],
        Field(min_length=1, description="Its tables, each a list of opponents"),
        Allowed('a list of tables, each a list of bots, such as [["regent", "regent", "regent"]]'),
    ]
    seed: Annotated[int, Field(ge=0, le=2**63 - 1, description="Seed of all proposals and games")] = 0
    trials: Annotated[int, Field(ge=1, le=100_000, description="Number of settings to try")] = 40
    batch: Annotated[int, Field(ge=1, le=1000, description="Number of settings proposed and played together")] = 8
    blocks: Annotated[int, Field(ge=2, le=1_000_000, description="Number of seeds of a whole trial")] = 24
    steps: Annotated[
        int, Field(ge=1, le=20, description="Number of steps in a trial; after each, hopeless trials end")
    ] = 3
    confirm: Annotated[
        int, Field(ge=2, le=1_000_000, description="Number of fresh seeds for the best trial and the untuned bot")
    ] = 100
    goal: Annotated[Goal, Field(description="The goal: a high share of wins, a high score, or a good place")] = "wins"


class TournamentSpec(Section):
    tourney: Annotated[TourneySection, ByFormat(), Field(description="The format and number of games")] = SECTIONS[0]()
    game: Annotated[GameSection, Field(description="The game and its rules")] = GameSection()
    bots: Annotated[BotsSection, Field(description="The participants")] = BotsSection()
    run: Annotated[RunSection, Field(description="How games are run")] = RunSection()
    log: Annotated[LogSection, Field(description="Which tables are written")] = LogSection()
    matrix: Annotated[
        RawTable,
        Field(description='Keys that vary, such as "game.setup" = ["default", "draft"]; all cells play the same seeds'),
    ] = {}
    tune: Annotated[TuneSection | None, Field(description="The task of `wallenstein tune`; not for a tournament")] = (
        None
    )
    study: Annotated[
        StudySection | None, Field(description="The questions of `wallenstein study`; not for a tournament")
    ] = None
