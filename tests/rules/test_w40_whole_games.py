"""W40-W75: a second account of whole games, written from the rules, kept over the journal of the first."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.properties.players import BASE, Table, finish, name_of, start
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.names import VOID
from wallenstein.games.wallenstein.rules import cards

BOARD = board()
EVENTS = cards("second", 4).events
PRICE = {0: 3, 1: 2, 2: 1, 3: 0, 4: 0, 5: 3, 6: 2, 7: 1, 8: 0, 9: 0}
SHORTAGE = {0: (0, 0), 1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2), 5: (2, 3), 6: (2, 3)}


class Account:
    """What every seat has in Thalers and grain, and whose each county is, by the journal alone."""

    def __init__(self, table: Table, seed: int) -> None:
        rules, self.players = table
        self.state = finish(start(table, seed), stream(seed, "players"))
        self.thalers = [{3: 18, 4: 15, 5: 12}[self.players]] * self.players
        self.grain = [0] * self.players
        self.owner = [-1] * 45
        self.vp = [0] * self.players
        self.tiles = [-1] * self.players
        self.effect, self.amount = "none", 0
        self.buildings: list[set[int]] = [set() for _ in range(45)]
        self.markers = [0] * 45
        self.lacking: dict[int, int] = {}
        self.revolts: list[int] = []
        self.planned: list[tuple[int, int, int]] = []  # seat, action, county: the actions still to come this season
        self.lost: set[tuple[int, int]] = set()  # seat and county, this season
        self.marched = (-1, -1, -1)
        if rules.setup == "default":
            for seat, armies in enumerate(BOARD.line_up(self.players)):
                for county, _ in armies:
                    self.owner[county] = seat

    def check(self) -> int:
        """Follows the journal; how many entries were accounted for."""
        followed = 0
        for entry in Wallenstein().event_log(self.state):
            step = getattr(self, "on_" + entry[0], None)
            if step is not None:
                step(*entry[1:])
                followed += 1
        return followed

    def on_board(self, year: int, season: int, counties: bytes) -> None:
        owner, _, buildings, markers = (list(counties[part * 45 :][:45]) for part in range(4))
        assert owner == [seat % 256 for seat in self.owner]
        assert buildings == [sum(1 << kind for kind in built) for built in self.buildings]
        assert markers == self.markers

    def on_settle(self, seat: int, county: int, armies: int) -> None:
        assert self.owner[county] == -1
        self.owner[county] = seat

    def on_plan(self, seat: int, boxes: tuple[int, ...], bid: int, court: tuple[int, ...]) -> None:
        self.planned += [(seat, action, county) for action, county in enumerate(boxes) if county >= 0]

    def on_bid(self, seat: int, bid: int, paid: int) -> None:
        self.thalers[seat] -= paid

    def on_tile(self, seat: int, position: int, tile: int) -> None:
        self.tiles[seat] = tile

    def on_event(self, event: int) -> None:
        self.effect, self.amount = EVENTS[event].effect, EVENTS[event].amount

    def on_action(self, slot: int, seat: int, action: int, county: int, outcome: int, amount: int, to: int) -> None:
        self.planned.remove((seat, action, county))
        assert (outcome == VOID) == ((seat, county) in self.lost)  # W28, W55
        if outcome:
            assert not amount
            return
        assert self.owner[county] == seat
        self.thalers[seat] -= PRICE[action]
        assert self.thalers[seat] >= 0
        if action < 3:
            assert action not in self.buildings[county]
            self.buildings[county].add(action)
            assert len(self.buildings[county]) <= BOARD.sites[county]
            if action == 2 and self.effect == "post-calms":
                self.markers[county] = max(0, self.markers[county] - 1)
        elif action in (3, 4):
            assert amount == self.income(seat, action, county)
            (self.grain if action == 3 else self.thalers)[seat] += amount
            if not self.markers[county]:
                self.markers[county] = 1
        elif action == 5:
            most = 3 if self.effect == "short-muster" else 5
            assert amount == most or (self.tiles[seat] == 2 and most <= amount <= 6)
        elif action == 6:
            assert amount == (2 if self.effect == "short-muster" else 3)
        elif action > 7:
            assert to in BOARD.neighbours[county]
            self.marched = (seat, action, to)
            if self.effect == "church-peace" and self.owner[to] != seat:
                assert 1 not in self.buildings[to]

    def income(self, seat: int, action: int, county: int) -> int:
        """W41, W31."""
        amount = (BOARD.grain if action == 3 else BOARD.taxes)[county]
        if self.effect == ("grain-cap" if action == 3 else "tax-cap"):
            amount = min(amount, self.amount)
        if self.effect == ("grain-floor" if action == 3 else "tax-floor"):
            amount = max(amount, self.amount)
        return amount + (self.tiles[seat] == (1 if action == 3 else 0))

    def on_battle(
        self,
        attacker: int,
        action: int,
        defender: int,
        county: int,
        a: int,
        d: int,
        p: int,
        outcome: int,
        left: int,
        joined: int,
    ) -> None:
        assert self.owner[county] == defender
        assert self.marched == (attacker, action, county)
        assert joined == (not self.markers[county])
        assert joined or not p
        if a > d + p:
            assert (outcome, left) == (0, a - d - p)
            self.lost.add((defender, county))
            self.owner[county] = attacker
        elif d and a < d + p:
            assert (outcome, left) == (1, d - max(0, a - p))
        else:
            assert (outcome, left) == (2, 0)
            self.clear(county)

    def on_revolt(self, seat: int, county: int, d: int, p: int, left: int) -> None:
        assert self.owner[county] == seat
        assert left == max(0, d - p)
        if not left:
            self.clear(county)
        elif not self.revolts:
            self.markers[county] += 1
        if self.revolts:
            self.revolts[seat] -= 1

    def clear(self, county: int) -> None:
        """W54, W61."""
        self.lost.add((self.owner[county], county))
        self.owner[county] = -1
        self.buildings[county] = set()
        self.markers[county] = 0

    def on_winter(self, event: int, loss: int) -> None:
        assert loss == EVENTS[event].loss
        self.grain = [max(0, grain - loss) for grain in self.grain]
        self.lacking = {seat: max(0, self.owner.count(seat) - self.grain[seat]) for seat in range(self.players)}
        self.revolts = [SHORTAGE.get(lacking, (3, 3))[0] for lacking in self.lacking.values()]

    def on_hunger(self, seat: int, lacking: int, revolts: int, extra: int) -> None:
        assert lacking == self.lacking.pop(seat)
        assert (revolts, extra) == SHORTAGE.get(lacking, (3, 3))

    def on_score(self, year: int, seat: int, counties: int, buildings: int, *majorities: int) -> None:
        assert self.revolts == [0] * self.players
        assert not any(self.lacking.values())
        assert counties == self.owner.count(seat)
        assert buildings == sum(len(self.buildings[c]) for c in self.counties(seat))
        assert majorities == tuple(self.majority(seat, kind) for kind in range(3))
        self.vp[seat] += counties + buildings + sum(majorities)

    def counties(self, seat: int) -> Iterator[int]:
        return (county for county in range(45) if self.owner[county] == seat)

    def majority(self, seat: int, kind: int) -> int:
        """W72: 3, 2, 1 for the most in a region, one less if tied."""
        points = 0
        for region in range(5):
            built = [
                sum(kind in self.buildings[c] and BOARD.region[c] == region for c in self.counties(other))
                for other in range(self.players)
            ]
            if built[seat] and built[seat] == max(built):
                points += 3 - kind - (built.count(max(built)) > 1)
        return points

    def on_standing(self, year: int, season: int, seat: int, *has: Any) -> None:
        counties, armies, palaces, churches, posts, markers, supply, tower, tray, grain, thalers, vp = has
        own = list(self.counties(seat))
        assert counties == len(own)
        assert armies + supply + tower + tray == 62
        assert [palaces, churches, posts] == [sum(kind in self.buildings[c] for c in own) for kind in range(3)]
        assert markers == sum(self.markers[c] for c in own)
        assert (grain, thalers, vp) == (self.grain[seat], self.thalers[seat], self.vp[seat])
        if seat == self.players - 1:
            assert not self.planned, "every planned action was resolved, skipped or void"
            self.lost.clear()
            self.tiles = [-1] * self.players
            self.effect = "none"
            if season == 3 and year == 1:  # W73
                self.grain = [0] * self.players
                self.markers = [0] * 45
                self.revolts = []


@pytest.mark.parametrize("table", BASE, ids=name_of)
def test_w40_to_w73_a_second_account_agrees(table: Table) -> None:
    for seed in range(40, 46):
        account = Account(table, seed)
        assert account.check() > 150
        assert tuple(account.vp) == account.state.vp


@pytest.mark.long
@pytest.mark.parametrize("table", BASE, ids=name_of)
def test_w40_to_w73_a_second_account_agrees_in_many_games(table: Table) -> None:
    for seed in range(3000, 3060):
        account = Account(table, seed)
        account.check()
        assert tuple(account.vp) == account.state.vp


@pytest.mark.parametrize("table", BASE, ids=name_of)
def test_w74_most_points_then_thalers_then_shared(table: Table) -> None:
    for seed in range(6):
        state = finish(start(table, seed), stream(seed, "players"))
        keys = [(state.vp[seat], state.thalers[seat]) for seat in range(state.book.players)]
        for placing in state.result():
            better = sum(key > keys[placing.seat] for key in keys)
            assert placing.rank == 1 + better
            assert placing.score == state.vp[placing.seat]
