"""What the tournament knows of a bot without having it."""

import pickle
import sys
from pathlib import Path

import pytest

from tests.bots.bot_files import bot_text, write
from wallenstein.bots.discovery import find
from wallenstein.bots.entrants import Entrant, command_entrant, entrant, entrant_of
from wallenstein.core.errors import ConfigError


def test_a_reference_bot_is_packaged_and_others_are_not(tmp_path: Path) -> None:
    file = write(tmp_path / "miller.py", bot_text("mine"))
    assert entrant("miller").packaged
    assert not entrant(str(file)).packaged
    assert entrant(str(file)).place == f"{file}:Some"


def command(folder: Path, *words: str, files: tuple[str, ...] = ()) -> Entrant:
    return command_entrant("otter", words, [str(folder / file) for file in files], str(folder), {"depth": 2})


def test_a_command_covers_its_arguments_that_are_files_and_those_named(tmp_path: Path) -> None:
    write(tmp_path / "otter.js", "1")
    write(tmp_path / "weights.bin", "2")
    found = command(tmp_path, "sh", "otter.js", files=("weights.bin",))
    assert [Path(file).name for file in found.files] == ["otter.js", "weights.bin"]
    assert (found.place, found.packaged, found.options) == ("", False, {"depth": 2})
    hashes = {found.source_hash}
    for name in ("otter.js", "weights.bin"):
        write(tmp_path / name, "3")
        hashes.add(command(tmp_path, "sh", "otter.js", files=("weights.bin",)).source_hash)
    hashes.add(command(tmp_path, "sh", "-x", "otter.js", files=("weights.bin",)).source_hash)
    assert len(hashes) == 4


def test_a_program_beside_the_configuration_is_one_of_its_files(tmp_path: Path) -> None:
    program = write(tmp_path / "otter", "#!/bin/sh\n")
    with pytest.raises(ConfigError, match=r"command.0: there is no executable program \./otter"):
        command(tmp_path, "./otter")
    program.chmod(0o755)
    assert [Path(file).name for file in command(tmp_path, "./otter").files] == ["otter"]


def test_missing_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"command.0: there is no executable program no-such-otter"):
        command(tmp_path, "no-such-otter")
    with pytest.raises(ConfigError, match=r"files: .*gone.js cannot be read: No such file"):
        command(tmp_path, "sh", files=("gone.js",))
    with pytest.raises(ConfigError, match=r"folder: there is no folder .*away"):
        command(tmp_path / "away", "sh")


def test_a_command_is_never_made_in_a_python_process(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="otter is a command, and plays in a process of its own"):
        command(tmp_path, "sh")()


@pytest.mark.parametrize("bot", ["miller", "tests.bots.ill_mannered:Needy"])
def test_another_process_can_make_the_bot(bot: str) -> None:
    found = entrant(bot, {"depth": 2} if bot != "miller" else None)
    copy = pickle.loads(pickle.dumps(found))
    assert copy == found
    assert copy.known is None
    assert type(copy()).__name__ == found.place.rpartition(":")[2]
    assert pickle.loads(pickle.dumps(copy)) == found


def test_a_bot_that_is_not_of_the_package_is_described_and_not_loaded(tmp_path: Path) -> None:
    text = bot_text("mine", body="def __init__(self, depth: int = 2, haste: float = 0.5) -> None: ...")
    file = write(tmp_path / "mine.py", text)
    found = entrant(str(file), {"haste": 1})
    assert str(file) not in [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    assert (found.name, found.plays, found.known) == ("mine", "wallenstein", None)
    assert (found.values, found.options) == ({"haste": 1}, {"depth": 2, "haste": 1.0})
    assert found.files == (str(file),)
    assert found.source_hash == entrant_of(find(str(file))).source_hash
