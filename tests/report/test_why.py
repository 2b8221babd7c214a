"""Why a bot does not win more, as text."""

from dataclasses import replace

from wallenstein.core.reports import Estimate
from wallenstein.report.differences import sentences, why_text
from wallenstein.tourney.figures.differences import GameExample, Reasons, TraitLine


def line(group: str, text: str, value: float, differs: bool = True, unit: str = "") -> TraitLine:
    difference = Estimate(value, value - 0.05, value + 0.05)
    return TraitLine(group, text, unit, 0.3 + value, 0.3, difference, 0.001 if differs else 0.4, value, differs, GAME)


GAME = GameExample(17, 0.2, 0.6, 4, "spring of year 2")
LINES = (
    line("result", "points in a game", -9.5),
    line("battles", "attacks won", -0.2, unit="%"),
    line("points", "for majorities, year 2", -6.0),
    line("actions", "church planned in a game", 1.5),
    line("actions", "post planned in a game", 1.4),
    line("actions", "palace planned in a game", 1.3),
    line("points", "for counties, year 1", -2.0),
    line("bids", "Thalers bid in a season", 0.02, differs=False),
)
FOUND = Reasons(
    name="cup", folder="cup-1f3a", bot="miller", against=None, games=90, of_games=100, missing={}, lines=LINES
)


def test_the_largest_differences_are_told_with_the_sources_of_points() -> None:
    assert [f"{said} {example.part}" if example else said for said, example in sentences(FOUND)] == [
        "miller did not win 90 of its 100 games. In them, compared with the winners:",
        "- points in a game: -9.20 instead of 0.30, 9.50 fewer (9.45 to 9.55)",
        "  Most in game 17 (0.20, 0.60); best seen in spring of year 2 4",
        "  Of these points: -6.00 for majorities, year 2; -2.00 for counties, year 1",
        "- battles: attacks won: 10.0 % instead of 30.0 % (15.0 to 25.0 points fewer)",
        "  Most in game 17 (20.0 %, 60.0 %); best seen in spring of year 2 4",
        "- actions: church planned in a game: 1.80 instead of 0.30, 1.50 more (1.45 to 1.55)",
        "  Most in game 17 (0.20, 0.60); best seen in spring of year 2 4",
        "- actions: post planned in a game: 1.70 instead of 0.30, 1.40 more (1.35 to 1.45)",
        "  Most in game 17 (0.20, 0.60); best seen in spring of year 2 4",
    ]


def test_the_table_has_every_line_and_fits_a_terminal() -> None:
    shown = why_text(FOUND, "wallenstein").splitlines()
    assert max(map(len, shown)) <= 80
    assert "    wallenstein replay cup-1f3a 17 --at part=4" in shown
    assert sum(line.endswith("  *") for line in shown) == 7
    assert "bids: Thalers bid in a season      0.32     0.30  +0.02  -0.03 to +0.07" in shown


def test_of_many_lines_the_first_are_shown() -> None:
    lines = tuple(line("actions", f"count {number}", 2.0 - number / 10) for number in range(15))
    text = why_text(replace(FOUND, lines=lines), "wallenstein")
    assert "actions: count 11 " in text
    assert "actions: count 12 " not in text
    assert "These are the 12 that differ most; --all shows 3 more." in text
    whole = why_text(replace(FOUND, lines=lines), "wallenstein", None)
    assert "actions: count 14 " in whole
    assert "--all" not in whole


def test_a_table_that_was_not_recorded_is_named() -> None:
    text = " ".join(why_text(replace(FOUND, missing={"throws": "battles"}), "wallenstein").split())
    assert "The table throws was not recorded ([log] tables), so battles cannot be shown." in text


def test_without_a_difference_it_says_so() -> None:
    said = [said for said, _ in sentences(replace(FOUND, lines=LINES[-1:]))]
    assert said[1] == "- No difference is shown beyond chance; more games would show smaller ones."


def test_against_a_bot_it_names_it() -> None:
    said = [said for said, _ in sentences(replace(FOUND, against="regent"))]
    assert said[0] == "In the 90 games in which both played, miller did this:"
    assert why_text(replace(FOUND, against="regent"), "wallenstein").startswith("cup: miller against regent\n")


def test_who_never_lost_has_nothing_to_compare() -> None:
    text = why_text(replace(FOUND, games=0, lines=()), "wallenstein")
    assert text.endswith("miller has played 100 games and never lost; there is nothing to compare.")
