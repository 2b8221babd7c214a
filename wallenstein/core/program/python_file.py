"""Loads a user's Python file under a module name that the program chooses."""

import linecache
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def load_python_file(path: Path, name: str, source: bytes | None = None) -> ModuleType:
    """The file's module, from its source if that has been read already.

    Whatever the file raises is raised, and the module is removed.
    """
    code = path.read_bytes() if source is None else source
    linecache.checkcache(str(path))
    spec = spec_from_file_location(name, path)
    assert spec is not None, f"{path} does not end in .py"
    module = sys.modules[name] = module_from_spec(spec)
    try:
        exec(compile(code, path, "exec", dont_inherit=True), module.__dict__)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module
