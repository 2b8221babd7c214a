"""The texts for a person at the table: questions, effects of a plan, reasons against a choice, known facts."""

from collections.abc import Iterator, Mapping
from typing import Final

from wallenstein.core.text import Grid, Items, Sentence, Toned, one_or_many
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.editions.court.records import box
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import AskMarch, AskMove, AskMuster, Decision, Revolt
from wallenstein.games.wallenstein.model.entries import ActionResolved
from wallenstein.games.wallenstein.model.offer import Marches, Offer
from wallenstein.games.wallenstein.model.state import NO_CHANCE, State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.replay.page import COLUMNS, flat, seat_values
from wallenstein.games.wallenstein.sample import state_from_view
from wallenstein.games.wallenstein.story.season import deed, failure
from wallenstein.games.wallenstein.story.story import ACTIONS, COLOURS, TILES, StoryNames, armies, peasants
from wallenstein.pages.player import Position
from wallenstein.pages.shell import listed

WORDS: Final = listed(__package__, "seat.toml")


class WallensteinGuide:
    rules = "rules"  # the document
    advisers = ("regent", "marshal")
    actions = const.ACTIONS

    def words(self, view: View, decision: Decision) -> Mapping[str, str]:
        """Readable names by the names in documents."""
        board = view.book.board
        found = dict(zip(board.ids, board.names, strict=True))
        found |= dict(zip(const.ACTIONS, ACTIONS, strict=True)) | WORDS["choices"]
        if isinstance(decision.options, Marches):
            targets = decision.options.targets
            found |= {board.ids[c]: f"{board.names[c]} {self.holder(view, c)}" for c in targets}
        if decision.kind == "tile":
            found |= {
                name: f"position {view.tiles_on_offer.index(tile) + 1}: {TILES[tile]}"
                for tile, name in enumerate(const.TILES)
                if tile in view.tiles_on_offer
            }
        if decision.kind == "favor":
            found |= {str(number): f"favor {number}: {favor.effect}" for number, favor in box().favors.items()}
        return found

    def places(self, book: Book) -> Mapping[str, str]:
        """The elements of the page that stand for names of documents."""
        return {name: f"land-{county}" for county, name in enumerate(book.board.ids)}

    def ask(self, view: View, decision: Decision) -> str:
        step = decision.step
        county = getattr(step, "county", const.BLANK)
        words = {"county": "", "armies": "", "action": "", "bid": ""}
        if county >= 0:
            words |= {"county": view.book.board.names[county], "armies": armies(view.armies[county])}
        if isinstance(step, AskMarch):
            words["action"] = ACTIONS[step.action][:1].upper() + ACTIONS[step.action][1:]
        if decision.kind == "plan" and "payable" in decision.options.limits():
            words["bid"] = ", and a bid for the turn order"
        return str(WORDS["questions"].get(decision.kind, decision.kind)).format(**words)

    def own(self, view: View) -> str:
        """Nothing but the plan is hidden from the others, and that is on the page."""
        return ""

    def effects(self, view: View, decision: Decision) -> Mapping[str, Mapping[str, str]]:
        """The effect of each county card on each action, if its turn came now; the open actions come first."""
        if decision.kind != "plan":
            return {}
        ids = view.book.board.ids
        later = [action for action in range(len(const.ACTIONS)) if action not in view.actions]
        return {
            const.ACTIONS[action]: {ids[county]: effect(view, action, county) for county in decision.options.counties}
            for action in (*view.actions, *later)
        }

    def why_not(self, view: View, decision: Decision, choice: object) -> str:
        """Why a choice, written as in documents, is not among the options; empty if only the rules say it."""
        if isinstance(decision.options, Offer):
            return ""  # the check of the plan says it
        ids, names = view.book.board.ids, view.book.board.names
        target = choice.get("to") if isinstance(choice, dict) else choice
        if target not in ids:
            return ""
        county = ids.index(target)
        options, source = decision.options, getattr(decision.step, "county", const.BLANK)
        if county not in view.book.counties:
            return f"{names[county]} is not in play with {view.book.players} players."
        if decision.kind in ("march", "move", "muster") and county not in view.book.neighbours[source]:
            return f"{names[county]} does not border on {names[source]}."
        if isinstance(options, Marches) and county in options.targets:
            return f"One to {options.most} armies can go: at least one stays in {names[source]}."
        if decision.kind == "march":
            return f"{names[county]} is protected: an event or a favor shields it this season."
        if view.owner[county] != view.seat:
            return f"{names[county]} is not yours."
        return ""

    def seen(self, entry: object, seat: int) -> object:
        """The entry as a seat may see it: the story has nothing hidden but for entries that it marks as secret."""
        return entry

    def flat(self, view: View) -> Position:
        return flat(state_from_view(view, NO_CHANCE))

    def known(self, view: View, bots: tuple[str, ...]) -> Items:
        """The table of the players, and that of the own counties."""
        story = StoryNames(bots, view.book)
        yield Sentence((f"Year {view.year}, {const.SEASONS[view.season]}.",))
        if view.event != const.NO_EVENT:
            yield Sentence((f"Event: {story.event(view.event)}.",), 1)
        if view.actions:
            row = [f"{place}. {ACTIONS[action]}" for place, action in enumerate(view.actions, 1) if action >= 0]
            yield Sentence((f"Actions: {', '.join(row)}.",), 1)
        for card in view.events if view.phase == const.PLAN else ():
            yield Sentence((f"Possible event: {story.event(card)}; {story.loss(card)} grain in winter.",), 1)
        state, rows = state_from_view(view, NO_CHANCE), list[tuple[str | Toned, ...]]()
        for seat in range(view.book.players):
            rows.append((story.player(seat), *map(str, seat_values(state, seat)[: len(COLUMNS)])))
        yield Grid(("", *COLUMNS), tuple(rows))
        if not view.mine():
            return
        yield Grid(
            ("county", "armies", "grain", "taxes", "sites", "revolt", "borders on"),
            tuple(self.county_row(view, county) for county in view.mine()),
            left=(0, 6),
        )

    def county_row(self, view: View, county: int) -> tuple[str | Toned, ...]:
        board = view.book.board
        near = [f"{board.names[n]}{self.mark(view, n)}" for n in view.book.neighbours[county]]
        figures = (view.armies[county], board.grain[county], board.taxes[county])
        free = board.sites[county] - view.buildings[county].bit_count()
        return (board.names[county], *map(str, figures), str(free), str(view.markers[county] or ""), ", ".join(near))

    def mark(self, view: View, county: int) -> str:
        """The same in a table: the first letter of the colour; `o` for an own county."""
        owner = view.owner[county]
        letter = "o" if owner == view.seat else COLOURS[owner][0]
        return "" if owner == const.NEUTRAL else f" {letter}{view.armies[county]}"

    def holder(self, view: View, county: int) -> str:
        """The owner of a county, and its armies."""
        owner = view.owner[county]
        if owner == const.NEUTRAL:
            return "(neutral)"
        return f"({'own' if owner == view.seat else COLOURS[owner]} {view.armies[county]})"


