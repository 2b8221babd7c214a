"""The section [study]: questions, the worlds in which they are asked, and the strategies that answer them."""

from typing import Annotated, Any

from pydantic import Field

from wallenstein.core.documents import RawTable
from wallenstein.tourney.section import NAME, NAMES, Section, key

Text = Annotated[str, Field(min_length=1)]
WORDS = "a text"
PLACES = 'a table of axes and names of their levels, such as { rules = ["first edition"] }'


class LevelSection(Section):
    """A level of an axis: the settings of its worlds."""

    name: Text = key(..., "Its name on the page", WORDS)
    game: RawTable = key({}, "Keys of [game]; board = {sample = 20} makes twenty levels of this one")
    players: int | None = key(None, "Seats at a table (default: 4 if no axis says so)", ge=2, le=8)
    share: int = key(1, "Its blocks, for each one of a level with 1", ge=1, le=1000)
    company: list[str] = key(
        [], "The bots in the other seats, in turn; the base if no axis says so", "a list of names of bots"
    )


class AxisSection(Section):
    """[[study.axis]]: something that differs between worlds."""

    name: str = key(..., "Its name", NAMES, pattern=NAME)
    random: bool = key(False, "Whether the levels are drawn from many; conclusions are then about all of them")
    levels: list[LevelSection] = key(..., "Its levels, played equally often", "tables", min_length=1)


class StrategySection(Section):
    """[[study.strategy]]: a bot that takes the base's seat."""

    name: str = key(..., "Its name", NAMES, pattern=NAME)
    bot: Text = key(..., "A registered name, module:Class, or a file", WORDS)
    options: dict[str, Any] = key({}, "Options of the bot's constructor")
    text: Text = key(..., "Its effect, as the end of a sentence such as: … builds no church", WORDS)
    every: int = key(1, "1: in every block, 2: in every second block, …", ge=1, le=1000)
    where: dict[str, list[str]] = key({}, "Only in worlds with these levels of these axes", PLACES)


class QuestionSection(Section):
    """[[study.question]]: a question about strategies, an axis, or traits of seats."""

    name: str = key(..., "Its name in files", NAMES, pattern=NAME)
    title: Text = key(..., "The question", WORDS)
    text: str = key("", "How to read the answer", WORDS)
    overturn: str = key("", "Limits of the answer, besides worlds not played", WORDS)
    strategies: list[str] = key([], "Measure the gain of these", "a list of names of strategies")
    axis: str | None = key(
        None, "Compare the measures between the levels of this axis; without it, show their values", WORDS
    )
    against: str | None = key(None, "The level that others are compared with (default: the first)", WORDS)
    measures: list[str] = key([], "Measures to compare; also gains of strategies", "a list of measures")
    traits: list[str] = key([], "The effect of one more unit of each", "a list of traits of seats")
    where: dict[str, list[str]] = key({}, "Only in worlds with these levels of these axes", PLACES)


class StudySection(Section):
    """[study]: the worlds that `wallenstein study` plays, and the questions that it answers."""

    title: Text = key(..., "The title of the page", WORDS)
    text: str = key("", "The text below the title", WORDS)
    seed: int = key(0, "Seed of all worlds and games", ge=0, le=2**63 - 1)
    blocks: int = key(..., "The most blocks, each with a world of its own", ge=4, le=100_000)
    pilot: int = key(12, "Blocks of the pilot, which shows how many are needed", ge=4, le=10_000)
    see: float = key(1.0, "The gain in points of a strategy that 8 of 10 studies would find", gt=0, le=1000)
    base: Text = key(..., "The bot that strategies are compared with", WORDS)
    tables: list[str] = key([], "Tables that are recorded, besides games, seats and faults")
    axis: list[AxisSection] = key(..., "Axes of the worlds", "[[study.axis]]", min_length=1)
    strategy: list[StrategySection] = key(..., "Strategies", "written as [[study.strategy]]", min_length=1)
    question: list[QuestionSection] = key(..., "Questions", "written as [[study.question]]", min_length=1)
