"""The page of a game: countries with every seat's influence, and the players, step by step."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from wallenstein.core.documents import JsonObject
from wallenstein.core.text import Item
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.entries import TurnBegun, WarFought
from wallenstein.games.sixteen_thirty.model.state import Functions, State
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, NONE, OVER, PHASE_OF, VALUE_OF
from wallenstein.games.sixteen_thirty.referee import REFEREE
from wallenstein.games.sixteen_thirty.story import TurnNarrator
from wallenstein.games.sixteen_thirty.story_names import ISSUE_WORDS, TONES, StoryNames
from wallenstein.pages import player
from wallenstein.pages.game_pages import GamePages
from wallenstein.pages.html import Html, element
from wallenstein.pages.palette import LETTERS, chip
from wallenstein.pages.player import steps
from wallenstein.pages.shell import packaged, scrolling

# A position as flat values, so that differences are small; `countries.js` reads them by these names.


def flat(state: State) -> player.Position:
    """The part of a state that the page shows."""
    seats = range(state.book.players)
    countries = range(len(COUNTRIES))
    return {
        **{f"country{country}": country_values(state, country) for country in countries},
        **{f"seat{seat}": seat_values(state, seat) for seat in seats},
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


def seat_values(state: State, seat: int) -> list[object]:
    """Points, the hand, the market, VP markers."""
    return [state.vp[seat], list(state.hands[seat]), list(state.markets[seat]), list(state.markers[seat])]


FIGURES: Final = ("faction", "status", "army", "ability")
HELD: Final = ("VP", "hand", "market", "VP markers")


def game_page(
    title: str,
    story: TurnNarrator,
    opening: Iterable[Item],
    ending: Iterable[Item],
    state: State,
    watched: player.Watched,
) -> str:
    journal, bots = state.journal or [], story.names.bots
    told, faults = player.with_remarks(steps(story, journal, opening, ending), watched.said, story.names.player)
    turns, wars = jumps_to(journal, told, story.names)
    seats = [player.PagePlayer(f"{bot} (seat {seat})", TONES[seat]) for seat, bot in enumerate(bots)]
    play = player.Playback(
        title,
        ["Sixteen Thirty Something. ", player.seat_names(seats)],
        seats,
        told,
        watched.of(told),
        [details(journal[: step.happened][-1:]) for step in told],
        player.Jumps("turn", turns),
        player.Jumps("war", wars),
        faults,
        hides=False,
    )
    look, script = (packaged(__package__, name) for name in ("countries.css", "countries.js"))
    return player.player_page(
        play, country_table(state.book, bots), seat_table(bots), None, data_of(state.book), [look], [script]
    )


def details(last: Sequence[object]) -> dict[str, object]:
    found = {getattr(entry, key, NONE) for entry in last for key in ("country", "target", "attacker", "defender")}
    return {"at": sorted(country for country in found if country != NONE)}


def jumps_to(
    journal: Sequence[object], told: Sequence[player.PageStep], names: StoryNames
) -> tuple[list[player.Jump], list[player.Jump]]:
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
    return turns, wars


def country_table(book: Book, bots: Sequence[str]) -> Html:
    """A table of all countries; a script fills it in."""
    heads = [element("th", name, scope="col") for name in ("country", *FIGURES)]
    heads += [
        element("th", chip(LETTERS[seat], TONES[seat]), element("span", bot, class_="hidden"), scope="col", title=bot)
        for seat, bot in enumerate(bots)
    ]
    rows = [
        element(
            "tr",
            element("th", name, element("small", id=f"marks{country}"), scope="row"),
            [element("td", id=f"country{country}-{figure}") for figure in FIGURES],
            [element("td", id=f"stack{seat}-{country}") for seat in range(len(bots))],
            id=f"row{country}",
        )
        for country, name in enumerate(book.data.names)
    ]
    table = element("table", element("thead", element("tr", heads)), element("tbody", rows), class_="countries")
    title = element("h2", "Countries", id="turn")
    return element("div", title, scrolling(table, "Countries and everybody's influence"), class_="panel")


def seat_table(bots: Sequence[str]) -> Html:
    """The possessions of the players; a script fills them in."""
    heads = [element("th", name, scope="col") for name in ("player", *HELD)]
    rows = [
        element(
            "tr",
            element("th", chip(LETTERS[seat], TONES[seat]), " ", bot, scope="row"),
            [element("td", id=f"seat{seat}-{place}") for place in range(len(HELD))],
            id=f"player{seat}",
        )
        for seat, bot in enumerate(bots)
    ]
    table = element("table", element("thead", element("tr", heads)), element("tbody", rows), class_="players")
    return element("section", element("h2", "Players"), scrolling(table, "Players"), aria_label="Players")


def data_of(book: Book) -> JsonObject:
    return {
        "countries": list(book.data.names),
        "codes": list(COUNTRIES),
        "cards": [card.replace("-", " ") for card in CARDS],
        "values": list(VALUE_OF),
        "issues": [ISSUE_WORDS[issue] for issue in sorted(ISSUE_WORDS)],
    }


def functions_of(watched: player.Watched, played: Functions) -> Functions:
    steps, stages = (tuple([watched.watching(do) for do in done]) for done in (played.steps, played.stages))
    return replace(played, steps=steps, stages=stages)


PAGES: Final = GamePages(
    referee=REFEREE,
    story=lambda bots, state: TurnNarrator(bots, state.book),
    flat=flat,
    watching=functions_of,
    when=lambda state: f"Turn {state.turn}",
    is_over=lambda state: state.step == OVER,
    page=game_page,
    seats=range(len(LETTERS)),
)
