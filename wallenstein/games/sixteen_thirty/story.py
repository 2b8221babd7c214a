"""The story of a game, told from its journal, with the names of players, countries, cards and issues."""

from collections.abc import Sequence
from string import Formatter
from typing import Any, Final

from wallenstein.core import story
from wallenstein.core.records import Code, Named, SeatCode, fields_of
from wallenstein.core.story import tellers_in
from wallenstein.core.text import Grid, Heading, Items, Sentence, Toned, Words, listed
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import entries
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import CARDS_LISTED
from wallenstein.games.sixteen_thirty.model.state import State

TONES: Final = ("yellow", "purple", "cyan", "green", "strong", "quiet")  # by seat; red and blue are the factions
ISSUE_WORDS: Final = ("join a faction", "rearm", "go to war", "enact a league")
GAME, TURN, ROUND = range(3)  # levels of headings
MARKET: Final = "Market"


class StoryNames:
    """The names of one game's things."""

    def __init__(self, bots: Sequence[str], book: Book) -> None:
        self.bots = tuple(bots)
        self.book = book
        self.strong = {const.COUNTRIES: self.country, const.FACTIONS: self.colour}

    def player(self, seat: int) -> Toned:
        return Toned(self.plain_player(seat), TONES[seat])

    def plain_player(self, seat: int) -> str:
        return f"{self.bots[seat]} (seat {seat})"

    def country(self, country: int) -> Toned:
        return Toned("a hidden country" if country == const.NONE else self.book.data.names[country], "strong")

    def colour(self, colour: int) -> Toned:
        return Toned(const.FACTIONS[colour], const.FACTIONS[colour])

    def card(self, card: int) -> str:
        """Such as `France 2`, `open 1` and `assassin`; cards that a seat does not see are hidden."""
        if card == const.NONE:
            return "a hidden card"
        if card >= const.SPECIAL:
            return const.CARDS[card].replace("-", " ")
        name = "open" if card >= const.OPEN else self.book.data.names[const.COUNTRY_OF[card]]
        return f"{name} {const.VALUE_OF[card]}"

    def cards(self, cards: Sequence[int]) -> str:
        if const.NONE in cards and len(cards) > 1:
            return f"{len(cards)} hidden cards"
        return ", ".join(map(self.card, cards)) or "nothing"

    def countries(self, countries: Sequence[int]) -> Words:
        if const.NONE in countries:
            return (f"{len(countries)} hidden countries",)
        return listed([(self.country(country),) for country in countries])

    def value(self, value: Any, code: Code) -> str | Toned:
        """The name of a field's value, according to the field's code."""
        if isinstance(code, SeatCode):
            return self.player(value)
        if isinstance(code, Named):
            return self.card(value) if code.names == const.CARDS else self.strong[code.names](value)
        return self.cards(value) if code is CARDS_LISTED else str(value)

    def sentence(self, text: str, record: Any, depth: int = 0, **more: str | Toned) -> Sentence:
        """A sentence about a record; {name} stands for the field of this name, or for one of the other values."""
        codes = {field.name: field.code for field in fields_of(type(record))}
        words: list[str | Toned] = []
        for before, name, _, _ in Formatter().parse(text):
            words.append(before)
            if name is not None:
                words.append(more[name] if name in more else self.value(getattr(record, name), codes[name]))
        return Sentence(tuple(words), depth)


class Story(story.Story[StoryNames]):
    """Keeps track of the current round."""

    seat = const.NONE  # of the current round
    part = ""  # the end of the turn, or its market

    def open_round(self, seat: int) -> Items:
        """A heading at the first event of a round."""
        if self.seat != seat:
            self.seat = seat
            yield Heading(self.names.plain_player(seat), ROUND)

    def open_part(self, name: str) -> Items:
        """A heading for the events after all rounds."""
        self.seat = const.NONE
        if self.part != name:
            self.part = name
            yield Heading(name, ROUND)


