"""The section [study]: questions, the worlds in which they are asked, and the strategies that answer them."""

from typing import Annotated, Any

from pydantic import Field

from wallenstein.core.documents import RawTable
from wallenstein.tourney.section import NAME, NAMES, Allowed, Section

Text = Annotated[str, Field(min_length=1)]
WORDS = Allowed("a text")
PLACES = Allowed('a table of axes and names of their levels, such as { rules = ["first edition"] }')
Where = Annotated[dict[str, list[str]], Field(description="Only in worlds with these levels of these axes"), PLACES]


class LevelSection(Section):
    """A level of an axis: the settings of its worlds."""

    name: Annotated[Text, Field(description="Its name on the page"), WORDS]
    game: Annotated[
        RawTable, Field(description="Keys of [game]; board = {sample = 20} makes twenty levels of this one")
    ] = {}
    players: Annotated[int | None, Field(ge=2, le=8, description="Seats at a table")] = None
    company: Annotated[
        list[str], Field(description="The bots in the other seats, in turn"), Allowed("a list of names of bots")
    ] = []


class AxisSection(Section):
    """[[study.axis]]: something that differs between worlds."""

    name: Annotated[str, Field(pattern=NAME, description="Its name"), NAMES]
    random: Annotated[
        bool, Field(description="Whether the levels are drawn from many; conclusions are then about all of them")
    ] = False
    levels: Annotated[
        list[LevelSection], Field(min_length=1, description="Its levels, played equally often"), Allowed("tables")
    ]


class StrategySection(Section):
    """[[study.strategy]]: a bot that takes the base's seat."""

    name: Annotated[str, Field(pattern=NAME, description="Its name"), NAMES]
    bot: Annotated[Text, Field(description="A registered name, module:Class, or a file"), WORDS]
    options: Annotated[dict[str, Any], Field(description="Options of the bot's constructor")] = {}
    text: Annotated[Text, Field(description="Its effect, as the end of a sentence such as: … builds no church"), WORDS]
    every: Annotated[int, Field(ge=1, le=1000, description="1: in every block, 2: in every second block, …")] = 1
    where: Where = {}


class QuestionSection(Section):
    """[[study.question]]: a question about strategies, an axis, or traits of seats."""

    name: Annotated[str, Field(pattern=NAME, description="Its name in files"), NAMES]
    title: Annotated[Text, Field(description="The question"), WORDS]
    text: Annotated[str, Field(description="How to read the answer"), WORDS] = ""
    overturn: Annotated[str, Field(description="Limits of the answer, besides worlds not played"), WORDS] = ""
    strategies: Annotated[
        list[str], Field(description="Measure the gain of these"), Allowed("a list of names of strategies")
    ] = []
    axis: Annotated[str | None, Field(description="Compare the levels of this axis"), WORDS] = None
    against: Annotated[str | None, Field(description="The level that others are compared with"), WORDS] = None
    measures: Annotated[
        list[str], Field(description="Measures to compare; also gains of strategies"), Allowed("a list of measures")
    ] = []
    traits: Annotated[
        list[str], Field(description="The effect of one more unit of each"), Allowed("a list of traits of seats")
    ] = []
    where: Where = {}


class StudySection(Section):
    """[study]: the worlds that `wallenstein study` plays, and the questions that it answers."""

    title: Annotated[Text, Field(description="The title of the page"), WORDS]
    text: Annotated[str, Field(description="The text below the title"), WORDS] = ""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1, description="Seed of all worlds and games")] = 0
    blocks: Annotated[int, Field(ge=4, le=100_000, description="The most blocks, each with a world of its own")]
    pilot: Annotated[
        int, Field(ge=4, le=10_000, description="Blocks of the pilot, which shows how many are needed")
    ] = 12
    see: Annotated[
        float, Field(gt=0, le=1000, description="The gain in points of a strategy that 8 of 10 studies would find")
    ] = 1.0
    base: Annotated[Text, Field(description="The bot that strategies are compared with"), WORDS]
    tables: Annotated[list[str], Field(description="Tables that are recorded, besides games, seats and faults")] = []
    axis: Annotated[list[AxisSection], Field(min_length=1, description="Axes of the worlds"), Allowed("[[study.axis]]")]
    strategy: Annotated[
        list[StrategySection], Field(min_length=1, description="Strategies"), Allowed("written as [[study.strategy]]")
    ]
    question: Annotated[
        list[QuestionSection], Field(min_length=1, description="Questions"), Allowed("written as [[study.question]]")
    ]
