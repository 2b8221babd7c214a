"""What the expansions alone bring: rows of conversions, favors and benefits."""

from random import Random

from tests.properties.players import BOTH, COURT, LANDSKNECHTE, Table, at_every_table, finish, start
from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.game import Wallenstein

GAME = Wallenstein()
ENTRIES = (("convert", "conversions"), ("favor", "favors"), ("effect", "favors"), ("benefit", "benefits"))


@at_every_table(range(14, 15), range(100, 110), at=(*COURT, *LANDSKNECHTE, *BOTH))
def test_the_tables_hold_every_conversion_favor_and_benefit(table: Table, seeds: range) -> None:
    for seed in seeds:
        state = finish(start(table, seed), Random(1))
        rows = {one.name: Rows(one) for one in GAME.tables}
        GAME.write_rows(0, state, rows)
        names = [entry[0] for entry in Wallenstein().event_log(state)]
        for entry, name in ENTRIES:
            assert len(rows[name]) == names.count(entry)
        assert bool(len(rows["conversions"])) == ("emperors-court" in table[0].expansions)
        assert bool(len(rows["benefits"])) == ("landsknechte" in table[0].expansions)
