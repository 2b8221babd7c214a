"""The reference bots are a list: what else lies in their folder is not trusted."""

from pathlib import Path

import pytest

from tests.bots.bot_files import bot_text, write
from wallenstein.bots import files
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.files import REFERENCE, is_packaged, reference_folder, registrations


def test_every_reference_bot_is_there() -> None:
    names = [one.name for file in REFERENCE for one in registrations(reference_folder() / file)]
    assert names == [
        "banker", "broker", "chancellor", "envoy", "marshal", "miller", "random", "regent", "seer", "settler",
        "warlord",
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
