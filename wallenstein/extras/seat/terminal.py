"""A seat in the terminal: the events, the question with its options, and a line to answer it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from wallenstein.cli.playing import TextOutput
from wallenstein.core.documents import PendingDecision
from wallenstein.core.errors import ConfigError, FormatError, RuleError, WallensteinError
from wallenstein.core.game import State
from wallenstein.core.text import Grid, Item, Sentence, did_you_mean, one_or_many
from wallenstein.extras.seat.question import OpenQuestion, Written
from wallenstein.extras.seat.table import Sitting
from wallenstein.extras.seat.telling import Ears, veiled
from wallenstein.pages.shell import listed
from wallenstein.table.played_game import OngoingGame, PlayedGame

Thing = TypeVar("Thing")
SHOWN: Final = 30  # options that are listed at once
WORDS: Final = listed(__package__, "terminal.toml")
HELP: Final[list[str]] = WORDS["help"]
FORMS: Final[Mapping[str, str]] = WORDS["forms"]


class NotUnderstood(WallensteinError):
    """A line that cannot be an answer; its text describes the possible ones."""


class Terminal:
    def __init__(self) -> None:
        self.out: Final = TextOutput()
        self.known: Item | None = None  # the first line of what was shown last

    def begin(self, table: Sitting, state: State) -> None:
        if len(table.people) != 1:
            raise ConfigError("one person can play in a terminal; for several: wallenstein sit")
        self.table, self.ears = table, Ears(table, table.people[0], state)
        self.show(self.ears.story.opening(state, table.tournament.config.seed))
        self.say(*HELP)

    def show(self, items: Iterable[Item]) -> None:
        self.out.show(items)

    def say(self, *sentences: str) -> None:
        self.show(Sentence((sentence,)) for sentence in sentences)

    def look(self, game: OngoingGame) -> None:
        self.show(veiled(self.ears.story.tell(self.ears.fresh(game.state))))

    def end(self, played: PlayedGame) -> None:
        self.show(veiled(self.ears.story.tell(self.ears.fresh(played.state))))
        self.show(self.ears.story.ending(played.state, played.result))

    def ask(self, state: State, decision: PendingDecision) -> object:
        question = OpenQuestion(self.table, state, decision)
        now = list(question.guide.known(question.view, self.table.names))
        self.show(now if now[0] != self.known else ())  # once a season, or a phase
        self.known = now[0]
        form = form_of(question)
        self.say("", *filter(None, (question.own, question.text)))
        self.show(form.lines())
        while True:
            try:
                line = input(f"{form.prompt()}> ").strip()
            except EOFError:
                raise KeyboardInterrupt from None
            try:
                if self.aside(line, form, question):
                    continue
                choice = form.take(line) if line else form.chosen
                if choice is not MORE:
                    return question.read(choice)
                self.show(form.lines())
            except (RuleError, FormatError, NotUnderstood, ConfigError) as error:
                self.say(*str(error).removeprefix("choice: ").splitlines())

    def aside(self, line: str, form: "Form", question: OpenQuestion) -> bool:
        """Whether the line asked for something else than the choice."""
        word, _, rest = line.partition(" ")
        if word == "?":
            self.say(question.rule)
        elif word == "help":
            self.say(*HELP, FORMS[form.kind])
        elif word == "table":
            self.show(question.guide.known(question.view, self.table.names))
        elif word == "hint":
            choice, text = question.hint(rest or question.guide.advisers[0])
            self.say(text)
            form.put(choice)
            self.show(form.lines() if form.kind == "plan" else ())  # with what it costs; Enter takes it
        elif word == "why":
            self.say(question.why_not(form.guess(rest.removeprefix("not").strip())) or "It can be chosen.")
        else:
            return False
        return True


MORE: Final = object()  # the answer is not complete


class Form:
    """A list of options; others derive from it."""

    kind = "list"

    def __init__(self, question: OpenQuestion) -> None:
        self.question: Final = question
        self.chosen: Written = question.document["default"]
        self.shown: Sequence[int] = range(min(SHOWN, len(question.options)))

    def lines(self) -> list[Item]:
        options = self.question.options
        more = [f"{len(options)} options; {FORMS['list']}"] if len(self.shown) < len(options) else []
        return below(*(f"{number + 1}. {options[number][1]}" for number in self.shown), *more)

    def prompt(self) -> str:
        return f"[{self.question.describe(self.chosen)}] "

    def put(self, choice: Written) -> None:
        self.chosen = choice

    def take(self, line: str) -> Written:
        options = self.question.options
        if line.isdecimal():
            return numbered(line, options, f"there are {len(options)} options, and no {line}")[0]
        found = [number for number, one in enumerate(options) if line.casefold() in one[1].casefold()]
        if not found:
            raise NotUnderstood(f'no option has "{line}" in it; give {FORMS["list"]}; help lists the rest')
        self.shown = found
        return options[found[0]][0] if len(found) == 1 else MORE

    def guess(self, text: str) -> Written:
        """The choice that a text means, legal or not."""
        try:
            return json.loads(text)
        except ValueError:
            return named(text, self.question.words)


class MarchForm(Form):
    kind = "march"

    def lines(self) -> list[Item]:
        offer, words = self.question.offer, self.question.words
        stay = ["0. no move"] if offer["optional"] else []
        targets = [f"{number}. {words[name]}" for number, name in enumerate(offer["targets"], 1)]
        return below(*stay, *targets, f"armies: 1 to {offer['most']}")

    def take(self, line: str) -> Written:
        return None if line == "0" and self.question.offer["optional"] else self.guess(line)

    def guess(self, text: str) -> Written:
        """The county by its number or its name, then the armies, by default all."""
        targets, most = self.question.offer["targets"], self.question.offer["most"]
        where, _, count = text.rpartition(" ")
        if not where or not count.isdecimal():
            where, count = text, str(most)
        if where.isdecimal():
            wrong = f"there are {len(targets)} counties to march to, and no {where}"
            return {"to": numbered(where, targets, wrong), "armies": int(count)}
        return {"to": named(where, self.question.words), "armies": int(count)}


class PlanForm(Form):
    """Ten boxes, the bid, the boxes of the court."""

    kind = "plan"

    def __init__(self, question: OpenQuestion) -> None:
        super().__init__(question)
        self.boxes: Final = [box for box in question.effects if box not in question.offer.get("empty", ())]
        self.chosen = {**self.chosen, "actions": {}}
        self.before: list[str] = []

    def lines(self) -> list[Item]:
        words, laid = self.question.words, self.chosen["actions"]
        rows = [
            (str(number), words[box], words.get(laid.get(box, ""), "-"),
             self.question.effects[box][laid[box]] if box in laid else "")
            for number, box in enumerate(self.boxes, 1)
        ]  # fmt: skip
        more = {key: value for key, value in self.chosen.items() if key != "actions"}
        court, counties = self.chosen.get("court", {}), self.question.offer["counties"]
        blanks = len(self.boxes) + len(court) - sum(card in counties for card in (*laid.values(), *court.values()))
        most = self.question.offer["blanks"] + (self.chosen.get("bid") in counties)
        told = f"{one_or_many(blanks, 'box', 'boxes')} without a county; {most} may be"
        return [
            Grid(("box", "action", "county", "now"), tuple(rows), left=(1, 2, 3)),
            Sentence((f"{self.question.describe(more)}; {told}" if more else told,)),
        ]

    def prompt(self) -> str:
        return "plan "

    def put(self, choice: Written) -> None:
        self.before.append(json.dumps(self.chosen))
        self.chosen = choice

    def take(self, line: str) -> Written:
        first, _, rest = line.partition(" ")
        if first == "undo":
            self.chosen = json.loads(self.before.pop()) if self.before else self.chosen
        elif first == "bid":
            self.put({**self.chosen, "bid": int(rest) if rest.isdecimal() else self.card(rest)})
        elif first == "court":
            size, _, card = rest.partition(" ")
            self.put({**self.chosen, "court": {**self.chosen.get("court", {}), size: self.card(card)}})
        else:
            box = numbered(first, self.boxes, FORMS["plan"])
            if not rest:
                effects, words = self.question.effects[box], self.question.words
                raise NotUnderstood("\n".join(f"{words[card]}: {text}" for card, text in effects.items()))
            self.put(self.with_card(box, self.card(rest)))
        return MORE

    def card(self, text: str) -> str | None:
        return None if text in ("", "-") else named(text, self.question.words)

    def with_card(self, box: str, card: str | None) -> Written:
        """The plan with this card in the box; it leaves the box where it lay."""
        laid = {other: lying for other, lying in self.chosen["actions"].items() if other != box and lying != card}
        return {**self.chosen, "actions": laid if card is None else {**laid, box: card}}

    def guess(self, text: str) -> Written:
        """A plan with this card in that box; the card that was there takes the place of this one."""
        box, _, card = text.partition(" ")
        name = numbered(box, self.boxes, "why not BOX COUNTY, such as: why not 3 köln")
        usual = self.question.document["default"]
        laid = {other: lying for other, lying in usual["actions"].items() if other != name}
        found = self.card(card)
        for other, lying in list(laid.items()):
            if lying == found:
                laid[other] = usual["actions"].get(name)
        return {**usual, "actions": {**laid, name: found}}


class DisplayForm(Form):
    """Cards of the hand, open ones with a country."""

    kind = "display"

    def lines(self) -> list[Item]:
        offer, words = self.question.offer, self.question.words
        cards = [f"{number}. {words[card]}" for number, card in enumerate(offer["cards"], 1)]
        return below(*cards, f"up to {offer['most']} cards: {FORMS['display']}")

    def take(self, line: str) -> Written:
        return self.guess(line)

    def guess(self, text: str) -> Written:
        found: dict[str, list[str]] = {}
        for word in text.split():
            number, _, country = word.partition("=")
            card = numbered(number, self.question.offer["cards"], FORMS["display"])
            own = card.rpartition("-")[0]
            if own == "open" and not country:
                raise NotUnderstood(f"in which country? Write {number}=france")
            found.setdefault(named(country, self.question.words) if own == "open" else own, []).append(card)
        return found


def form_of(question: OpenQuestion) -> Form:
    if question.decision.kind == "plan":
        return PlanForm(question)
    if "targets" in question.offer:
        return MarchForm(question)
    return DisplayForm(question) if "cards" in question.offer else Form(question)


def below(*lines: str) -> list[Item]:
    return [Sentence((line,), 1) for line in lines]


def numbered(text: str, things: Sequence[Thing], wrong: str) -> Thing:
    """The thing with this number, which begins at 1; raises NotUnderstood with the sentence if there is none."""
    if not text.isdecimal() or not 1 <= int(text) <= len(things):
        raise NotUnderstood(wrong)
    return things[int(text) - 1]


def named(text: str, words: Mapping[str, str]) -> str:
    """The name in documents of what a text means: a name, or the beginning of what it is called."""
    given = text.casefold()
    called = {name: (name, said.casefold()) for name, said in words.items()}
    exact = [name for name, both in called.items() if given in both]
    near = exact or [name for name, both in called.items() if any(one.startswith(given) for one in both)]
    if len(near) != 1 or not given:
        known = [words[name] for name in near] or list(words.values())
        raise NotUnderstood(f'"{text}" is not clear; {did_you_mean(text, known)}')
    return near[0]