# Entries that are one sentence: the text, its depth, and where it has a heading above it.
IN_ROUND: Final = "round"
SENTENCES: Final[dict[type, tuple[str, int, str]]] = {
    entries.FirstDrawn: ("{seat} is the first player.", 0, ""),
    entries.CleanedUp: ("{first} is the first player now.", 0, ""),
    entries.Faded: ("{seat} loses {cards} in {country}.", 0, IN_ROUND),
    entries.Lost: ("{seat} loses {cards} in {country}.", 1, ""),
    entries.FactionJoined: ("{country} joins the {faction} faction.", 1, ""),
    entries.Rearmed: ("{country} rearms.", 1, ""),
    entries.LeagueMade: ("{country} and {target} are in the {colour} League of Princes.", 1, ""),
    entries.Exchanged: ("{seat} gives {give} for {take} of {other}.", 0, MARKET),
    entries.MarketsClosed: ("Discarded: {cards}.", 0, MARKET),
}


def one_sentence(story: Story, entry: Any) -> Items:
    text, depth, part = SENTENCES[type(entry)]
    if part:
        yield from story.open_round(entry.seat) if part == IN_ROUND else story.open_part(part)
    yield story.names.sentence(text, entry, depth)


def tell_markers(story: Story, entry: entries.MarkersDealt) -> Items:
    names = story.names
    for seat, markers in enumerate(entry.markers):
        yield Sentence((names.player(seat), " holds VP markers of ", *names.countries(markers), "."))


def tell_passing(story: Story, entry: entries.MarkerPassed) -> Items:
    names = story.names
    passed: list[Words] = []
    for done, seat, marker in story.run(entry):
        if passed and not seat:
            yield Sentence((f"Round {done - 1} of passing: ", *listed(passed), "."))
            passed = []
        passed.append((names.player(seat), " passes ", names.country(marker)))
    yield Sentence((f"Round {done} of passing: ", *listed(passed), "."))


def tell_hands(story: Story, entry: entries.HandsDealt) -> Items:
    for seat, hand in enumerate(entry.hands):
        yield Sentence((story.names.player(seat), f" is dealt {story.names.cards(hand)}."))


def tell_display(story: Story, entry: entries.DisplayOpened) -> Items:
    names = story.names
    shown: list[Words] = [(f"{names.card(card)} in ", names.country(country)) for country, card in entry.display]
    yield Sentence((names.player(entry.seat), " shows ", *(listed(shown) or ("nothing",)), "."))


def tell_turn(story: Story, entry: entries.TurnBegun) -> Items:
    story.part = ""
    yield Heading(f"Turn {entry.turn}", TURN)


def tell_draw(story: Story, entry: entries.Drew) -> Items:
    yield from story.open_round(entry.seat)
    again = "the discards are shuffled; " if entry.reshuffled else ""
    yield story.names.sentence(again + "{seat} draws {cards}.", entry)


def tell_special(story: Story, entry: entries.SpecialPlayed) -> Items:
    text = "{player} plays {card} in {country}."
    if entry.play.card == const.LOBBY_CARD:
        text = "{player} plays {card}."
    elif entry.play.card == const.ASSASSIN:
        text = "{player} plays {card}: {remove} of {seat} in {country} is removed."
    yield story.names.sentence(text, entry.play, player=story.names.player(entry.seat))


def tell_turned(story: Story, entry: entries.Turned) -> Items:
    unrest = " in the unrest" if entry.cause == const.BY_UNREST else ""
    yield story.names.sentence("the influence of {seat} in {country} turns{unrest}.", entry, 1, unrest=unrest)


def tell_put_down(story: Story, entry: entries.PutToMarket) -> Items:
    cards = [one.card for one in story.run(entry)]
    yield Sentence((story.names.player(entry.seat), f" puts down {story.names.cards(cards)}."))


def tell_lobby(story: Story, entry: entries.LobbyCalled) -> Items:
    if entry.country == const.NONE:
        text = "{seat} cannot lobby any country."
    elif entry.target == const.NONE:
        text = "{seat} lobbies {country} to {what}."
    else:
        text = "{seat} lobbies {country} to {what} with {target}."
    yield story.names.sentence(text, entry, what=ISSUE_WORDS[entry.issue])


