"""The table counties against the positions before the first plan, and at the end of every season."""

from typing import Any

from tests.games.wallenstein.journal.games_told import EVERY_WAY, NUMBER, Told, rows_of, same, told
from tests.games.wallenstein.journal.test_season_rows import season_ends
from tests.properties.players import Table, by_way
from tests.rules.referee import FOLDER, read
from tests.together import together
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.referee.scenario import REFEREE

EMPTY: dict[str, Any] = {"owner": -1, "armies": 0, "buildings": [], "markers": 0}
Board = dict[str, dict[str, Any]]


@together(by_way(EVERY_WAY, 1))
def test_counties(table: Table, seed: int) -> None:
    game = told(table, seed)
    seen = list(moments(game))
    assert len(seen) == 9
    expected = [row(county, when, counties) for county in board().ids for when, counties in seen]
    same(expected, game.rows["counties"])


def moments(game: Told) -> Any:
    """What lies in the counties, by position, at every moment of the table."""
    yield (1, "start"), next(position for position in game.positions if position["phase"] == "plan")["counties"]
    for (year, season), position in season_ends(game).items():
        yield (year, season), position["counties"]
        if season == "fall":
            later = game.end if year == 2 else next(p for p in game.positions if (p["year"], p["phase"]) == (2, "plan"))
            yield (year, "winter"), with_markers(later["counties"], position["counties"])


def with_markers(after: Board, before: Board) -> Board:
    """W73: the counties after winter, with the markers that were removed; those of lost counties went before."""
    return {name: {**county, "markers": before[name]["markers"]} for name, county in after.items()}


def row(name: str, when: tuple[int, str], counties: Board) -> dict[str, Any]:
    """The row of a county."""
    here = counties.get(name, EMPTY)
    year, season = when
    built = {kind: kind in here["buildings"] for kind in ("palace", "church", "post")}
    things = {"owner": here["owner"], "armies": here["armies"], **built, "markers": here["markers"]}
    return {"game": NUMBER, "year": year, "season": season, "county": name, **things}


def test_w12_the_line_up_is_at_the_start() -> None:
    game = Wallenstein()
    state = game.new_game(game.rules({}, FOLDER), 4, 1)
    rows = rows_of(state, "counties")["counties"]
    armies = {county["county"]: county["armies"] for county in rows if county["owner"] == 0}
    assert armies == {state.book.board.ids[county]: count for county, count in state.book.board.line_up(4)[0]}
    assert {county["season"] for county in rows} == {"start"}


def test_a_game_that_begins_in_the_middle_has_no_start() -> None:
    state = REFEREE.play(REFEREE.read(Json(read(FOLDER / "w30_cards_and_tiles_return.json")["scenario"]), FOLDER))
    rows = rows_of(state, "counties")["counties"]
    assert {county["season"] for county in rows} == {"spring"}
    assert len(rows) == len(board().ids)
