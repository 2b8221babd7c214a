"""The review of one game: every seat's luck by source, and the decisions that cost it most."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from wallenstein.bots.match import maker_of
from wallenstein.core.arithmetic import total
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.seeds import derive
from wallenstein.core.text import Grid, Heading, Items, Sentence, Toned, printable, text_of
from wallenstein.pages.chances import won
from wallenstein.pages.html import Html, element
from wallenstein.pages.player import PageStep
from wallenstein.pages.shell import item_html
from wallenstein.report.luck import COURSE, OTHERS, OWN, Part, Replayed, Reviewer, by_source, finished, new_reviewer
from wallenstein.stats.intervals import CONFIDENCE
from wallenstein.stats.special import stdtrit
from wallenstein.table.conditions import Setup
from wallenstein.tourney.recorded_games import RecordedGame

TRIALS: Final = 60  # of both choices, with the same luck
WORST: Final = 5  # decisions of a seat


class Mistake(NamedTuple):
    """A decision, the choice of a searching bot, and the chance to win that it expects of that."""

    happened: int  # entries of the journal before it
    when: str
    seat: int
    kind: str
    made: str
    better: str
    cost: float
    error: float  # half of the 95 % interval of the cost; while decisions are judged, its standard error

    def sentence(self) -> str:
        cost = f"{100 * self.cost:.0f} % (± {100 * self.error:.0f})"
        return f"{self.when}, {self.kind}, costs {cost}: {self.made}; better: {self.better}"


class Review(NamedTuple):
    bots: tuple[str, ...]
    result: tuple[float, ...]  # shares of the win
    parts: Sequence[Part]
    mistakes: Sequence[Mistake] | None  # None if decisions were not judged


def review(recorded: RecordedGame, trials: int = TRIALS) -> Review:
    """Plays a recorded game again; with no `trials`, its decisions are not judged."""
    game, bots = recorded.game, recorded.bots
    state = game.new_game(recorded.rules, len(bots), recorded.seed)
    return review_state(game, state, recorded.rules, bots, recorded.choices, trials)


def review_state(
    game: Game, state: Replayed, rules: object, bots: Sequence[str], choices: Sequence[bytes], trials: int = TRIALS
) -> Review:
    """The review of a game from its first decision, whatever its chance."""
    if game.searcher is None:
        raise ConfigError(f"{game.title} has no forecast of who wins, so its games cannot be reviewed")
    reviewer = new_reviewer(game, state)
    judges = [Judge(game, seat, len(bots), rules) for seat in range(len(bots))] if trials else []
    found: list[Mistake] = []
    for packed in choices:
        choice = game.decode(state, packed)
        if trials:
            found += judges[state.decision.seat].judged(state, reviewer, choice, trials)
        reviewer.make(state, choice)
    parts = finished(reviewer, state)
    return Review(tuple(bots), tuple(won(state.result())), parts, beyond_chance(found, trials) if trials else None)


def beyond_chance(judged: Sequence[Mistake], trials: int) -> list[Mistake]:
    """The decisions that cost something beyond chance, the dearest first.

    The dearest of many are chosen by size, so the intervals of all that were judged hold together (Bonferroni).
    """
    reach = float(stdtrit(trials - 1, 1 - (1 - CONFIDENCE) / 2 / max(1, len(judged))))
    together = [each._replace(error=reach * each.error) for each in judged]
    return sorted((each for each in together if each.cost > each.error), key=lambda each: -each.cost)


class Judge:
    """A searching bot that follows a seat."""

    def __init__(self, game: Game, seat: int, players: int, rules: object) -> None:
        assert game.searcher is not None, "the game has a searching bot"
        name, options, self.kinds = game.searcher
        self.game, self.seat = game, seat
        self.bot: Any = maker_of(name)(**options)  # has rehearsals, besides what every bot has
        self.bot.rng = Random(derive(seat, "review"))
        self.bot.start(Setup(game.name, seat, players, rules))

    def judged(self, state: Replayed, reviewer: Reviewer, choice: object, trials: int) -> Iterator[Mistake]:
        """The bot's choice, and its advantage in positions that are dealt anew."""
        decision, played = state.decision, state.functions
        state.functions = reviewer.played  # views of it must not be watched
        view = state.view(self.seat)
        better = self.bot.decide(view, decision)
        state.functions = played
        if decision.kind not in self.kinds or better == choice:
            return
        trial = self.bot.rehearsal(view).trial
        cost = cost_of([trial(better, number) - trial(choice, number) for number in range(trials)])
        when = self.game.describe_time(state).removeprefix("in ").capitalize()
        written = [reviewer.played.kinds[decision.kind].write(each, reviewer.played) for each in (choice, better)]
        words = self.game.load("guide").words(view, decision)
        made, instead = (in_words(each, words) for each in differing_parts(*written))
        yield Mistake(len(state.journal), when, self.seat, decision.kind, made, instead, *cost)


