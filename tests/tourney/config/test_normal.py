"""The normal form: every default spelled out, the same when it is read again, and a stable hash."""

from pathlib import Path

import pytest

from tests.tourney.config.configs import BLOCKS, FOUR, TWO, configured
from wallenstein.tourney.config import Config, load

TEXTS = {
    "round-robin": FOUR + BLOCKS,
    "games": f"{FOUR}[tourney]\nseed = 1\ngames = 30\n",
    "gauntlet": f"{FOUR}{BLOCKS}format = 'gauntlet'\nfield = 'same'\n",
    "list": f"{FOUR}{BLOCKS}format = 'list'\ntables = [['a', 'b'], ['c', 'c', 'd']]\n",
    "duel": f"{TWO}{BLOCKS}format = 'duel'\nbetting = {{advantage = 0.03}}\n",
    "files": f"[game]\nname = 'toy'\n{BLOCKS}players = 2\n[bots]\npaths = ['more']\nentries = ['x/d.py:D', 'm:E']\n",
    "commands": (
        f"[game]\nname = 'toy'\n{BLOCKS}players = 2\n[bots]\n"
        "entries = ['x', {name = 'otter', command = ['node', 'otter.js'], files = ['otter.js']}]\n"
        "[[bots.entry]]\nname = 'seal'\ncommand = ['./seal']\nfolder = 'c'\noptions = {depth = 2}\n"
    ),
    "commands vary": (
        f"{FOUR}{BLOCKS}players = 2\n[matrix]\n'bots.entries' = [['a', 'b'], ['c', {{name = 'd', command = ['e']}}]]\n"
    ),
    "matrix": f"{FOUR}{BLOCKS}[matrix]\ngame.rounds = [1, 2]\n'game.die' = [{{faces = 3}}, {{}}]\n",
    "players": f"{FOUR}{BLOCKS}[matrix]\ntourney.players = [2, 3]\n",
    "bots": f"{FOUR}{BLOCKS}players = 2\n[matrix]\n'bots.entries' = [['a', 'b'], ['y/c.py', 'd', 'e']]\n",
    "options": f"{FOUR}{BLOCKS}[[bots.entry]]\nname='e'\nbot='f.py'\n[matrix]\nbots.entry.e.options.depth = [1, 2]\n",
    "betting": f"{TWO}{BLOCKS}format = 'duel'\nbetting.beta = 0.1\n[matrix]\ntourney.betting.advantage = [0.1, 0.2]\n",
}  # fmt: skip


SPELLED_OUT = """
[tourney] name = "cup" seed = 7 blocks = 5 format = "round-robin" rotation = "all"
on_bench = "last" players = 4 repeat = false
[game] name = "toy" rounds = 3
[game.die] faces = 4
[bots] paths = [] on_broken = "refuse" entry = [
    { name = "a", bot = "a" }, { name = "b", bot = "b" }, { name = "c", bot = "c" }, { name = "d", bot = "d" },
]
[run] jobs = "cores" executor = "local" isolation = "auto" chunk = 20
on_fault = "substitute" max_faults = 3 strict = false report = true
[run.limits] start = 30.0 choose = 1.0 bank = 0.0 game = 300.0 memory_mb = 1024
[log] tables = "all"
"""


WALLENSTEIN = '[bots]\nentries = ["a", "b", "c", "d"]\n'


def bots_of(config: Config) -> list[tuple[object, ...]]:
    """Name, place and options of the bots of every cell."""
    return [entry[:3] + entry[4:] for cell in config.cells for entry in cell.entries]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_normal_form_reads_back_the_same(tmp_path: Path, text: str) -> None:
    config = configured(tmp_path, text)
    elsewhere = tmp_path / "results"
    elsewhere.mkdir()
    (elsewhere / "config.toml").write_text(config.text)
    again = load(elsewhere / "config.toml")
    assert again.text == config.text
    assert again.hash == config.hash
    assert again.essence == config.essence
    assert again.chunk == config.chunk
    assert [cell.options for cell in again.cells] == [cell.options for cell in config.cells]
    assert bots_of(again) == bots_of(config) != []


def test_every_default_is_spelled_out(tmp_path: Path) -> None:
    assert configured(tmp_path, FOUR + BLOCKS).text.split() == SPELLED_OUT.split()


