"""The page of a game: its picture, controls to step through it, and its text, which jumps to a step when clicked."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.reports.page import Heading
from wallenstein.pages.html import Content, Html, element, joined
from wallenstein.pages.palette import LETTERS, chip
from wallenstein.pages.player.steps import Position, Step, changes
from wallenstein.pages.shell import packaged, page
from wallenstein.pages.text import item

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


class Seat(NamedTuple):
    """A player as the page names it."""

    name: str
    tone: str


class Jump(NamedTuple):
    """A step that one may want to jump to."""

    step: int
    label: str


class Jumps(NamedTuple):
    """What one jumps to, and what it is called."""

    one: str  # such as `battle`
    every: Sequence[Jump]


class Play(NamedTuple):
    """A game for the player: every list has one entry a step."""

    title: str
    about: Content
    seats: Sequence[Seat]
    steps: Sequence[Step]
    positions: Sequence[Position]
    details: Sequence[Mapping[str, Any]]  # what is to be shown at a step alone, such as a throw
    parts: Jumps
    fights: Jumps
    faults: Jumps  # of bots
    hides: bool  # whether there is anything that not all players see


def player_page(
    play: Play,
    picture: Content,
    beside: Content,
    below: Content,
    data: Mapping[str, Any],
    styles: Sequence[str],
    scripts: Sequence[str],
) -> str:
    """The page. The scripts draw a step; `data` is what they need to know besides."""
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
    player = packaged(__package__, "player.js")
    look = packaged(__package__, "player.css")
    return page(play.title, head, body, styles=[look, *styles], scripts=[player, *scripts], data={"replay": document})


def controls(play: Play) -> Html:
    """Buttons, a slider, and the lists of what to jump to."""
    buttons = [
        element("button", icon(name), id=name, type="button", aria_label=label, title=label)
        for name, label in NAMES.items()
    ]
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


def icon(name: str) -> Html:
    """A button's picture."""
    return element("svg", element("path", d=ICONS[name]), viewBox="0 0 16 16", aria_hidden="true", class_="icon")


def labelled(name: str, inside: Html) -> Html:
    """A control with its name."""
    return element("label", element("span", name), inside)


def jump_list(name: str, jumps: Jumps) -> Html | None:
    """A list of steps to jump to."""
    if not jumps.every:
        return None
    options = [element("option", jump.label, value=jump.step) for jump in jumps.every]
    first = element("option", f"one of {len(jumps.every)} …", value="")
    return labelled(jumps.one.capitalize(), element("select", first, options, id=name))


def eyes(play: Play) -> Html:
    """Whose knowledge is shown."""
    seats = [element("option", f"what {seat.name} sees", value=number) for number, seat in enumerate(play.seats)]
    whole = element("option", "everything", value="all")
    public = element("option", "what all players see", value="none")
    return labelled("Hidden plans", element("select", whole, public, seats, id="eyes"))


def keys(play: Play) -> Html:
    """What can be done with the keyboard."""
    rows = [
        (element("dt", element("kbd", key)), element("dd", said.format(part=play.parts.one, fight=play.fights.one)))
        for key, said in KEYS
        if (play.fights.every or "{fight}" not in said) and (play.faults.every or "fault" not in said)
    ]
    return element("details", element("summary", "Keys"), element("dl", rows, class_="keys"))


def log(steps: Sequence[Step]) -> Html:
    """The whole game as text; each step's words lie in an element that names it."""
    told = [element("div", told_step(step), data_step=number) for number, step in enumerate(steps)]
    return element("div", told, class_="log", id="log", tabindex=0, role="region", aria_label="The game's text")


def told_step(step: Step) -> Html:
    """The items of a step; headings of the whole are left to the page."""
    return joined([item(one, 2) for one in step.items if not (isinstance(one, Heading) and one.level == 0)])


def seat_names(seats: Sequence[Seat]) -> Html:
    """All players with their letters."""
    named = [
        element("span", chip(letter, seat.tone), " ", seat.name, class_="seat")
        for letter, seat in zip(LETTERS, seats, strict=False)
    ]
    return element("span", named, class_="seats")