def cost_of(gains: Sequence[float]) -> tuple[float, float]:
    """The mean gain of the other choice, and its standard error."""
    trials, mean = len(gains), total(gains) / len(gains)
    return mean, sqrt(total((gain - mean) ** 2 for gain in gains) / (trials - 1) / trials)


def differing_parts(made: object, better: object) -> tuple[object, object]:
    """Of two objects, only what differs."""
    if not (isinstance(made, dict) and isinstance(better, dict)):
        return made, better
    keys = [key for key in {**made, **better} if made.get(key) != better.get(key)]
    pairs = [differing_parts(made.get(key), better.get(key)) for key in keys]
    return {key: one for key, (one, _) in zip(keys, pairs, strict=True)}, {
        key: other for key, (_, other) in zip(keys, pairs, strict=True)
    }


def in_words(choice: object, words: Mapping[str, str]) -> str:
    """A choice without the marks of JSON, with readable names."""
    if isinstance(choice, dict):
        parts = [(words.get(key, key), in_words(value, words), value) for key, value in choice.items()]
        return ", ".join(said if isinstance(value, dict) else f"{key} {said}" for key, said, value in parts)
    if isinstance(choice, list):
        return " ".join(in_words(each, words) for each in choice)
    return "nothing" if choice is None else printable(words.get(str(choice), str(choice)))


def named(recorded: RecordedGame) -> Callable[[int], Toned]:
    """The names of the seats, in their colours."""
    state = recorded.game.new_game(recorded.rules, len(recorded.bots), recorded.seed)
    return recorded.game.narrator(state, recorded.bots).player


LAST: Final = (OWN, OTHERS, COURSE)  # columns after those of luck
SEEN: Final = 5e-4  # of a win; sources of less for everybody share a column


def review_items(found: Review, name: Callable[[int], Toned]) -> Items:
    """The review as text: a table of where the win came from, then each seat's costliest decisions."""
    sums = [by_source(found.parts, seat) for seat in range(len(found.bots))]
    luck = [source for source in dict.fromkeys(source for each in sums for source in each) if source not in LAST]
    columns = [source for source in luck if max(abs(each.get(source, 0.0)) for each in sums) > SEEN]
    rows: list[tuple[str | Toned, ...]] = []
    for seat, each in enumerate(sums):
        other = total(each.get(source, 0.0) for source in luck if source not in columns)
        values = [*(each.get(source, 0.0) for source in columns), other, *(each.get(source, 0.0) for source in LAST)]
        signed = [f"{100 * value:+.1f}" for value in values]
        rows.append((name(seat), f"{100 / len(sums):.1f}", *signed, f"{100 * found.result[seat]:.1f}"))
    yield Heading("Luck and decisions, in percent of a win", 1)
    yield Grid(("", "even", *columns, "other luck", *LAST, "result"), tuple(rows), (0,))
    if found.mistakes is None:
        return
    yield Heading("The decisions that cost most", 1)
    for seat in range(len(sums)):
        worst = [each for each in found.mistakes if each.seat == seat][:WORST]
        yield Sentence((name(seat), ":" if worst else ": a searching bot would do nothing better beyond chance."))
        for mistake in worst:
            yield Sentence((mistake.sentence(),), 1)


def review_section(found: Review, name: Callable[[int], Toned], steps: Sequence[PageStep]) -> Html:
    """The review as a part of a replay; each decision is a link to its step."""
    happened = [step.happened for step in steps]
    places = {each.sentence(): bisect_right(happened, each.happened) for each in found.mistakes or ()}
    parts = []
    for item in review_items(found, name):
        text = text_of(item.words[0]) if isinstance(item, Sentence) else ""
        if text in places:
            link = element("a", text, href=f"#step={min(places[text], len(steps) - 1)}")
            parts.append(element("p", link, class_="said depth-1"))
        else:
            parts.append(item_html(item))
    return element("section", parts, class_="review", aria_label="Review")
