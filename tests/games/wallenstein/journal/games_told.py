"""Games told twice: by the tables' rows, and by positions, decisions and the log, which say what must be there.

Nothing here knows how rows are written. A test puts together the rows of a table from the positions before each
decision, the decisions, and the log's lines, and compares.
"""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from click.testing import CliRunner

from tests.properties.players import BOTH, COURT, FIRST, LANDSKNECHTE, MANUAL, ONE_EACH, Table, tables
from tests.properties.test_positions import record
from wallenstein.cli import main
from wallenstein.core.tables import Rows
from wallenstein.games import find_game
from wallenstein.record.write import complete, to_arrow

Document = dict[str, Any]

NUMBER: Final = 7  # of the game in its run
BASE: Final = tables({})
EVERY_WAY: Final = (*ONE_EACH, BASE[0], BASE[2], FIRST[2], MANUAL[0], COURT[2], LANDSKNECHTE[0], BOTH[0], BOTH[5])
WITH_COURT: Final = (*COURT, *BOTH)
WITH_CARDS: Final = (*LANDSKNECHTE, *BOTH)
COST: Final = {"palace": 3, "church": 2, "post": 1, "deploy-5": 3, "deploy-3": 2, "deploy-1": 1}  # W40, W42, W43


class Told(NamedTuple):
    """A whole game, from its first decision on."""

    positions: list[Document]  # before each decision
    decisions: list[Document]
    used: list[int]  # outcomes of chance before each decision
    chance: list[Any]
    log: list[Document]
    end: Document
    state: Any  # the game itself, over
    rows: dict[str, list[Document]]

    def season_of(self, number: int) -> tuple[int, str]:
        """When a decision was taken."""
        return self.positions[number]["year"], self.positions[number]["season"]

    def asked(self, *kinds: str) -> Iterator[tuple[Document, Document]]:
        """The decisions of these kinds, each with the position before it."""
        for position, decision in zip(self.positions, self.decisions, strict=True):
            if decision["kind"] in kinds:
                yield position, decision

    def seasons(self) -> Iterator[tuple[Document, list[Document]]]:
        """The position at the first plan of every season but winter, and the log's lines of that season."""
        lines = self.lines_by_season()
        for number, decision in enumerate(self.decisions):
            position = self.positions[number]
            if decision["kind"] == "plan" and decision["seat"] == 0:
                yield position, lines[position["year"], position["season"]]

    def lines_by_season(self) -> dict[tuple[int, str], list[Document]]:
        """The log's lines by year and season; a game's set-up belongs to its first spring."""
        found: dict[tuple[int, str], list[Document]] = {}
        when = (1, "spring")
        for line in self.log:
            if line["entry"] == "season":
                when = line["year"], line["season"]
            found.setdefault(when, []).append(line)
        return found


@cache
def told(table: Table, seed: int) -> Told:
    """A game at this table, every choice drawn at random."""
    noted, chance, decisions, state = record(table, seed)
    positions, used = [position for position, _ in noted], [count for _, count in noted]
    script = scenario(positions[0], chance[used[0] :], decisions, "end")
    log = [json.loads(line) for line in referee(script, "--log").splitlines()]
    end = json.loads(referee(script))
    return Told(positions, decisions, used, chance, log, end, state, rows_of(state))


def scenario(position: Document, chance: list[Any], decisions: list[Document], until: str) -> Document:
    """A scenario that goes on from a position."""
    return {
        "format": "wallenstein-scenario/1",
        "position": position,
        "chance": chance,
        "decisions": decisions,
        "until": until,
    }


def referee(document: Document, *options: str) -> str:
    """What `wallenstein referee` prints."""
    result = CliRunner().invoke(main, ["referee", "-", *options], input=json.dumps(document))
    assert result.exit_code == 0, result.output
    return result.stdout


def rows_of(state: Any, *names: str) -> dict[str, list[Document]]:
    """The rows of the game's tables, or of these, by column, with the names of categories."""
    game = find_game("wallenstein")
    written = {table.name: Rows(table) for table in game.tables if not names or table.name in names}
    game.write_rows(NUMBER, state, written)
    for rows in written.values():
        complete(rows, state.book.rules)
    return {name: to_arrow(rows).to_pylist() for name, rows in written.items()}


def at(year: int, season: str, seat: int) -> Document:
    """The columns that most tables begin with."""
    return {"game": NUMBER, "year": year, "season": season, "seat": seat}


def slots(position: Document) -> list[str]:
    """The season's actions in the order of their slots."""
    actions: list[str] = position["actions"]
    assert len(actions) == 10
    return actions


def only(lines: list[Document], entry: str) -> list[Document]:
    """The lines of one kind."""
    return [line for line in lines if line["entry"] == entry]


@cache
def data() -> Document:
    """The packaged numbers of the cards."""
    text = (files("wallenstein.games.wallenstein") / "data" / "wallenstein.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def same(expected: list[Document], rows: list[Document]) -> None:
    """Compares row by row: a difference is shown by its first row."""
    for number, (want, row) in enumerate(zip(expected, rows, strict=False)):
        assert row == want, f"row {number}"
    assert len(rows) == len(expected)
