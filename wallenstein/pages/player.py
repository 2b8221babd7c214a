"""The page of a game: its picture, controls to step through it, and its text, which jumps to a step when clicked."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from itertools import pairwise
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from wallenstein.core.game import NOTE, Narrator, Remark
from wallenstein.core.text import Heading, Item, Items, Sentence, Toned
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import LETTERS, chip
from wallenstein.pages.shell import items, main_page, packaged, page

Position: TypeAlias = Mapping[str, object]  # flat: independent values have keys of their own


class Storyteller(Protocol):
    """A narrator that reports its progress."""

    @property
    def coming(self) -> Sized:
        """The entries that it still has to tell."""

    def begins_part(self, entry: Any) -> bool: ...
    def tell(self, entries: Iterable[Any]) -> Items: ...


class PageStep(NamedTuple):
    """Items that are shown at once, and the number of entries of the journal up to there."""

    happened: int
    items: tuple[Item, ...]


def steps(
    teller: Storyteller, journal: Sequence[object], before: Iterable[Item], after: Iterable[Item]
) -> list[PageStep]:
    """The steps of a game; the first is before everything, the last after it."""
    found = [PageStep(0, tuple(before))]
    waiting: list[Item] = []  # headings go to the items below them
    end = 0
    for part in parts_of(teller, journal):
        end += len(part)
        for item in teller.tell(part):
            waiting.append(item)
            if isinstance(item, Heading):
                continue
            happened = end - len(teller.coming)
            if happened == found[-1].happened and len(found) > 1:
                waiting[:0] = found.pop().items
            found.append(PageStep(happened, tuple(waiting)))
            waiting.clear()
    return [*found, PageStep(len(journal), (*waiting, *after))]


def parts_of(narrator: Narrator | Storyteller, journal: Sequence[object]) -> Iterator[Sequence[object]]:
    """The parts of a game, such as seasons: narrators tell them as wholes."""
    starts = [place for place, entry in enumerate(journal) if place and narrator.begins_part(entry)]
    return (journal[start:end] for start, end in pairwise([0, *starts, len(journal)]))


def with_steps(journal: Sequence[object], steps: Sequence[PageStep]) -> Iterator[tuple[int, object]]:
    step = 0
    for place, entry in enumerate(journal):
        while steps[step].happened <= place:
            step += 1
        yield step, entry


def changes(positions: Sequence[Position]) -> list[dict[str, object]]:
    """The differences of each position from the one before; null for values that are gone."""
    found = []
    last: Position = {}
    for position in positions:
        change = {key: value for key, value in position.items() if key not in last or last[key] != value}
        found.append(change | dict.fromkeys(key for key in last if key not in position))
        last = position
    return found


ICONS: Final = {  # in a square of 16 by 16
    "first": "M3 3v10M13 3 6 8l7 5z",
    "back": "M11 3 4 8l7 5z",
    "play": "M4 2.5v11L13 8z",
    "next": "M5 3l7 5-7 5z",
    "last": "M13 3v10M3 3l7 5-7 5z",
}
NAMES: Final = {
    "first": "To the beginning (Home)",
    "back": "One step back (left arrow)",
    "play": "Play or pause (space)",
    "next": "One step on (right arrow)",
    "last": "To the end (End)",
}
SPEEDS: Final = ((0.5, "½ ×"), (1, "1 ×"), (2, "2 ×"), (4, "4 ×"), (10, "10 ×"))
KEYS: Final = (
    ("← →", "one step"),
    ("space", "play, pause"),
    ("[ ]", "the {part} before, the next"),
    ("b B", "the next {fight}, the one before"),
    ("f F", "the next fault of a bot, the one before"),
    ("Home End", "begin, end"),
    ("+ −", "faster, slower"),
)


class PagePlayer(NamedTuple):
    name: str
    tone: str


class Jump(NamedTuple):
    step: int
    label: str


class Jumps(NamedTuple):
    one: str  # such as `battle`
    every: Sequence[Jump]


class Playback(NamedTuple):
    """A game for the player: every list has one entry a step."""

    title: str
    about: Content
    seats: Sequence[PagePlayer]
    steps: Sequence[PageStep]
    positions: Sequence[Position]
    details: Sequence[Mapping[str, Any]]  # of a step alone, such as a throw
    parts: Jumps
    fights: Jumps
    faults: Jumps  # of bots
    hides: bool  # whether some things are hidden from some players


def player_page(
    play: Playback,
    picture: Content,
    beside: Content,
    below: Content,
    data: Mapping[str, object],
    styles: Sequence[str],
    scripts: Sequence[str],
) -> str:
    """The page. The scripts draw a step; `data` has their other input."""
    head = element("header", element("h1", play.title), element("p", play.about, class_="quiet"), class_="top")
    now = element("p", class_="now", id="now", aria_live="polite")
    scene = element("section", picture, now, controls(play), class_="scene", aria_label="The game")
    text = element("section", element("h2", "What happened"), log(play.steps), class_="story")
    side = element("div", beside, text, class_="beside")
    body = element("main", scene, side, element("div", below, keys(play), class_="below"), class_="player")
    document = {
        "seats": [seat._asdict() for seat in play.seats],
        "steps": changes(play.positions),
        "details": list(play.details),
        "parts": [jump.step for jump in play.parts.every],
        "fights": [jump.step for jump in play.fights.every],
        "faults": [jump.step for jump in play.faults.every],
        **data,
    }
    styles = [packaged(__package__, "player.css"), *styles]
    scripts = [packaged(__package__, "player.js"), *scripts]
    return page(play.title, head, body, styles=styles, scripts=scripts, data={"replay": document})


def controls(play: Playback) -> Html:
    buttons = []
    for name, label in NAMES.items():
        icon = element("svg", element("path", d=ICONS[name]), viewBox="0 0 16 16", aria_hidden="true", class_="icon")
        buttons.append(element("button", icon, id=name, type="button", aria_label=label, title=label))
    last = len(play.steps) - 1
    slider = element("input", type="range", id="step", min=0, max=last, value=0, aria_label="Step")
    count = element("output", f"0 / {last}", id="count", for_="step")
    speeds = [element("option", text, value=value, selected=value == 1) for value, text in SPEEDS]
    choices = [
        jump_list("part", play.parts),
        jump_list("fight", play.fights),
        jump_list("fault", play.faults),
        labelled("Speed", element("select", speeds, id="speed")),
        eyes(play) if play.hides else None,
    ]
    return element(
        "div",
        element("div", buttons, slider, count, class_="steps"),
        element("div", choices, class_="choices"),
        class_="controls",
    )


def labelled(name: str, inside: Html) -> Html:
    return element("label", element("span", name), inside)


def jump_list(name: str, jumps: Jumps) -> Html | None:
    if not jumps.every:
        return None
    options = [element("option", jump.label, value=jump.step) for jump in jumps.every]
    first = element("option", f"one of {len(jumps.every)} …", value="")
    return labelled(jumps.one.capitalize(), element("select", first, options, id=name))


def eyes(play: Playback) -> Html:
    seats = [element("option", f"what {seat.name} sees", value=number) for number, seat in enumerate(play.seats)]
    whole = element("option", "everything", value="all")
    public = element("option", "what all players see", value="none")
    return labelled("Hidden plans", element("select", whole, public, seats, id="eyes"))


def keys(play: Playback) -> Html:
    rows = [
        (element("dt", element("kbd", key)), element("dd", said.format(part=play.parts.one, fight=play.fights.one)))
        for key, said in KEYS
        if (play.fights.every or "{fight}" not in said) and (play.faults.every or "fault" not in said)
    ]
    return element("details", element("summary", "Keys"), element("dl", rows, class_="keys"))


def log(steps: Sequence[PageStep]) -> Html:
    """The whole game as text; each step's words lie in an element that names it."""
    texts = [element("div", items(below_title(step.items)), data_step=number) for number, step in enumerate(steps)]
    return element("div", texts, class_="log", id="log", tabindex=0, role="region", aria_label="The game's text")


