"""How the choices of each kind are spelled by actions; plans have a module of their own."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeAlias

from wallenstein.games.wallenstein.encoding.actions import (
    BOX,
    NO,
    NONE,
    NUMBER,
    PILE_ACTION,
    REFRESH_ACTION,
    TILE,
    county_or_none,
)
from wallenstein.games.wallenstein.model.decision import March, Muster
from wallenstein.games.wallenstein.model.marches import Marches
from wallenstein.games.wallenstein.names import PILE, REFRESH

Spelling: TypeAlias = tuple[int, ...]

CARDS: Final = {PILE: PILE_ACTION, REFRESH: REFRESH_ACTION}


def spell_muster(muster: Muster) -> Spelling:
    """Whether an army is deployed, where armies move, and how many."""
    deploy, to, armies = muster
    return NO + deploy, county_or_none(to), NUMBER + armies


SPELLINGS: Final[Mapping[str, Callable[[Any], Spelling]]] = {
    "tile": lambda tile: (TILE + tile,),
    "revolt": lambda county: (county,),
    "draft-card": lambda card: (CARDS.get(card, card),),
    "draft-group": lambda armies: (NUMBER + armies,),
    "muster": spell_muster,
    "defend": lambda armies: (NUMBER + armies,),
    "declare": lambda boxes: tuple([BOX + box for box in boxes]),
}


class MarchAnswer:
    """A march or a move: where to, then with how many armies."""

    def __init__(self, marches: Marches) -> None:
        self.marches: Final = marches
        self.said: list[int] = []
        if len(marches.targets) == 1 and not marches.optional:
            self.take(marches.targets[0])

    @property
    def done(self) -> bool:
        """Whether the armies are counted, or stay."""
        return len(self.said) == 2 or self.said == [NONE]

    @property
    def choice(self) -> March | None:
        """The march."""
        return None if self.said == [NONE] else March(self.said[0], self.said[1] - NUMBER)

    def legal(self) -> Collection[int]:
        """Counties, and none if the armies may stay; or numbers of armies."""
        if self.said:
            return range(NUMBER + 1, NUMBER + self.marches.most + 1)
        targets = self.marches.targets
        return (*targets, NONE) if self.marches.optional else targets

    def take(self, action: int) -> None:
        """Says where to, or how many; a single army goes without being counted."""
        self.said.append(action)
        if len(self.said) == 1 and action != NONE and self.marches.most == 1:
            self.said.append(NUMBER + 1)
