"""Every fault of a board file is found and told with its place."""

import re
from pathlib import Path

import pytest

from tests.games.wallenstein.board.board_texts import changed, fault_sentences, in_county, note_sentences
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.board.values import LARGEST, PACKAGED, packaged_text, read


def line_of(text: str, county: str, key: str) -> int:
    """The line that a key of a county stands on, counted by hand."""
    lines = text.split("\n")
    start = lines.index(f'id = "{county}"')
    return next(i for i in range(start, len(lines)) if lines[i].startswith(f"{key} =")) + 1


def test_packaged_boards_have_no_faults_and_the_first_no_notes() -> None:
    assert [fault_sentences(packaged_text(name)) for name in PACKAGED] == [[]] * len(PACKAGED)
    assert note_sentences(packaged_text()) == []


def test_windows_line_ends_are_no_fault() -> None:
    assert fault_sentences(packaged_text().replace("\n", "\r\n")) == []


VALUES = [
    ("grain", "5", "0", "must be 1 to 9, not 0"),
    ("grain", "5", "10", "must be 1 to 9, not 10"),
    ("grain", "5", "5.0", "must be a whole number, not 5.0"),
    ("grain", "5", "true", "must be a whole number, not true"),
    ("grain", "5", '"5"', 'must be a whole number, not "5"'),
    ("taxes", "3", "-3", "must be 1 to 9, not -3"),
    ("sites", "3", "4", "must be 1 to 3, not 4"),
    ("sites", "3", "0", "must be 1 to 3, not 0"),
    ("light_border", "false", "0", "must be true or false, not 0"),
    ("name", '"Anhalt"', '" "', 'must be printable text, not " "'),
    ("name", '"Anhalt"', '"\\u001b[2J"', 'must be printable text, not "\\x1b[2J"'),
    ("name", '"Anhalt"', '"Köln"', None),
    ("region", '"sachsen"', '"sachen"', 'there is no region "sachen"; did you mean "sachsen"?'),
    ("region", '"sachsen"', "7", "must be a text in quotes, not 7"),
]


@pytest.mark.parametrize(("key", "old", "new", "text"), VALUES)
def test_wrong_value_is_told_with_its_line(key: str, old: str, new: str, text: str | None) -> None:
    file = in_county("anhalt", f"{key} = {old}", f"{key} = {new}")
    if text is None:
        assert fault_sentences(file) == [
            f'f:{line_of(file, "koeln", "name")}: county "koeln", name: "Köln" is also the name of county "anhalt"'
        ]
    else:
        assert f'f:{line_of(file, "anhalt", key)}: county "anhalt", {key}: {text}' in fault_sentences(file)


def test_every_fault_is_told_in_the_order_of_the_lines() -> None:
    file = changed(("taxes = 6", "taxes = 66"), ("grain = 4", "grain = 44"), ("sites = 3", "sites = 33"))
    numbers = [int(re.match(r"f:(\d+):", sentence)[1]) for sentence in fault_sentences(file)]  # type: ignore[index]
    assert len(numbers) == 3
    assert numbers == sorted(numbers)


def test_missing_and_unknown_keys() -> None:
    file = in_county("anhalt", "grain = 5", "grian = 5")
    place = 'county "anhalt"'
    line = line_of(file, "anhalt", "grian")
    assert set(fault_sentences(file)) == {
        f"f:{line - 6}: {place}, grain: is missing",
        f'f:{line}: {place}, grian: unknown key; did you mean "grain"?',
    }


def test_unknown_table() -> None:
    assert fault_sentences(packaged_text() + "\n[[countys]]\n") == ['f: countys: unknown key; did you mean "county"?']


def test_county_left_out_is_missed_everywhere() -> None:
    head, _, tail = packaged_text().partition('[[county]]\nid = "bremen"')
    faults = fault_sentences(head + tail[tail.index("[[county]]") :])
    assert "f: county: there must be 45, not 44" in faults
    assert "f: county: missing: bremen" in faults
    assert "f: county: exactly 8 must have light_border = true, not 7" in faults
    assert any('region "brandenburg": must have 9 counties, not 8' in fault for fault in faults)
    assert any('county "holstein", neighbours: there is no county "bremen"' in fault for fault in faults)


