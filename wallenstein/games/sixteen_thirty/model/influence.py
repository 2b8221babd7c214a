"""The influence of every possible stack (5.3.1), computed once."""

from itertools import combinations_with_replacement
from typing import Final

from wallenstein.games.sixteen_thirty.names import COUNTRIES, OPEN, STACK, VALUE_OF, VALUES

INFLUENCE: Final[dict[tuple[int, ...], int]] = {
    cards: sum([VALUE_OF[card] for card in cards])  # exact: whole numbers
    for country in range(len(COUNTRIES))
    for count in range(STACK + 1)
    for cards in combinations_with_replacement(
        (*range(country * VALUES, country * VALUES + VALUES), *range(OPEN, OPEN + VALUES)), count
    )
}
