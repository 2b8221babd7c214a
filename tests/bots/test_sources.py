"""The hash of a bot's files changes with them, and with nothing else."""

from pathlib import Path

import pytest

from tests.bots.bot_files import bot_text, write
from wallenstein.bots.discovery import find
from wallenstein.bots.files import hash_of, source_files

FILES = {
    "wise.py": bot_text("wise", before="from .wisdom import DEPTH\nfrom . import lore", body="depth = DEPTH"),
    "wisdom.py": "from .deeper import DEPTH\n",
    "deeper.py": "DEPTH = 5\n",
    "lore.py": "TALES = ()\n",
    "stranger.py": "nothing = 0\n",
}


def hashed(folder: Path, changed: dict[str, str] | None = None) -> str:
    """The hash of the bot in a new folder, with some of its files changed."""
    for name, text in {**FILES, **(changed or {})}.items():
        write(folder / name, text)
    return hash_of(source_files(find(str(folder / "wise.py"))))


def test_the_bot_and_all_that_it_imports_from_beside_it_count(tmp_path: Path) -> None:
    hashed(tmp_path)
    files = source_files(find(str(tmp_path / "wise.py")))
    assert sorted(path.name for path in files.values()) == ["deeper.py", "lore.py", "wisdom.py", "wise.py"]


@pytest.mark.parametrize("name", ["wise.py", "wisdom.py", "deeper.py", "lore.py"])
def test_a_changed_file_changes_the_hash(tmp_path: Path, name: str) -> None:
    assert hashed(tmp_path / "b", {name: FILES[name] + "# changed\n"}) != hashed(tmp_path / "a")


def test_place_line_ends_and_strangers_do_not(tmp_path: Path) -> None:
    before = hashed(tmp_path / "a")
    assert hashed(tmp_path / "b", {"stranger.py": "nothing = 1\n"}) == before
    assert hashed(tmp_path / "c") == before
    (tmp_path / "d").mkdir()
    for name, text in FILES.items():
        (tmp_path / "d" / name).write_bytes(text.replace("\n", "\r\n").encode())
    assert hash_of(source_files(find(str(tmp_path / "d" / "wise.py")))) == before


def test_a_parent_in_another_module_counts_but_the_package_does_not(tmp_path: Path) -> None:
    text = (
        "from tests.bots.ill_mannered import Printing\nfrom wallenstein import register\n\n"
        '@register("heir")\nclass Heir(Printing):\n    pass\n'
    )
    files = source_files(find(str(write(tmp_path / "heir.py", text))))
    assert "tests.bots.ill_mannered" in files
    assert not any(name.startswith("wallenstein.") for name in files)


def test_reference_bots_count_the_advice_that_they_share() -> None:
    assert "wallenstein.games.wallenstein.advice.odds" in source_files(find("warlord"))
    assert "wallenstein.games.wallenstein.search.forecast" in source_files(find("seer"))
    assert (
        len({hash_of(source_files(find(name))) for name in ("random", "settler", "warlord", "miller", "regent")}) == 5
    )