def below_title(shown: Iterable[Item]) -> list[Item]:
    """Without headings of the whole, because the page has its own title."""
    return [item for item in shown if not (isinstance(item, Heading) and item.level == 0)]


def seat_names(seats: Sequence[PagePlayer]) -> Html:
    named = [
        element("span", chip(letter, seat.tone), " ", seat.name, class_="seat")
        for letter, seat in zip(LETTERS, seats, strict=False)
    ]
    return element("span", named, class_="seats")


def told_page(title: str, shown: Iterable[Item]) -> str:
    return page(title, main_page(title, None, items(below_title(shown), level=1)))


Said = tuple[int, Remark]  # a remark, after the number of entries of the journal that had happened


def said_at(decision: int, happened: int, remarks: Sequence[Remark]) -> list[Said]:
    return [(happened, remark) for remark in remarks if max(0, remark.decision) == decision]


def with_remarks(
    steps: Sequence[PageStep], said: Sequence[Said], name: Callable[[int], Toned]
) -> tuple[list[PageStep], Jumps]:
    found, sentences = list(steps), list[tuple[Sentence, Remark]]()
    for happened, remark in said:
        end = " Another choice was made for it." if remark.decision >= 0 else ""
        text = f": {remark.kind}: {remark.text.rstrip('.')}.{end}"
        sentence = Sentence((name(remark.seat), f" notes: {remark.text}" if remark.kind == NOTE else text), 1)
        place = max(1, bisect_right([step.happened for step in found[:-1]], happened))
        found.insert(place, PageStep(found[place - 1].happened, (sentence,)))
        if remark.kind != NOTE:
            sentences.append((sentence, remark))
    where = {id(step.items[0]): place for place, step in enumerate(found) if step.items}
    jumps = [Jump(where[id(sentence)], f"{name(remark.seat).text}: {remark.kind}") for sentence, remark in sentences]
    return found, Jumps("fault", jumps)