def test_county_twice() -> None:
    entry = packaged_text()[packaged_text().rindex("[[county]]") :]
    faults = fault_sentences(packaged_text() + "\n" + entry)
    assert "f: county: there must be 45, not 46" in faults
    assert any(fault.endswith('id: "hessen-darmstadt" is used twice') for fault in faults)


def test_unknown_id_has_a_near_match() -> None:
    faults = fault_sentences(changed(('id = "anhalt"', 'id = "anhallt"')))
    assert any('id: "anhallt" is not a county of the game; did you mean "anhalt"?' in fault for fault in faults)


def test_alias_counts_as_a_name() -> None:
    faults = fault_sentences(changed(('"Burgundy"', '"Bremen"')))
    assert [fault.split(": ", 1)[1] for fault in faults] == [
        'county "burgund", aliases: "Bremen" is also the name of county "bremen"'
    ]


def test_w3_light_borders_are_the_eight_of_the_booklets() -> None:
    file = in_county("bremen", "light_border = true", "light_border = false")
    assert fault_sentences(file) == [
        "f: county: exactly 8 must have light_border = true, not 7",
        f'f:{line_of(file, "bremen", "light_border")}: county "bremen", light_border: '
        'the rule booklets leave "bremen" out with 3 players',
    ]
    other = file.replace("light_border = false", "light_border = true", 2).replace(
        "light_border = true", "light_border = false", 1
    )
    assert [fault.split(": ")[1] for fault in fault_sentences(other)] == [
        'county "bremen", light_border', 'county "lueneburg", light_border',
    ]  # fmt: skip


def test_regions_are_five_with_nine_counties_each() -> None:
    file = in_county("anhalt", 'region = "sachsen"', 'region = "bayern"')
    assert [fault.split(": ", 1)[1] for fault in fault_sentences(file)] == [
        'region "sachsen": must have 9 counties, not 8',
        'region "bayern": must have 9 counties, not 10',
    ]
    assert "f:1: region: must be 5 tables, each under a line [[region]]" in fault_sentences("region = 3")
    assert "f: region: there must be 5, not 0" in fault_sentences("")


def test_one_sided_border_is_told_where_it_is_missing() -> None:
    file = in_county("gft-mark", '["paderborn", "osnabrueck", "koeln"]', '["paderborn", "osnabrueck"]')
    assert fault_sentences(file) == [
        f'f:{line_of(file, "gft-mark", "neighbours")}: county "gft-mark", neighbours: '
        '"koeln" lists "gft-mark" as a neighbour, so "koeln" belongs here too'
    ]


@pytest.mark.parametrize(
    ("new", "text"),
    [
        ('"gft-mark"', '"gft-mark" cannot be its own neighbour'),
        ('"koeln"', '"koeln" is listed twice'),
        ('"koln"', 'there is no county "koln"; did you mean "koeln"?'),
        ("4", "must contain texts in quotes, not 4"),
        (", ".join(['"koeln"'] * 42), "45 are listed; no county can have more than 44"),
    ],
)
def test_odd_neighbours(new: str, text: str) -> None:
    file = in_county("gft-mark", '"koeln"]', f'"koeln", {new}]')
    line = line_of(file, "gft-mark", "neighbours")
    assert fault_sentences(file)[0].startswith(f'f:{line}: county "gft-mark", neighbours: {text}')


def without_borders(*pairs: tuple[str, str]) -> str:
    """The packaged file with borders taken away on both sides."""
    text = packaged_text()
    for pair in pairs:
        for county, other in (pair, pair[::-1]):
            before, mark, after = text.partition(f'id = "{county}"')
            entry, header, rest = after.partition("[[county]]")
            entry, found = re.subn(rf'"{other}"(, )?', "", entry)
            assert found == 1
            text = before + mark + entry + header + rest
    return text


def test_map_must_hang_together() -> None:
    file = without_borders(("luettich", "trier"), ("luettich", "koeln"))
    assert [fault.split(": ", 2)[2] for fault in fault_sentences(file)] == [
        'all counties must be connected; there is no path from "bremen" to luettich'
    ]


def test_map_of_three_players_must_hang_together() -> None:
    borders = [("kaernten", other) for other in neighbours("kaernten") if other not in light_bordered()]
    assert 0 < len(borders) < len(neighbours("kaernten"))  # light-bordered counties still join it to the rest
    assert [fault.split(": ", 2)[2] for fault in fault_sentences(without_borders(*borders))] == [
        'the counties of a game with 3 players must be connected; there is no path from "lueneburg" to kaernten'
    ]


