"""The story of a game, told from its journal."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.game import Placing
from wallenstein.core.story import ranking, tellers_in, winners
from wallenstein.core.text import Grid, Heading, Items, Sentence, Toned, Words, listed
from wallenstein.games.sixteen_thirty.model import entries
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import ASSASSIN, BY_UNREST, DISSOLVED_BY_UNREST, LOBBY_CARD, NONE
from wallenstein.games.sixteen_thirty.story_names import GAME, ISSUE_WORDS, TURN, Story, StoryNames


def opening(names: StoryNames, state: State, seed: int) -> Items:
    data = names.book.rules.data_name
    yield Heading("Sixteen Thirty Something", GAME)
    yield Sentence((f"{'default data' if data == 'default' else f'data {data}'}; seed {seed}.",))
    yield Grid(("seat", "bot"), tuple((str(seat), names.player(seat)) for seat in range(len(names.bots))), left=(0, 1))
    yield Heading("Set-up", TURN)


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


def tell_first(story: Story, entry: entries.FirstDrawn) -> Items:
    yield Sentence((story.names.player(entry.seat), " is the first player."))


def tell_display(story: Story, entry: entries.DisplayOpened) -> Items:
    names = story.names
    shown: list[Words] = [(f"{names.card(card)} in ", names.country(country)) for country, card in entry.display]
    yield Sentence((names.player(entry.seat), " shows ", *(listed(shown) or ("nothing",)), "."))


def tell_turn(story: Story, entry: entries.TurnBegun) -> Items:
    story.part = ""
    yield Heading(f"Turn {entry.turn}", TURN)


def tell_fade(story: Story, entry: entries.Faded) -> Items:
    names = story.names
    yield from story.open_round(entry.seat)
    yield Sentence(
        (names.player(entry.seat), f" loses {names.cards(entry.cards)} in ", names.country(entry.country), ".")
    )


def tell_draw(story: Story, entry: entries.Drew) -> Items:
    yield from story.open_round(entry.seat)
    again = "the discards are shuffled; " if entry.reshuffled else ""
    yield Sentence((again, story.names.player(entry.seat), f" draws {story.names.cards(entry.cards)}."))


def tell_special(story: Story, entry: entries.SpecialPlayed) -> Items:
    names, play = story.names, entry.play
    card = names.card(play.card)
    if play.card == LOBBY_CARD:
        yield Sentence((names.player(entry.seat), f" plays {card}."))
    elif play.card == ASSASSIN:
        whose = (names.card(play.remove), " of ", names.player(play.seat), " in ", names.country(play.country))
        yield Sentence((names.player(entry.seat), " plays assassin: ", *whose, " is removed."))
    else:
        yield Sentence((names.player(entry.seat), f" plays {card} in ", names.country(play.country), "."))


def tell_turned(story: Story, entry: entries.Turned) -> Items:
    names = story.names
    unrest = " in the unrest" if entry.cause == BY_UNREST else ""
    yield Sentence(
        ("the influence of ", names.player(entry.seat), " in ", names.country(entry.country), f" turns{unrest}."), 1
    )


def tell_lost(story: Story, entry: entries.Lost) -> Items:
    names = story.names
    yield Sentence(
        (names.player(entry.seat), f" loses {names.cards(entry.cards)} in ", names.country(entry.country), "."), 1
    )


def tell_put_down(story: Story, entry: entries.PutToMarket) -> Items:
    cards = [one.card for one in story.run(entry)]
    yield Sentence((story.names.player(entry.seat), f" puts down {story.names.cards(cards)}."))


def tell_lobby(story: Story, entry: entries.LobbyCalled) -> Items:
    names = story.names
    if entry.country == NONE:
        yield Sentence((names.player(entry.seat), " cannot lobby any country."))
        return
    target: Words = () if entry.target == NONE else (" with ", names.country(entry.target))
    called = (" lobbies ", names.country(entry.country), f" to {ISSUE_WORDS[entry.issue]}", *target, ".")
    yield Sentence((names.player(entry.seat), *called))


def tell_bid(story: Story, entry: entries.BidMade) -> Items:
    """5.6.1: cards added; passes are not mentioned."""
    if entry.add:
        names = story.names
        gone = f" for {names.cards(entry.remove)}" if entry.remove else ""
        where = (" in ", names.country(entry.country), f"{gone}.")
        yield Sentence((names.player(entry.seat), f" adds {names.cards(entry.add)}", *where), 1)


def tell_votes(story: Story, entry: entries.Voted) -> Items:
    names = story.names
    votes: list[Words] = [
        (names.player(seat), " ", names.colour(colour), f" with {influence}")
        for seat, _, colour, influence in story.run(entry)
    ]
    yield Sentence(("votes in ", names.country(entry.country), ": ", *listed(votes), "."), 1)


def tell_outcome(story: Story, entry: entries.VoteClosed) -> Items:
    if entry.winner == NONE:
        yield Sentence((f"{entry.red} to {entry.blue}: a draw, nothing happens.",), 1)
    else:
        yield Sentence((story.names.colour(entry.winner), f" wins, {entry.red} red to {entry.blue} blue."), 1)


def tell_faction(story: Story, entry: entries.FactionJoined) -> Items:
    yield Sentence(
        (story.names.country(entry.country), " joins the ", story.names.colour(entry.faction), " faction."), 1
    )


def tell_rearmed(story: Story, entry: entries.Rearmed) -> Items:
    yield Sentence((story.names.country(entry.country), " rearms."), 1)


def tell_war(story: Story, entry: entries.WarFought) -> Items:
    names = story.names
    sides: list[Words] = []
    for country, dice, modifier, total in zip(
        (entry.attacker, entry.defender), entry.dice, entry.modifiers, entry.totals, strict=True
    ):
        rolled = f" {total} (dice {dice[0]} and {dice[1]}, modifier {modifier:+d})"
        sides.append((names.country(country), rolled))
    verdict: Words = ("a draw",) if entry.winner == NONE else (names.country(entry.winner), " wins")
    yield Sentence(("war: ", *listed(sides, " against "), ": ", *verdict, "."), 1)
    for place, country in enumerate((entry.attacker, entry.defender)):
        left = f": status {entry.status[place]}, army {entry.army[place]}, ability {entry.ability[place]}."
        yield Sentence((names.country(country), left), 2)


def tell_league(story: Story, entry: entries.LeagueMade) -> Items:
    names = story.names
    members = (names.country(entry.country), " and ", names.country(entry.target))
    yield Sentence((*members, " are in the ", names.colour(entry.colour), " League of Princes."), 1)


def tell_dissolved(story: Story, entry: entries.LeagueDissolved) -> Items:
    why = "unrest" if entry.cause == DISSOLVED_BY_UNREST else "a new faction"
    yield Sentence(("the ", story.names.colour(entry.colour), f" League of Princes ends because of {why}."), 1)


MARKET: Final = "Market"


def tell_scores(story: Story, entry: entries.Scored) -> Items:
    yield from story.open_part("Points")
    rows = [
        (story.names.player(one.seat), f"+{one.gain}", str(one.vp), " ".join(map(str, one.points)))
        for one in story.run(entry)
    ]
    yield Grid(("", "gain", "VP", "by marker"), tuple(rows), left=(0, 3))


def tell_end(story: Story, entry: entries.EndChecked) -> Items:
    rolled = "" if entry.die == NONE else f"The die shows {entry.die}: "
    yield Sentence((f"{rolled}{'the game is over' if entry.over else 'the game goes on'}.",))


def tell_exchange(story: Story, entry: entries.Exchanged) -> Items:
    names = story.names
    yield from story.open_part(MARKET)
    swap = f" gives {names.card(entry.give)} for {names.card(entry.take)} of "
    yield Sentence((names.player(entry.seat), swap, names.player(entry.other), "."))


def tell_collected(story: Story, entry: entries.Collected) -> Items:
    names = story.names
    yield from story.open_part(MARKET)
    whose: Words = ("the own market",) if entry.other == entry.seat else (names.player(entry.other),)
    yield Sentence((names.player(entry.seat), f" takes {names.card(entry.card)} of ", *whose, "."))


def tell_close(story: Story, entry: entries.MarketsClosed) -> Items:
    yield from story.open_part(MARKET)
    yield Sentence((f"Discarded: {story.names.cards(entry.cards)}.",))


def tell_clean_up(story: Story, entry: entries.CleanedUp) -> Items:
    """4.2.4: the new first player; the removal of markers is not mentioned."""
    yield Sentence((story.names.player(entry.first), " is the first player now."))


TELLERS: Final = tellers_in(globals())


class TurnNarrator(Story):
    """Tells a game turn by turn."""

    def __init__(self, bots: Sequence[str], book: Book) -> None:
        super().__init__(StoryNames(bots, book), TELLERS)

    def player(self, seat: int) -> Toned:
        return self.names.player(seat)

    def opening(self, state: State, seed: int) -> Items:
        return opening(self.names, state, seed)

    def begins_part(self, entry: object) -> bool:
        return isinstance(entry, entries.TurnBegun)

    def ending(self, state: State, result: Sequence[Placing]) -> Items:
        """The winners and the final ranking; R32: there is no tie-break."""
        yield Heading("The end", TURN)
        yield Sentence(winners(self.player, result))
        yield ranking(self.player, result, ("VP",))
