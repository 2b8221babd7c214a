"""Tower models by name, or a user's own from a module or a file (T3)."""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from inspect import Parameter, signature
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.plain import brief
from wallenstein.core.program.own_code import OwnCodeFailed, asked
from wallenstein.core.program.sources import files_hash, load_python_file
from wallenstein.core.seeds import derive
from wallenstein.core.text import did_you_mean
from wallenstein.games.wallenstein.tower.models import TOWERS, NextNumber, TowerModel


def make_tower(options: Mapping[str, object]) -> TowerModel:
    """The model of `{"model": name, parameter: value, ...}`."""
    wanted = dict(options)
    name = str(wanted.pop("model", "sieve"))
    if ":" in name:
        return OwnTower(name, wanted)
    if name not in TOWERS:
        raise ConfigError(f'game.tower.model: there is no tower model "{name}"; {did_you_mean(name, TOWERS)}')
    try:
        return packaged(name, **wanted)
    except TypeError:  # a list or a table, which no model takes
        return build_model(TOWERS[name], name, wanted)


@lru_cache(maxsize=16, typed=True)
def packaged(name: str, /, **parameters: object) -> TowerModel:
    """A packaged model, made once: its tables are large."""
    return build_model(TOWERS[name], name, parameters)


def build_model(maker: Callable[..., TowerModel], name: str, wanted: Mapping[str, object]) -> TowerModel:
    """The model with these parameters; raises ConfigError if it does not take them."""
    taken = parameters(maker)
    for key in wanted:
        if taken and key not in taken:
            raise ConfigError(f"game.tower.{key}: the model {name} has no such parameter; {did_you_mean(key, taken)}")
    try:
        return maker(**wanted)
    except (TypeError, ValueError) as error:
        raise ConfigError(f"game.tower: the model {name} does not take these parameters: {error}") from None


def parameters(maker: Callable[..., TowerModel]) -> list[str]:
    """The names of a model's parameters; none if the class is compiled."""
    try:
        found = signature(maker).parameters.items()
    except ValueError:
        return []
    return [name for name, parameter in found if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD]


def find_own(name: str) -> Callable[..., TowerModel]:
    """The class named as `file.py:Class` or `module:Class`."""
    place, _, attribute = name.rpartition(":")
    path = Path(place).resolve()
    try:
        module = load_python_file(path, module_name(path)) if place.endswith(".py") else import_module(place)
    except Exception as error:  # a user's file may raise anything
        raise ConfigError(f"game.tower.model: {place} cannot be imported: {error}") from None
    maker = getattr(module, attribute, None)
    if not callable(maker) or not callable(getattr(maker, "drop", None)):
        raise ConfigError(f"game.tower.model: {place} has no class {attribute} with a method drop")
    found: Callable[..., TowerModel] = maker
    return found


def module_name(path: Path) -> str:
    """The module name for a file. Its folder is a package, so `from .neighbour import ...` works."""
    package = f"wallenstein_tower_{blake2b(os.fsencode(path.parent), digest_size=6).hexdigest()}"
    for name in [name for name in sys.modules if name.startswith(f"{package}.")]:
        del sys.modules[name]  # neighbours may have changed too
    folder = sys.modules[package] = ModuleType(package)
    folder.__path__ = [str(path.parent)]
    return f"{package}.{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}"


class OwnTower:
    """A user's model, imported when it is first needed; its results are checked: it cannot create or lose cubes.

    Each throw has a generator of its own, so it does not matter in which process the model runs.
    """

    key: str = "game.tower.model"

    def __init__(self, place: str, parameters: Mapping[str, object]) -> None:
        self.place = place
        self.parameters: Final = parameters

    @property
    def file(self) -> Path:
        return source_file(self.place)

    @cached_property
    def maker(self) -> Callable[..., TowerModel]:
        return find_own(self.place)

    @cached_property
    def model(self) -> TowerModel:
        return build_model(self.maker, self.place, self.parameters)

    def load(self) -> None:
        self.maker  # noqa: B018

    def make(self) -> None:
        self.model  # noqa: B018

    def answer(self, question: Any) -> list[int]:
        seed, falling, inside = question
        return list(self.model.drop(Random(seed).random, falling, inside))

    def drop(self, random: NextNumber, falling: list[int], inside: list[int]) -> list[int]:
        """The model's result, if it is possible."""
        seed = derive(int(random() * 2**53), "throw")
        out = asked(self, (seed, falling[:], inside[:]))
        most = [thrown + stuck for thrown, stuck in zip(falling, inside, strict=True)]
        if (
            not isinstance(out, list)
            or len(out) != len(most)
            or any(type(count) is not int or not 0 <= count <= there for count, there in zip(out, most, strict=True))
        ):
            said = f"returned {brief(out)}, but only {most} can fall out, by colour"
            raise OwnCodeFailed(f"T1: the tower model {self.place} {said}")
        return out


def source_of(model: TowerModel) -> str:
    """A hash of the files of a user's model, for the fingerprint of the rules; packaged ones are part of the rules."""
    return files_hash([model.file] if isinstance(model, OwnTower) else [])


def source_file(place: str) -> Path:
    """The file of `file.py:Class` or `module:Class`, found without running anything; raises ConfigError without one."""
    source = place.rpartition(":")[0]
    if source.endswith(".py"):
        path = Path(source)
        if not path.is_file():
            raise ConfigError(f"game.tower.model: {source} cannot be imported: there is no such file")
        return path
    folders: Sequence[str] | None = None
    found: ModuleSpec | None = None
    parts = source.split(".")
    for end in range(1, len(parts) + 1):
        found = PathFinder.find_spec(".".join(parts[:end]), folders)
        folders = (found.submodule_search_locations if found else None) or []
    if found is None or not found.has_location or found.origin is None:
        raise ConfigError(f"game.tower.model: {source} cannot be imported: there is no such module")
    return Path(found.origin)
