"""What decides a game is in the fingerprint of its rules."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from wallenstein.compiled import SWITCH
from wallenstein.core.documents import folder_of
from wallenstein.core.game import UNDECISIVE
from wallenstein.core.program.sources import files_in, left_out
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.sixteen_thirty.rules import Rules

ROOT: Final = Path(__file__).parents[3] / "wallenstein"

# Games of all sizes in an interpreter of their own, with all that a bot may ask; prints the files whose code has run.
PLAY: Final = """
import sys
from pathlib import Path
from random import Random
from wallenstein.games.sixteen_thirty.game import SixteenThirty

ran = set()
game = SixteenThirty()
sys.setprofile(lambda frame, event, argument: ran.add(frame.f_code.co_filename))
for players in game.seats:
    state, rng = game.new_game(game.rules({}, Path()), players, 1), Random(players)
    while (decision := state.decision) is not None:
        view = state.view(decision.seat)
        if rng.random() < 0.01:
            view.sample(rng)
        state.apply(game.substitute(state, rng) if rng.random() < 0.05 else decision.random(rng))
    state.result()
sys.setprofile(None)
print("\\n".join(sorted(ran)))
"""


def test_all_code_that_plays_is_in_it() -> None:
    command, environment = [sys.executable, "-c", PLAY], {**os.environ, SWITCH: "0"}  # compiled code is not seen
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    ran = [Path(line) for line in run.stdout.splitlines() if line.startswith(str(ROOT))]
    assert len(ran) > 15
    core, game = ROOT / "core", ROOT / "games" / "sixteen_thirty"
    for path in ran:
        for folder, without in ((core, UNDECISIVE), (game, SixteenThirty.undecisive)):
            if path.is_relative_to(folder) and path.name != "plain.py":
                assert not left_out(path.relative_to(folder).as_posix(), without), path


def test_what_is_left_out_exists() -> None:
    for package, without in (
        ("wallenstein.core", UNDECISIVE),
        ("wallenstein.games.sixteen_thirty", SixteenThirty.undecisive),
    ):
        paths = [path for path, _ in files_in(folder_of(package))]
        for pattern in without:
            assert any(left_out(path, [pattern]) for path in paths), pattern


def test_it_is_the_same_every_time() -> None:
    assert SixteenThirty().fingerprint(Rules()) == SixteenThirty().fingerprint(Rules())
