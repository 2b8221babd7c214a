"""Options are sequences (docs/bots.md): they have a length, are indexed, sliced, gone through and searched alike."""

import pytest

from tests.properties.players import FIRST, ONE_EACH, Table, moments, name_of

FEW = 40  # options looked at one by one, at either end


@pytest.mark.parametrize("table", [*ONE_EACH, FIRST[0]], ids=name_of)
def test_options_are_sequences(table: Table) -> None:
    for _, decision in moments(table, range(2), every=2):
        if decision.kind == "plan":
            continue
        options, every = decision.options, list(decision.options)
        assert len(options) == len(every) > 1
        assert decision.default in every
        assert all(options[place] == option for place, option in enumerate(every[:FEW]))
        assert all(options[-1 - place] == option for place, option in enumerate(every[::-1][:FEW]))
        assert list(options[1:4]) == every[1:4]
        assert list(options[::-2])[:FEW] == every[::-2][:FEW]
        assert all(option in options for option in (every[0], every[-1]))
        for outside in (len(every), -len(every) - 1):
            with pytest.raises(IndexError):
                options[outside]
