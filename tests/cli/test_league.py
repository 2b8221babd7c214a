"""`wallenstein league`: its page on this machine alone, what it watches, and its sentences."""

import re
import socket
import struct
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

from wallenstein.cli import main
from wallenstein.cli.league import _changes, _serve


def test_the_page_and_its_replays_are_served_and_nothing_else(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    for name in ("page.html", "games/7.html", "league.json"):
        (tmp_path / name).write_text(name)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    end = _serve(tmp_path, port)
    try:
        answer = urlopen(f"http://127.0.0.1:{port}/")
        assert (answer.read(), answer.headers["Refresh"]) == (b"page.html", "20")
        assert urlopen(f"http://127.0.0.1:{port}/games/7.html").read() == b"games/7.html"
        for name in ("league.json", "games/../league.json", "games/8.html"):
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{port}/{name}")
        (tmp_path / "games" / "9.html").write_bytes(b"x" * 20_000_000)
        for name in ("games/9.html", "games/\0"):
            with socket.create_connection(("127.0.0.1", port)) as browser:
                browser.sendall(f"GET /{name} HTTP/1.0\r\n\r\n".encode())
                assert browser.recv(20)
                browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # it goes away
    finally:
        end()
    assert "Traceback" not in capfd.readouterr().err


def test_files_of_bots_are_watched_and_not_those_of_the_league(tmp_path: Path) -> None:
    for name in ("bots/ann.py", "class.toml", "archive/ann/ann.py", "days/001-1/config.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "bots" / ".#ann.py").symlink_to("somebody@host.7")  # as Emacs locks a file
    assert {Path(name).name for name in _changes(tmp_path)} == {"ann.py", "class.toml"}


def test_a_folder_without_a_league_gets_a_sentence(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["league", str(tmp_path)])
    assert told.exit_code == 2
    assert "class.toml: there is no such file" in told.stderr


@pytest.mark.parametrize("kept", [b"", b"{", b"[]", b"5", b"\xff"])
def test_a_damaged_state_gets_a_sentence(tmp_path: Path, kept: bytes) -> None:
    assert CliRunner().invoke(main, ["init", "--class", str(tmp_path / "club")]).exit_code == 0
    (tmp_path / "club" / "league.json").write_bytes(kept)
    told = CliRunner().invoke(main, ["league", str(tmp_path / "club")])
    assert told.exit_code == 2
    assert "league.json: is damaged; put back a copy of it, as it has the league's seed" in told.stderr


def test_the_folder_of_a_class(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["init", "--class", str(tmp_path / "club")])
    assert told.exit_code == 0, told.output
    assert {path.name for path in (tmp_path / "club").rglob("*") if path.is_file()} == {
        "class.toml", "students.md", "weaver.py",
    }  # fmt: skip
    sheet = (tmp_path / "club" / "students.md").read_text("utf-8")
    assert CliRunner().invoke(main, ["bots", "new", "weaver", "--dir", str(tmp_path / "bots")]).exit_code == 0
    for file in re.findall(r"\S+\.py", sheet):
        assert (tmp_path / file).is_file(), f"a student who has typed the line before has no {file}"
    shown = CliRunner().invoke(main, ["config", "show", str(tmp_path / "club" / "class.toml")])
    assert shown.exit_code == 0, shown.output
    assert 'name = "weaver"' in shown.stdout
