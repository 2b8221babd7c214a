"""Every mistake in a configuration is a sentence with file, key, what is allowed and what was meant."""

from pathlib import Path
from time import process_time

import pytest

from tests.tourney.config.configs import BLOCKS, FOUR, TWO, configured, write
from wallenstein.core.errors import ConfigError, ConfigErrors
from wallenstein.tourney.config import load
from wallenstein.tourney.run import prepare

WHOLE = "a whole number from 1 to 1,000,000,000"
MANY = [f"b{number}" for number in range(75)]
CASES = [
    ("tourney = 3", "tourney: must be a table, not 3"),
    ("[tourny]", 'tourny: there is no such key; did you mean "tourney" or "tune"?'),
    (f"{FOUR}[tourney]\nblocks = -1", f"tourney.blocks: must be {WHOLE}, not -1"),
    (f"{FOUR}[tourney]\nblocks = true", f"tourney.blocks: must be {WHOLE}, not true"),
    (f"{FOUR}[tourney]\nblocks = 0x{'f' * 8000}", f"tourney.blocks: must be {WHOLE}, not a value too large to show"),
    (f"{FOUR}[tourney]\nblocks = '5'", f'tourney.blocks: must be {WHOLE}, not "5"'),
    (
        f"{FOUR}{BLOCKS}format = 'gauntlt'",
        'tourney.format: must be "round-robin", "gauntlet", "duel", "list", "sample", "ladder" or "swiss", '
        'not "gauntlt"; did you mean "gauntlet"?',
    ),
    (f"{FOUR}{BLOCKS}margin = 0.1", "tourney.margin: is for the format ladder, not for round-robin"),
    (f"{FOUR}{BLOCKS}format = 'list'\nrounds = 3", "tourney.rounds: is for the format ladder or swiss, not for list"),
    (
        f"{FOUR}{BLOCKS}format = 'ladder'\nprecision = 0.02",
        "tourney.precision: is for the format round-robin, gauntlet, duel, list or sample, not for ladder",
    ),
    (
        f"{FOUR}{BLOCKS}precision = 0.5",
        "tourney.precision: must be half the width of an interval of win shares, above 0 and below 0.5, not 0.5",
    ),
    (
        f"{FOUR}{BLOCKS}format = 'ladder'\nmargin = 0.0",
        "tourney.margin: must be a share of meetings above 0 and below 0.5, not 0.0",
    ),
    (
        f"{FOUR}{BLOCKS}format = 'swiss'",
        "tourney.rounds: is missing; a Swiss tournament has a given number of rounds, such as rounds = 7",
    ),
    (
        f"{FOUR}{BLOCKS}format = 'swiss'\nrounds = 3\nplayers = 5",
        "tourney.players: a table of 5 needs 5 bots, and [bots] has 4; add bots",
    ),
    (
        f"{FOUR}[tourney]\nblocks = 4\nformat = 'ladder'\nplayers = 2",
        "tourney.blocks: a block of a ladder is one table on a seed of its own; of 5 rounds, each would have 1 table, "
        "and 4 bots need 2: use at least 10, or better blocks = 100; it ends as soon as the order is clear",
    ),
    (
        f"{TWO}{BLOCKS}format = 'duel'\nbetting = {{s0 = 0.5}}\nprecision = 0.02",
        "tourney.precision: ends a duel when its win shares are known, betting when it is decided; remove one",
    ),
    (f"{FOUR}{BLOCKS}formt = 'duel'", 'tourney.formt: there is no such key; did you mean "format"?'),
    (
        f"{FOUR}{BLOCKS}count_tainted = false",
        'tourney.count_tainted: was replaced: write on_bench = "last" (the default) for places in which benched seats '
        'come last, or on_bench = "leave-out" for figures without the games in which a seat was benched',
    ),
    (f"{FOUR}{BLOCKS}on_bench = 'first'", 'tourney.on_bench: must be "last" or "leave-out", not "first"'),
    (f"{FOUR}{BLOCKS}jobs = 2", "tourney.jobs: there is no such key here; did you mean run.jobs?"),
    (f"{FOUR}{BLOCKS}games = 5", "tourney: needs either blocks or games, and both are given"),
    (f"{FOUR}[tourney]\nseed = 1", "tourney: needs either blocks or games, and neither is given"),
    (f"{FOUR}{BLOCKS}players = 7", "tourney.players: toy is a game for 2, 3, 4 or 5 players, not 7"),
    (f"{FOUR}{BLOCKS}field = 'same'", "tourney.field: is for the format gauntlet, not for round-robin"),
    (
        f"{TWO}{BLOCKS}",
        "tourney.players: a table of 4 needs 4 bots, and [bots] has 2; add bots, or set repeat = true",
    ),
    (
        f"{FOUR}{BLOCKS}format = 'gauntlet'\ncandidate = 'aa'",
        'tourney.candidate: there is no bot "aa" in [bots]; did you mean "a"?',
    ),
    (
        f"{FOUR}{BLOCKS}format = 'gauntlet'\nfield = 'same'\nrepeat = true",
        'tourney.repeat: with field = "same", a table has one bot beside the candidate; remove repeat',
    ),
    (
        f"{FOUR}{BLOCKS}format = 'gauntlet'\nfield = 'alone'\nrepeat = true",
        'tourney.repeat: with field = "alone", a table has one bot beside the candidate; remove repeat',
    ),
    (f"{FOUR}{BLOCKS}format = 'duel'", "tourney.format: a duel is between two bots, and [bots] has 4"),
    (
        f"{TWO}{BLOCKS}format = 'duel'\nrotation = 'none'",
        "tourney.rotation: must be all: a duel plays every split of the seats",
    ),
    (
        f"{TWO}{BLOCKS}format = 'duel'\nbetting = {{s0 = 0.6, s1 = 0.5}}",
        "tourney.betting.s1: must be above s0 and below 1; s0 is 0.6, s1 is 0.5",
    ),
    (
        f"{TWO}{BLOCKS}format = 'duel'\nsprt = {{test = 'sprt', s0 = 0.5, s1 = 0.55}}",
        "tourney.sprt: was replaced: write [tourney.betting], with the same s0, s1, advantage, alpha and beta, but "
        "without test; its error rates hold for all shares, those of the likelihood ratio test did not",
    ),
    (
        f"{TWO}{BLOCKS}format = 'duel'\nbetting = {{alpha = 0}}",
        "tourney.betting.alpha: must be an error rate above 0 and below 0.5, not 0",
    ),
    (
        f"{TWO}{BLOCKS}format = 'duel'\nbetting = {{advantage = 0.1, s1 = 0.6}}",
        "tourney.betting.advantage: replaces s0 and s1; remove either it or them",
    ),
    (f"{FOUR}{BLOCKS}format = 'list'", 'tourney.tables: is missing, such as [["regent", "random", "random"]]'),
    (
        f"{FOUR}{BLOCKS}format = 'list'\ntables = [['a', 'zz']]",
        'tourney.tables.0: there is no bot "zz" in [bots]; known: "a", "b", "c", "d"',
    ),
    (
        f"{FOUR}{BLOCKS}format = 'list'\ntables = [['a', 'b', 'c'], ['b', 'c', 'a']]",
        "tourney.tables.1: plays the same games as tourney.tables.0; remove one of them",
    ),
    (
        f"{FOUR}{BLOCKS}format = 'list'\ntables = [['a', 'b', 'c', 'd', 'a', 'b']]",
        "tourney.tables.0: toy is a game for 2, 3, 4 or 5 players, not 6",
    ),
    (
        f"[bots]\nentries = ['a']\n[game]\nname = 'toy'\n{BLOCKS}repeat = true",
        "tourney.format: needs at least two bots, and [bots] has 1",
    ),
    (
        f"[bots]\nentries = {MANY}\n[game]\nname = 'toy'\n{BLOCKS}players = 5",
        "tourney.format: 75 bots make 17,259,390 tables, more than 100,000; use format = \"sample\"",
    ),
    (
        f"{FOUR}{BLOCKS}format = 'list'\ntables = [['a', 3]]",
        "tourney.tables.0.1: 3 is not allowed here; the key must be a list of tables, each a list of bot names, "
        'such as [["regent", "random", "random"]]',
    ),
    (
        f"{FOUR}[tourney]\nblocks = 600000000",
        "tourney: 2,400,000,000 games are more than 2,000,000,000; use fewer blocks",
    ),
    (f"{FOUR}{BLOCKS}name = 'a/b'", 'tourney.name: must be a name of up to 60 letters, digits and - + _ ., not "a/b"'),
    (
        f"[game]\nname = 'toy'\n{BLOCKS}",
        'bots: there are no bots; write entries = ["regent", "random"], or [[bots.entry]] tables',
    ),
    (
        f"{FOUR}{BLOCKS}[[bots.entry]]\nname = 'e'",
        "bots.entry.0.bot: is missing; it must be a registered name, module:Class, or a file; or write a command",
    ),
    (
        f"{FOUR}{BLOCKS}[[bots.entry]]\nname = 'e'\nbot = 'a'\ncommand = ['b']",
        "bots.entry.0: has a bot and a command; remove one of them",
    ),
    (
        f'[bots]\nentries = ["otter.js", "b"]\n[game]\nname = "toy"\n{BLOCKS}players = 2',
        'bots.entries.0: "otter.js" needs a name: write [[bots.entry]] with name and bot, or command; '
        "all bots of a folder are FOLDER/*.py",
    ),
    (
        f"{FOUR}{BLOCKS}[[bots.entry]]\ncommand = ['b']",
        "bots.entry.0.name: is missing; a bot that is a command needs a name",
    ),
    (
        f"{FOUR}{BLOCKS}[[bots.entry]]\nname = 'e'\nbot = 'a'\nfiles = ['b']",
        "bots.entry.0.files: is for a command; the files of a Python bot are found by its imports",
    ),
    (
        f"{FOUR}{BLOCKS}[[bots.entry]]\nname = 'e'\ncommand = []",
        'bots.entry.0.command: must be a list of a program and its arguments, such as ["node", "otter.js"], not []',
    ),
    (
        f"[bots]\nentries = ['a', {{nam = 'b'}}]\n[game]\nname = 'toy'\n{BLOCKS}",
        'bots.entries.1.nam: there is no such key; did you mean "name"?',
    ),
    (
        f"[bots]\nentries = ['a', 3]\n[game]\nname = 'toy'\n{BLOCKS}",
        'bots.entries.1: 3 is not allowed here; the key must be a list of bots, such as ["regent", "random"]',
    ),
    (
        f"{FOUR}{BLOCKS}[[bots.entry]]\nbot = 'a'",
        'bots.entry.0: there is a bot "a" already; give this one another name in [[bots.entry]]',
    ),
    (
        f"{FOUR}{BLOCKS}[[bots.entry]]\nbot = 'x'\noption = 1",
        'bots.entry.0.option: there is no such key; did you mean "options"?',
    ),
    (
        f"{FOUR}{BLOCKS}[run.limits]\npick = nan",
        "run.limits.pick: must be a number above 0 and at most 86,400, not nan",
    ),
    (
        f"{FOUR}{BLOCKS}[run.limits]\npick = '2'",
        'run.limits.pick: must be a number above 0 and at most 86,400, not "2"',
    ),
    (f"{FOUR}{BLOCKS}[run.limits]\npik = 2.0", 'run.limits.pik: there is no such key; did you mean "pick"?'),
    (f"{FOUR}{BLOCKS}[run.limits]\nmemory = 9", 'run.limits.memory: there is no such key; did you mean "memory_mb"?'),
    (f"{FOUR}{BLOCKS}[run.limits]\nchunk = 2", "run.limits.chunk: there is no such key here; did you mean run.chunk?"),
    (
        f"{FOUR}{BLOCKS}[run.limits]\nplan = 2.0",  # a kind of another game
        'run.limits.plan: there is no such key; known: "bank", "choose", "game", "memory_mb", "pick", "start"',
    ),
    (f"{FOUR}{BLOCKS}[run.limits]\ngame = 0", "run.limits.game: must be a number above 0 and at most 604,800, not 0"),
    (f"{FOUR}{BLOCKS}[run]\njobs = 'all'", 'run.jobs: must be a whole number from 1 to 1024, or "cores", not "all"'),
    (f"{FOUR}{BLOCKS}[log]\ntables = ['game']", 'log.tables: there is no table "game"; did you mean "games"?'),
    (f"[game]\nname = 'toi'\n{BLOCKS}", 'game.name: there is no game "toi"; did you mean "toy"?'),
    (f"{FOUR}rouns = 4\n{BLOCKS}", 'game.rouns: there is no such key; did you mean "rounds"?'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), CASES, ids=[sentence[:40] for _, sentence in CASES])
