"""An author's evening: a bot is written, checked, edited five times, and every version compared with the one before."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wallenstein.cli import main

KEYS = ("tourney.blocks=2", "tourney.players=3", "run.report=false", "run.isolation='none'")
SMALL = (*(word for key in KEYS for word in ("--set", key)), "--jobs", "1", "--quiet")
EDITS = (  # what to find in the bot, and what it becomes
    ("-taxes[county]", "taxes[county]"),
    ('"palace"]', '"church"]'),
    ('["taxes", "grain"]', '["grain", "taxes"]'),
    ("bid: int = 1", "bid: int = 3"),
    ('"church"]', '"palace"]'),
)


def run(*words: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="wallenstein")
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.slow
def test_five_edits_each_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("init", tmp_path / "evening")
    monkeypatch.chdir(tmp_path / "evening")
    config, bot = Path("tournament.toml"), Path("bots/weaver.py")
    config.write_text(config.read_text().replace(', "settler", "warlord", "miller", "regent"', ', "settler"'))
    assert "since the run before" not in run("tourney", "tournament", *SMALL).stdout
    folders = [path.name for path in Path("results").iterdir()]
    for edits, (old, new) in enumerate(EDITS, 1):
        assert old in bot.read_text()
        bot.write_text(bot.read_text().replace(old, new))
        told = " ".join(run("tourney", "tournament", *SMALL).stdout.split())
        (folder,) = {path.name for path in Path("results").iterdir()} - {*folders}
        assert f"since the run before, {folders[-1]}: weaver" in told
        sentence = re.search(r"weaver (now )?wins [\d.]+ %.*?games each on the same seeds\.", told)
        assert sentence is not None
        if gained := re.search(r"gained most in game (\d+): \S+ replay (\S+) (\d+)", told):
            assert gained[2] == folder
            run("replay", *gained.groups()[1:])
        folders.append(folder)
        compared = run("compare", folders[-2], folder).stdout
        assert sentence[0] in " ".join(compared.split())
        assert "6 games with the same seeds" in compared
        answer = run("why", "tournament", "weaver")
        assert f"{folder}: the newest of {edits + 1}; the older: {folders[-2]}" in answer.stderr
        assert run("why", "weaver").stdout == answer.stdout
    assert run("compare").stdout == run("compare", "tournament").stdout == compared
    assert run("standings").stdout == run("standings", "tournament").stdout == run("standings", folder).stdout
    pooled = run("standings", *folders[-2:]).stdout
    assert all(f"weaver@{folder}" in pooled for folder in folders[-2:])
    bot.write_text(bot.read_text().replace(EDITS[-1][1], EDITS[-1][0]))  # undone
    assert f"since the run before, {folders[-1]}: weaver" in " ".join(
        run("tourney", "tournament", *SMALL).stdout.split()
    )
    assert f"the newest run: {folders[-2]}" in run("standings").stderr
