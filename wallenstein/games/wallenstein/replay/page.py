"""The page of a game: the map, the players, the season's plans, tower and tray, and details of a step."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from wallenstein.core.text import Item
from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.model import entries
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ATTACKER, COMBAT_A, DEFENDER, DONE, NEUTRAL, SEASONS
from wallenstein.games.wallenstein.replay.map import county_map, shapes
from wallenstein.games.wallenstein.replay.map import style as map_style
from wallenstein.games.wallenstein.story.season import SeasonNarrator, describe_rules
from wallenstein.games.wallenstein.story.story import ACTIONS, COLOURS, PEASANTS, TILES, StoryNames
from wallenstein.pages import player
from wallenstein.pages.html import Html, element
from wallenstein.pages.palette import LETTERS, chip
from wallenstein.pages.shell import packaged, scrolling

Details = dict[str, Any]
FILL: Final = "fill"
KEPT: Final = (
    entries.Thrown,
    entries.Battled,
    entries.Revolted,
)  # entries during which a march and its throw stay in view


class Scene:
    """Follows the journal and keeps the details of the latest entry."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.details: Details = {}

    def see(self, entry: object) -> None:
        if not isinstance(entry, KEPT):
            self.details = {}
        if isinstance(entry, entries.Thrown):
            self.throw(entry)
        elif isinstance(entry, entries.Battled):
            self.details["end"] = [entry.attack, entry.defence, entry.peasants, entry.outcome, entry.left]
        elif isinstance(entry, entries.Revolted):
            self.details["end"] = [entry.defence, 0, entry.peasants, DEFENDER if entry.left else ATTACKER, entry.left]
        elif isinstance(entry, entries.ActionResolved):
            self.details |= {"at": [entry.county], "seat": entry.seat}
            if entry.action >= COMBAT_A and entry.outcome == DONE:
                self.march(entry.seat, entry.county, entry.to, entry.amount)
        elif isinstance(entry, entries.Moved):
            self.march(entry.seat, entry.county, entry.to, entry.armies)
        elif isinstance(entry, entries.Settled):
            self.details["at"] = [entry.county]

    def march(self, seat: int, county: int, to: int, armies: int) -> None:
        self.details |= {"at": [county, to], "seat": seat, "march": [seat, county, to, armies]}

    def throw(self, entry: entries.Thrown) -> None:
        """The cubes that go in and come out; the set-up's throw belongs to no player."""
        cubes = {name: list(getattr(entry, name)) for name in ("hand", "tray", "inside", "out")}
        seats = [NEUTRAL, NEUTRAL] if entry.cause == FILL else [entry.seat, entry.other]
        self.details["throw"] = {"cause": entry.cause, "seats": seats, **cubes}
        if entry.cause != FILL:
            self.details["at"] = [*self.details.get("at", ())][:1] if "march" in self.details else []
            self.details["at"].append(entry.county)
            self.details["in"] = entry.county


def after_throw(position: player.Position, last: object) -> player.Position:
    """The position inside a battle: as before it, except for the cubes of the throw."""
    if not isinstance(last, entries.Thrown):
        return position
    fallen = [hand + lying for hand, lying in zip(last.hand, last.tray, strict=True)]
    tower = [stuck + fell - out for stuck, fell, out in zip(last.inside, fallen, last.out, strict=True)]
    return {**position, "tower": tower, "tray": list(last.out)}


def fight_label(entry: entries.Battled | entries.Revolted, moment: str, book: Book) -> str:
    """A battle or revolt in a list, such as `year 1, spring: B takes Vogtland from A`."""
    county = book.board.names[entry.county]
    if isinstance(entry, entries.Revolted):
        return f"{moment}: {LETTERS[entry.seat]} {'holds' if entry.left else 'loses'} {county} in a revolt"
    attacker = LETTERS[entry.attacker]
    defender = "" if entry.defender == NEUTRAL else LETTERS[entry.defender]
    if entry.outcome == ATTACKER:
        return f"{moment}: {attacker} takes {county}{f' from {defender}' if defender else ''}"
    if entry.outcome == DEFENDER:
        return f"{moment}: {defender} holds {county} against {attacker}"
    return f"{moment}: {attacker} makes {county}{f' of {defender}' if defender else ''} neutral"


