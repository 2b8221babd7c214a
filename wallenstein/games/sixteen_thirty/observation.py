"""The first part of an observation: the table as the seat sees it."""

import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Final

from wallenstein.core.encoding import MOST, Feature, capped, listed_features
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model.view import Cards, View
from wallenstein.games.sixteen_thirty.rules import PLAYERS

SEATS: Final = ("own", *(f"left {number}" for number in range(1, max(PLAYERS))))  # as the observing seat counts them
IN_STACK: Final = ("named 1", "named 2", "named 3", "open 1", "open 2", "open 3")
BITS: Final = tuple(bytes(group >> country & 1 for country in range(len(const.COUNTRIES))) for group in range(1 << 10))
NO_STACKS: Final = bytes(len(const.COUNTRIES) * len(IN_STACK))


def features(players: int, kinds: Sequence[str], part: str) -> tuple[Feature, ...]:
    """The meaning of the entries: of the `table`, or of the `question` and the answer so far."""
    text = (files("wallenstein.games.sixteen_thirty") / "data" / "features.toml").read_text(encoding="utf-8")
    axes = {
        "turns": tuple(f"turn {turn + 1}" for turn in range(const.TURNS)),
        "seats": SEATS[:players], "steps": const.STEPS, "countries": const.COUNTRIES, "colours": const.FACTIONS,
        "cards": const.CARDS, "stack": IN_STACK, "issues": const.ISSUES, "stages": const.STAGES, "kinds": tuple(kinds),
    }  # fmt: skip
    return listed_features(tomllib.loads(text)[part], axes, {"most": MOST})


class TableWriter:
    """Writes the first part of observations. Only changes since the last view are written anew."""

    def __init__(self, players: int) -> None:
        self.players: Final = players
        seats = range(players)
        self.countries: tuple[object, ...] = ()
        self.of_countries = b""
        self.own: list[tuple[object, ...]] = [() for _ in seats]
        self.of_own: list[bytes] = [b"" for _ in seats]
        self.discard: Cards = (-1,)
        self.of_discard = b""
        self.displays: list[tuple[Cards, ...]] = [() for _ in seats]
        self.stacks: list[bytes] = [b"" for _ in seats]
        self.markets: list[Cards] = [(-1,) for _ in seats]
        self.of_markets: list[bytes] = [b"" for _ in seats]
        self.scores: object = None  # of the last turn that is over
        self.worth = [bytes(len(const.COUNTRIES)) for _ in seats]
        self.known: list[Cards] = [(-1,) for _ in seats]
        self.of_known: list[bytes] = [b"" for _ in seats]

    def write(self, view: View) -> bytes:
        """The entries in the order of the features."""
        seat = view.seat
        countries = (view.status, view.army, view.ability, view.faction, view.leaders, view.unrest, view.leagues)
        if countries != self.countries:
            self.countries = countries
            self.of_countries = write_countries(view)
        own = (view.markers, view.passed, view.received, view.hand, view.market, view.opening)
        if own != self.own[seat]:
            self.own[seat] = own
            self.of_own[seat] = write_own(view)
        if view.discard != self.discard:
            self.discard = view.discard
            self.of_discard = counted(len(const.CARDS), view.discard)
        self.look(view)
        vp, counts, hands, markets = view.vp, view.marker_counts, view.hand_sizes, view.market_sizes
        stacks, of_markets, of_known, groups = self.stacks, self.of_markets, self.of_known, view.descendant
        parts: list[bytes | bytearray] = [
            write_time(view),
            self.of_countries,
            capped(vp[seat:] + vp[:seat]),
            self.of_own[seat][: 3 * len(const.COUNTRIES)],
            capped(counts[seat:] + counts[:seat]),
            self.of_own[seat][3 * len(const.COUNTRIES) :],
            self.of_discard,
            capped(hands[seat:] + hands[:seat] + markets[seat:] + markets[:seat] + (view.deck_size,)),
            *stacks[seat:],
            *stacks[:seat],
            *[BITS[group] for group in groups[seat:] + groups[:seat]],
            *of_markets[seat:],
            *of_markets[:seat],
            *of_known[seat:],
            *of_known[:seat],
            *self.worth[seat:],
            *self.worth[:seat],
            lobby(view),
            counted(self.players, [(loser - seat) % self.players for loser in view.losing]),
            one_of(len(const.COUNTRIES), view.victims_of),
        ]
        return b"".join(parts)

    def look(self, view: View) -> None:
        """The cards before each seat, and the points that markers brought last turn."""
        scores = view.scores[-1] if view.scores else None
        if scores is not self.scores:
            self.scores = scores
            rows = [(0,) * len(const.COUNTRIES)] * self.players if scores is None else scores.worth
            self.worth = [capped([max(0, one) for one in row]) for row in rows]
        for seat in range(self.players):
            display, market, known = view.displays[seat], view.markets[seat], view.known[seat]
            if display != self.displays[seat]:
                self.displays[seat] = display
                self.stacks[seat] = stacks(display)
            if market != self.markets[seat]:
                self.markets[seat] = market
                self.of_markets[seat] = counted(len(const.CARDS), market)
            if known != self.known[seat]:
                self.known[seat] = known
                self.of_known[seat] = counted(len(const.CARDS), known)