def test_limits_of_kinds_are_the_games_unless_they_are_given(tmp_path: Path) -> None:
    def limits(*sets: str, text: str = WALLENSTEIN + BLOCKS) -> str:
        return configured(tmp_path, text, *sets).text.partition("[run.limits]\n")[2].partition("\n\n")[0]

    rest = "choose = 1.0\nbank = 0.0\ngame = 300.0\nmemory_mb = 1024"
    assert limits() == f"start = 30.0\nplan = 5.0\n{rest}"
    assert limits("run.limits.plan=7", "run.limits.march=2") == f"start = 30.0\nplan = 7.0\nmarch = 2.0\n{rest}"
    assert limits(text=FOUR + BLOCKS) == f"start = 30.0\n{rest}"
    both = WALLENSTEIN + BLOCKS + "[matrix]\ngame.name = ['toy', 'wallenstein']\n"
    assert limits("run.limits.pick=0.5", text=both) == f"start = 30.0\nplan = 5.0\npick = 0.5\n{rest}"


@pytest.mark.parametrize(
    "set_",
    [
        "run.jobs=3",
        "run.strict=true",
        "run.report=false",
        "run.isolation=none",
        "tourney.name=other",
        "bots.paths=['x']",
        "bots.on_broken=leave-out",
    ],
)
def test_hash_ignores_what_does_not_change_results(tmp_path: Path, set_: str) -> None:
    assert configured(tmp_path, FOUR + BLOCKS, set_).hash == configured(tmp_path, FOUR + BLOCKS).hash


@pytest.mark.parametrize(
    "set_",
    ["tourney.seed=8", "tourney.blocks=6", "game.rounds=2", "run.chunk=5", "run.limits.pick=1", "run.limits.bank=1",
     "run.max_faults=1",
     "bots.entries=['b', 'a', 'c', 'd']", "log.tables=['decisions']", "tourney.rotation=none",
     "tourney.on_bench=leave-out"],
)  # fmt: skip
def test_hash_changes_with_what_changes_results(tmp_path: Path, set_: str) -> None:
    assert configured(tmp_path, FOUR + BLOCKS, set_).hash != configured(tmp_path, FOUR + BLOCKS).hash


def test_hash_is_stable() -> None:
    """Folders of results are named after it: this value may only change together with the format."""
    from wallenstein.tourney.config import digest

    assert digest({"tourney": {"seed": 1}, "game": {"name": "toy"}}) == "480b413533d1c574"


def test_a_run_of_wallenstein_keeps_its_hash(tmp_path: Path) -> None:
    """Or it could not be resumed."""
    assert configured(tmp_path, WALLENSTEIN + BLOCKS).hash == "d5cfc504fd91717d"


def test_seed_is_drawn_once_and_kept(tmp_path: Path) -> None:
    text = FOUR + "[tourney]\nblocks = 5\n"
    config, other = configured(tmp_path, text), configured(tmp_path, text)
    assert config.seed_drawn
    assert config.seed != other.seed
    again = configured(tmp_path, config.text)
    assert (again.seed, again.seed_drawn, again.hash) == (config.seed, False, config.hash)


def test_chosen_tables_and_those_always_written(tmp_path: Path) -> None:
    config = configured(tmp_path, FOUR + BLOCKS, 'log.tables=["turns", "decisions"]')
    assert config.cells[0].tables == ("games", "seats", "decisions", "faults", "turns")
    everything = ("games", "seats", "decisions", "faults", "timings", "notes", "turns")
    assert configured(tmp_path, FOUR + BLOCKS).cells[0].tables == everything


def test_chunk_grows_with_the_tournament(tmp_path: Path) -> None:
    assert [configured(tmp_path, FOUR + BLOCKS, f"tourney.games={n}").chunk for n in (40, 2000, 90_000)] == [
        20,
        100,
        200,
    ]


@pytest.mark.parametrize(
    ("size", "rounds"),
    [("blocks = 400", 20), ("blocks = 18", 9), ("blocks = 11", 5), ("games = 60", 15), ("blocks = 9\nrounds = 3", 3)],
)
def test_a_ladder_with_few_blocks_has_fewer_rounds(tmp_path: Path, size: str, rounds: int) -> None:
    text = f"{FOUR}[tourney]\nseed = 1\nplayers = 2\nformat = 'ladder'\n{size}\n"
    found = configured(tmp_path, text)
    assert found.cells[0].pairings.rounds == rounds
    assert f"\nrounds = {rounds}\n" in found.text
