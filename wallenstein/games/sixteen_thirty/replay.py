"""The page of a game: countries with every seat's influence, and the players, step by step."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from wallenstein.core.documents import JsonObject
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.entries import TurnBegun, WarFought
from wallenstein.games.sixteen_thirty.model.state import Functions, State
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, FACTIONS, NONE, OPENING, OVER, PHASE_OF, VALUE_OF
from wallenstein.games.sixteen_thirty.search.prospects import FEATURES, features
from wallenstein.games.sixteen_thirty.story import ISSUE_WORDS, TONES, StoryNames, TurnNarrator
from wallenstein.pages import player
from wallenstein.pages.card import Picture
from wallenstein.pages.card import chip as card_chip
from wallenstein.pages.chances import Chances
from wallenstein.pages.game_pages import GamePages
from wallenstein.pages.html import Html, element
from wallenstein.pages.palette import LETTERS, chip, named_chip
from wallenstein.pages.shell import blank_table, column, packaged, row
from wallenstein.pages.svg import line, text

# A position as flat values, so that differences are small; `countries.js` reads them by these names.


def flat(state: State) -> player.Position:
    seats = range(state.book.players)
    countries = range(len(COUNTRIES))
    held = (state.hands, state.markets, state.markers)
    return {
        **{f"country{country}": country_values(state, country) for country in countries},
        **{f"seat{seat}": [state.vp[seat], *(list(cards[seat]) for cards in held)] for seat in seats},
        **{
            f"stack{seat}-{country}": [list(cards), state.descendant[seat] >> country & 1]
            for seat in seats
            for country, cards in enumerate(state.displays[seat])
            if cards
        },
        "time": [state.turn, state.first, state.current, PHASE_OF[state.step]],
        "lobby": None if state.issue == NONE else [state.country, state.issue, state.target],
    }


def country_values(state: State, country: int) -> list[int]:
    """Status, army, ability, faction; leader, unrest and league as 1 or 0."""
    sets = [bits >> country & 1 for bits in (state.leaders, state.unrest, state.leagues)]
    return [state.status[country], state.army[country], state.ability[country], state.faction[country], *sets]


FIGURES: Final = ("faction", "status", "army", "ability")
HELD: Final = ("VP", "hand", "market", "VP markers")


def country_page(play: player.Playback, book: Book, bots: Sequence[str]) -> str:
    look, script = (packaged(__package__, name) for name in ("countries.css", "countries.js"))
    return player.player_page(play, country_table(book, bots), seat_table(bots), None, data_of(book), [look], [script])


COLUMNS: Final = (300, 420, 500, 580)  # where the figures of a country stand
FIRST_STACK, STACK, LINE = 660, 57, 72


def country_picture(play: player.Playback, book: Book, step: int) -> Picture:
    """The table of countries at a step: their figures, and the influence of every seat."""
    position: Any = play.positions[step]
    heads = [text(x, 50, name, "middle", class_="head") for x, name in zip(COLUMNS, FIGURES, strict=True)]
    rows = []
    for country, name in enumerate(book.data.names):
        y = 60 + LINE * (country + 1)
        status, army, ability, faction, *_ = position[f"country{country}"]
        values = ("none" if faction == NONE else FACTIONS[faction], status, army, ability)
        rows += [line(10, y - 48, 990, y - 48), text(20, y, name, class_="cell")]
        rows += [text(x, y, str(value), "middle", class_="cell") for x, value in zip(COLUMNS, values, strict=True)]
        for seat, (_, tone) in enumerate(play.seats):
            if held := position.get(f"stack{seat}-{country}"):
                influence = sum(VALUE_OF[card] for card in held[0])  # exact: ints
                rows.append(card_chip(FIRST_STACK + STACK * seat, y - 18, seat, tone, f" {influence}", STACK - 5))
    return Picture(element("svg", heads, rows, viewBox="0 0 1000 1000", class_="countries"), "")


def details_of(told: Sequence[player.PageStep], journal: Sequence[object], book: Book) -> list[dict[str, object]]:
    """The countries that the latest entry of each step is about."""
    latest = [journal[step.happened - 1] if step.happened else None for step in told]
    found = [{getattr(entry, key, NONE) for key in ("country", "target", "attacker", "defender")} for entry in latest]
    return [{"at": sorted(countries - {NONE})} for countries in found]


def jumps_to(journal: Sequence[object], told: Sequence[player.PageStep], names: StoryNames) -> dict[str, player.Jumps]:
    turns, wars = [player.Jump(0, "Set-up")], list[player.Jump]()
    countries = names.book.data.names
    for step, entry in player.with_steps(journal, told):
        if isinstance(entry, TurnBegun):
            turns.append(player.Jump(step, f"Turn {entry.turn}"))
        elif isinstance(entry, WarFought):
            winner = "a draw" if entry.winner == NONE else f"{countries[entry.winner]} wins"
            when = turns[-1].label.lower()
            wars.append(
                player.Jump(step, f"{when}: {countries[entry.attacker]} against {countries[entry.defender]}, {winner}")
            )
    return {"part": player.Jumps("turn", turns), "fight": player.Jumps("war", wars)}


def country_table(book: Book, bots: Sequence[str]) -> Html:
    heads = [column(name) for name in ("country", *FIGURES)]
    for seat, bot in enumerate(bots):
        heads.append(column([chip(LETTERS[seat], TONES[seat]), element("span", bot, class_="hidden")], title=bot))
    rows = []
    for country, name in enumerate(book.data.names):
        ids = [f"country{country}-{figure}" for figure in FIGURES]
        ids += [f"stack{seat}-{country}" for seat in range(len(bots))]
        marked = name, element("small", id=f"marks{country}")
        rows.append(row(f"row{country}", marked, [element("td", id=cell) for cell in ids]))
    table = blank_table("Countries and everybody's influence", "countries", heads, rows)
    return element("div", element("h2", "Countries", id="turn"), table, class_="panel")


def seat_table(bots: Sequence[str]) -> Html:
    rows = []
    for seat, bot in enumerate(bots):
        held = [element("td", id=f"seat{seat}-{place}") for place in range(len(HELD))]
        chance = element("td", id=f"chance{seat}", class_="figure")
        rows.append(row(f"player{seat}", named_chip(seat, TONES[seat], bot), [chance, held]))
    heads = [column("player"), column("to win", title="The chance to win, by the forecast"), *map(column, HELD)]
    table = blank_table("Players", "players", heads, rows)
    return element("section", element("h2", "Players"), table, aria_label="Players")


def data_of(book: Book) -> JsonObject:
    return {
        "countries": list(book.data.names),
        "codes": list(COUNTRIES),
        "cards": [card.replace("-", " ") for card in CARDS],
        "values": list(VALUE_OF),
        "issues": list(ISSUE_WORDS),
    }


def functions_of(watched: player.Watched, played: Functions) -> Functions:
    steps, stages = (tuple([watched.watching(do) for do in done]) for done in (played.steps, played.stages))
    return replace(played, steps=steps, stages=stages)


CHANCES: Final = Chances(
    package="wallenstein.games.sixteen_thirty",
    bots=[("broker", {"spite": spite}) for spite in (0.5, 1.0, 2.0)],  # bots without it leave a leader alone
    names=FEATURES,
    features=features,
    # the part of the game: the set-up, then two for each turn, before and after its points
    stage=lambda state: 0.5 if state.step <= OPENING else 2 * state.turn + 0.5 + (len(state.scores) == state.turn),
    group=lambda state: f"{state.book.players}",
    is_over=lambda state: state.step == OVER,
)
PAGES: Final = GamePages(
    story=lambda bots, state: TurnNarrator(bots, state.book),
    flat=flat,
    watching=functions_of,
    when=lambda state: f"Turn {state.turn}",
    chances=CHANCES,
    about=lambda book: "Sixteen Thirty Something",
    jumps=jumps_to,
    positions=lambda told, journal, watched: watched.of(told),
    details=details_of,
    page=country_page,
    picture=country_picture,
    seats=range(len(LETTERS)),
)
