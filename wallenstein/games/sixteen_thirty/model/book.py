"""The book of a game: the public facts of its rules, which never change."""

from dataclasses import dataclass

from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES
from wallenstein.games.sixteen_thirty.rules import Data, Rules


@dataclass(frozen=True, eq=False)  # compared by identity: a table has one
class Book:
    """Immutable facts, which bots get too. Countries, cards and seats are indices; sets of them have one bit each."""

    rules: Rules
    data: Data
    players: int
    quota: int  # VP markers a player (3.2)
    draw: int  # cards drawn a round (4.1.2)
    limits: tuple[int, ...]  # of the hand, by turn (4.1.5); limits[0] is of turn 1
    adjacent: tuple[int, ...]  # by country: the set of its neighbours
    home_defence: int  # countries that defend better when they are weak
    open_target: int  # countries with the exceptions of the German States
    countries: tuple[str, ...]  # names as documents have them
    cards: tuple[str, ...]
    deck: tuple[int, ...]  # every card of the game, in the order of its codes
    markers: tuple[int, ...]  # every VP marker of the game, as countries


def make_book(rules: Rules, players: int) -> Book:
    data = rules.data
    table = data.tables[players]
    return Book(
        rules=rules,
        data=data,
        players=players,
        quota=table.markers,
        draw=table.draw,
        limits=table.limits,
        adjacent=data.adjacent,
        home_defence=data.home_defence,
        open_target=data.open_target,
        countries=COUNTRIES,
        cards=CARDS,
        deck=tuple([card for card, count in enumerate(data.deck) for _ in range(count)]),
        markers=tuple([country for country, count in enumerate(data.markers) for _ in range(count)]),
    )
