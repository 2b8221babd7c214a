"""The same items as plain text and in a terminal: aligned, wrapped, and safe from what names contain."""

from io import StringIO

from rich.console import Console

from wallenstein.core.text import Grid, Heading, Sentence, Toned, listed
from wallenstein.report.plain import lines
from wallenstein.report.terminal import show


def shown(*items: Heading | Sentence | Grid, width: int = 40, colours: bool = False) -> str:
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=colours, color_system="standard" if colours else None)
    for item in items:
        show(console, item)
    return stream.getvalue()


def test_long_sentences_go_on_under_their_beginning() -> None:
    sentence = Sentence(("anna takes Kursachsen, and then Böhmen, and then Anhalt.",), 1)
    assert shown(sentence).splitlines() == [
        "  anna takes Kursachsen, and then",
        "    Böhmen, and then Anhalt.",
    ]
    assert list(lines(sentence)) == ["  anna takes Kursachsen, and then Böhmen, and then Anhalt."]


def test_pieces_have_the_colour_of_their_player() -> None:
    assert shown(Sentence((Toned("3 red", "red"), " fall")), colours=True) == "\x1b[91m3 red\x1b[0m fall\n"


def test_figures_stand_to_the_right() -> None:
    grid = Grid(("", "VP"), ((Toned("anna", "red"), "7"), ("bert", "12")))
    assert list(lines(grid)) == ["", "      VP", "anna   7", "bert  12"]
    assert [line.rstrip() for line in shown(grid).splitlines()] == ["", "      VP", "anna   7", "bert  12"]


def test_figures_are_never_cut_short_and_words_of_the_last_column_are_wrapped() -> None:
    heads = ("bot", *(f"source {number}" for number in range(5)), "result")
    wide = Grid(heads, (("miller (yellow)", *(["+105.2"] * 5), "100.0"),))
    assert shown(wide, width=40) == shown(wide, width=200)
    assert "…" not in shown(wide, width=1)
    told = shown(Grid(("bot", "idea"), (("miller", "an idea of many words " * 5),), (0, 1)), width=40)
    assert max(map(len, told.splitlines())) <= 40


def test_names_can_neither_command_the_terminal_nor_be_markup() -> None:
    sentence = Sentence((Toned("[red]\x1b[31m\n", "strong"),))
    assert shown(sentence) == "[red]\\x1b[31m\\n\n"
    assert list(lines(sentence)) == ["[red]\\x1b[31m\\n"]


def test_headings() -> None:
    assert list(lines(Heading("Wallenstein", 0))) == ["Wallenstein", "==========="]
    assert list(lines(Heading("Year 1, spring", 1))) == ["", "Year 1, spring", "--------------"]
    assert list(lines(Heading("1. palace", 2))) == ["", "1. palace"]
    assert shown(Heading("Year 1", 1)) == "\nYear 1 " + "─" * 33 + "\n"


def test_lists_read_as_prose() -> None:
    assert listed([("a",), ("b",), ("c",)]) == ("a", ", ", "b", " and ", "c")
    assert listed([("a",)]) == ("a",)
    assert listed([]) == ()
