"""Plants faults by hand in what writes the tables, and runs the tests on each: `python -m tests.mutants.planted`.

With words behind it, only those in files whose paths have one of the words.

Each is a mistake that somebody could make: two columns swapped, a slot counted from 0, a battle that is not counted.
"""

import sys
from typing import Final, NamedTuple

from tests.mutants.run import FOLDER, Workshop
from tests.mutants.sample import PACKAGE

GAME: Final = "games/wallenstein"
ROWS: Final = f"{GAME}/journal/rows.py"
THROWS: Final = f"{GAME}/journal/throws.py"
BOARD: Final = f"{GAME}/journal/rows.py"
COURT: Final = f"{GAME}/editions/court/part.py"
PART: Final = "games/wallenstein/editions/part.py"
CARDS: Final = f"{GAME}/editions/landsknechte/part.py"
COMBAT: Final = f"{GAME}/phases/combat.py"
RECORD: Final = "record/game_rows.py"
SCHEDULE: Final = "tourney/schedule.py"
TESTS: Final[dict[str, tuple[str, ...]]] = {  # by the beginning of a path, those that are to find the fault
    f"{GAME}/position/": (f"tests/{GAME}/position", f"tests/{GAME}/referee", "tests/properties/test_positions.py"),
    f"{GAME}/phases/": (f"tests/{GAME}/journal", "tests/properties/test_golden.py"),
    f"{GAME}/": (f"tests/{GAME}/journal",),
    "record/": ("tests/record", "tests/tourney/test_verification.py", "tests/tourney/test_wallenstein.py"),
    "tourney/": ("tests/tourney/test_schedule.py", "tests/tourney/formats"),
}
SECONDS: Final = 900


class Fault(NamedTuple):
    """A file, what is written there, and what is written instead."""

    file: str
    right: str
    wrong: str


