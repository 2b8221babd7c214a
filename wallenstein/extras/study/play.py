"""Plays a study block by block, each as a tournament of its own; and digests, to check a repetition."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from wallenstein.core.errors import ConfigError
from wallenstein.extras.study.findings import spread_of_gains
from wallenstein.extras.study.setting import StudySetting, strategies, tournament, world
from wallenstein.extras.study.values import Block, block_of
from wallenstein.games import find_game
from wallenstein.record.manifest import Manifest
from wallenstein.record.read import Run
from wallenstein.stats.worlds import blocks_needed
from wallenstein.tourney.config import load_spec
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.study_section import StrategySection
from wallenstein.tourney.identity import folder_name
from wallenstein.tourney.run import Tournament, Watching, play_whole, prepare_spec


def prepared(
    setting: StudySetting, number: int, playing: Sequence[StrategySection] | None = None, beside: Sequence[str] = ()
) -> Tournament:
    """The tournament of a block; raises ConfigErrors if it cannot be played.

    `playing`: other strategies than its own; `beside`: bots that need not sit at any table.
    """
    here = world(setting, number)
    chosen = strategies(setting, here) if playing is None else playing
    return prepare_spec(tournament(setting, here, chosen, beside), setting.file, setting.overridden)


def check_study(setting: StudySetting) -> Tournament:
    """A tournament in the first world with all bots; raises ConfigErrors if any strategy or level cannot be played."""
    mistakes = Mistakes(str(setting.file))
    common, base = setting.spec.game, setting.file.parent.resolve()
    played = find_game(common.name)
    company: dict[str, None] = {}
    for at, axis in enumerate(setting.section.axis):
        for level in setting.axes[at].levels:
            company |= dict.fromkeys(level.company)
            try:
                played.rules({**common.model_dump(), **level.game}, base)
            except ConfigError as error:
                for line in str(error).splitlines():
                    mistakes.add(f"study.axis.{at}", f"{axis.name}, {level.name}: {line}")
    mistakes.raise_any()
    return prepared(setting, 0, setting.section.strategy, list(company))


def play_blocks(
    setting: StudySetting, results: Path, jobs: int, watch: Watching, most: int, fresh: bool = False
) -> Iterator[Block]:
    """Plays the pilot, then the number of blocks that it asks for; finished blocks are only read."""
    hashes = check_study(setting).bots.sources
    pilot: list[Block] = []
    wanted = min(most, setting.section.pilot)
    number = 0
    while number < wanted:
        block = None if fresh else _finished(setting, number, results, hashes)
        yield (block := block or _played(setting, number, results, jobs, watch, fresh))
        number += 1
        if number <= setting.section.pilot:
            pilot.append(block)
        if number == setting.section.pilot:
            wanted = min(most, blocks_wanted(setting, pilot))


def blocks_wanted(setting: StudySetting, pilot: Sequence[Block]) -> int:
    """The number of blocks for the wanted precision, by the spread in the pilot, within the limits of the file."""
    section, needed = setting.section, [setting.section.pilot]
    for name, spread in spread_of_gains(pilot).items():
        played = sum(name in each.gains for each in pilot)
        needed.append(blocks_needed(spread, section.see) * len(pilot) // played)
    return min(section.blocks, max(needed))


def _finished(setting: StudySetting, number: int, results: Path, hashes: Mapping[str, str]) -> Block | None:
    """A block played with the same configuration, rules and bots, which need not be found again."""
    here = world(setting, number)
    config = load_spec(tournament(setting, here, strategies(setting, here)), setting.file)
    wanted = {
        "name": config.name,
        "essence": config.essence,
        "rules": {cell.label: cell.game.fingerprint(cell.rules) for cell in config.cells},
        "bots": {name: hashes[name] for name in config.entry_names},
    }
    folder = results / folder_name(wanted)
    manifest = Manifest(folder)
    if not manifest.finished or any(manifest.header[key] != value for key, value in wanted.items()):
        return None
    return block_of(setting, here, Run(folder), config.cells[0].rules)


def _played(setting: StudySetting, number: int, results: Path, jobs: int, watch: Watching, fresh: bool) -> Block:
    one = prepared(setting, number)
    run = play_whole(results, one, watch, jobs, fresh)
    return block_of(setting, world(setting, number), run, one.config.cells[0].rules)


HEAD: Final = "# block, hash of what was played (configuration, rules, bots), hash of all that happened"


def digests_text(blocks: Sequence[Block]) -> str:
    return "\n".join([HEAD, *(f"{each.world.number} {each.code} {each.digest}" for each in blocks), ""])