def jumps_to(
    journal: Sequence[object], told: Sequence[player.PageStep], book: Book
) -> tuple[list[player.Jump], list[player.Jump]]:
    """The steps at which seasons begin, and those of the throws of fights."""
    seasons, fights = [player.Jump(0, "Set-up")], list[player.Jump]()
    when, thrown = "draft", 0
    for step, entry in player.with_steps(journal, told):
        if isinstance(entry, entries.SeasonBegun):
            when = f"year {entry.year}, {SEASONS[entry.season]}"
            seasons.append(player.Jump(step, when.capitalize()))
        elif isinstance(entry, entries.Thrown):
            thrown = step
        elif isinstance(entry, entries.Battled | entries.Revolted):
            fights.append(player.Jump(thrown, fight_label(entry, when, book)))
    return seasons, fights


COLUMNS: Final = ("VP", "Thalers", "grain", "counties", "armies")
MAP_LABEL: Final = "The map; the text beside it says what happens"
SCRIPTS: Final = ("board.js", "panels.js")


def game_page(
    title: str,
    story: SeasonNarrator,
    opening: Iterable[Item],
    ending: Iterable[Item],
    state: State,
    watched: player.Watched,
) -> str:
    book, journal, bots = state.book, state.journal or [], story.names.bots
    told, faults = player.with_remarks(player.steps(story, journal, opening, ending), watched.said, story.names.player)
    seasons, fights = jumps_to(journal, told, book)
    seats = [player.PagePlayer(f"{bot} ({COLOURS[seat]})", COLOURS[seat]) for seat, bot in enumerate(bots)]

    def colour(county: int) -> str:
        return f"region-{book.board.region_colours[book.board.region[county]]}" if county in book.counties else "unused"

    play = player.Playback(
        title,
        [f"{describe_rules(book.rules)}. ", player.seat_names(seats)],
        seats,
        told,
        positions_of(told, journal, watched),
        details_of(told, journal, book),
        player.Jumps("season", seasons),
        player.Jumps("battle", fights),
        faults,
        hides=True,
    )
    return player.player_page(
        play,
        [action_row(), county_map(book.board, MAP_LABEL, colour=colour, over=element("g", id="over", class_="over"))],
        [seat_table(bots, bids(book)), tower_panel()],
        season_panel(bots),
        data_of(book, bots),
        [map_style(), packaged(__package__, "replay.css")],
        [packaged(__package__, name) for name in SCRIPTS],
    )


def positions_of(
    told: Sequence[player.PageStep], journal: Sequence[object], watched: player.Watched
) -> list[player.Position]:
    """The position of every step; while cubes fall, only they have moved."""
    return [
        after_throw(position, journal[step.happened - 1]) if watched.inside(step) else position
        for step, position in zip(told, watched.of(told), strict=True)
    ]


def details_of(told: Sequence[player.PageStep], journal: Sequence[object], book: Book) -> list[dict[str, object]]:
    """The details of each step; the last one, which shows the whole, has none."""
    scene, done, found = Scene(book), 0, []
    for step in told[:-1]:
        for entry in journal[done : step.happened]:
            scene.see(entry)
        done = step.happened
        found.append(dict(scene.details))
    return [*found, {}]


def bids(book: Book) -> bool:
    return "tile" in functions(book.rules, book.players).kinds


def action_row() -> Html:
    """The time, and the season's actions in their order; a script fills it in."""
    when = element("p", id="when", class_="when")
    return element("div", when, element("ol", id="row", class_="row", aria_label="Actions of the season"))


def seat_table(bots: Sequence[str], tiles: bool) -> Html:
    """The possessions of the players; a script fills them in."""
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
    """Tower and tray, and the current throw; a script fills them in."""
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
    """The event, and the row of actions with all plans; a script fills them in."""
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


def data_of(book: Book, bots: Sequence[str]) -> dict[str, object]:
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