FAULTS: Final = (
    Fault(PART, "season, *entry_row(entry))", "season, *entry_row(entry)[:1], *entry_row(entry)[:0:-1])"),
    Fault(COURT, "self.price = entry.price", "self.price = 4"),
    Fault(COURT, "self.price, amount", "amount, self.price"),
    Fault(COURT, "seat, number, effect,", "seat, number + 1, effect,"),
    Fault(COURT, "(self.courtiers[seat],)", "(self.courtiers[0],)"),
    Fault(COURT, "for card in plan.court]", "for card in reversed(plan.court)]"),
    Fault(CARDS, "BenefitTaken, seat, card, choice, amount)", "BenefitTaken, seat, card - 1, choice, amount)"),
    Fault(
        CARDS,
        "amount = give(state, seat, BENEFITS[choice], amounts()[card][choice])",
        "give(state, seat, BENEFITS[choice], amount := amounts()[card][choice])",
    ),
    Fault(THROWS, "self.slot = entry.slot + 1", "self.slot = entry.slot"),
    Fault(THROWS, "self.slot = 0", "pass"),
    Fault(THROWS, "self.throws += 1", "self.throws += entry is None"),
    Fault(THROWS, "hand[thrower], foe_hand,", "foe_hand, hand[thrower],"),
    Fault(THROWS, "own_tray, foe_tray, own_inside, foe_inside, own", "foe_tray, own_tray, own_inside, foe_inside, own"),
    Fault(THROWS, "foe_tray, own_inside, foe_inside, own_out", "foe_tray, foe_inside, own_inside, own_out"),
    Fault(THROWS, "cubes[:one], cubes[one:two]", "cubes[:0], cubes[:two]"),
    Fault(THROWS, "HELD if entry.left else LOST", "LOST if entry.left else HELD"),
    Fault(THROWS, "bool(entry.joined))", "True)"),
    Fault(THROWS, 'throws["thrown"] + throws["tray_own"]', 'throws["thrown"]'),
    Fault(THROWS, 'joined * (throws["thrown_peasants"]', '(throws["thrown_peasants"]'),
    Fault(ROWS, "scored.palaces, scored.churches, scored.posts", "scored.churches, scored.palaces, scored.posts"),
    Fault(ROWS, "self.lacking.pop(entry.seat, 0)", "self.lacking.get(entry.seat, 0)"),
    Fault(ROWS, "to if moved else marched, moved,", "marched, moved,"),
    Fault(ROWS, "*entry[SUPPLY + 1 :]", "*entry[SUPPLY : -1]"),
    Fault(ROWS, "money = bid if bid < const.MONEY_CARDS", "money = bid if bid <= const.MONEY_CARDS"),
    Fault(ROWS, "self.order.index(seat) + 1", "self.order[seat] + 1"),
    Fault(ROWS, "self.chose.index(seat) + 1", "self.chose[seat] + 1"),
    Fault(ROWS, "self.event, self.loss = self.events[entry.event], entry.loss", "self.loss = entry.loss"),
    Fault(
        ROWS,
        "self.tiles = [const.NO_TILE] * self.players",
        "self.tiles = getattr(self, 'tiles', [const.NO_TILE] * self.players)",
    ),
    Fault(ROWS, "self.bids[entry.seat] = entry.bid", "self.bids[entry.seat] = max(entry.bid, 0)"),
    Fault(BOARD, "bits >> kind & 1", "bits >> (2 - kind) & 1"),
    Fault(BOARD, "rows[ARMIES::SIZE] = armies", "rows[ARMIES::SIZE] = markers"),
    Fault(BOARD, "things[moment::moments] = shown", "things[-1 - moment :: moments] = shown"),
    Fault(COMBAT, "peasants, outcome, left, int(joined))", "peasants, outcome, attack, int(joined))"),
    Fault(COMBAT, "state.note(Battled, attacker, action, defender,", "state.note(Battled, attacker, action, attacker,"),
    Fault(f"{GAME}/phases/combat.py", "tuple(tray), tuple(inside)", "tuple(inside), tuple(tray)"),
    Fault(f"{GAME}/phases/scoring.py", "state.tower[seat], state.tray[seat],", "state.tray[seat], state.tower[seat],"),
    Fault(f"{GAME}/phases/winter.py", "WinterBegun, state.events[0], loss", "WinterBegun, state.events[0], -loss"),
    Fault(f"{GAME}/phases/planning.py", "BidRevealed, seat, bid, paid", "BidRevealed, seat, paid, paid"),
    Fault(f"{GAME}/position/holdings.py", "state.book.cards.markers))", 'state.book.cards.markers), "armies")'),
    Fault(f"{GAME}/position/holdings.py", "Named(const.BUILDINGS, ", "Named(const.BUILDINGS[::-1], "),
    Fault(RECORD, "*scheduled[:6],", "*scheduled[:4], 0, scheduled.seed,"),
    Fault(RECORD, "len(played.decisions)\n", "len(played.decisions) - 1\n"),
    Fault(RECORD, "placing.seat, entry, *counted", "len(scheduled.seating) - 1 - placing.seat, entry, *counted"),
    Fault(RECORD, "(place.rank, placing.score, place.win)", "(placing.rank, placing.score, place.win)"),
    Fault(RECORD, "fault.seat, KINDS[fault.kind], fault.decision", "fault.seat, KINDS[fault.kind], fault.decision + 1"),
    Fault(RECORD, "known.index(kind))", "len(known) - 1)"),
    Fault(RECORD, "seconds, account.asked, longest, *spent)", "longest, account.asked, seconds, *spent)"),
    Fault(RECORD, "seconds, account.asked, longest, *spent)", "seconds, account.asked + 1, longest, *spent)"),
    Fault(RECORD, "1 / winners if rank == 1", "1.0 if rank == 1"),
    Fault(SCHEDULE, "seed_of(self.key, number)", "seed_of(self.key, table)"),
    Fault(SCHEDULE, "number * self.games_a_seed + self.starts[table]", "number * self.games_a_seed + table"),
    Fault(SCHEDULE, "start, end = place * self.tables_a_chunk,", "start, end = place,"),
)


def tests_for(file: str) -> list[str]:
    """The tests that are to find a fault in this file."""
    return [*next(tests for start, tests in TESTS.items() if file.startswith(start))]


def main() -> int:
    """Plants one fault after the other; the exit code is 1 if one was not found, 2 if none can be judged."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    words = sys.argv[1:]
    chosen = [fault for fault in FAULTS if not words or any(word in fault.file for word in words)]
    workshop, left = Workshop(99), 0
    every = list(dict.fromkeys(test for fault in chosen for test in tests_for(fault.file)))
    failing = workshop.failing(every, SECONDS)
    if failing is not None:
        print(f"no fault can be judged, because a test fails without one: {failing}")
        return 2
    for fault in chosen:
        path = workshop.tree / PACKAGE / fault.file
        source = path.read_text("utf-8")
        assert source.count(fault.right) >= 1, fault
        path.write_text(source.replace(fault.right, fault.wrong), "utf-8")
        found = workshop.failing(tests_for(fault.file), SECONDS)
        path.write_text(source, "utf-8")
        left += found is None
        print(f"{'found   ' if found else 'SURVIVED'} {fault.file}: {fault.wrong}  {found or ''}", flush=True)
    print(f"{len(chosen) - left} of {len(chosen)} faults found")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
