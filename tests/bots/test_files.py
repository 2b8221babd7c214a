"""Names of bots are read from a file's text without executing it; reference bots are a list, not a folder."""

from pathlib import Path

import pytest

from tests.bots.bot_files import bot_text, write
from wallenstein.bots import files
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.files import LARGEST, REFERENCE, is_packaged, reference_folder, registrations
from wallenstein.core.errors import ConfigError

END = "raise SystemExit('executed')\n"
WAYS = {
    "from wallenstein": "from wallenstein import Bot, register\n@register('a')\nclass A(Bot): ...\n",
    "renamed": "from wallenstein.bots import register as r, Bot as B\n@r('a')\nclass A(B): ...\n",
    "from the registry": "from wallenstein.bots.bot import register\n@register('a')\nclass A: ...\n",
    "of a module": "import wallenstein.bots as b\n@b.register('a')\nclass A(b.BaseBot): ...\n",
    "of a package": "import wallenstein.bots\n@wallenstein.bots.register('a')\nclass A: ...\n",
    "of the package": "import wallenstein as w\n@w.register('a')\nclass A: ...\n",
    "of a name": "from wallenstein import bots\n@bots.register('a')\nclass A: ...\n",
    "of everything": "from wallenstein.bots import *\n@register('a')\nclass A: ...\n",
    "by a neighbour": "from .tools import register\n@register('a')\nclass A: ...\n",
    "by keyword": "from wallenstein import register\n@register(name='a')\nclass A: ...\n",
    "among others": "from wallenstein import register\n@final\n@register('a')\n@other\nclass A: ...\n",
    "as a call": "from wallenstein import register\nclass A: ...\nregister('a')(A)\n",
    "imported within": "try:\n    from wallenstein import register\nfinally:\n    pass\n@register('a')\nclass A: ...\n",
    "of one class": (
        "from wallenstein import register\nif 1:\n    @register('a')\n    class A: ...\n"
        "else:\n    @register('a')\n    class A: ...\n"
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_name_is_found(tmp_path: Path, way: str) -> None:
    (found,) = registrations(write(tmp_path / "a.py", WAYS[way] + END))
    assert (found.name, found.class_name) == ("a", "A")


def test_other_things_that_are_called_register_are_none(tmp_path: Path) -> None:
    text = "import atexit\n@atexit.register\ndef f(): ...\n@atexit.register\nclass A: ...\nregister('b')\n"
    assert registrations(write(tmp_path / "a.py", text)) == []


def test_what_a_file_says_of_its_bots(tmp_path: Path) -> None:
    text = (
        '"""All of them."""\nfrom wallenstein.bots import BaseBot, Bot, register\n'
        '@register("one")\nclass One(Bot):\n    """First.\n\n    And more.\n    """\n'
        '@register("two")\nclass Two(BaseBot): ...\n'
        '@register("three")\nclass Three(Two):\n    plays: str = "toy"\n'
        '@register("four")\nclass Four(Three): ...\n'
        '@register("five")\nclass Five(Unknown): ...\n'
    )
    found = registrations(write(tmp_path / "a.py", text + END))
    assert [(one.name, one.idea, one.plays) for one in found] == [
        ("one", "First.", "wallenstein"), ("two", "", ""), ("three", "", "toy"), ("four", "", "toy"),
        ("five", "", None),
    ]  # fmt: skip
    (alone,) = registrations(write(tmp_path / "b.py", bot_text("alone")))
    assert alone.idea == "Some does something."


def test_many_ways_to_a_parent_take_no_longer(tmp_path: Path) -> None:
    classes = [f"class {name}{level}(A{level + 1}, B{level + 1}): ...\n" for level in range(60) for name in "AB"]
    text = f"from wallenstein.bots import register\n{''.join(classes)}@register('a')\nclass A(A0): ...\n"
    (found,) = registrations(write(tmp_path / "a.py", text))
    assert found.plays is None


def test_a_file_larger_than_memory_stops_no_search(tmp_path: Path) -> None:
    with write(tmp_path / "bots" / "large.py", "").open("r+b") as file:
        file.truncate(2**43)
    assert [problem.path.name for problem in Catalogue([tmp_path / "bots"], defaults=False).problems] == ["large.py"]


LITERAL = 'a bot\'s name must be written out, as in @register("miller"), so that it is known without running it'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("NAME = 'a'\n@register(NAME)\nclass A: ...\n", f"line 3: {LITERAL}"),
        ("@register(f'a{1}')\nclass A: ...\n", f"line 2: {LITERAL}"),
        ("for name in 'ab':\n    register(name)(type(name, (), {}))\n", f"line 3: {LITERAL}"),
        ("@register()\nclass A: ...\n", f"line 2: {LITERAL}"),
        ("@register(3)\nclass A: ...\n", f"line 2: {LITERAL}"),
        ("@register('a b')\nclass A: ...\n", "line 2: 'a b' cannot be the name of a bot"),
        ("@register('a')\nclass A: ...\n@register('a')\nclass B: ...\n", 'A and B are both registered as "a"'),
        ("register(\n", "line 2: SyntaxError: '(' was never closed"),
        ("x = 1\x00\n", "SyntaxError: source code string cannot contain null bytes"),
        ("x = " + "-" * 300_000 + "1\n", "too much in it is nested"),
        ("f" + ".b" * 1500 + "()\n", "too much in it is nested"),
        ("x = " + "(" * 3_000 + "\n", "too many"),
        ("#" * LARGEST, "it is larger than 5,000,000 bytes"),
    ],
    ids=range(13),
)
def test_what_is_wrong_with_a_file_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = write(tmp_path / "a.py", f"from wallenstein import register\n{text}")
    with pytest.raises(ConfigError) as caught:
        registrations(file)
    assert sentence in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_other_encodings_than_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"# -*- coding: latin-1 -*-\n# m\xfchle\n" + bot_text("old").encode())
    assert [one.name for one in registrations(file)] == ["old"]
    file.write_bytes(b"# -*- coding: nonsense -*-\n")
    with pytest.raises(ConfigError, match="SyntaxError: unknown encoding"):
        registrations(file)


def test_every_reference_bot_is_there() -> None:
    names = [one.name for file in REFERENCE for one in registrations(reference_folder() / file)]
    assert names == [
        "banker", "broker", "cardinal", "chancellor", "envoy", "generalissimo", "marshal", "miller", "random", "regent",
        "seer", "settler", "veteran", "warlord",
    ]  # fmt: skip
    catalogue = Catalogue(defaults=True)
    assert all(catalogue.locate(name).packaged for name in names)


def test_what_else_lies_in_the_folder_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in REFERENCE:
        write(tmp_path / name, bot_text(name.removesuffix(".py")))
    write(tmp_path / "other.py", bot_text("other"))
    monkeypatch.setattr(files, "reference_folder", lambda: tmp_path)
    assert is_packaged(f"{tmp_path / 'miller.py'}:Some")
    assert not is_packaged(f"{tmp_path / 'other.py'}:Some")
    assert not is_packaged("miller.py:Some")
    assert "other" not in Catalogue().names()
