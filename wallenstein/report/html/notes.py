"""Parts of the report other than figures: games worth looking at, faults by bot, how the run was played."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import exp

import numpy as np

from wallenstein.core.reports import Remarkable, RunPart
from wallenstein.core.text import Grid, counted
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.shell import scrolling, table
from wallenstein.record.location import read_within
from wallenstein.record.read import CONFIG, Run
from wallenstein.report.faults import BotFaults, ReportedFault, group_faults, heading
from wallenstein.stats.results import Bools, Floats, Ints, Numbers


class RemarkableResults:
    """Looks for results out of the ordinary, part by part."""

    def __init__(self, bots: tuple[str, ...], strengths: Mapping[str, float | None]) -> None:
        """`strengths` of the bots, on the natural log scale."""
        self.bots = bots
        self.weights = np.array([exp(strengths.get(bot) or 0.0) for bot in bots])
        self.closest: tuple[float, int] = (np.inf, -1)
        self.widest: tuple[float, int] = (-np.inf, -1)
        self.upset: tuple[float, int, int] = (np.inf, -1, -1)

    def add(self, part: RunPart) -> None:
        """Looks at further games; the first of equal ones stays."""
        seats = part.seats
        numbers, starts, game = np.unique(seats["game"], return_index=True, return_inverse=True)
        if not len(numbers):
            return
        sound = np.maximum.reduceat(seats["benched"], starts) == 0
        order = np.lexsort((-seats["score"], game))
        best, second = seats["score"][order][starts], seats["score"][order][np.minimum(starts + 1, len(game) - 1)]
        margin = np.where(sound & (np.bincount(game) > 1), best - second, np.nan)
        self.closest = min(self.closest, self._least(margin, numbers))
        low, number = self._least(-margin, numbers)
        self.widest = max(self.widest, (-low, number))
        self._upsets(seats, game, numbers, sound)

    @staticmethod
    def _least(values: Floats, numbers: Numbers) -> tuple[float, int]:
        if np.isnan(values).all():
            return np.inf, -1
        place = int(np.nanargmin(values))
        return float(values[place]), int(numbers[place])

    def _upsets(self, seats: Mapping[str, Numbers], game: Ints, numbers: Numbers, sound: Bools) -> None:
        """The sole winner with the least chance by strength."""
        weight = self.weights[seats["bot"]]
        chance = weight / np.bincount(game, weight)[game]
        chance = np.where((seats["win"] == 1) & sound[game], chance, np.inf)
        place = int(np.argmin(chance))
        if chance[place] < self.upset[0]:
            self.upset = float(chance[place]), int(seats["game"][place]), int(seats["bot"][place])

    def found(self) -> Iterator[Remarkable]:
        if self.closest[1] >= 0:
            margin = self.closest[0]
            yield Remarkable(
                "closest: " + ("a tie in points" if margin == 0 else f"won by {margin:g}"), self.closest[1]
            )
        if self.upset[1] >= 0:
            bot, chance = self.bots[self.upset[2]], self.upset[0]
            yield Remarkable(
                f"biggest upset: won by {bot}, with a chance of {100 * chance:.2g} % by strength", self.upset[1]
            )
        if self.widest[1] >= 0:
            yield Remarkable(f"widest: won by {self.widest[0]:g} points", self.widest[1])


def remarkable_section(games: Sequence[Remarkable], run: Run, replays: Mapping[int, str]) -> Content:
    """A line for each game, with its page if there is one, and the command that makes it."""
    if not games:
        return element("p", "None.")
    head = [element("th", name, scope="col") for name in ("why", "game", "the command that plays it back")]
    rows = [
        element(
            "tr",
            element("th", each.text, scope="row"),
            element(
                "td", element("a" if each.game in replays else "span", f"{each.game:,}", href=replays.get(each.game))
            ),
            element("td", element("code", f"wallenstein replay {run.folder} {each.game}")),
        )
        for each in games
    ]
    inside = element("table", element("thead", element("tr", head)), element("tbody", rows))
    return scrolling(inside, "Games worth looking at")


def faults_section(bots: Sequence[BotFaults], replays: Mapping[int, str], left_out: Mapping[str, str]) -> Content:
    broken = [
        element("details", element("summary", f"{bot}: did not load"), element("pre", why, class_="plan", tabindex=0))
        for bot, why in left_out.items()
    ]
    if not bots:
        return [element("p", "No bot had any fault."), broken]
    hint = "Each part is for the bot's author; wallenstein report RUN --faults DIR writes a file for each bot."
    return [element("p", hint), [bot_faults(faults, place, replays) for place, faults in enumerate(bots)], broken]


def bot_faults(faults: BotFaults, place: int, replays: Mapping[int, str]) -> Html:
    """The faults of one bot: the counts, then the first of each kind in the bot's own words, and its replays."""
    total = counted(sum(faults.counts.values()), "fault")
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in faults.counts.items())
    shown = [
        element(
            "div",
            element("h4", heading(group)),
            element("pre", group[0].text, class_="plan", tabindex=0),
            replay_links(group, replays),
            class_="fault",
        )
        for group in group_faults(faults.examples)
    ]
    return element("details", element("summary", f"{faults.bot}: {total} ({kinds})"), shown, id=f"faults-{place}")


def replay_links(faults: Sequence[ReportedFault], replays: Mapping[int, str]) -> Html | None:
    links = [
        [" " if place else "", element("a", f"game {fault.game:,}", href=f"{replays[fault.game]}#fault={fault.number}")]
        for place, fault in enumerate(fault for fault in faults if fault.game in replays)
    ]
    return element("p", "Replays at the fault: ", links) if links else None


def configuration(run: Run) -> Content:
    """Everything needed to play it again."""
    header = run.header
    versions = ", ".join(f"{name} {version}" for name, version in header["versions"].items())
    rows = (
        ("seed", str(header["seed"])),
        ("program", f"{header['program']}, {versions}"),
        ("rules", ", ".join(f"{cell + ': ' if cell else ''}{hash_}" for cell, hash_ in header["rules"].items())),
        *((f"bot {name}", hash_) for name, hash_ in header["bots"].items()),
    )
    try:
        text = read_within(run.folder / CONFIG).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        text = json.dumps(header["essence"], indent=1, ensure_ascii=False)
    hashes = table(Grid(("what", "value or hash"), rows, (0, 1)))
    return [
        element("details", element("summary", "Versions and hashes"), hashes),
        element("details", element("summary", "Configuration"), element("pre", text, class_="plan", tabindex=0)),
    ]
