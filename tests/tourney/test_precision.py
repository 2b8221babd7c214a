"""A tournament with a precision ends when all win shares are known that well, and says what they are."""

from pathlib import Path

import numpy as np
import pytest

from tests.tourney.config.configs import configured
from tests.tourney.tournament import contents, played, write_config
from wallenstein.record.chunks import ChunkFile
from wallenstein.record.manifest_lines import Chunk
from wallenstein.record.read import Run
from wallenstein.tourney.rounds import Precision
from wallenstein.tourney.schedule import make_schedule
from wallenstein.tourney.verification import verify_run

BOTS = ("good", "bad", "decent", "sloppy")
PRECISE = ["tourney.precision=0.2", "tourney.blocks=300", "tourney.players=2", "run.chunk=24"]


def test_it_ends_when_every_share_is_known(tmp_path: Path) -> None:
    config = write_config(tmp_path, BOTS)
    folder = played(config, tmp_path / "one", sets=PRECISE).folder
    run = Run(folder)
    verdict = run.manifest.verdicts[0]
    assert verdict["decision"] == "reached"
    assert verdict["widest"] <= 0.2
    assert run.games == 12 * verdict["blocks"] < 12 * 300
    seats = run.table("seats").to_pandas()
    for name, (low, high) in verdict["shares"].items():
        assert low < seats[seats.bot == name].win.mean() < high
        assert high - low <= 0.4
    assert verify_run(run, None, print).problems == []
    assert contents(played(config, tmp_path / "two", 2, PRECISE).folder) == contents(folder)


def test_it_says_so_if_the_blocks_do_not_suffice(tmp_path: Path) -> None:
    config = write_config(tmp_path, BOTS)
    folder = played(config, tmp_path / "results", sets=[*PRECISE, "tourney.blocks=3"]).folder
    verdict = Run(folder).manifest.verdicts[0]
    assert (verdict["decision"], verdict["blocks"], verdict["dropped"]) == ("continue", 3, [2, 2])
    assert verdict["widest"] > 0.2


@pytest.mark.parametrize("on_bench", ["last", "leave-out"])
def test_benched_seats_count_as_configured(tmp_path: Path, on_bench: str) -> None:
    config = write_config(tmp_path, ("hopeless", "bad"), chunk=8)
    sets = ["tourney.precision=0.3", "tourney.blocks=80", f"tourney.on_bench={on_bench}"]
    run = Run(played(config, tmp_path / "results", sets=sets).folder)
    verdict = run.manifest.verdicts[0]
    if on_bench == "last":
        assert verdict["shares"]["hopeless"][0] == 0.0
        assert verdict["decision"] == "reached"
    else:
        assert verdict["decision"] == "continue", "no game counts"
        assert verdict["shares"] == {"hopeless": [0.0, 1.0], "bad": [0.0, 1.0]}


def test_a_tournament_ends_only_with_whole_blocks(tmp_path: Path) -> None:
    text = '[bots]\nentries = ["a", "b", "c", "d", "e"]\n[game]\nname = "toy"\n[run]\nchunk = 8\n'
    config = configured(tmp_path, text + "[tourney]\nseed = 1\nblocks = 100\nprecision = 0.49")
    schedule = make_schedule(config)
    (cell,) = schedule.cells
    assert (cell.tables_a_chunk, cell.format.tables) == (2, 5)
    rule = Precision(cell, schedule.chunks_of(0), 0.49)
    step = None
    for number in range(schedule.chunks):
        games = schedule.games(number)
        places = " ".join(["1234"] * len(games))
        step = rule.add(Chunk(number, games[0].number, len(games), ChunkFile((), 0, ""), b"", 0, (), places))
        if step is not None:
            break
    assert step is not None
    assert step.verdict is not None
    assert step.verdict["chunks"] % 5 == 0
    assert step.verdict["blocks"] == 2 * step.verdict["chunks"] // 5


@pytest.mark.long
def test_shares_at_the_end_hold_the_truth() -> None:
    """Ending when an interval is narrow must not make it wrong: of equal bots, 19 in 20 hold one half."""
    from wallenstein.stats.betting import ConfidenceSequence

    rng, wrong = np.random.default_rng(3), 0
    for _ in range(100):
        sequence = ConfidenceSequence(precision=0.1)
        while (interval := sequence.interval)[1] - interval[0] > 0.2:
            sequence.add(rng.binomial(2, 0.5, 10) / 2)
        wrong += not interval[0] <= 0.5 <= interval[1]
    assert wrong <= 5
