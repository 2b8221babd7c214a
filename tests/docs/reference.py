"""The reference tables of the documentation, made from declarations: `make reference` writes them."""

import ast
import csv
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final

from click.testing import CliRunner

from wallenstein.cli import main
from wallenstein.cli.about import row_of
from wallenstein.core.records import fields_of
from wallenstein.core.tables import Column, Table
from wallenstein.environment import numbers
from wallenstein.extras.models.seat import Model
from wallenstein.games import GAMES, find_game
from wallenstein.games.sixteen_thirty import names as other
from wallenstein.games.sixteen_thirty.model import entries
from wallenstein.games.sixteen_thirty.model.view import View as OtherView
from wallenstein.games.sixteen_thirty.rules import packaged
from wallenstein.games.wallenstein import names as codes
from wallenstein.games.wallenstein.board.values import data
from wallenstein.games.wallenstein.editions import entry_types, phases
from wallenstein.games.wallenstein.editions.court.records import box
from wallenstein.games.wallenstein.editions.court.story import promise
from wallenstein.games.wallenstein.editions.landsknechte.part import amounts
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.rules import cards
from wallenstein.games.wallenstein.story.story import StoryNames
from wallenstein.pages.player import CONTROLS
from wallenstein.record.tables import COMMON, tables_of

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "reference"
OURS: Final = [name for name, game in GAMES.items() if game.place.startswith("wallenstein.")]
KINDS: Final = {
    "i8": "integer, 8 bits", "u8": "integer, 8 bits, not negative", "i16": "integer, 16 bits",
    "i32": "integer, 32 bits", "i64": "integer, 64 bits", "u64": "integer, 64 bits, not negative",
    "f32": "number, 32 bits", "f64": "number, 64 bits", "bool": "true or false", "category": "category",
    "wide-category": "category", "text": "text", "bytes": "bytes",
}  # fmt: skip
FEW: Final = 12  # names of a category that are listed
SECTIONS: Final = {  # of a configuration, by the names of their classes
    "TourneySection": "[tourney]", "BettingSection": "[tourney.betting]", "GameSection": "[game]",
    "BotsSection": "[bots]", "BotEntry": "[[bots.entry]]", "RunSection": "[run]", "LimitsSection": "[run.limits]",
    "LogSection": "[log]", "TuneSection": "[tune]", "StudySection": "[study]", "AxisSection": "[[study.axis]]",
    "LevelSection": "[[study.axis.levels]]", "StrategySection": "[[study.strategy]]",
    "QuestionSection": "[[study.question]]",
}  # fmt: skip
LIMITS: Final = {"minimum": "at least", "exclusiveMinimum": "above", "maximum": "at most", "exclusiveMaximum": "below"}

WRITTEN: Final = {  # records within entries, as logs write them
    "plan": ["actions", "bid", "court"],
    "play": ["card", "country", "victim", "remove", "issue", "target"],
}

NOTHING: Final = ("None", '""', "False", "0", "0.0")  # defaults that say nothing
PLAN: Final = Plan.of({"taxes": "altmark", "combat-a": "anhalt"}, bid=3)

STUDY: Final = FOLDER.parent / "study" / "wallenstein"
BOARDS: Final = ("Shogun's board", "reconstruction", "refit", "drawn boards", "among regents", "in mixed company")
STRATEGIES: Final = (  # of the study, in the order of the page on strategy
    "no-recruits", "no-taxes", "no-attack", "no-building", "no-grain", "seer", "no-court", "careless", "early-place",
    "one-attack", "only-posts", "only-palaces", "only-churches", "envoy", "no-bid",
)  # fmt: skip
MOST: Final = 2**63 - 1  # limits from here on are those of numbers in files


def tables(names: list[str]) -> str:
    """The columns of all tables: those of every game, then those of each game named."""
    games = [find_game(name) for name in names]
    lines: list[str] = []
    for name, table in tables_of(games[0]).items():
        if name in COMMON:
            lines += _table(table, "Every game has")
    for game in games:
        for table in game.tables:
            lines += _table(table, f"Only {game.title} has")
    return "\n".join(lines)


def _table(table: Table, belongs: str) -> Iterator[str]:
    yield f"## {table.name}\n\n{table.text} {belongs} this table.\n"
    yield "| column | type | meaning |"
    yield "| --- | --- | --- |"
    for (kind, meaning), alike in groupby(table.columns, lambda column: (KINDS[column.kind], _meaning(column))):
        columns = [f"`{column.name}`" for column in alike]
        yield f"| {', '.join(columns)} | {kind} | {meaning} |"
    yield ""


