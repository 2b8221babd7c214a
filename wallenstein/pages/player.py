"""The page of a game: its picture, controls to step through it, and its text, which jumps to a step when clicked."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from textwrap import shorten
from typing import Any, Final, NamedTuple, TypeAlias

from wallenstein.core.game import NOTE, Remark, State
from wallenstein.core.story import Narrator, Story
from wallenstein.core.text import Heading, Item, Sentence, Toned, text_of
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import named_chip
from wallenstein.pages.shell import items, listed, main_page, packaged, page

Position: TypeAlias = Mapping[str, object]  # flat: independent values have keys of their own


class PageStep(NamedTuple):
    """Items that are shown at once, and the number of entries of the journal up to there."""

    happened: int
    items: tuple[Item, ...]


def steps(
    teller: Story[Any], journal: Sequence[object], before: Iterable[Item], after: Iterable[Item]
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


def parts_of(narrator: Narrator, journal: Sequence[object]) -> Iterator[Sequence[object]]:
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


CONTROLS: Final = listed(__package__, "player.toml")


Below: TypeAlias = Callable[[Sequence[PageStep]], Content]  # a part of the page, with links to steps


class PagePlayer(NamedTuple):
    name: str
    tone: str


class Jump(NamedTuple):
    step: int
    label: str


class Jumps(NamedTuple):
    one: str  # such as `battle`
    every: Sequence[Jump]


NO_JUMPS: Final = Jumps("", ())
NOWHERE: Final = {"part": NO_JUMPS, "fight": NO_JUMPS}


class Playback(NamedTuple):
    """A game for the player: every list has one entry a step."""

    title: str
    about: str  # the rules
    seats: Sequence[PagePlayer]
    steps: Sequence[PageStep]
    positions: Sequence[Position]
    details: Sequence[Mapping[str, object]]  # of a step alone, such as a throw
    jumps: Mapping[str, Jumps] = NOWHERE  # to parts and fights
    faults: Jumps = NO_JUMPS  # of bots
    hides: bool = False  # whether some things are hidden from some players
    live: "Live | None" = None
    forecast: str = ""  # the hash of the weights behind the chances to win
    review: Below | None = None


class Live(NamedTuple):
    """The additions to the page of a game that is still being played, as one seat sees it."""

    seat: int
    panel: Content
    data: Mapping[str, object]
    styles: Sequence[str]
    scripts: Sequence[str]


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
    jumps = {**play.jumps, "swing": Jumps("turning point", swings(play)), "fault": play.faults}
    named = [element("span", named_chip(at, *reversed(seat)), class_="seat") for at, seat in enumerate(play.seats)]
    about = element("p", f"{play.about}. ", element("span", named, class_="seats"), class_="quiet")
    head = element("header", element("h1", play.title), about, class_="top")
    now = element("p", class_="now", id="now", aria_live="polite")
    end = element("p", class_="end", id="end", hidden=True, role="status")
    shown = element("div", picture, end, class_="picture"), controls(play, jumps)
    scene = element("section", shown, class_="scene", aria_label="The game")
    text = element("section", element("h2", "What happened"), log(play.steps), class_="story")
    live = play.live
    side = element("div", live.panel if live else None, now, beside, text, class_="beside")
    review = play.review(play.steps) if play.review else None
    forecast = f"a forecast ({play.forecast}) that was fitted beforehand to games of bots."
    note = element("p", "The chances to win are those of ", forecast, class_="quiet") if play.forecast else None
    more = element("div", review, below, keys(play), note, class_="below")
    body = element("main", scene, side, more, class_="player")
    document = {
        "seats": [seat._asdict() for seat in play.seats],
        "steps": changes(play.positions),
        "details": list(play.details),
        **{f"{name}s": [jump.step for jump in found.every] for name, found in jumps.items()},
        **data,
    }
    styles = [packaged(__package__, "player.css"), *styles, *(live.styles if live else ())]
    scripts = [packaged(__package__, "player.js"), *scripts, *(live.scripts if live else ())]
    if live:
        document |= {"live": str(live.seat), **live.data}
    given = {"replay": document}
    return page(play.title, head, body, styles=styles, scripts=scripts, data=given, live=live is not None)


def controls(play: Playback, jumps: Mapping[str, Jumps]) -> Html:
    buttons = []
    for name, (label, lines) in CONTROLS["buttons"].items():
        icon = element("svg", element("path", d=lines), viewBox="0 0 16 16", aria_hidden="true", class_="icon")
        buttons.append(element("button", icon, id=name, type="button", aria_label=label, title=label))
    last = len(play.steps) - 1
    slider = element("input", type="range", id="step", min=0, max=last, value=0, aria_label="Step")
    label = "Every player's chance to win, step by step; the table of players has the numbers"
    curve = element("svg", id="curve", class_="curve", preserveAspectRatio="none", role="img", aria_label=label)
    count = element("output", f"0 / {last}", id="count", for_="step")
    speeds = [element("option", text, value=value, selected=value == 1) for value, text in CONTROLS["speeds"]]
    choices = [
        *(jump_list(name, found) for name, found in jumps.items()),
        labelled("Speed", element("select", speeds, id="speed")),
        eyes(play) if play.hides else None,
    ]
    track, steps = element("div", curve, slider, class_="track"), element("div", buttons, count, class_="steps")
    return element(
        "div", element("div", track, steps, class_="bar"), element("div", choices, class_="choices"), class_="controls"
    )


MOST_SWINGS: Final = 6
LEAST_SWING: Final = 0.06  # of a chance to win
LONGEST: Final = 70  # letters of what happened


def swings(play: Playback) -> list[Jump]:
    """The steps at which somebody's chance to win changed most, in their order."""
    found: list[tuple[float, int, int]] = []
    if "chance" not in play.positions[0]:
        return []
    chances = [list(map(float, position["chance"])) for position in play.positions]  # type: ignore[call-overload]
    for step, (before, after) in enumerate(pairwise(chances), 1):
        change, seat = max((abs(b - a), seat) for seat, (a, b) in enumerate(zip(before, after, strict=True)))
        if change >= LEAST_SWING:
            found.append((change, step, seat))
    largest = sorted(sorted(found, reverse=True)[:MOST_SWINGS], key=lambda each: each[1])
    jumps = []
    for _, step, seat in largest:
        when = next((jump.label for jump in reversed(play.jumps["part"].every) if jump.step <= step), "")
        a, b = (f"{100 * chances[at][seat]:.0f}" for at in (step - 1, step))
        jumps.append(Jump(step, f"{when}: {brief(play.steps[step])}; {play.seats[seat].name} {a} → {b} %"))
    return jumps