class Watched:
    """The positions of a game, by the number of entries of its journal."""

    def __init__(self, flat: Callable[[Any], Position]) -> None:
        """`flat` writes down all visible parts of a state."""
        self.flat = flat
        self.happened: list[int] = []
        self.positions: list[Position] = []
        self.said: list[tuple[int, Remark]] = []  # remarks, with the number of entries before them

    def look(self, state: Any) -> None:
        """Keeps the position, if anything has happened since the last one."""
        happened = len(state.journal or ())
        if not self.happened or happened > self.happened[-1]:
            self.happened.append(happened)
            self.positions.append(self.flat(state))

    def play(self, state: Any, kinds: Mapping[str, Any], choices: Iterable[bytes], remarks: Sequence[Remark]) -> None:
        """Plays packed choices of the game's kinds; keeps remarks at their places."""
        for decision, packed in enumerate(choices):
            self.said += said_at(decision, len(state.journal or ()), remarks)
            assert state.decision is not None, "there are more choices than decisions"
            state.apply(kinds[state.decision.kind].unpack(packed))

    def end(self, state: object) -> None:
        """Keeps the final position."""
        self.look(state)
        self.positions[-1] = self.flat(state)

    def watching(self, do: Callable[..., None]) -> Callable[..., None]:
        """A function of the rules with a look before it, when a choice may have done something, and after it."""

        def run(state: object, *arguments: object) -> None:
            self.look(state)
            do(state, *arguments)
            self.look(state)

        return run

    def of(self, steps: Sequence[PageStep]) -> list[Position]:
        """The position of every step; within one action of the rules it is the one before."""
        places = [max(0, bisect_right(self.happened, step.happened) - 1) for step in steps[:-1]]
        return [*(self.positions[place] for place in places), self.positions[-1]]

    def inside(self, step: PageStep) -> bool:
        """Whether this step is within one action of the rules."""
        return step.happened > self.happened[0] and step.happened not in self.happened
