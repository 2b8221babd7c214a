"""Figures of the documents are those of `docs/claims.toml`; one that no longer holds is found."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.claims.again import FILE, ROOT, Claim, Command, check, commands, judge, main, read, write
from wallenstein import __version__, compiled

CLAIMS = [claim for command in commands() for claim in command.claims]
PAST = tomllib.loads(FILE.read_text("utf-8"))["past"]
SHORT = 1.0  # minutes


FIGURE = r"(\d+(?:\.\d)?) ?% (?:± |\d+\.\d to|\| \d+ to|\(\d+(?:\.\d)? to)"  # with an interval


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.file}: {claim.figure}")
def test_a_figure_is_in_its_document(claim: Claim) -> None:
    place = claim.place((ROOT / claim.file).read_text("utf-8"))
    ends = {"value"} if claim.figure == "times as long" else {"value", "half"} if "{half}" in claim.text else None
    assert set(place.groupdict()) == (ends or {"value", "low", "high"})
    value, low, high = claim.numbers
    assert low <= value <= high


def test_past_figures_are_in_their_documents() -> None:
    for each in PAST:
        assert words(each["text"]) in words((ROOT / each["file"]).read_text("utf-8"))


def test_every_figure_that_a_command_of_the_strategy_repeats_has_a_claim() -> None:
    text = (ROOT / "docs/strategy.md").read_text("utf-8")
    sections = [part for part in re.split(r"^## ", text, flags=re.MULTILINE) if "wallenstein tourney" in part]
    assert len(sections) == 5
    known = {float(claim.value) for claim in CLAIMS}
    known |= {float(each) for past in PAST for each in re.findall(r"[\d.]+", past["text"])}
    figures = [each for part in sections for each in re.findall(FIGURE, words(part))]
    assert len(figures) >= 30
    assert not {float(each) for each in figures} - known, "add these to docs/claims.toml"


def test_the_version_of_the_claims_is_that_of_the_program() -> None:
    assert tomllib.loads(FILE.read_text("utf-8"))["version"] == __version__


TINY = {
    "tourney": {"seed": 3, "blocks": 4, "players": 3},
    "bots": {"entries": ["random", "settler", "regent"]},
    "run": {"isolation": "none", "report": False},
}
RIGHT = Claim("a.md", "random wins {value} % ({low} to {high})", "wins of random", "0.0", "0", "20")


@pytest.mark.slow
def test_a_wrong_claim_no_longer_holds(tmp_path: Path) -> None:
    wrong = replace(RIGHT, value="90", low="80", high="95")
    before = Claim("a.md", "ahead", "settler before random", "100", "60", "100")
    said = list(check([Command("tiny", 0.1, (RIGHT, wrong, before), {"config": TINY})], tmp_path))
    assert [holds for holds, _ in said] == [True, False, True]
    assert said[1][1].startswith('a.md says "random wins 90 % (80 to 95)"; wins of random: 0.0 (0.0 to ')
    assert said[1][1].endswith(" when played again. It no longer holds.")


@pytest.mark.parametrize(
    ("found", "holds", "end"),
    [
        ((5.0, 1.0, 12.0), True, "It holds, though the figure has moved."),
        ((0.04, 0.0, 12.0), True, "It holds."),
        ((40.0, 30.0, 50.0), False, "It no longer holds."),
    ],
)
def test_intervals_of_both_count(found: tuple[float, float, float], holds: bool, end: str) -> None:
    assert judge(RIGHT, found)[0] is holds
    assert judge(RIGHT, found)[1].endswith(end)


def test_a_ratio_has_bounds() -> None:
    ratio = Claim("a.md", "{value} times", "times as long", "1.25", "1.1", "1.4")
    assert [judge(ratio, (value,) * 3)[0] for value in (1.05, 1.25, 1.5)] == [False, True, False]


def test_new_figures_are_written_into_the_document_and_the_file(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    listed = (
        '{ file = "a.md", text = "random … wins {value} % ± {half}", value = "20.0", low = "15.0", high = "25.0" },'
    )
    file, document = tmp_path / "docs" / "claims.toml", tmp_path / "a.md"
    file.write_text(f"# first\n{listed}\n{listed.replace('random', 'other')}\n")
    document.write_text("other in 5 games wins 20.0 % ± 5.0; random in 20.0 games\nwins 20.0 % ± 5.0.")
    claim = Claim("a.md", "random … wins {value} % ± {half}", "wins of random", "20.0", "15.0", "25.0")
    write(claim, (8.04, 6.0, 11.0), tmp_path)
    assert document.read_text() == "other in 5 games wins 20.0 % ± 5.0; random in 20.0 games\nwins 8.0 % ± 2.5."
    lines = file.read_text().splitlines()
    document.write_text("random in 30 games wins 31.0 % ± 2.0.")
    read(replace(claim, value="8.0", low="6.0", high="11.0"), tmp_path)
    again = file.read_text().splitlines()
    assert again[1].endswith('value = "31.0", low = "29.0", high = "33.0" },')
    assert again[2] == lines[2]
    assert lines[1].endswith('value = "8.0", low = "6.0", high = "11.0" },')
    assert lines[2].endswith('value = "20.0", low = "15.0", high = "25.0" },')


def test_a_figure_that_its_document_lacks_is_a_sentence() -> None:
    with pytest.raises(ValueError, match=r'^a.md does not say "random wins 0.0 % \(0 to 20\)"$'):
        RIGHT.place("random wins 0.1 % (0 to 20)")


def test_ratios_of_interpreted_rules_are_not_measured_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "INTERPRETED", None)
    said = list(check([Command("court", 0.1, (RIGHT,), time={"edition": "first"})], tmp_path))
    assert said == [(True, "court is about interpreted rules; it is measured with WALLENSTEIN_COMPILED=0.")]


def test_an_unknown_name_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quickstrat"]) == 2
    assert capsys.readouterr().out.startswith("docs/claims.toml has no quickstrat; it has quickstart, styles, ")


@pytest.mark.long
def test_short_commands_repeat_their_figures(tmp_path: Path) -> None:
    short = [command for command in commands() if command.minutes < SHORT]
    assert {"quickstart", "court"} <= {command.name for command in short}
    assert [sentence for holds, sentence in check(short, tmp_path) if not holds] == []
