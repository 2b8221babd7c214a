"""The texts for a person at the table: questions, known facts, and events that the seat may know."""

from collections.abc import Mapping
from typing import Final

from wallenstein.core.chance import NoChance
from wallenstein.core.text import Grid, Items, Sentence, Toned, plain_text
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import Decision
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, FACTIONS, ISSUES, NONE
from wallenstein.games.sixteen_thirty.phases.course import as_seen
from wallenstein.games.sixteen_thirty.replay import flat
from wallenstein.games.sixteen_thirty.sample import state_from_view
from wallenstein.games.sixteen_thirty.story import ISSUE_WORDS, StoryNames
from wallenstein.pages.player import Position
from wallenstein.pages.shell import listed

QUESTIONS: Final[Mapping[str, str]] = listed(__package__, "data/seat.toml")["questions"]


class SixteenThirtyGuide:
    rules = "sixteen-thirty/rules"  # the document
    advisers = ("broker", "chancellor")
    actions = ISSUES

    def words(self, view: View, decision: Decision) -> Mapping[str, str]:
        names = StoryNames(("",) * view.book.players, view.book)
        issues = dict(zip(ISSUES, ISSUE_WORDS, strict=True))
        cards = {name: names.card(card) for card, name in enumerate(CARDS)}
        none = {"null": "pass" if decision.kind == "bid" else "nothing"}
        return dict(zip(COUNTRIES, view.book.data.names, strict=True)) | issues | cards | none

    def places(self, book: Book) -> Mapping[str, str]:
        return {name: f"row{country}" for country, name in enumerate(COUNTRIES)}

    def ask(self, view: View, decision: Decision) -> str:
        step = decision.step
        names, words = view.book.data.names, {"country": "", "called": "", "issue": "", "target": ""}
        for key in ("country", "called", "target"):
            if (country := getattr(step, key, NONE)) != NONE:
                words[key] = f" with {names[country]}" if key == "target" else names[country]
        if (issue := getattr(step, "issue", NONE)) != NONE:
            words["issue"] = ISSUE_WORDS[issue]
        return QUESTIONS[decision.kind].format(**words)

    def own(self, view: View) -> str:
        """The secrets of the seat."""
        names = StoryNames(("",) * view.book.players, view.book)
        return f"Your hand: {names.cards(view.hand)}. Your VP markers: {plain_text(names.countries(view.markers))}."

    def effects(self, view: View, decision: Decision) -> Mapping[str, Mapping[str, str]]:
        return {}

    def why_not(self, view: View, decision: Decision, choice: object) -> str:
        """The rules' own refusal names the section."""
        return ""

    def seen(self, entry: object, seat: int) -> object:
        return as_seen(entry, seat)

    def flat(self, view: View) -> Position:
        """The table of the page: of hidden cards, only their number."""
        shown = dict(flat(state_from_view(view, NoChance())))
        for seat in range(view.book.players):
            if seat != view.seat:
                hidden = [NONE] * (view.market_sizes[seat] - len(view.markets[seat]))
                market = [*view.markets[seat], *hidden]
                markers = [NONE] * view.marker_counts[seat]
                shown[f"seat{seat}"] = [view.vp[seat], [NONE] * view.hand_sizes[seat], market, markers]
        return shown

    def known(self, view: View, bots: tuple[str, ...]) -> Items:
        """The hand and the markers, then the tables of the countries and the players."""
        names = StoryNames(bots, view.book)
        yield Sentence((f"Turn {view.turn}, {view.phase}.",))
        seats = range(view.book.players)
        heads = ("country", "faction", "status", "army", "ability", *map(names.plain_player, seats))
        rows: list[tuple[str, ...]] = []
        for country, name in enumerate(view.book.data.names):
            faction = view.faction[country]
            figures = map(str, (view.status[country], view.army[country], view.ability[country]))
            stacks = (
                f"{view.influence(seat, country) or ''}{'-' if view.is_descendant(seat, country) else ''}"
                for seat in seats
            )
            rows.append((name, "" if faction == NONE else FACTIONS[faction], *figures, *stacks))
        yield Grid(heads, tuple(rows), left=(0, 1))
        held = zip(view.vp, view.hand_sizes, view.market_sizes, strict=True)
        lines: list[tuple[str | Toned, ...]] = [
            (names.player(seat), *map(str, figures)) for seat, figures in enumerate(held)
        ]
        yield Grid(("", "VP", "hand", "market"), tuple(lines))


GUIDE: Final = SixteenThirtyGuide()