def test_mistake_is_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as error:
        load(path)
    assert f"{path}: {sentence}" in str(error.value).splitlines()


def test_a_mark_before_utf_8_is_skipped(tmp_path: Path) -> None:
    assert load(write(tmp_path, f"\ufeff{TWO}{BLOCKS}players = 2")).name == "cup"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[tourney", "not valid TOML: Expected ']' at the end of a table declaration (at end of document)"),
        ("a = 1\na = 2", "not valid TOML: Cannot overwrite a value (at end of document)"),
        ("a = 1" + "0" * 5000, "not valid TOML: a number with too many digits"),
        ("a = " + "[" * 5000, "not valid TOML: too many brackets within brackets"),
        (b"a = '\xff'", "not UTF-8 text (byte 6)"),
        ("#" * 1_000_001, "larger than 1,000,000 bytes, which is too large for a configuration"),
    ],
    ids=["bracket", "twice", "digits", "brackets", "utf-8", "size"],
)
def test_text_that_is_not_toml(tmp_path: Path, text: str | bytes, reason: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as error:
        load(path)
    assert str(error.value) == f"{path}: {reason}"


@pytest.mark.parametrize(
    "text", [f"{TWO}[[bots.entry]]\nbot = 'a'\n{BLOCKS}players = 3", f"[game]\nname = 'toy'\n{BLOCKS}"]
)
def test_a_mistake_in_the_bots_does_not_bring_others_along(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError) as error:
        configured(tmp_path, text)
    assert len(str(error.value).splitlines()) == 1


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        configured(tmp_path, f"{FOUR}[tourney]\nsead = 1\nplayers = 99\n[run]\nchunk = 0")
    assert [line.split(": ")[1] for line in str(error.value).splitlines()] == [
        "tourney.players",
        "tourney.sead",
        "run.chunk",
    ]


def test_missing_file_names_a_near_one(tmp_path: Path) -> None:
    write(tmp_path, BLOCKS)
    with pytest.raises(ConfigError, match=r'cupp\.toml: there is no such file; did you mean "cup\.toml"\?'):
        load(tmp_path / "cupp.toml")


def test_missing_folder_and_folder_itself(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such file, nor its folder"):
        load(tmp_path / "none" / "cup.toml")
    with pytest.raises(ConfigError, match="is a folder; a configuration is a TOML file"):
        load(tmp_path)


def test_control_characters_cannot_reach_the_terminal(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as error:
        configured(tmp_path, f'{FOUR}[tourney]\n"\\u001b[31m\\n" = 1')
    assert len(str(error.value).splitlines()) == 1
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            'expansions = ["emperors-cort"]',
            'expansions: "emperors-cort" is not allowed; did you mean "emperors-court"?',
        ),
        (
            'expansions = ["emperors-court", "landsknecht"]',
            'expansions: "landsknecht" is not allowed; did you mean "landsknechte"?',
        ),
        ('expansion = ["emperors-court"]', 'expansion: there is no such key; did you mean "expansions"?'),
        ('expansions = "emperors-court"', 'expansions: must be a list of names, not "emperors-court"'),
        ('expansions = ["landsknechte", "landsknechte"]', "expansions: names an expansion twice"),
        ('edition = "frist"', 'edition: "frist" is not allowed; did you mean "first"?'),
        ('edition = "first"\nvariant = "maual"', 'variant: "maual" is not allowed; did you mean "manual"?'),
        ('setup = "drafd"', 'setup: "drafd" is not allowed; did you mean "draft"?'),
    ],
)
def test_a_misspelt_rule_is_not_left_out(tmp_path: Path, written: str, sentence: str) -> None:
    """Or another game would be played than the one that was asked for."""
    with pytest.raises(ConfigError) as error:
        configured(tmp_path, f'[game]\n{written}\n[bots]\nentries = ["a", "b", "c", "d"]\n{BLOCKS}')
    assert str(error.value) == f"{tmp_path / 'cup.toml'}: game.{sentence}"