def effect(view: View, action: int, county: int) -> str:
    """The effect of an action in a county now, tried out in a copy of the seat's view."""
    state = state_from_view(view, NO_CHANCE)
    state.journal, seat, waiting = [], view.seat, len(state.agenda)
    before = state.thalers[seat]
    state.functions.actions[action](state, seat, action, county)
    said = [entry for entry in state.journal if isinstance(entry, ActionResolved)]
    follows = "; ".join(consequences(view, state, list(state.agenda[waiting:])))
    if not said:
        return follows or "nothing"
    entry = said[-1]
    if entry.outcome != const.DONE:
        return failure(action, entry.outcome)
    paid = before - state.thalers[seat]
    cost = f" for {one_or_many(paid, 'Thaler', 'Thalers')}" if paid > 0 and action != const.TAXES else ""
    return f"{deed(action, entry.amount)}{cost}{f', {follows}' if follows else ''}"


def consequences(view: View, state: State, steps: list[object]) -> Iterator[str]:
    """The meaning of the steps that follow from an action."""
    names = view.book.board.names
    for step in reversed(steps):
        if isinstance(step, AskMarch):
            near = state.functions.reach(state, view.seat, step.action, step.county)
            foreign = [f"{names[n]} {GUIDE.holder(view, n)}" for n in near if view.owner[n] != view.seat]
            yield f"marches with up to {state.armies[step.county] - 1}: {', '.join(foreign) or 'own counties only'}"
        elif isinstance(step, AskMove):
            yield "then may move"
        elif isinstance(step, AskMuster):
            yield "deploys an army, moves, or both, for 1 Thaler"
        elif isinstance(step, Revolt):
            rising = peasants(view.markers[step.county])
            yield f"then a revolt: {rising} against {armies(view.armies[step.county])}"


GUIDE: Final = WallensteinGuide()