def _meaning(column: Column) -> str:
    """What a column means, in words that columns for other seats or actions have as well."""
    number = re.search(r"_(\d)$", column.name)
    text = re.sub(rf"\b(for|seat|converts) ({column.name}|{number[1] if number else '-'})\b", r"\1 …", column.text)
    if not column.names:
        return text
    few = ", ".join(f"`{name}`" for name in column.names[:FEW])
    more = f" and {len(column.names) - FEW} more" if len(column.names) > FEW else ""
    return f"{text}: {few}{more}"


def keys(names: list[str]) -> str:
    """The keys of a configuration, section by section, with those of each game named."""
    schema = json.loads(CliRunner().invoke(main, ["config", "schema"]).stdout)["$defs"]
    assert set(schema) == set(SECTIONS)
    schema["GameSection"]["properties"]["name"]["enum"] = names
    lines: list[str] = []
    for name, heading in SECTIONS.items():
        section = schema[name]
        lines += [f"### {heading}\n"]
        lines += [*_keys(section), ""]
        for game in reversed(section.get("anyOf", [])):  # the default game's first
            if game["properties"].pop("name")["const"] in names:
                lines += [f"The keys of {game['title']}:\n", *_keys(game), ""]
    return "\n".join(lines)


def _keys(section: Mapping[str, Any]) -> Iterator[str]:
    yield "| key | default | meaning |"
    yield "| --- | --- | --- |"
    for key, field in section["properties"].items():
        default = field.get("default")
        text = field["description"]
        if key in section.get("required", []):
            shown = "required"
        elif said := re.search(r" \(default: ([^)]+)\)", text):
            shown, text = said[1], text.replace(said[0], "")
        else:
            shown = "" if default is None or (default and isinstance(default, dict)) else f"`{json.dumps(default)}`"
        values = "; ".join(_values(field))
        yield f"| `{key}` | {shown} | {text}{f' ({values})' if values else ''} |"


def _values(field: Mapping[str, Any]) -> Iterator[str]:
    """The values that a key may have, if they are words or in a range."""
    for part in (field, *field.get("anyOf", [])):
        if "enum" in part and not all(word in field["description"] for word in part["enum"]):
            yield ", ".join(f"`{json.dumps(word)}`" for word in part["enum"])
        found = [f"{word} {part[limit]:,}" for limit, word in LIMITS.items() if part.get(limit, MOST) < MOST]
        if found:
            yield " and ".join(found)


def observations(names: list[str]) -> str:
    """The features of observations, at the usual table of each game named."""
    lines: list[str] = []
    for name in names:
        lines += [f"### {find_game(name).title}\n"]
        lines += ["| entries | feature | axes | highest | meaning |", "| --- | --- | --- | --- | --- |"]
        lines += [f"| {' | '.join([*row_of(row), str(row['about'])])} |" for row in numbers(game=name).rows()]
        lines += [""]
    return "\n".join(lines)


def events(edition: str) -> str:
    """The event cards of an edition (W7, F5)."""
    game = find_game("wallenstein")
    state = game.new_game(game.rules({"edition": edition}, FOLDER), 4, 1)
    names = StoryNames((), state.book)
    lines = ["| event | in its season | winter loss |", "| --- | --- | --- |"]
    for number in range(len(state.book.event_ids)):
        lines.append(f"| `{names.event_id(number)}` | {names.event(number)} | {names.loss(number)} |")
    return "\n".join([*lines, ""])


def countries() -> str:
    """The countries of Sixteen Thirty Something, and what they are next to."""
    names = {country["id"]: country["name"] for country in packaged()["country"]}
    lines = ["| country | id | status | army | ability | borders on | sea routes to |", f"|{' --- |' * 7}"]
    for country in packaged()["country"]:
        ways = []
        for kind in ("borders", "sea_routes"):
            pairs = [pair for pair in packaged()["map"][kind] if country["id"] in pair]
            ways.append(", ".join(names[one] for pair in pairs for one in pair if one != country["id"]))
        cells = [
            names[country["id"]],
            f"`{country['id']}`",
            *(str(country[key]) for key in ("status", "army", "ability")),
        ]
        lines.append(f"| {' | '.join([*cells, *(way or '-' for way in ways)])} |")
    return "\n".join([*lines, ""])


def log(entries: Mapping[str, type]) -> str:
    """The entries of a log: their keys and their meaning."""
    lines = ["| entry | other keys | what happened |", "| --- | --- | --- |"]
    for name, record in entries.items():
        keys: list[str] = []
        for field in fields_of(record):
            shown = WRITTEN.get(field.name, [field.name]) if field.record else [field.name]
            keys += [f"`{key}`" for key in shown]
        texts = [f"`{field.name}`: {field.text}" for field in fields_of(record) if field.text]
        about = "; ".join([str(record.__doc__).rstrip("."), *texts])
        lines.append(f"| `{name}` | {' '.join(keys)} | {about} |")
    return "\n".join([*lines, ""])


