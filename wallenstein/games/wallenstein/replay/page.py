"""The page of a game: the map, the players, the season's plans, tower and tray, details of a step; and `PAGES`."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from wallenstein.core.documents import JsonObject
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.editions import functions, parts_of, phases
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model import entries
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.state import SEASONS_A_YEAR, Functions, State
from wallenstein.games.wallenstein.names import ATTACKER, COMBAT_A, DEFENDER, DONE, NEUTRAL, SEASONS
from wallenstein.games.wallenstein.phases.winter import SCORE
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.replay.map import county_map, drawing, path_of
from wallenstein.games.wallenstein.search.forecast import FEATURES, features
from wallenstein.games.wallenstein.story.season import SeasonNarrator, describe_rules
from wallenstein.games.wallenstein.story.story import ACTIONS, COLOURS, PEASANTS, TILES, StoryNames
from wallenstein.pages import player
from wallenstein.pages.card import Picture
from wallenstein.pages.chances import Chances
from wallenstein.pages.game_pages import GamePages
from wallenstein.pages.html import Html, element, joined
from wallenstein.pages.palette import LETTERS, named_chip
from wallenstein.pages.player import Watched
from wallenstein.pages.shell import blank_table, column, packaged, row, scrolling
from wallenstein.pages.svg import rect, text

FILL: Final = "fill"
# entries during which a march and its throw stay in view
KEPT: Final = (entries.Thrown, entries.Battled, entries.Revolted)


class Scene:
    """Follows the journal and keeps the details of the latest entry."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.details: JsonObject = {}

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


def jumps_to(journal: Sequence[object], told: Sequence[player.PageStep], names: StoryNames) -> dict[str, player.Jumps]:
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
            fights.append(player.Jump(thrown, fight_label(entry, when, names.book)))
    return {"part": player.Jumps("season", seasons), "fight": player.Jumps("battle", fights)}


COLUMNS: Final = ("VP", "Thalers", "grain", "counties", "armies")
MAP_LABEL: Final = "The map; the text beside it says what happens"


def plain_colour(book: Book, county: int) -> str:
    return f"region-{book.board.region_colours[book.board.region[county]]}" if county in book.counties else "unused"


def board_picture(play: player.Playback, book: Book, step: int) -> Picture:
    """The map at a step, as the script of the page draws it."""
    position: Any = play.positions[step]
    held: dict[int, list[int]] = {county: position.get(f"county{county}") for county in book.counties}

    def colour(county: int) -> str:
        owner = held.get(county)
        return f"owned own-{COLOURS[owner[0]]}" if owner else plain_colour(book, county)

    shapes = drawing(book.board).shapes
    about: Any = play.details[step].get("at", ())
    over = [element("path", d=path_of(shapes[county].ring, closed=True), class_="about") for county in about]
    drawn = county_map(
        book.board,
        "The map",
        lambda county: things(book, county, held[county]) if county in held else None,
        colour,
        element("g", over, class_="over"),
    )
    owned = [f".land.own-{tone} {{ fill: url(#pattern-{tone}); }}" for tone in COLOURS]
    look = [packaged(__package__, name) for name in ("map.css", "replay.css")]
    return Picture(drawn, "\n".join([*look, *owned]))


def things(book: Book, county: int, held: Sequence[int] | None) -> Html:
    """Armies, buildings, free sites and revolt markers in a county, in one row below its name."""
    owner, armies, built, markers = held or (NEUTRAL, 0, 0, 0)
    parts: list[tuple[int, Html]] = []
    if held:
        wide = 36 if armies > 9 else 28
        letter = element("tspan", LETTERS[owner], class_=f"letter tone-{COLOURS[owner]}")
        frame = rect(0, 0, wide, 19, rx=4, class_=f"badge stroke-{COLOURS[owner]}")
        parts.append((wide, joined(frame, text(wide / 2, 14.5, [letter, f" {armies}"], class_="armies"))))
    here = [name for kind, name in enumerate(BUILDINGS) if built >> kind & 1]
    for name in here:
        mark = element("use", href=f"#mark-{name}", x=1.5, y=2.5, class_=f"mark {name}")
        parts.append((17, joined(rect(0, 1, 17, 17, rx=2.5, class_="built"), mark)))
    parts += [(7, rect(0, 6.5, 7, 7, rx=1, class_="site"))] * (book.board.sites[county] - len(here))
    parts += [(10, element("path", class_="flame", d=FLAME, transform="translate(0 3.5)"))] * markers
    x, placed = -(sum(wide for wide, _ in parts) + GAP * (len(parts) - 1)) / 2, list[Html]()
    for wide, drawn in parts:
        placed.append(element("g", drawn, transform=f"translate({x:.1f} 7)"))
        x += wide + GAP
    return joined(*placed)