def neighbours(county: str) -> list[str]:
    text = packaged_text().partition(f'id = "{county}"')[2]
    return re.findall(r'"([^"]+)"', re.search(r"neighbours = \[(.*)\]", text)[1])  # type: ignore[index]


def light_bordered() -> list[str]:
    entries = packaged_text().split("[[county]]")[1:]
    return [re.findall(r'id = "([^"]+)"', entry)[0] for entry in entries if "light_border = true" in entry]


def test_value_beyond_the_reviews_is_noted_until_it_is_said_to_be_printed() -> None:
    file = in_county("anhalt", "grain = 5", "grain = 6")
    assert fault_sentences(file) == []
    assert "grain: 6 is outside the range that reviews report, 2 to 5" in note_sentences(file)[0]
    assert note_sentences(file.replace("printed_data = false", "printed_data = true")) == []


def test_value_against_a_documented_one_is_noted() -> None:
    file = in_county("burgund", "taxes = 7", "taxes = 6")
    assert fault_sentences(file) == []
    assert note_sentences(file)[0].endswith('county "burgund", taxes: is 6, but [provenance] documents 7')


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("printed_data = false", "printed_data = 0", "[provenance], printed_data: must be true or false, not 0"),
        ("printed_data = false", "printed = true", 'printed: unknown key; did you mean "printed_data"?'),
        ('county = "burgund"', 'county = "burgun"', "documented_values: there is no county or field as in"),
        (', field = "taxes"', "", "documented_values: must contain {"),
        ('["anhalt", "kursachsen"]', '["anhalt", 5]', "documented_neighbours: must contain pairs of counties"),
        ('["anhalt", "kursachsen"]', "5", "documented_neighbours: must contain pairs of counties, not 5"),
    ],
)
def test_provenance_is_checked_too(old: str, new: str, text: str) -> None:
    assert text in fault_sentences(changed((old, new)))[0]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a = ", "f: not valid TOML: Invalid value (at end of document)"),
        ("a = 1\na = 2\nb = 3", "f:2: not valid TOML: Cannot overwrite a value in column 6"),
        ("a = " + "[" * 100_000, "f: not valid TOML: "),
        ("a = " + "9" * 5_000, "f: not valid TOML: "),
        ("provenance = 3", "f:1: provenance: must be a table under a line [provenance]"),
    ],
)
def test_hostile_documents_are_told_in_one_sentence(file: str, text: str) -> None:
    assert any(fault.startswith(text) for fault in fault_sentences(file))


def test_number_too_large_to_print_is_told() -> None:
    file = in_county("anhalt", "grain = 5", "grain = 0x" + "f" * 5_000)
    assert fault_sentences(file)[0].endswith("grain: must be 1 to 9, not a value too large to show")


def test_fault_is_one_line_whatever_the_file_holds() -> None:
    file = in_county("anhalt", 'region = "sachsen"', 'region = "a\\nb\\u2028\\u001b[31m"')
    assert all(len(sentence.splitlines()) == 1 and sentence.isprintable() for sentence in fault_sentences(file))


def test_keys_inside_a_long_text_are_not_taken_for_keys() -> None:
    trap = '"""\n[[county]]\ngrain = 99\n"""'
    file = changed(('documented = """', f"x = {trap}\ndocumented = " + '"""'))
    file = file.replace("grain = 5", "grain = 0", 1)
    line = file.split("\n").index("grain = 0") + 1
    assert any(sentence.startswith(f"f:{line}: county") for sentence in fault_sentences(file))


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, "the board cannot be read: No such file or directory"),
        (b"x" * (LARGEST + 1), "more than 256 kB"),
        (b"a = 1\nb = '\xfc'\n", ":2: byte 0xfc is not UTF-8; save the file as UTF-8"),
    ],
)
def test_unreadable_file(tmp_path: Path, content: bytes | None, text: str) -> None:
    path = tmp_path / "my.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=re.escape(text)):
        read(path)


def test_folder_is_no_board(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="Is a directory"):
        read(tmp_path)


def test_mark_in_front_of_the_text_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(b"\xef\xbb\xbf" + packaged_text().encode())
    assert fault_sentences(read(path)) == []