def fields(record: type) -> str:
    """The fields of a view, with the comments behind them."""
    rows = re.findall(r"^    (\w+): .*?(?:  # (.+))?$", source_of(record).partition("\n    def ")[0], re.MULTILINE)
    lines = ["| field | meaning |", "| --- | --- |"]
    for meaning, alike in groupby(rows, lambda row: row[1]):
        lines.append(f"| {', '.join(f'`{name}`' for name, _ in alike)} | {meaning} |")
    return "\n".join([*lines, ""])


def model_options() -> str:
    """The options of a language model, with the comments behind them."""
    found = re.findall(r"^        (\w+): .*? = (.*?),  # (.+)$", source_of(Model), re.MULTILINE)
    rows = [f"| `{name}` | {'' if default in NOTHING else f'`{default}`'} | {text} |" for name, default, text in found]
    return "\n".join(["| option | default | meaning |", "| --- | --- | --- |", *rows, ""]).replace("True", "true")


def source_of(kind: type) -> str:
    """The text of a class; a compiled one could not say it."""
    text = ROOT.joinpath(*kind.__module__.split(".")).with_suffix(".py").read_text("utf-8")
    node = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    return ast.get_source_segment(text, node) or ""


def kinds(game: str, questions: bool = False) -> str:
    """The kinds of decisions: what is chosen, and an example; with `questions`, what is asked about."""
    heads = ["kind", "what is chosen", "in Python", "in documents", *(["`choice.step` has"] if questions else [])]
    lines = [f"| {' | '.join(heads)} |", "|" + " --- |" * len(heads)]
    for name, (kind, step, choice, functions) in examples(game).items():
        about = re.findall(r'"""(.*?)\.?"""', source_of(type(kind)), re.DOTALL)[0]
        written = json.dumps(kind.write(choice, functions), ensure_ascii=False)
        asked = ", ".join(f"`{key}`" for key in step._fields if key != "seat")
        cells = [f"`{name}`", about, f"`{choice}`", f"`{written}`", *([asked] if questions else [])]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def examples(game: str) -> Mapping[str, tuple[Any, Any, Any, Any]]:
    """By kind of decision: it, what asks it in some random game, a choice, and the functions of that game."""
    found: dict[str, tuple[Any, Any, Any, Any]] = {}
    every = find_game(game)
    for number, rules in enumerate(every.every_rule):
        rng = Random(number)
        state = every.new_game(every.rules(rules, FOLDER), 4, number)
        while (decision := state.decision) is not None:
            choice = decision.random(rng)
            if choice not in (None, ()) and decision.kind not in found:
                short = PLAN if decision.kind == "plan" else choice
                found[decision.kind] = state.functions.kinds[decision.kind], decision.step, short, state.functions
            state.apply(choice)
    return {kind: found[kind] for kind in every.kinds}


def names(rows: Mapping[str, Iterable[str]]) -> str:
    """What has which names in documents."""
    lines = [f"| {what} | {' '.join(f'`{name}`' for name in found)} |" for what, found in rows.items()]
    return "\n".join(["| what | names |", "| --- | --- |", *lines, ""])


def names_of_wallenstein() -> str:
    events = {edition: [event.id for event in cards(edition, 3).events] for edition in ("second", "first")}
    return names(
        {
            "actions": codes.ACTIONS, "buildings": codes.BUILDINGS, "bonus tiles": codes.TILES,
            "events": events["second"], "events of the first edition": events["first"],
            "seasons": codes.SEASONS, "phases": phases().values(), "colours of cubes": (*"01234", "peasant"),
        }
    )  # fmt: skip


def names_of_sixteen_thirty() -> str:
    rows = {f"steps of the phase `{phase}`": steps for phase, steps in other.STEPS_IN.items()}
    values = ("open-1", "open-2", "open-3", "france-2")
    return names(
        {
            "countries": other.COUNTRIES, "factions, colours of votes": other.FACTIONS,
            "influence cards: open, or of a country, such as": values, "special cards": other.SPECIALS,
            "issues": other.ISSUES, "phases": other.PHASES, **rows,
        }
    )  # fmt: skip


def favors() -> str:
    """The favors of Emperor's Court (C6)."""
    rows = [f"| {number} | {promise(number)} |" for number in sorted(box().favors)]
    return "\n".join(["| favor | gives |", "| --- | --- |", *rows, ""])


def shortages() -> str:
    """The revolts of winter (W71)."""
    found = data("wallenstein.toml")["shortage"]
    ends = [row["lacking"] - 1 for row in found[1:]]
    lines = ["| lacking | revolts | extra peasants in each |", "| --- | --- | --- |"]
    for row, end in zip(found, [*ends, None], strict=True):
        first = row["lacking"]
        lacking = f"{first} or more" if end is None else str(first) if end == first else f"{first} to {end}"
        lines.append(f"| {lacking} | {row['revolts']} | {row['peasants']} |")
    return "\n".join([*lines, ""])


