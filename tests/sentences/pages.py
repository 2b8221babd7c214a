"""Pages of sentences about results whose truth is known: each gives what was said, and whether it is false.

A page is what one command prints, or one part of a report. What is said is a claim of `register.toml`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from tests.sentences.known_run import KnownRun
from tests.stats.duels import HYPOTHESES, duel_scores
from tests.stats.simulate import SCALE, World, chance_to_beat
from wallenstein.core.reports import Estimate, Trait
from wallenstein.extras.study.findings import Findings, sentences
from wallenstein.extras.study.setting import Axis, StudySetting
from wallenstein.extras.study.setting import world as study_world
from wallenstein.extras.study.values import POINTS, WINS, Block, Traits
from wallenstein.extras.tune.exploit import ExploitFigures, Reply, exploit, exploit_text
from wallenstein.extras.tune.report import tuning_text
from wallenstein.extras.tune.tuning import Confirmation, TrialFigures, TuningFigures, TuningTrial
from wallenstein.report.differences import comparison_text, runs_text, why_text
from wallenstein.report.html.notes import RemarkableResults
from wallenstein.report.review import TRIALS, Mistake, beyond_chance, cost_of
from wallenstein.report.verdict import group_sentences, run_verdict
from wallenstein.stats.betting import BettingTest, ConfidenceSequence
from wallenstein.stats.figures import BotStanding, CellSummary, RunSummary
from wallenstein.stats.results import Floats, Results
from wallenstein.stats.standings import standings as standings_of
from wallenstein.stats.summary import summary
from wallenstein.tourney.config.study_section import LevelSection, QuestionSection, StrategySection
from wallenstein.tourney.expectation import plausible, simulated, simulated_rounds
from wallenstein.tourney.figures import differences
from wallenstein.tourney.figures.run_parts import run_parts
from wallenstein.tourney.figures.run_summary import summarise
from wallenstein.tourney.figures.two_runs import compare_runs
from wallenstein.tourney.formats import Placings
from wallenstein.tourney.formats.known import read_verdict
from wallenstein.tourney.formats.ladder import Ladder
from wallenstein.tourney.formats.sample import Sample

Said = tuple[str, bool]  # a claim, and whether it is false
Random = np.random.Generator
BOT: Final = re.compile(r"bot-\d+")


def holds(low: float, high: float, truth: float, step: float = 0.0) -> bool:
    """Whether an interval holds the truth, as far as its printed digits say."""
    return low - step / 2 <= truth <= high + step / 2


def strengths_of(bots: int, rng: Random) -> Floats:
    """Equal, equal in pairs, close, or spread."""
    kind = rng.integers(4)
    spread = np.sort(rng.normal(0, (0.15, 0.6)[kind % 2], bots))
    return (np.zeros(bots), np.repeat(spread, 2)[:bots], spread, spread)[kind]


def run_of(*cells: CellSummary) -> RunSummary:
    games = sum(cell.games for cell in cells)
    return RunSummary("known", 1, games, games, "last", cells, (), {}, {}, {})


def standings(rng: Random) -> Iterator[Said]:
    """The standings of three to five bots, short and full."""
    strengths = strengths_of(int(rng.integers(3, 6)), rng)
    table = min(4, len(strengths))
    seats = (0.5, 0.1, -0.1, -0.5)[:table] if rng.random() < 0.3 else ()
    world = World(tuple(strengths), table, 0.25, seats)
    results = world.play(int(rng.integers(10, 150)), rng)
    cell = summary(results)
    truth = dict(zip(world.names, strengths, strict=True))
    said = run_verdict(run_of(cell))
    for sentence in said:
        yield from about_place(sentence, truth, not seats)
    order = [entrant.name for entrant in cell.entrants]
    if any("Each other bot is better than the one below it" in sentence for sentence in said):
        yield "better", any(truth[one] <= truth[other] for one, other in pairwise(order[1:]))
    if any("Seats differ beyond chance" in sentence for sentence in said):
        yield "seats differ", not seats


def about_place(sentence: str, truth: Mapping[str, float], alike: bool) -> Iterator[Said]:
    """What a sentence such as `bot-1 is 2nd of 3: better than bot-0 (...), worse than bot-2.` says."""
    if not (found := re.match(r"(bot-\d+) is \w+ of \d+: (.*)\.$", sentence)):
        return
    name, rest = found.groups()
    parts = re.split(r", (?=not shown to differ|worse than|never at)", rest)
    others = {part.split(" ", 1)[0]: set(BOT.findall(part)) for part in parts}
    if "better" in others:
        beaten = others["better"]
        if "all others" in rest or re.search(r"better than \d+ bots", rest):
            beaten = set(truth) - {name}.union(*(each for word, each in others.items() if word != "better"))
        yield "better", any(truth[name] <= truth[other] for other in beaten)
    if "worse" in others and "more" not in rest:
        yield "better", any(truth[name] >= truth[other] for other in others["worse"])
    for other, low, high in re.findall(r"(bot-\d+)(?: comes nearest)? \([^)]*? %[^),]*, (\d+) to (\d+)\)", rest):
        if alike:
            share = 100 * chance_to_beat(truth[name], truth[other])
            yield "finished before", not holds(float(low), float(high), share, 1)


def groups(rng: Random) -> Iterator[Said]:
    """The groups of a field of bots, whose page is written anew on each of five days."""
    strengths = np.asarray(np.repeat(plausible(4, rng), 3) if rng.random() < 0.5 else rng.normal(0, 0.5, 12))
    names = [f"bot-{number}" for number in range(len(strengths))]
    sample, found = Sample(len(strengths), 4, True, int(rng.integers(2**31))), list[Results]()
    false = said = False
    for day in range(5):
        tables = [(number, table) for number in range(4 * day, 4 * day + 4) for table in range(sample.tables)]
        rows = [(number, table, each) for number, table in tables for each in sample.seatings(number, table)]
        block, table, seatings = (np.array(column, np.int64) for column in zip(*rows, strict=True))
        found.append(simulated(names, seatings, block, strengths, 0.25, rng, block * sample.tables + table))
        joint = summary(Results.joined(names, found)).joint
        assert joint is not None
        text = " ".join(group_sentences(joint))
        truth = dict(zip(names, strengths, strict=True))
        said |= "; then" in text
        false |= any(truth[one] <= truth[other] for one, others in joint.beats.items() for other in others)
    if said:
        yield "groups", false


def again(strengths: Floats, blocks: int, seed: int, rng: Random) -> Results:
    """The same seeds once more: some of the games have the luck that they had before."""
    world = World(tuple(strengths), 4, 0.25)
    before, fresh = (world.play(blocks, each) for each in (np.random.default_rng(seed), rng))
    same = (rng.random(before.games) < rng.uniform(0.2, 0.9))[:, None]
    rank, score = np.where(same, before.rank, fresh.rank), np.where(same, before.score, fresh.score)
    return replace(before, held_rank=rank, held_score=score)


def cells(rng: Random) -> Iterator[Said]:
    """Three cells on the same seeds; in half of them some bots play otherwise than in the first."""
    strengths, bots = np.array([0.4, 0.1, -0.1, -0.4]), 4
    shifts = np.zeros((3, bots))
    if rng.random() < 0.5:
        shifts[1:] = rng.normal(0, 0.15, (2, bots)) * (rng.random((2, bots)) < 0.5)
    seed, blocks = int(rng.integers(2**31)), int(rng.integers(10, 100))
    names = ("first", "second", "third")
    known = {name: again(strengths + shift, blocks, seed, rng) for name, shift in zip(names, shifts, strict=True)}
    run = KnownRun(known).as_run()
    figures = summarise(run)
    lead = SCALE * (shifts - shifts[0])
    pattern = re.compile(r"bot-(\d) makes ([\d.]+) (more|fewer) points \(([\d.]+) to ([\d.]+)\) in (\w+) than in first")
    for sentence in run_verdict(figures):
        if found := pattern.match(sentence):
            bot, _, more, low, high, cell = found.groups()
            truth = lead[names.index(cell), int(bot)] * (1 if more == "more" else -1)
            yield "cells differ", truth <= 0
            yield "size of a difference between cells", not holds(float(low), float(high), float(truth), 0.1)
    if any(each.score.differs for each in figures.differences):
        null = [each for each in figures.differences if not lead[names.index(each.cell), int(each.name[-1])]]
        yield "star of a cell", any(each.score.differs for each in null)
    page = differences.compare(run, None)
    starred = [row for row in comparison_text(page).splitlines() if row.endswith("*")]
    if starred:
        yield "star of compare", not shifts.any()


def runs(rng: Random) -> Iterator[Said]:
    """Two runs with the same seeds; bot-0 has changed, in half of the pages to no effect."""
    strengths = np.array([0.0, 0.3, 0.0, -0.3])
    gain = float(rng.normal(0, 0.3)) if rng.random() < 0.5 else 0.0
    blocks, seed = int(rng.integers(10, 150)), int(rng.integers(2**31))
    changed = strengths + np.array([gain, 0, 0, 0])
    before = World(tuple(strengths), 4, 0.25).play(blocks, np.random.default_rng(seed))
    after = again(changed, blocks, seed, rng)
    found = compare_runs(KnownRun({"": before}).as_run(), KnownRun({"": after}, "new", Path(__file__)).as_run())
    text = " ".join(runs_text(found, "wallenstein").split())
    wins = [float(np.exp(each[0]) / np.exp(each).sum()) for each in (strengths, changed)]
    yield from about_runs(text, 100 * (wins[1] - wins[0]), SCALE * gain)


def about_runs(text: str, more: float, points: float) -> Iterator[Said]:
    """What the sentence on the changed bot says."""
    number = r"([+-][\d.]+) \(([+-][\d.]+) to ([+-][\d.]+)"
    wins = re.search(rf"bot-0 (?:now )?wins .*?: {number}", text)
    score = re.search(r"; ([+-][\d.]+) points \(([+-][\d.]+) to ([+-][\d.]+)(, beyond chance)?", text)
    assert wins is not None
    assert score is not None
    value, low, high = map(float, wins.groups())
    if "bot-0 now wins" in text:
        yield "a bot wins more or less", more * value <= 0
    yield "how much more it wins", not holds(low, high, more, 0.1)
    value, low, high = map(float, score.groups()[:3])
    if score[4]:
        yield "a bot makes more or fewer points", points * value <= 0
    yield "how many more points", not holds(low, high, points, 0.01)


def reasons(rng: Random) -> Iterator[Said]:
    """`why` of a bot against another, or against the winners, with twelve traits that have nothing to do with wins."""
    world = World((0.2, 0.0, 0.0, -0.2), 4, 0.25)
    run = KnownRun({"": world.play(int(rng.integers(10, 100)), rng)}).as_run()
    against = "bot-1" if rng.random() < 0.5 else None
    shifts = np.zeros((12, 4))
    if against:
        shifts = rng.normal(0, 0.3, (12, 4)) * (rng.random((12, 1)) < 0.5)
    part = next(iter(run_parts(run)))
    seats = len(part.seats["bot"])
    common = rng.normal(0, 1, (12, int(part.seats["block"].max()) + 1))[:, part.seats["block"]]
    values = shifts[:, part.seats["bot"]] + common + rng.standard_t(3, (12, seats))
    traits = [Trait("habits", f"trait-{number}", each, np.ones(seats)) for number, each in enumerate(values)]
    game = SimpleNamespace(traits=lambda known, part: traits, trait_tables={}, moments=())
    with patch.object(differences, "game_of", return_value=game):
        text = why_text(differences.why(run, "bot-3", against), "wallenstein")
    number = r"(-?[\d.]+)"
    line = re.compile(rf"trait-(\d+): {number} instead of {number}, {number} (more|fewer) \({number} to {number}\)")
    for trait, _, _, _, more, low, high in line.findall(" ".join(text.split())):
        truth = float(shifts[int(trait), 3] - shifts[int(trait), 1]) * (1 if more == "more" else -1)
        yield "a reason", truth <= 0
        yield "size of a reason", not holds(float(low), float(high), truth, 0.01)


def duels(rng: Random) -> Iterator[Said]:
    """A duel with a sequential test; its truth lies at or around the hypotheses."""
    s0, s1 = HYPOTHESES[int(rng.integers(len(HYPOTHESES)))]
    truth = (s0, s1, s0 + 0.3 * (s1 - s0), 0.9 * s0)[int(rng.integers(4))]
    verdict = BettingTest(s0, s1).update(duel_scores(truth, 3000, rng).tolist())
    (sentence,) = read_verdict({**vars(verdict), "cell": 0, "chunks": 1, "dropped": (0, 0)}).sentences()
    if "the candidate is better" in sentence:
        yield "the candidate is better", truth <= s0
    if "not better by as much" in sentence:
        yield "the candidate is not better by as much", truth >= s1


def precision(rng: Random) -> Iterator[Said]:
    """Win shares of four bots, looked at after each block until all are known to 4 points."""
    world, wanted = World(tuple(strengths_of(4, rng)), 4, 0.5), 0.04
    results = world.play(1500, rng)
    share = [ConfidenceSequence(precision=wanted) for _ in range(4)]
    wins = np.zeros((results.block_count, 4))
    np.add.at(wins, (np.repeat(results.block, 4), results.entrant.ravel()), (results.rank == 1).ravel() / 4.0)
    for block, row in enumerate(wins, 1):
        for one, value in zip(share, row.tolist(), strict=True):
            one.add([value])
        if block % max(1, block // 20):
            continue
        bounds = [one.interval for one in share]
        widest = max(high - low for low, high in bounds) / 2
        if widest <= wanted:
            break
    said = {"test": "precision", "cell": 0, "chunks": 1, "dropped": (0, 0), "blocks": block, "precision": wanted}
    shares = {name: list(each) for name, each in zip(world.names, bounds, strict=True)}
    verdict = read_verdict({**said, "decision": "reached", "widest": widest, "shares": shares})
    if "every win share is known to" in " ".join(verdict.sentences()):
        truths = world.truths()["win share"]
        yield "win shares are known", not all(holds(*each, truth) for each, truth in zip(bounds, truths, strict=True))


def ladders(rng: Random) -> Iterator[Said]:
    """A ladder of six bots, some of them equal."""
    strengths = plausible(6, rng) if rng.random() < 0.5 else np.repeat(plausible(3, rng), 2)
    names = [f"bot-{number}" for number in range(6)]
    ladder = Ladder(names, 4, True, int(rng.integers(2**31)), 10, 0.05)
    played = simulated_rounds(ladder, strengths, 60, rng)
    found = ladder.next(Placings(played.blocks[played.block], played.entrant, played.rank), 10, 60).verdict
    assert found is not None
    verdict = read_verdict({**found, "cell": 0, "blocks": 600, "chunks": 1, "dropped": (0, 0)})
    truth = dict(zip(names, strengths, strict=True))
    unsettled = {tuple(pair) for pair in (*found["open"], *found["level"])}
    settled = [pair for pair in pairwise(found["order"]) if pair not in unsettled]
    text = " ".join(verdict.sentences())
    if settled:  # the table shows them; with all of them the sentence says so
        yield "neighbours are decided", any(truth[better] <= truth[worse] for better, worse in settled)
    if "Known to be level" in text:
        pairs = re.findall(r"(bot-\d) or (bot-\d)", text)
        yield "neighbours are level", any(abs(truth[one] - truth[other]) >= ladder.margin for one, other in pairs)


def tuning(rng: Random) -> Iterator[Said]:
    """A tuning of twenty trials, of which some are better than the bot as it is; then fresh seeds."""
    gains = rng.normal(0, 0.02, 20) * (rng.random() < 0.5)
    truth, blocks, luck = np.concatenate([[0.0], gains]), 40, 0.12
    common = rng.normal(0, 0.1, blocks)
    trials = [
        TuningTrial(number, {"step": number}, (0.3 + gain + common + rng.normal(0, luck, blocks)).tolist())
        for number, gain in enumerate(truth)
    ]
    best = max(trials, key=lambda trial: trial.mean)
    rows = tuple(
        TrialFigures(
            each.number, each.options, each.state, blocks, each.mean, each.ahead_of(trials[0]) if each.number else None
        )
        for each in trials
    )
    confirmation = None
    if best.number:
        fresh = [
            TuningTrial(0, {}, (0.3 + gain + rng.normal(0, luck, 80)).tolist()) for gain in (truth[best.number], 0.0)
        ]
        confirmation = Confirmation(fresh[0].mean, fresh[1].mean, fresh[0].ahead_of(fresh[1]))
    text = tuning_text(TuningFigures("t", "bot", "wins", 1, 20, ("step",), rows, best.number or None, confirmation))
    gain = 100 * float(truth[best.number])
    ends = r"\(([+-][\d.]+) to ([+-][\d.]+)\)"
    if found := re.search(rf"fresh seeds: .*{ends}", text):
        yield "gain on fresh seeds", not holds(float(found[1]), float(found[2]), gain, 0.1)
    if "The gain holds." in text:
        yield "the gain holds", gain <= 0
    if "On fresh seeds it is worse" in text:
        yield "worse on fresh seeds", gain >= 0


STRATEGIES: Final = ("a", "b", "c", "d")


def study_setting(seed: int) -> StudySetting:
    """Four strategies in worlds of two rules, three companies, four towers, and a known board or one of three drawn."""
    levels = {"rules": ("r0", "r1"), "company": ("c0", "c1", "c2"), "tower": ("t0", "t1", "t2", "t3")}
    axes = [
        Axis(
            name,
            name == "tower",
            tuple(LevelSection(name=each) for each in each_of),
            {each: range(at, at + 1) for at, each in enumerate(each_of)},
            each_of,
        )
        for name, each_of in levels.items()
    ]
    boards = tuple(LevelSection(name=name) for name in ("b0", "d0", "d1", "d2"))
    axes.append(Axis("board", False, boards, {"b0": range(1), "b1": range(1, 4)}, ("b0", "b1")))
    strategy = [StrategySection(name=name, bot="x", text=f"plays {name}") for name in STRATEGIES]
    questions = [
        QuestionSection(name="strategies", title="?", strategies=list(STRATEGIES)),
        QuestionSection(name="rules", title="?", axis="rules", measures=["gain of a", "gain of b"]),
    ]
    section: Any = SimpleNamespace(seed=seed, base="base", strategy=strategy, question=questions)
    game: Any = SimpleNamespace(game=SimpleNamespace(name="wallenstein"))
    return StudySetting(Path("known.toml"), (), game, section, tuple(axes))


def study(rng: Random) -> Iterator[Said]:
    """A study of four strategies; a gain has a part of its own in each kind of world, or none at all."""
    setting = study_setting(int(rng.integers(2**32)))
    null = rng.random() < 0.5
    mean, size = rng.normal(0, 1.5, 4) * (not null), rng.choice([1.0, 3.0])
    parts = {axis.name: rng.normal(0, 0.0 if null else size, (4, len(axis.kinds))) for axis in setting.axes}
    for name in ("rules", "company", "board"):  # not drawn: the mean is that over these kinds
        parts[name] -= parts[name].mean(axis=1, keepdims=True)
    spread = (0.0, 0.6, 1.5)[int(rng.integers(3))]
    if not null and rng.random() < 0.3:  # the rules turn the effect around
        mean, spread = rng.normal(6, 1, 4), 0.0
        parts["rules"] = np.tile([9.0, -9.0], (4, 1))
    parts["tower"] = rng.normal(0, spread, (4, 4))
    drawn = rng.normal(0, spread, (4, 3))
    truth = {
        name: mean + part for axis in setting.axes for name, part in zip(axis.kinds, parts[axis.name].T, strict=True)
    }
    parts["board"] = np.column_stack([parts["board"][:, 0], parts["board"][:, 1:] + drawn])
    blocks = study_blocks(setting, 72, mean, parts, rng)
    for answer in Findings(setting, blocks).answers():
        for sentence in sentences(setting, answer):
            yield from about_finding(sentence, mean, parts, spread, truth)


def study_blocks(
    setting: StudySetting, count: int, mean: Floats, parts: Mapping[str, Floats], rng: Random
) -> list[Block]:
    nothing, found = Traits(np.zeros((0, 0)), np.zeros(0)), []
    for number in range(count):
        here = study_world(setting, number)
        own = mean + sum(parts[name][:, level] for name, level in here.levels.items()) + rng.normal(0, 3, 4)
        gains = {
            name: {POINTS: float(own[at]), WINS: float(2 * own[at] + rng.normal(0, 8))}
            for at, name in enumerate(STRATEGIES)
        }
        found.append(Block(here, 8, "", "", gains, {}, nothing))
    return found


def about_finding(
    sentence: str, mean: Floats, parts: Mapping[str, Floats], spread: float, levels: Mapping[str, Floats]
) -> Iterator[Said]:
    """What a conclusion on a strategy, or on the rules, says; `levels`: the gains in each kind of world."""
    number = r"(-?[\d.]+)"
    shown = re.search(r"\. (Shown)", sentence)
    if found := re.match(r"A base that plays (\w): ([+-][\d.]+) points \(" + f"{number} to {number}\\)", sentence):
        at = STRATEGIES.index(found[1])
        truth = float(mean[at])
        yield "size of a finding", not holds(float(found[3]), float(found[4]), truth, 0.1)
    elif found := re.match(rf"r1, points gained by (\w): ([+-][\d.]+) \({number} to {number}\)", sentence):
        at = STRATEGIES.index(found[1])
        truth = float(parts["rules"][at, 1] - parts["rules"][at, 0])
    else:
        return
    if not shown:
        return
    yield "a finding is shown", truth * float(found[2]) <= 0
    true = spread if found[0].startswith("A base") else 0.0
    for bound in re.findall(rf"drawn \w+ differ by a standard deviation of at most {number} points", sentence):
        yield "worlds differ at most", true > float(bound) + 0.05
    if found[0].startswith("A base"):
        yield from about_slices(sentence, truth, {level: float(gains[at]) for level, gains in levels.items()})
        sign = 1 if float(found[2]) > 0 else -1
        kinds, boards = [sign * float(gains[at]) for gains in levels.values()], sign * (mean + parts["board"].T)[1:, at]
        for where, true_gains in (("kinds of worlds", kinds), ("drawn boards", boards)):
            ((shown_in, against),) = re.findall(
                rf"; \w+ (\d+ of|all) \d+ {where}(?:[^;]*, against \w+ (\d+))?", sentence
            )
            gaining, losing = (sum(gain * way > 0 for gain in true_gains) for way in (1, -1))
            shown_in = len(true_gains) if shown_in == "all" else int(shown_in.removesuffix(" of"))
            yield "in how many worlds", shown_in > gaining or int(against or 0) > losing


def about_slices(sentence: str, truth: float, levels: Mapping[str, float]) -> Iterator[Said]:
    """What it says of kinds of worlds: the opposite in some, and where it is least."""
    each = r"(\w\d) ([+-][\d.]+)(?: points| wins in 100 games)? \((-?[\d.]+) to (-?[\d.]+)\)"
    if opposite := re.search(r"The opposite is shown for: (.*)\.", sentence):
        yield "the opposite is shown", any(levels[one] * truth >= 0 for one, *_ in re.findall(each, opposite[1]))
    if "Shown by the wins" not in sentence and (least := re.search(f"least for: {each}", sentence)):
        yield "least for", not holds(float(least[3]), float(least[4]), levels[least[1]], 0.1)


def upsets(rng: Random) -> Iterator[Said]:
    """The chance by strength of the most unlikely winner, against the true one: within a factor of two."""
    world = World((0.8, 0.3, -0.3, -0.8), 4, 0.25)
    results = world.play(int(rng.integers(20, 100)), rng)
    cell = summary(results)
    part = next(iter(run_parts(KnownRun({"": results}).as_run())))
    strengths = {entrant.name: entrant.strength.value for entrant in cell.entrants}
    found = RemarkableResults(results.names, strengths)
    found.add(part)
    for each in found.found():
        if said := re.match(r"biggest upset: won by bot-(\d), with a chance of ([\d.]+) %", each.text):
            worth = np.exp(world.strengths)
            chance = 100 * worth[int(said[1])] / worth.sum()
            yield "chance of an upset", not 0.5 <= float(said[2]) / chance <= 2


def reviews(rng: Random) -> Iterator[Said]:
    """The review of a game: of its decisions, half cost nothing, or gain where the search is wrong."""
    truth = rng.normal(0, 0.05, int(rng.integers(5, 60))) * (rng.random() < 0.7)
    truth *= rng.random(len(truth)) < 0.5
    judged = []
    for number, cost in enumerate(truth):
        differs = rng.random(TRIALS) < rng.uniform(0.2, 1)  # in other trials, both choices come to the same
        skew = rng.choice([-1, 0, 1], p=[0.15, 0.5, 0.35])  # about as in recorded games: -1 has rare large losses
        luck = skew * (rng.exponential(1, TRIALS) - 1) if skew else rng.normal(0, 1, TRIALS)
        noise = rng.uniform(0.02, 0.3) * np.where(differs, luck, 0)
        judged.append(Mistake(number, str(number), 0, "march", "this", "that", *cost_of(list(cost + noise))))
    found = beyond_chance(judged, TRIALS)
    for each in found:
        said = re.search(r"^(\d+), .* costs (-?\d+) % \(± (\d+)\)", each.sentence())
        assert said is not None
        at, value, reach = map(int, said.groups())
        yield "a decision costs", float(truth[at]) <= 0
        yield "how much it costs", not holds(value - reach, value + reach, 100 * float(truth[at]), 2)


def searched(rng: Random, spread: float) -> tuple[ExploitFigures, float]:
    """A search among replies whose strengths differ so much from the fixed bot's, and what the best truly wins."""
    strengths: dict[str, float] = {}

    def measure(name: str, tried: Sequence[Reply], blocks: int, seat: int | None) -> Sequence[BotStanding]:
        drawn = [strengths.setdefault(repr(reply.options), float(rng.normal(0, spread))) for reply in tried]
        if seat is not None:  # on seeds that only choose
            wins = [rng.binomial(blocks, np.exp(each) / (np.exp(each) + 3)) / blocks for each in drawn]
            return [BotStanding("", blocks, 0, 0, False, blocks, blocks, 0.25, *(Estimate(each),) * 3) for each in wins]
        results = World((*drawn, 0.0, 0.0, 0.0)).play(blocks, rng)
        held, given = np.minimum(results.held_entrant, 1), results.given[:2]
        two = replace(results, names=("reply", "fixed"), held_entrant=held, given=given, benched=results.benched[:2])
        return standings_of(two)[:1]

    replies = [Reply("regent", {"early": number / 10}) for number in range(6)]
    found = exploit("wallenstein", ["regent"] * 3, replies, 400, int(rng.integers(1 << 30)), measure)
    worth = np.exp(strengths[repr(found.best.options)])
    return found, float(worth / (worth + 3))


def exploits(rng: Random) -> Iterator[Said]:
    """A search for a reply to bots that are as strong as all replies, or weaker or stronger than some."""
    found, wins = searched(rng, rng.choice([0.0, 0.2, 1.0]))
    if said := re.search(r"at least ([\d.]+) points", exploit_text(found)):
        yield "a reply gains", 100 * (wins - found.parity) < float(said[1]) - 0.05


PAGES: Final[Sequence[tuple[Callable[[Random], Iterator[Said]], int]]] = (
    (standings, 400), (groups, 60), (cells, 300), (runs, 400), (reasons, 300), (duels, 400), (precision, 60),
    (ladders, 40), (study, 240), (tuning, 400), (exploits, 200), (upsets, 200),
    (reviews, 400),
)  # fmt: skip