SEVERAL = """
[tourney]
blocks = -1
formt = "duel"
[game]
edition = "third"
setup = "drafted"
tower = "seive"
expansion = []
board = "nowhere.toml"
[bots]
entries = ["regent", "regnet", "no-such.py"]
[run]
jobs = 0
[log]
tables = "none"
"""


def test_all_mistakes_but_those_of_bots_are_told_in_one_round(tmp_path: Path) -> None:
    """Types, unknown keys, rules, tables: whatever does not depend on another mistake."""
    with pytest.raises(ConfigErrors) as caught:
        prepare(write(tmp_path, SEVERAL), (), tmp_path)
    said = "\n".join(caught.value.lines)
    for key in ("tourney.blocks", "tourney.formt", "game.edition", "game.setup", "game.tower.model", "game.expansion"):
        assert said.count(f"cup.toml: {key}: ") == 1, key
    for key in ("run.jobs", "log.tables"):
        assert said.count(f"cup.toml: {key}: ") == 1, key
    assert "bots.entries" not in said
    assert "nowhere.toml" in said
    assert len(caught.value.lines) == 9
    assert 'game.edition: "third" is not allowed; allowed: "first", "second"' in said


DEEP = [
    ".".join(["a"] * 2000) + " = 1",
    ".".join(["a"] * 30_000) + " = 1",
    "[" + ".".join(["a"] * 2000) + "]",
    "[[" + " . ".join(['"a"'] * 2000) + "]]",
    "a = {" + ".".join(["b"] * 2000) + " = 1}",
    "a = " + "{a = " * 60 + "1" + "}" * 60,
    "a = " + "[" * 90 + "]" * 90,
]