def tell_bid(story: Story, entry: entries.BidMade) -> Items:
    """5.6.1: cards added; passes are not mentioned."""
    if entry.add:
        removed = " for {remove}" if entry.remove else ""
        yield story.names.sentence("{seat} adds {add} in {country}" + removed + ".", entry, 1)


def tell_votes(story: Story, entry: entries.Voted) -> Items:
    names = story.names
    votes: list[Words] = [
        (names.player(seat), " ", names.colour(colour), f" with {influence}")
        for seat, _, colour, influence in story.run(entry)
    ]
    yield Sentence(("votes in ", names.country(entry.country), ": ", *listed(votes), "."), 1)


def tell_outcome(story: Story, entry: entries.VoteClosed) -> Items:
    draw = entry.winner == const.NONE
    text = "{red} to {blue}: a draw, nothing happens." if draw else "{winner} wins, {red} red to {blue} blue."
    yield story.names.sentence(text, entry, 1)


def tell_war(story: Story, entry: entries.WarFought) -> Items:
    names = story.names
    sides: list[Words] = []
    for country, dice, modifier, total in zip(
        (entry.attacker, entry.defender), entry.dice, entry.modifiers, entry.totals, strict=True
    ):
        rolled = f" {total} (dice {dice[0]} and {dice[1]}, modifier {modifier:+d})"
        sides.append((names.country(country), rolled))
    verdict: Words = ("a draw",) if entry.winner == const.NONE else (names.country(entry.winner), " wins")
    yield Sentence(("war: ", *listed(sides, " against "), ": ", *verdict, "."), 1)
    for place, country in enumerate((entry.attacker, entry.defender)):
        left = f": status {entry.status[place]}, army {entry.army[place]}, ability {entry.ability[place]}."
        yield Sentence((names.country(country), left), 2)


def tell_dissolved(story: Story, entry: entries.LeagueDissolved) -> Items:
    why = "unrest" if entry.cause == const.DISSOLVED_BY_UNREST else "a new faction"
    yield story.names.sentence("the {colour} League of Princes ends because of {why}.", entry, 1, why=why)


def tell_scores(story: Story, entry: entries.Scored) -> Items:
    yield from story.open_part("Points")
    rows = [
        (story.names.player(one.seat), f"+{one.gain}", str(one.vp), " ".join(map(str, one.points)))
        for one in story.run(entry)
    ]
    yield Grid(("", "gain", "VP", "by marker"), tuple(rows), left=(0, 3))


def tell_end(story: Story, entry: entries.EndChecked) -> Items:
    rolled = "" if entry.die == const.NONE else f"The die shows {entry.die}: "
    yield Sentence((f"{rolled}{'the game is over' if entry.over else 'the game goes on'}.",))


def tell_collected(story: Story, entry: entries.Collected) -> Items:
    yield from story.open_part(MARKET)
    own = entry.other == entry.seat
    yield story.names.sentence(
        "{seat} takes {card} of the own market." if own else "{seat} takes {card} of {other}.", entry
    )


TELLERS: Final = tellers_in(globals()) | dict.fromkeys(SENTENCES, one_sentence)


class TurnNarrator(Story):
    """Tells a game turn by turn; R32: there is no tie-break."""

    def __init__(self, bots: Sequence[str], book: Book) -> None:
        super().__init__(StoryNames(bots, book), TELLERS)

    def opening(self, state: State, seed: int) -> Items:
        data, names = state.book.rules.data_name, self.names
        yield Heading("Sixteen Thirty Something", GAME)
        yield Sentence((f"{'default data' if data == 'default' else f'data {data}'}; seed {seed}.",))
        seats = tuple((str(seat), names.player(seat)) for seat in range(len(names.bots)))
        yield Grid(("seat", "bot"), seats, left=(0, 1))
        yield Heading("Set-up", TURN)

    def begins_part(self, entry: object) -> bool:
        return isinstance(entry, entries.TurnBegun)
