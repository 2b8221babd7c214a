"""The toy game as the runner knows it: importing this module registers it as `toy`."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.toy.documents import SCENARIO, ToyDocuments, play, read_position, write_position
from tests.toy.encoding import ToyEncoding
from tests.toy.narrator import ToyNarrator
from tests.toy.rules import PICKS, ToyDecision, ToyRules, ToyState, check_pick
from wallenstein.core.chance import below
from wallenstein.core.documents import Json
from wallenstein.core.errors import ConfigError, FormatError
from wallenstein.core.game import Game, PlayOption, Reached, unknown_keys
from wallenstein.core.seeds import stream
from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games import GAMES, KnownGame

TURNS: Final = Table(
    "turns",
    "One row a turn: what was picked, and the die.",
    (
        Column("game", "i32", "number of the game"),
        Column("turn", "u8", "turn, counted from 0"),
        Column("seat", "u8", "who picked"),
        Column("pick", "u8", "the number picked"),
        Column("die", "u8", "the turn's die"),
        Column("luck", "category", "whether the pick scored", ("missed", "scored")),
    ),
)
BOT: Final = '''"""{title}: always picks the same."""

from typing import Any

from wallenstein.bots import BaseBot, register


@register("{name}")
class {title}(BaseBot):
    """A first bot for the toy game."""

    plays = "toy"

    def __init__(self, favourite: int = 2) -> None:
        """`favourite`: what it picks."""
        self.favourite = favourite

    def decide(self, view: Any, decision: Any) -> int:
        """One pick."""
        return self.favourite
'''


class ToyGame(Game):
    """The game as the runner knows it."""

    name = "toy"
    title = "Toy"
    seats = (2, 3, 4, 5)
    kinds = ("pick",)
    tables = (TURNS,)
    play_options = (
        PlayOption("--rounds", "How many rounds.", "N", "3"),
        PlayOption("--coin", "Throw a coin instead of the die.", switch=True),
    )

    def new_game(self, rules: ToyRules, players: int, seed: int) -> ToyState:
        """A game before its first pick."""
        dice = stream(seed, "toy", "dice").random
        return ToyState([below(dice, rules.faces) for _ in range(rules.rounds * players)], [0] * players)

    def check(self, shared: None, decision: ToyDecision, choice: Any) -> int:
        """A pick."""
        return check_pick(choice)

    def encode(self, shared: None, decision: ToyDecision, choice: int) -> bytes:
        """One byte."""
        return bytes([choice])

    def decode(self, state: ToyState, packed: bytes) -> int:
        """The pick in that byte."""
        if len(packed) != 1:
            raise FormatError("decisions", f"a pick is one byte, not {len(packed)}")
        return packed[0]

    def substitute(self, state: ToyState, random: Random) -> int:
        """Any pick."""
        return below(random.random, len(PICKS))

    def describe_time(self, state: ToyState) -> str:
        """The turn."""
        return f"in turn {state.turn}"

    def rules(self, options: Mapping[str, Any], base: Path) -> ToyRules:
        """Reads `rounds` and `die.faces`."""
        unknown_keys(options, ("name", "rounds", "die")).raise_any()
        die = options.get("die", {})
        if not isinstance(die, Mapping) or any(key != "faces" for key in die):
            raise ConfigError("game.die: a table with the key faces")
        rounds = _count("game.rounds", options.get("rounds", ToyRules.rounds))
        return ToyRules(rounds, _count("game.die.faces", die.get("faces", ToyRules.faces)))

    def expand_value(self, key: str, value: Any) -> list[Any]:
        """The rounds 1 to n for `rounds = { up_to = n }`."""
        if not (key == "rounds" and isinstance(value, Mapping)):
            return [value]
        return list(range(1, _count("game.rounds.up_to", value.get("up_to")) + 1))

    def options(self, rules: ToyRules) -> dict[str, Any]:
        """Every option spelled out."""
        return {"name": "toy", "rounds": rules.rounds, "die": {"faces": rules.faces}}

    def schema(self) -> dict[str, Any]:
        """Of `rounds` and `die`."""
        count = {"type": "integer", "minimum": 1, "maximum": 20, "description": "How many"}
        return {"rounds": count, "die": {"type": "object", "description": "The die", "properties": {"faces": count}}}

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Rounds and die."""
        return {"rounds": int(chosen["rounds"]), **({"die": {"faces": 2}} if chosen["coin"] else {})}

    def write_rows(self, number: int, state: ToyState, rows: Mapping[str, Rows]) -> None:
        """One row a turn."""
        if "turns" in rows:
            for turn, seat, pick, die, scored in state.journal or ():
                rows["turns"].add(number, turn, seat, pick, die, int(scored))

    def narrator(self, state: ToyState, bots: Sequence[str]) -> ToyNarrator:
        """A sentence a pick."""
        return ToyNarrator(state, bots)

    @property
    def documents(self) -> ToyDocuments:
        """Views, questions and picks as JSON."""
        return ToyDocuments()

    def check_position(self, document: Json, base: Path) -> dict[str, Any]:
        """The same with all keys."""
        return write_position(read_position(document))

    def play_scenario(self, document: Json, base: Path) -> Reached:
        """From the position by the picks."""
        state = play(document)
        return Reached(write_position(state), self.log_lines(state, state.journal or ()))

    def transcribe(self, rules: ToyRules, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, Any]:
        """The game's begin, with its dice, and the picks in order."""
        begin = write_position(self.new_game(rules, players, seed))
        return {"format": SCENARIO, "position": begin, "picks": [packed[0] for packed in choices]}

    def encoding(self, rules: ToyRules, players: int) -> ToyEncoding:
        """Turn, points and picks."""
        return ToyEncoding(rules, players)

    def bot_template(self) -> str:
        """A bot that always picks the same."""
        return BOT


def _count(key: str, value: object) -> int:
    if type(value) is not int or not 1 <= value <= 20:
        raise ConfigError(f"{key}: a whole number from 1 to 20, not {value!r}")
    return value


GAMES["toy"] = KnownGame("tests.toy.game:ToyGame")
