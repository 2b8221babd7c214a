"""Parts of the report other than figures: games worth looking at, faults by bot, how the run was played."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

import numpy as np

from wallenstein.core.errors import ConfigError, WallensteinError
from wallenstein.core.game import Placing
from wallenstein.core.reports import Map, Remarkable, RunPart
from wallenstein.core.text import Grid, counted
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.shell import table as shown_table
from wallenstein.pages.svg import drawing
from wallenstein.record.location import read_within
from wallenstein.record.read import CONFIG, Run
from wallenstein.report.faults import BotFaults, ReportedFault, group_faults, heading
from wallenstein.report.html.charts import Tones, map_of
from wallenstein.stats.results import Bools, Ints, Numbers
from wallenstein.tourney.recorded_games import RecordedGame, recorded_games


class RemarkableResults:
    """Looks for results out of the ordinary, part by part."""

    def __init__(self, bots: tuple[str, ...], strengths: Mapping[str, float | None]) -> None:
        """`strengths` of the bots, on the natural log scale."""
        self.bots = bots
        self.weights = np.array([exp(strengths.get(bot) or 0.0) for bot in bots])
        self.closest: tuple[float, int] = (np.inf, -1)
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
        if not np.isnan(margin).all():
            least = int(np.nanargmin(margin))
            self.closest = min(self.closest, (float(margin[least]), int(numbers[least])))
        self._upsets(seats, game, numbers, sound)

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
            margin, game = self.closest
            yield Remarkable("closest: " + (f"won by {margin:g}" if margin else "a tie in points"), game)
        if self.upset[1] >= 0:
            chance, game, bot = self.upset
            how = f"won by {self.bots[bot]}, with a chance of {100 * chance:.2g} % by strength"
            yield Remarkable(f"biggest upset: {how}", game)


class GameCard(NamedTuple):
    """A game worth looking at: why, its final ranking, and the map at its end if the game has one."""

    why: Remarkable
    bots: tuple[str, ...]
    result: Sequence[Placing]
    map: Map | None


WORDS_OF: Final = {"closest": "closest", "biggest upset": "upset", "most battles": "battles", "most wars": "battles"}


def number_of(word: str, run: Run, remarkable: Sequence[Remarkable]) -> int:
    """The game that a word of `wallenstein replay` means."""
    if word == LAST:
        return max(segment.first + segment.games for segment in run.segments) - 1
    for each in remarkable:
        if WORDS_OF.get(each.text.partition(":")[0]) == word:
            return each.game
    raise ConfigError(f"{run.folder}: has no game to call {word}; name it by its number")


LAST: Final = "last"


def cards_of(run: Run, remarkable: Sequence[Remarkable]) -> list[GameCard]:
    try:
        games = {each.number: each for each in recorded_games(run, [each.game for each in remarkable])}
    except (WallensteinError, OSError):
        return []
    return [GameCard(why, games[why.game].bots, *end_of(games[why.game])) for why in remarkable]


def end_of(recorded: RecordedGame) -> tuple[Sequence[Placing], Map | None]:
    game = recorded.game
    state = game.new_game(recorded.rules, len(recorded.bots), recorded.seed)
    for packed in recorded.choices:
        state.make(game.decode(state, packed))
    return state.result(), game.final_map(state, recorded.bots)


def card(each: GameCard, run: Run, replays: Mapping[int, str], tones: Tones) -> Html:
    name, _, said = each.why.text.partition(": ")
    picture = each.map and map_of(each.map, tones, bare=True)
    label = f"The map at the end of game {each.why.game}"
    drawn = picture and drawing(picture.width, picture.height, label, picture.inside, class_=picture.class_)
    rows = []
    for place in sorted(each.result, key=lambda place: place.rank):
        bot = each.bots[place.seat]
        colour = element("span", class_=f"bot back-{tones.get(bot, 'quiet')}", aria_hidden="true")
        score = element("td", place.score, class_="figure")
        rows.append(element("tr", element("th", colour, bot, scope="row"), score))
    address = replays.get(each.why.game)
    title = element("h3", name.capitalize(), element("small", said))
    play = element("a", f"Play back game {each.why.game:,}", href=address) if address else None
    command = element("code", f"wallenstein replay {run.folder.name} {WORDS_OF.get(name, each.why.game)}")
    return element(
        "article", title, drawn, element("table", element("tbody", rows)), play, command, class_="chart card"
    )


def faults_section(bots: Sequence[BotFaults], replays: Mapping[int, str], left_out: Mapping[str, str]) -> Content:
    whys = [(bot, element("pre", why, class_="plan", tabindex=0)) for bot, why in left_out.items()]
    broken = [element("details", element("summary", f"{bot}: did not load"), why) for bot, why in whys]
    if not bots:
        return [element("p", "No bot had any fault."), broken]
    hint = "Each part is for the bot's author; wallenstein report RUN --faults DIR writes a file for each bot."
    return [element("p", hint), [bot_faults(faults, replays) for faults in bots], broken]


def bot_faults(faults: BotFaults, replays: Mapping[int, str]) -> Html:
    """The faults of one bot: the counts, then the first of each kind in the bot's own words, and its replays."""
    total = counted(sum(faults.counts.values()), "fault")
    kinds = ", ".join(f"{kind} {number:,}" for kind, number in faults.counts.items())
    shown = []
    for group in group_faults(faults.examples):
        words = element("pre", group[0].text, class_="plan", tabindex=0)
        shown.append(element("div", element("h3", heading(group)), words, replay_links(group, replays), class_="fault"))
    return element("details", element("summary", f"{faults.bot}: {total} ({kinds})"), shown, id=f"faults-{faults.bot}")


def replay_links(faults: Sequence[ReportedFault], replays: Mapping[int, str]) -> Html | None:
    links = [
        [" " if place else "", element("a", f"game {fault.game:,}", href=f"{replays[fault.game]}#fault={fault.number}")]
        for place, fault in enumerate(fault for fault in faults if fault.game in replays)
    ]
    return element("p", "Replays at the fault: ", links) if links else None


def configuration(run: Run) -> Content:
    """Everything needed to play it again."""
    header = run.header
    versions = ", ".join(f"{name} {version}" for name, version in header.get("versions", {}).items())
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
    hashes = shown_table(Grid(("what", "value or hash"), rows, (0, 1)))
    return [
        element("details", element("summary", "Versions and hashes"), hashes),
        element("details", element("summary", "Configuration"), element("pre", text, class_="plan", tabindex=0)),
    ]