def benefits() -> str:
    """The cards of the Landsknechte (L2)."""
    lines = ["| card | Thalers | grain | armies into the tray | points |", "| --- | --- | --- | --- | --- |"]
    for number, row in enumerate(amounts()[2:], 2):
        lines.append(f"| {' | '.join(map(str, [number, *(amount or '-' for amount in row)]))} |")
    return "\n".join([*lines, ""])


def players() -> str:
    """What Sixteen Thirty Something gives to how many players."""
    heads = ("players", "VP markers each", "cards drawn in a round", "card limit in turns 1 to 10")
    lines = [f"| {' | '.join(heads)} |", "| --- | --- | --- | --- |"]
    for number, row in packaged()["players"].items():
        limits = " ".join(map(str, row["card_limit"]))
        lines.append(f"| {number} | {row['vp_markers']} | {row['draw']} | {limits} |")
    return "\n".join([*lines, ""])


def playback_keys() -> str:
    """The keys of the page of a game."""
    keys = CONTROLS["keys"].items()
    rows = [f"| {key.replace(' ', ', ')} | {text.format(part='season', fight='battle')} |" for key, text in keys]
    return "\n".join(["| key | action |", "| --- | --- |", *rows, ""])


def boards() -> str:
    """The findings of the study by board and company; bold where such worlds alone show it."""

    def rows(pattern: str) -> Iterator[dict[str, str]]:
        for file in sorted(STUDY.glob(pattern)):
            yield from csv.DictReader(file.read_text("utf-8").splitlines())

    def kinds_of(text: str) -> set[str]:
        said = next(each for each in page.split(" - ") if each.startswith(f"A regent that {text}"))
        listed = re.search(r"\((open|shown) for (.*?)\)[;.,]", said)
        named = {kind for kind in BOARDS if listed and kind in listed[2]}
        return named if listed and listed[1] == "shown" else set(BOARDS) - named

    page = " ".join(STUDY.with_suffix(".md").read_text("utf-8").split())
    conclusions = {row["name"]: row for row in rows("*-conclusions.csv") if row["measured"] == "points"}
    by_kind = {
        (name, row["name"]): f"{float(gain):+.1f}"
        for row in rows("[!w]*-worlds.csv")
        for name, gain in row.items()
        if name != "name" and gain
    }
    with (STUDY.parents[2] / "studies" / "wallenstein.toml").open("rb") as file:
        texts = {each["name"]: each["text"].split(",")[0] for each in tomllib.load(file)["study"]["strategy"]}
    heads = "Shogun's | reconstruction | refit | drawn | of 20 | among regents | in mixed company"
    lines = [f"| a regent that | all worlds | {heads} |", f"| --- | --- |{' ---: |' * 7}"]
    for name in STRATEGIES:
        found = conclusions[name]
        change, low, high = (float(found[end]) for end in ("change", "low", "high"))
        sure = kinds_of(texts[name]) if found["beyond chance"] == "yes" else set[str]()
        cells = [f"**{by_kind[name, kind]}**" if kind in sure else by_kind[name, kind] for kind in BOARDS]
        cells.insert(4, found["on drawn ones"].split(" / ")[0])
        lines.append(f"| {texts[name]} | {change:+.1f} ({low:.1f} to {high:.1f}) | {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def pages() -> dict[str, str]:
    """The files by name."""
    return {
        "benefits.inc": benefits(),
        "boards.inc": boards(),
        "countries.inc": countries(),
        "events-first.inc": events("first"),
        "events-second.inc": events("second"),
        "favors.inc": favors(),
        "fields-sixteen-thirty.inc": fields(OtherView),
        "fields-wallenstein.inc": fields(View),
        "keys.inc": keys(OURS),
        "kinds-sixteen-thirty.inc": kinds("sixteen-thirty", questions=True),
        "kinds-wallenstein.inc": kinds("wallenstein"),
        "log-sixteen-thirty.inc": log(entries.ENTRIES),
        "log-wallenstein.inc": log(entry_types()),
        "model-options.inc": model_options(),
        "names-sixteen-thirty.inc": names_of_sixteen_thirty(),
        "names-wallenstein.inc": names_of_wallenstein(),
        "observations.inc": observations(OURS),
        "playback-keys.inc": playback_keys(),
        "players.inc": players(),
        "shortages.inc": shortages(),
        "tables.inc": tables(OURS),
    }


if __name__ == "__main__":
    for file, text in pages().items():
        (FOLDER / file).write_text(text, "utf-8")
