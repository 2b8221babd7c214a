"""Standings as text: the figures of the summary, in 80 columns."""

from pathlib import Path

from tests.tourney.tournament import played, write_config
from wallenstein.report.standings import full_standings, standings_text


def test_every_bot_has_its_line_and_all_lines_fit(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "crashing"), players=3), tmp_path)
    assert outcome.summary is not None
    lines = standings_text(outcome.summary).splitlines()
    for name in ("decent", "sloppy", "crashing"):
        assert any(line.startswith(name) for line in lines)
    assert max(map(len, lines)) <= 80


def test_a_bot_that_is_mostly_benched_is_marked(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "hopeless"), players=3), tmp_path)
    text = full_standings(outcome.summary or {})
    main, strengths = text.split("\n\n")[2:4]
    assert [line[:11].rstrip() for line in main.splitlines()[3:4]] == ["hopeless *"]
    assert main.splitlines()[4] == "* benched in most of its games, and counted as last in them"
    assert [line.split()[-1] for line in strengths.splitlines()] == ["benched", "0", "0", "30"]
    assert max(map(len, text.splitlines())) <= 80


def test_the_short_form_names_who_was_benched(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "hopeless"), players=3), tmp_path)
    main = standings_text(outcome.summary or {}).split("\n\n")[2]
    assert "* benched in most of its games, and counted as last in them" in main.splitlines()
    assert "benched, so that a substitute played on: hopeless in 30 games" in main.splitlines()


def test_the_short_form_counts_whom_each_bot_is_better_than(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "hopeless"), players=3), tmp_path)
    main = standings_text(outcome.summary or {}).split("\n\n")[2].splitlines()
    pairs = (outcome.summary or {})["cells"][0]["pairs"]
    for line in main[1:4]:
        own = [pair for pair in pairs if pair["name"] == line.split()[0] and pair["differs"]]
        above = sum(pair["share"]["value"] > 0.5 for pair in own)
        assert line.split()[-2:] == [str(above), str(len(own) - above)]
    assert main[0].split()[-2:] == ["better", "worse"]


def test_the_short_form_fits_where_names_are_long(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "crashing"), players=3), tmp_path)
    summary = outcome.summary or {}
    (cell,) = summary["cells"]
    heads = []
    for length in (9, 20, 29):
        for place, entrant in enumerate(cell["entrants"]):
            entrant["name"] = f"{place}".rjust(length, "x")
        text = standings_text(summary)
        assert max(map(len, text.splitlines())) <= 80
        heads.append(text.split("\n\n")[2].splitlines()[0].split())
    assert [len(head) for head in heads] == [11, 9, 8]
    assert "rank" not in heads[2]


def test_of_a_format_in_rounds_the_table_has_strengths(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "sloppy", "good", "bad"), players=2)
    outcome = played(config, tmp_path, sets=['tourney.format="swiss"', "tourney.rounds=3"])
    main = standings_text(outcome.summary or {}).split("\n\n")[2].splitlines()
    assert main[0].split() == ["bot", "games", "strength", "95", "%", "wins", "score", "rank"]
    entrants = (outcome.summary or {})["cells"][0]["entrants"]
    assert [line.split()[2] for line in main[1:5]] == [f"{each['strength']['value']:.2f}" for each in entrants]


def test_the_full_form_has_what_the_short_one_leaves_out(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "crashing"), players=3), tmp_path)
    short, full = standings_text(outcome.summary or {}), full_standings(outcome.summary or {})
    for words in ("strength", "seat   wins", "ms a decision"):
        assert words in full
        assert words not in short
    assert len(short.splitlines()) <= 20


def test_where_nobody_was_benched_there_is_no_such_column(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "crashing"), players=3), tmp_path)
    assert "benched" not in standings_text(outcome.summary or {})


def test_games_left_out_are_told(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "sloppy", "hopeless"), players=3)
    outcome = played(config, tmp_path, sets=['tourney.on_bench="leave-out"'])
    text = standings_text(outcome.summary or {})
    assert "hopeless *      0     -" in text
    assert "* benched in most of its games, which are not counted\n30 games in which a bot was benched are not" in text


def test_where_no_game_counts_every_bot_has_its_line(tmp_path: Path) -> None:
    config = write_config(tmp_path, ("decent", "hopeless"))
    outcome = played(config, tmp_path, sets=['tourney.on_bench="leave-out"'])
    verdict, main = standings_text(outcome.summary or {}).split("\n\n")[1:3]
    assert verdict == "No game counts, so nothing is known of these bots."
    assert [line.split()[0] for line in main.splitlines()[1:3]] == ["decent", "hopeless"]


def test_two_bots_share_all_the_wins(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path), tmp_path)
    assert outcome.summary is not None
    better, other = outcome.summary["cells"][0]["entrants"]
    share = better["win_share"]["value"] * better["seats"] / better["games"]
    line = next(line for line in standings_text(outcome.summary).splitlines() if "of the wins" in line)
    assert f"{better['name']} takes {share:.1%} of the wins" in line
    assert f"{other['name']} takes {1 - share:.1%} of the wins" in line


def test_three_bots_have_no_such_line(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path, ("decent", "sloppy", "crashing"), players=3), tmp_path)
    assert outcome.summary is not None
    assert "of the wins" not in standings_text(outcome.summary)


def test_an_interval_of_two_bots_ends_at_all_the_wins(tmp_path: Path) -> None:
    outcome = played(write_config(tmp_path), tmp_path)
    assert outcome.summary is not None
    better, _ = outcome.summary["cells"][0]["entrants"]
    better["win_share"] |= {"value": 0.5, "low": 0.2, "high": 0.8}
    better["seats"] = 2 * better["games"]
    assert f"{better['name']} takes 100.0% of the wins (40.0 to 100.0)" in standings_text(outcome.summary)