BUILDINGS: Final = ("palace", "church", "post")
FLAME: Final = "M5 0c.6 3 4 4.4 4 7.6a4 4 0 0 1-8 0c0-1.8.9-2.9 1.6-4 .2 1.3.7 2 1.3 2.2C3.7 3.8 4 1.7 5 0z"
GAP: Final = 3


def board_page(play: player.Playback, book: Book, bots: Sequence[str]) -> str:
    tower = Html(packaged(__package__, "tower.html"))  # with tray and throw; a script fills them in
    return player.player_page(
        play,
        county_map(
            book.board, MAP_LABEL, colour=partial(plain_colour, book), over=element("g", id="over", class_="over")
        ),
        [element("p", id="when", class_="when"), seat_table(bots, bids(book)), season_panel(bots), tower],
        element("dl", id="facts", class_="facts"),
        data_of(book, bots),
        [packaged(__package__, name) for name in ("map.css", "replay.css")],
        [packaged(__package__, name) for name in ("board.js", "panels.js")],
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
    scene, done, found = Scene(book), 0, []
    for step in told[:-1]:
        for entry in journal[done : step.happened]:
            scene.see(entry)
        done = step.happened
        found.append(dict(scene.details))
    return [*found, {}]


def bids(book: Book) -> bool:
    return "tile" in functions(book.rules, book.players).kinds


def seat_table(bots: Sequence[str], tiles: bool) -> Html:
    heads = [column(name, class_="figure") for name in COLUMNS]
    heads.insert(1, column("to win", class_="figure", title="The chance to win, by the forecast"))
    more = column("turn, tile" if tiles else "turn"), column("plan", id="plan-head", class_="plan")
    rows = []
    for seat, bot in enumerate(bots):
        figures = [element("td", id=f"seat{seat}-{place}", class_="figure") for place in range(len(COLUMNS))]
        figures.insert(1, element("td", id=f"chance{seat}", class_="figure"))
        name = named_chip(seat, COLOURS[seat], bot), element("small", id=f"words{seat}")
        more_cells = element("td", id=f"tile{seat}"), element("td", id=f"planned{seat}")
        rows.append(row(f"row{seat}", name, [figures, more_cells]))
    table = blank_table("Players", "players", [column("player"), heads, more], rows)
    return element("section", element("h2", "Players"), table, class_="players-part", aria_label="Players")


def season_panel(bots: Sequence[str]) -> Html:
    heads = [column(named_chip(seat, COLOURS[seat], bot)) for seat, bot in enumerate(bots)]
    table = element(
        "table", element("thead", element("tr", column("action"), heads)), element("tbody", id="plans"), class_="plans"
    )
    return element("section", scrolling(table, "Plans of the season"), class_="season", aria_label="Season")


def data_of(book: Book, bots: Sequence[str]) -> dict[str, object]:
    names, board = StoryNames(bots, book), book.board
    events = range(len(book.cards.events))
    return {
        "counties": list(board.names),
        "regions": [board.region_colours[region] for region in board.region],
        "used": list(book.counties),
        "places": [shape.label for shape in drawing(board).shapes],
        "sites": list(board.sites),
        "values": [[board.grain[county], board.taxes[county]] for county in range(len(board.ids))],
        "actions": list(ACTIONS),
        "tiles": list(TILES),
        "events": [f"{names.event(event)}; {names.loss(event)} grain lost in winter" for event in events],
        "peasants": PEASANTS,
        "bids": bids(book),
    }


# A position as flat values, so that the differences between two are small; `replay.js` reads them by these names.

IDLE: Final = (const.DRAFT, const.WINTER_PHASE, const.OVER)  # phases without a row of action cards


def flat(state: State) -> JsonObject:
    position: JsonObject = {
        f"county{county}": [owner, state.armies[county], state.buildings[county], state.markers[county]]
        for county, owner in enumerate(state.owner)
        if owner != const.NEUTRAL
    }
    seats = range(state.book.players)
    position |= {f"seat{seat}": seat_values(state, seat) for seat in seats}
    position |= {f"plan{seat}": plan_values(plan) for seat, plan in enumerate(state.plans) if plan is not None}
    views = state.view(0), state.view(1)  # a seat's own plan is open to itself
    position |= {
        f"open{seat}": plan_values(plan) for seat in seats if (plan := views[seat == 0].plans[seat]) is not None
    }
    row = () if state.phase in IDLE else state.actions
    return position | {
        "tower": list(state.tower),
        "tray": list(state.tray),
        "time": [state.year, state.season, phases()[state.phase]],
        "actions": list(row),
        "known": min(len(row), len(views[0].actions)),
        "slot": state.slot if state.phase == const.ACTION else -1,
        "order": list(state.order),
        "offer": list(state.tiles_on_offer),
        "event": state.event if state.event != const.NO_EVENT else -1,
        "events": list(state.events),
        "table": [words for story in stories(state) for words in story.table_words(state)],
    }


def seat_values(state: State, seat: int) -> list[object]:
    """Points, Thalers, grain, counties, armies on the map; the tile; the expansions' parts, in words."""
    own = state.counties(seat)
    armies = sum(state.armies[county] for county in own)  # exact: ints
    words = [words for story in stories(state) for words in story.seat_words(state, seat)]
    figures = [state.vp[seat], state.thalers[seat], state.grain[seat], len(own), armies]
    return [*figures, state.tiles[seat], words]


def stories(state: State) -> list[Any]:
    return [part.module("story") for part in parts_of(state.book.rules)]


def plan_values(plan: Plan) -> list[object]:
    """Boxes by action, the bid, and court boxes if there are any."""
    return [list(plan.boxes), plan.bid, list(plan.court)]


def story_from(bots: Sequence[str], state: State) -> SeasonNarrator:
    """The narrator of a game that may be under way."""
    story = new_story(bots, state.book)
    story.resume(state)
    return story


def functions_of(watched: Watched, played: Functions) -> Functions:
    """The same rules, watched: a step may resolve the actions of several players."""
    return replace(
        played,
        steps={step: watched.watching(do) for step, do in played.steps.items()},
        actions=tuple([watched.watching(do) for do in played.actions]),
    )


PLANNED: Final = ("buildings to come", "grain to come", "Thalers to come", "armies to come", "marches to come")


def numbers(state: State) -> list[list[int]]:
    """The features of the forecast, then what the rest of the season's plans would bring, all being known to it."""
    rows = features(state)
    left = state.actions[state.slot :] if state.phase == const.ACTION else ()
    acted = state.order[: state.seats_done]
    for seat, known in enumerate(rows):
        plan, more = state.plans[seat], [0] * len(PLANNED)
        for action in left[seat in acted :] if plan else ():
            county = plan.boxes[action] if plan else const.BLANK
            if county != const.BLANK and state.owner[county] == seat:
                place, value = to_come(state, action, county)
                more[place] += value
        known += more
    return rows


def to_come(state: State, action: int, county: int) -> tuple[int, int]:
    """The feature of a planned action, and its number."""
    board = state.book.board
    if action < const.GRAIN:
        return 0, 1
    if action in (const.GRAIN, const.TAXES):
        return action - const.GRAIN + 1, (board.grain if action == const.GRAIN else board.taxes)[county]
    return (3, ARMIES[action - const.DEPLOY_5]) if action < const.COMBAT_A else (4, 1)


ARMIES: Final = (5, 3, 1)


def stage_of(state: State) -> float:
    """The part of the game: the draft, then two for each season; those of winter lie before and after its points."""
    if state.phase == const.DRAFT:
        return 0.5
    begun = 1.0 + 2 * (state.period("season") - SEASONS_A_YEAR)
    if state.phase == const.WINTER_PHASE:
        return begun + (0.5 if SCORE in state.agenda else 1.5)
    return begun + 2 * state.slot / len(const.ACTIONS) if state.phase == const.ACTION else begun


CHANCES: Final = Chances(
    package="wallenstein.games.wallenstein",
    bots=[(name, {}) for name in ("miller", "settler", "warlord", "regent")],
    names=(*FEATURES, *PLANNED),
    features=numbers,
    stage=stage_of,
    group=lambda state: f"{state.book.rules.edition} {state.book.players}",
    is_over=lambda state: state.phase == const.OVER,
)
PAGES: Final = GamePages(
    story=story_from,
    flat=flat,
    watching=functions_of,
    when=lambda state: f"Year {state.year}, {const.SEASONS[state.season]}",
    chances=CHANCES,
    about=lambda book: describe_rules(book.rules),
    jumps=jumps_to,
    positions=positions_of,
    details=details_of,
    page=board_page,
    picture=board_picture,
    hides=True,
)