def brief(step: PageStep) -> str:
    """The event of a step, such as `warlord takes Böhmen with 3 armies left`."""
    said = [item for item in step.items if isinstance(item, Sentence)]
    text = "".join(text_of(word) for word in said[-1].words) if said else "points"
    return shorten(text.partition(";")[0].rpartition(": ")[2].rstrip(".:"), LONGEST, placeholder=" …")


def labelled(name: str, inside: Html, kind: str | None = None) -> Html:
    return element("label", element("span", name), inside, class_=kind)


def jump_list(name: str, jumps: Jumps) -> Html | None:
    if not jumps.every:
        return None
    options = [element("option", jump.label, value=jump.step) for jump in jumps.every]
    first = element("option", f"one of {len(jumps.every)} …", value="")
    return labelled(jumps.one.capitalize(), element("select", first, options, id=name), name)


def eyes(play: Playback) -> Html:
    seats = [element("option", f"what {seat.name} sees", value=number) for number, seat in enumerate(play.seats)]
    whole = element("option", "everything", value="all")
    public = element("option", "what all players see", value="none")
    return labelled("Hidden plans", element("select", whole, public, seats, id="eyes"))


def keys(play: Playback) -> Html:
    part, fight = play.jumps["part"], play.jumps["fight"]
    rows = [
        (element("dt", element("kbd", key)), element("dd", said.format(part=part.one, fight=fight.one)))
        for key, said in CONTROLS["keys"].items()
        if (fight.every or "{fight}" not in said) and (play.faults.every or "fault" not in said)
    ]
    return element("details", element("summary", "Keys"), element("dl", rows, class_="keys"))


def log(steps: Sequence[PageStep]) -> Html:
    """The whole game as text; each step's words lie in an element that names it."""
    texts = [element("div", items(below_title(step.items)), data_step=number) for number, step in enumerate(steps)]
    return element("div", texts, class_="log", id="log", tabindex=0, role="region", aria_label="The game's text")


def below_title(shown: Iterable[Item]) -> list[Item]:
    """Without headings of the whole, because the page has its own title."""
    return [item for item in shown if not (isinstance(item, Heading) and item.level == 0)]


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
        if remark.kind == NOTE:  # beside what was chosen
            found[place] = PageStep(found[place].happened, (*found[place].items, sentence))
            continue
        found.insert(place, PageStep(found[place - 1].happened, (sentence,)))
        sentences.append((sentence, remark))
    where = {id(step.items[0]): place for place, step in enumerate(found) if step.items}
    jumps = [Jump(where[id(sentence)], f"{name(remark.seat).text}: {remark.kind}") for sentence, remark in sentences]
    return found, Jumps("fault", jumps)


class Watched:
    """The positions of a game, by the number of entries of its journal."""

    def __init__(self, flat: Callable[[Any], Position]) -> None:
        self.flat: Final = flat  # writes down all visible parts of a state
        self.happened: list[int] = []
        self.positions: list[Position] = []
        self.said: list[Said] = []

    def look(self, state: State) -> None:
        """Keeps the position, if anything has happened since the last one."""
        happened = len(state.journal or ())
        if not self.happened or happened > self.happened[-1]:
            self.happened.append(happened)
            self.positions.append(self.flat(state))

    def play(self, state: State, kinds: Mapping[str, Any], choices: Iterable[bytes], remarks: Sequence[Remark]) -> None:
        """Plays packed choices of the game's kinds; keeps remarks at their places."""
        for decision, packed in enumerate(choices):
            self.said += said_at(decision, len(state.journal or ()), remarks)
            assert state.decision is not None, "there are more choices than decisions"
            state.apply(kinds[state.decision.kind].unpack(packed))

    def end(self, state: State) -> None:
        self.look(state)
        self.positions[-1] = self.flat(state)

    def watching(self, do: Callable[..., None]) -> Callable[..., None]:
        """A function of the rules with a look before it, when a choice may have done something, and after it."""

        def run(state: State, *arguments: object) -> None:
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