def write_time(view: View) -> bytes:
    players, seat, steps = view.book.players, view.seat, len(const.STEPS)
    entries = bytearray(const.TURNS + 2 * players + steps + 1)
    if view.turn > 0:
        entries[view.turn - 1] = 1
    if view.first >= 0:
        entries[const.TURNS + (view.first - seat) % players] = 1
    if view.current >= 0:
        entries[const.TURNS + players + (view.current - seat) % players] = 1
    if view.step >= 0:
        entries[const.TURNS + 2 * players + view.step] = 1
    entries[const.TURNS + 2 * players + steps] = view.specials
    return bytes(entries)


def write_countries(view: View) -> bytes:
    faction = bytes([one + 1 for one in view.faction])
    return b"".join([
        capped((*view.status, *view.army, *view.ability)),
        faction.replace(b"\2", b"\0"),
        faction.replace(b"\1", b"\0").replace(b"\2", b"\1"),
        BITS[view.leaders],
        BITS[view.unrest],
        BITS[view.leagues],
    ])  # fmt: skip


def write_own(view: View) -> bytes:
    """The seat's own markers and cards."""
    return b"".join([
        *[counted(len(const.COUNTRIES), markers) for markers in (view.markers, view.passed, view.received)],
        *[counted(len(const.CARDS), cards) for cards in (view.hand, view.market)],
        counted(len(const.CARDS), [card for _, card in view.opening or ()]),
    ])  # fmt: skip


def one_of(size: int, place: int) -> bytes:
    """Zeros with a 1 at one place; only zeros for a place below 0."""
    entries = bytearray(size)
    if place >= 0:
        entries[place] = 1
    return bytes(entries)


def counted(size: int, codes: Iterable[int]) -> bytes:
    entries = bytearray(size)
    for code in codes:
        entries[code] += 1
    return bytes(entries)


def stacks(display: Sequence[Cards]) -> bytes:
    if not any(display):
        return NO_STACKS
    entries = bytearray(NO_STACKS)
    for country, cards in enumerate(display):
        for card in cards:
            place = card - const.OPEN + const.VALUES if card >= const.OPEN else card % const.VALUES
            entries[country * len(IN_STACK) + place] += 1
    return bytes(entries)


def lobby(view: View) -> bytearray:
    players, now, size = view.book.players, view.lobby, len(const.COUNTRIES)
    entries = bytearray(2 * size + len(const.ISSUES) + len(const.STAGES) + 1 + 2 * players + 2 * len(const.FACTIONS))
    if now is None:
        return entries
    start = 2 * size + len(const.ISSUES)
    second = start + len(const.STAGES)
    voting = second + 1 + 2 * players
    entries[now.country] = 1
    if now.target >= 0:
        entries[size + now.target] = 1
    entries[2 * size + now.issue] = 1
    entries[start + now.stage] = 1
    entries[second] = now.second
    if now.bidder >= 0:
        entries[second + 1 + (now.bidder - view.seat) % players] = 1
    for seat in range(players):
        entries[second + 1 + players + (seat - view.seat) % players] = now.passing >> seat & 1
    if now.vote >= 0:
        entries[voting + now.vote] = 1
    if now.winner >= 0:
        entries[voting + len(const.FACTIONS) + now.winner] = 1
    return entries
