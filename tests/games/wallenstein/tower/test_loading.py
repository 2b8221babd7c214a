"""Tower models of one's own (T3), and what they cannot do."""

from pathlib import Path
from random import Random

import pytest

from wallenstein.core.errors import ConfigError
from wallenstein.core.program.own_code import OwnCodeFailed
from wallenstein.games.wallenstein.editions import functions
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.new_game import new_game, seeded

LEAKY = '''
class Leaky:
    """Everything falls out, but for one cube in so many of each colour."""

    def __init__(self, keeps: int = 5):
        self.keeps = keeps

    def drop(self, random, falling, inside):
        return [(thrown + stuck) - (thrown + stuck) // self.keeps for thrown, stuck in zip(falling, inside)]


class Broken:
    def drop(self, random, falling, inside):
        return [1 + thrown + stuck for thrown, stuck in zip(falling, inside)]


class Nothing:
    pass
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "towers.py").write_text(LEAKY)
    return tmp_path


def options(model: str, **parameters: object) -> dict[str, object]:
    return {"tower": {"model": model, **parameters}}


def test_t3_a_model_of_ones_own_is_played_with_its_parameters(folder: Path) -> None:
    rules = Wallenstein().rules(options("towers.py:Leaky", keeps=3), folder)
    state = new_game(rules, 3, seeded(1), journal=True)
    assert state.journal is not None
    fill = next(entry for entry in Wallenstein().event_log(state) if entry[0] == "throw")
    assert fill[-1] == (5, 5, 5, 7), "of 7 armies 2 stay, of 10 peasants 3"


def test_t3_its_options_can_be_read_from_anywhere(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    game = Wallenstein()
    rules = game.rules(options("towers.py:Leaky", keeps=3), folder)
    again = game.rules(game.options(rules), tmp_path_factory.mktemp("elsewhere"))
    assert game.fingerprint(again) == game.fingerprint(rules)


def test_t4_another_source_is_another_fingerprint(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "towers.py").write_text(LEAKY.replace("// self.keeps", "// (1 + self.keeps)"))
    game = Wallenstein()
    first, second = (game.rules(options("towers.py:Leaky"), place) for place in (folder, other))
    assert game.fingerprint(first) != game.fingerprint(second)


def test_t4_a_constant_a_parent_or_a_neighbour_that_changes_is_another_fingerprint(tmp_path: Path) -> None:
    texts = {
        "mine.py": "from .base import Base\n\nKEEPS = 4\n\n\nclass Mine(Base):\n    keeps = KEEPS\n",
        "base.py": "from .numbers_ import MORE\n\n\nclass Base:\n    def drop(self, random, falling, inside):\n"
        "        return [(a + b) // (self.keeps + MORE) for a, b in zip(falling, inside)]\n",
        "numbers_.py": "MORE = 0\n",
        "stranger.py": "NOTHING = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    def print_and_throw() -> tuple[str, list[int]]:
        rules = Wallenstein().rules(options("mine.py:Mine"), tmp_path)
        return Wallenstein().fingerprint(rules), functions(rules, 3).tower.drop(Random(1).random, [8, 4], [0, 0])

    seen = [print_and_throw()]
    assert seen[0][1] == [2, 1]
    changes = (("mine.py", "KEEPS = 4", "KEEPS = 2", [4, 2]), ("numbers_.py", "= 0", "= 1 + 1", [2, 1]))
    for name, old, new, thrown in changes:
        (tmp_path / name).write_text((tmp_path / name).read_text().replace(old, new))
        seen.append(print_and_throw())
        assert seen[-1][1] == thrown, name
    assert len({mark for mark, _ in seen}) == 3
    (tmp_path / "stranger.py").write_text("NOTHING = 2\n")
    assert print_and_throw() == seen[-1]


def test_t1_a_model_cannot_make_cubes(folder: Path) -> None:
    rules = Wallenstein().rules(options("towers.py:Broken"), folder)
    with pytest.raises(OwnCodeFailed, match=r"T1: the tower model .*towers\.py:Broken returned"):
        functions(rules, 3).tower.drop(Random(1).random, [1, 2], [0, 0])


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("seive", 'did you mean "sieve"'),
        ("missing.py:Leaky", "missing.py cannot be imported"),
        ("no.such.module:Leaky", "no.such.module cannot be imported"),
    ],
)
def test_a_model_that_is_not_there_is_a_sentence(folder: Path, model: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        Wallenstein().rules(options(model), folder)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("tower", "sentence"),
    [
        (options("towers.py:Leaky", kept=3), r"game\.tower\.kept: .* has no such parameter; did you mean"),
        (options("towers.py:Lekay"), "has no class Lekay with a method drop"),
        (options("towers.py:Nothing"), "has no class Nothing with a method drop"),
    ],
)
def test_what_it_lacks_is_a_sentence_when_it_is_first_thrown_into(
    folder: Path, tower: dict[str, object], sentence: str
) -> None:
    rules = Wallenstein().rules(tower, folder)
    with pytest.raises(ConfigError, match=sentence):
        new_game(rules, 3, seeded(1))


def test_reading_the_rules_and_their_fingerprint_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package").mkdir()
    for place in ("evil.py", "package/__init__.py", "package/evil.py"):
        (tmp_path / place).write_text("raise SystemExit(1)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = Wallenstein()
    marks = {game.fingerprint(game.rules(options(f"{place}:Mine"), tmp_path)) for place in ("evil.py", "package.evil")}
    assert len(marks) == 1, "the same content"
    (tmp_path / "package" / "evil.py").write_text("raise SystemExit(2)\n")
    assert game.fingerprint(game.rules(options("package.evil:Mine"), tmp_path)) not in marks
