"""Standings as text: the figures of the summary, in 80 columns."""

from dataclasses import replace

import pytest

from tests.report.summaries import NAMES, SUMMARY, only_cell, stored, text_stored
from wallenstein.core.reports import Estimate
from wallenstein.report.standings import standings_text
from wallenstein.stats.figures import RunSummary, text_of


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_is_written_as_it_ever_was(name: str) -> None:
    assert text_of(stored(name)) + "\n" == text_stored(name)


def test_a_summary_of_before_is_read_without_what_is_gone() -> None:
    text = text_stored("two")
    older = text.replace('"effects":', '"nash": null,\n        "effects":')
    assert older != text
    assert text_of(SUMMARY.validate_json(older)) + "\n" == text


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_has_its_line_and_all_lines_fit(name: str) -> None:
    summary = stored(name)
    for full in (False, True):
        lines = standings_text(summary, full).splitlines()
        for entrant in summary.cells[0].entrants:
            assert any(line.startswith(entrant.name) for line in lines)
        assert max(map(len, lines)) <= 80


def test_a_bot_that_is_mostly_benched_is_marked() -> None:
    main = standings_text(stored("benched"), full=True).split("\n\n")[2]
    assert [line[:11].rstrip() for line in main.splitlines()[3:4]] == ["hopeless *"]
    assert main.splitlines()[4] == "* benched in most of its games, and counted as last in them"


def test_the_short_form_names_who_was_benched() -> None:
    main = standings_text(stored("benched")).split("\n\n")[2]
    assert "* benched in most of its games, and counted as last in them" in main.splitlines()
    assert "benched, so that a substitute played on: hopeless in 30 games" in main.splitlines()


def test_the_short_form_counts_whom_each_bot_is_better_than() -> None:
    summary = stored("benched")
    main = standings_text(summary).split("\n\n")[2].splitlines()
    assert main[3].split()[:2] == ["equal", "bots"]
    for line in (*main[1:3], main[4]):
        own = [pair for pair in only_cell(summary).pairs if pair.name == line.split()[0] and pair.differs]
        above = sum(pair.share.known > 0.5 for pair in own)
        assert line.split()[-2:] == [str(above), str(len(own) - above)]
    assert main[0].split()[-2:] == ["better", "worse"]


def test_each_cell_is_corrected_by_itself_and_the_page_says_so() -> None:
    summary = stored("three")
    cell = only_cell(summary)
    several = replace(summary, cells=tuple(replace(cell, cell=f"game.rounds={rounds}") for rounds in (2, 4)))
    for each, words in ((summary, "comparisons, Holm"), (several, "comparisons in each cell, Holm")):
        assert f"(corrected for 3 {words})" in " ".join(standings_text(each).split())


def test_the_short_form_fits_where_names_are_long() -> None:
    summary = stored("three")
    cell = only_cell(summary)
    heads = []
    for length in (9, 20, 29):
        named = (replace(each, name=f"{place}".rjust(length, "x")) for place, each in enumerate(cell.entrants))
        text = standings_text(replace(summary, cells=(replace(cell, entrants=tuple(named)),)))
        assert max(map(len, text.splitlines())) <= 80
        heads.append(text.split("\n\n")[2].splitlines()[0].split())
    assert [len(head) for head in heads] == [11, 9, 8]
    assert "rank" not in heads[2]


def test_of_a_format_in_rounds_the_table_has_strengths() -> None:
    summary = stored("swiss")
    main = standings_text(summary).split("\n\n")[2].splitlines()
    assert main[0].split() == ["bot", "games", "Elo", "95", "%", "wins", "score", "rank"]
    strengths = [f"{each.points.value:.0f}" for each in only_cell(summary).entrants]
    assert [line.split()[2] for line in main[1:5]] == strengths


def test_the_full_form_has_what_the_short_one_leaves_out() -> None:
    short, full = standings_text(stored("three")), standings_text(stored("three"), full=True)
    for words in ("Elo", "seat   wins", "ms a decision"):
        assert words in full
        assert words not in short
    assert len(short.splitlines()) <= 20


def test_where_nobody_was_benched_there_is_no_such_column() -> None:
    assert "benched" not in standings_text(stored("three"))


def test_games_left_out_are_told() -> None:
    text = standings_text(stored("left-out"))
    assert "hopeless *      0     -" in text
    assert "* benched in most of its games, which are not counted\n30 games in which a bot was benched are not" in text
    summary = stored("left-out")
    once = replace(summary, cells=tuple(replace(cell, left_out=1) for cell in summary.cells))
    assert "\n1 game in which a bot was benched is not counted\n" in standings_text(once)


def test_where_no_game_counts_every_bot_has_its_line() -> None:
    verdict, main = standings_text(stored("none-counts")).split("\n\n")[1:3]
    assert verdict == "No game counts, so nothing is known of these bots."
    assert [line.split()[0] for line in main.splitlines()[1:3]] == ["decent", "hopeless"]


def with_first(summary: RunSummary, share: Estimate, seats_a_game: int) -> RunSummary:
    """With another share and other seats of the better of two bots."""
    cell = only_cell(summary)
    better, other = cell.entrants
    better = replace(better, win_share=share, seats=seats_a_game * better.games)
    return replace(summary, cells=(replace(cell, entrants=(better, other)),))


def test_wins_are_those_with_any_seat() -> None:
    text = standings_text(with_first(stored("two"), Estimate(0.3), 2))
    main = text.split("\n\n")[2].splitlines()
    assert main[1].split()[2] == "60.0%"
    assert "of the wins" not in text


def test_equal_bots_have_their_line() -> None:
    main = standings_text(stored("two")).split("\n\n")[2].splitlines()
    assert [line.split()[-1] for line in main if line.startswith("equal bots")] == ["50.0%"]


def test_an_interval_of_two_bots_ends_at_all_the_wins() -> None:
    text = standings_text(with_first(stored("two"), Estimate(0.5, 0.2, 0.8), 2))
    assert "100.0%  40.0 to 100.0" in text
