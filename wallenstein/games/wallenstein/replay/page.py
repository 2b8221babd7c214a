"""The page of a game: the map, the players, the season's plans, tower and tray."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from wallenstein.core.reports.page import Item
from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.map.drawing import county_map
from wallenstein.games.wallenstein.map.drawing import style as map_style
from wallenstein.games.wallenstein.map.shapes import shapes
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.replay.details import Scene, after_throw, jumps_to
from wallenstein.games.wallenstein.story.names import ACTIONS, COLOURS, PEASANTS, TILES, StoryNames
from wallenstein.games.wallenstein.story.narrator import StoryNarrator
from wallenstein.games.wallenstein.story.setup import played
from wallenstein.pages.html import Html, element
from wallenstein.pages.palette import LETTERS, chip
from wallenstein.pages.player.page import Jumps, Play, Seat, player_page, seat_names
from wallenstein.pages.player.remarks import with_remarks
from wallenstein.pages.player.steps import Position, Step, steps
from wallenstein.pages.player.watched import Watched
from wallenstein.pages.shell import packaged
from wallenstein.pages.text import scrolling

COLUMNS: Final = ("VP", "Thalers", "grain", "counties", "armies")
MAP_LABEL: Final = "The map; the text beside it says what happens"
SCRIPTS: Final = ("board.js", "panels.js")


def game_page(
    title: str, story: StoryNarrator, opening: Iterable[Item], ending: Iterable[Item], state: State, watched: Watched
) -> str:
    """The page of a game that was watched, from its opening to where it has come."""
    book, journal, bots = state.book, state.journal or [], story.names.bots
    told, faults = with_remarks(steps(story, journal, opening, ending), watched.said, story.names.player)
    happened = [step.happened for step in told]
    seasons, fights = jumps_to(journal, happened, book)
    seats = [Seat(f"{bot} ({COLOURS[seat]})", COLOURS[seat]) for seat, bot in enumerate(bots)]
    play = Play(
        title,
        [f"{played(book.rules)}. ", seat_names(seats)],
        seats,
        told,
        positions_of(told, journal, watched),
        details_of(told, journal, book),
        Jumps("season", seasons),
        Jumps("battle", fights),
        faults,
        hides=True,
    )
    return player_page(
        play,
        [action_row(), county_map(book.board, MAP_LABEL, colour=colour_of(book), over=overlay())],
        [seat_table(bots, bids(book)), tower_panel()],
        season_panel(bots),
        data_of(book, bots),
        [map_style(), packaged(__package__, "replay.css")],
        [packaged(__package__, name) for name in SCRIPTS],
    )


def positions_of(told: Sequence[Step], journal: Sequence[Any], watched: Watched) -> list[Position]:
    """The position of every step; while cubes fall, only those have moved."""
    return [
        after_throw(position, journal[step.happened - 1]) if watched.inside(step) else position
        for step, position in zip(told, watched.of(told), strict=True)
    ]


def details_of(told: Sequence[Step], journal: Sequence[Any], book: Book) -> list[dict[str, Any]]:
    """What is shown at each step alone; nothing at the last, which looks at the whole."""
    scene, done, found = Scene(book), 0, []
    for step in told[:-1]:
        for entry in journal[done : step.happened]:
            scene.see(entry)
        done = step.happened
        found.append(scene.now())
    return [*found, {}]


def colour_of(book: Book) -> Any:
    """The class of a county's area: its region's tint, or pale if it is not used."""
    board = book.board
    return lambda county: (
        f"region-{board.region_colours[board.region[county]]}" if county in book.counties else "unused"
    )


def bids(book: Book) -> bool:
    """Whether players bid for tiles."""
    return "tile" in functions(book.rules, book.players).kinds


def action_row() -> Html:
    """When it is, and the season's actions in their order; a script fills it in."""
    when = element("p", id="when", class_="when")
    return element("div", when, element("ol", id="row", class_="row", aria_label="Actions of the season"))


def overlay() -> Html:
    """What scripts draw over the map."""
    return element("g", id="over", class_="over")


def seat_table(bots: Sequence[str], tiles: bool) -> Html:
    """What every player has; a script fills it in."""
    heads = [element("th", name, scope="col", class_="figure") for name in COLUMNS]
    more = [
        element("th", "turn, tile" if tiles else "turn", scope="col"),
        element("th", "plan", scope="col", id="plan-head", class_="plan"),
    ]
    head = element("tr", element("th", "player", scope="col"), heads, more)
    rows = [
        element(
            "tr",
            element(
                "th", chip(LETTERS[seat], COLOURS[seat]), " ", bot, element("small", id=f"words{seat}"), scope="row"
            ),
            [element("td", id=f"seat{seat}-{place}", class_="figure") for place in range(len(COLUMNS))],
            element("td", id=f"tile{seat}"),
            element("td", id=f"planned{seat}"),
            id=f"row{seat}",
        )
        for seat, bot in enumerate(bots)
    ]
    table = element("table", element("thead", head), element("tbody", rows), class_="players")
    return element("section", element("h2", "Players"), scrolling(table, "Players"), aria_label="Players")


def tower_panel() -> Html:
    """Tower and tray, and the throw under way; a script fills it in."""
    parts = [
        element(
            "div", element("h3", name), element("div", class_="cubes", id=place), class_="vessel", id=f"{place}-box"
        )
        for place, name in (("thrown", "Thrown in"), ("tower", "In the tower"), ("tray", "In the tray"))
    ]
    return element(
        "section",
        element("h2", "Dice tower"),
        element("div", parts, class_="vessels"),
        element("p", id="verdict", class_="verdict"),
        class_="tower",
        aria_label="Dice tower",
    )


def season_panel(bots: Sequence[str]) -> Html:
    """When it is, the event, and the row of actions with everybody's plans; a script fills it in."""
    heads = [element("th", chip(LETTERS[seat], COLOURS[seat]), " ", bot, scope="col") for seat, bot in enumerate(bots)]
    head = element("tr", element("th", "action", scope="col"), heads)
    table = element("table", element("thead", head), element("tbody", id="plans"), class_="plans")
    return element(
        "section",
        element("h2", "Season", id="season"),
        element(
            "div", scrolling(table, "Plans of the season"), element("dl", id="facts", class_="facts"), class_="columns"
        ),
        class_="season",
        aria_label="Season",
    )


def data_of(book: Book, bots: Sequence[str]) -> dict[str, Any]:
    """Names and places that the scripts need."""
    names, board = StoryNames(bots, book), book.board
    events = range(len(book.cards.events))
    return {
        "counties": list(board.names),
        "regions": [board.region_colours[region] for region in board.region],
        "used": list(book.counties),
        "places": [shapes()[name].label for name in board.ids],
        "sites": list(board.sites),
        "values": [[board.grain[county], board.taxes[county]] for county in range(len(board.ids))],
        "actions": list(ACTIONS),
        "tiles": list(TILES),
        "events": [f"{names.event(event)}; {names.loss(event)} grain lost in winter" for event in events],
        "peasants": PEASANTS,
        "bids": bids(book),
    }