@pytest.mark.parametrize("text", DEEP, ids=range(len(DEEP)))
def test_keys_within_keys_end_at_once(tmp_path: Path, text: str) -> None:
    """A key of thousands of parts would take the parser minutes, and everything after it too many calls."""
    before = process_time()
    with pytest.raises(ConfigError, match="more than 32 keys or brackets within each other"):
        load(write(tmp_path, text))
    with pytest.raises(ConfigError, match="more than 32 keys or brackets within each other"):
        load(write(tmp_path, FOUR + BLOCKS), [text if text[0] != "[" else "x=" + "[" * 90 + "]" * 90])
    assert process_time() - before < 5


def test_what_only_looks_like_a_long_key_is_none(tmp_path: Path) -> None:
    dots = ".".join("a" * 50)
    numbers = ", ".join(["1.5"] * 50)
    text = (
        f"{FOUR}{BLOCKS}[[bots.entry]]\nname = 'e'\nbot = 'a'\noptions = {{ a = '{dots}', b = [{numbers}] }} # {dots}\n"
    )
    assert load(write(tmp_path, text)).cells[0].entries[-1].options["a"] == dots


def test_what_a_user_wrote_is_cut_short(tmp_path: Path) -> None:
    long = "x" * 5000
    for text in (f"[tourney]\n{long} = 1", f"{long} = 1", f"[tourney]\nformat = '{long}'", f"[game]\n{long} = 1"):
        with pytest.raises(ConfigError) as caught:
            load(write(tmp_path, text))
        assert all(len(line) < 500 for line in str(caught.value).splitlines()), text[:20]


def test_a_file_is_not_meant_because_it_ends_alike(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "league.toml").touch()
    with pytest.raises(ConfigError, match=r"nope.toml: there is no such file$"):
        load(tmp_path / "nope.toml")
    with pytest.raises(ConfigError, match=r'did you mean "league.toml"\?$'):
        load(tmp_path / "leage.toml")


ENDLESS = {
    "quoted": 'a = "' + '\\"' * 400_000,
    "long": 'a = """' + '\\"""' * 200_000,
    "literal": "a = '''" + "''a" * 300_000,
    "many": "\n".join(f"[a{number}]" for number in range(10_000)),
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=list(ENDLESS))
def test_a_file_of_any_content_is_refused_soon(tmp_path: Path, text: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(f"{text}\n")
    before = process_time()
    with pytest.raises(ConfigError):
        load(file)
    assert process_time() - before < 2.0
