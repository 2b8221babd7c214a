"""Which code a machine has: only workers with the same code may play for a run, or its games could differ."""

from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from typing import Final

from wallenstein import __version__
from wallenstein.bots.find.folders import REFERENCE, reference_folder
from wallenstein.core.program.sources import content_hash, folder_hash

ELSEWHERE: Final = ("bots/reference/", "examples/")  # in the package or beside it, depending on how it is installed
WRITERS: Final = ("pyarrow",)  # of files: other versions write other bytes


@cache
def code_here() -> dict[str, str]:
    """The version of the program, a hash of its code and reference bots, and the versions of what writes files."""
    digest = blake2b(folder_hash([files("wallenstein")], ELSEWHERE), digest_size=8)
    for name in REFERENCE:
        digest.update(content_hash((reference_folder() / name).read_bytes()))
    return {"wallenstein": __version__, "code": digest.hexdigest(), **{name: version(name) for name in WRITERS}}


def unlike(wanted: dict[str, str]) -> str:
    """A sentence about how the code of this machine differs; empty if it does not."""
    here = code_here()
    if here["wallenstein"] != wanted["wallenstein"]:
        return f"it has wallenstein {here['wallenstein']}, and this run is played with {wanted['wallenstein']}"
    if here["code"] != wanted["code"]:
        return (
            f"the code or the reference bots of its wallenstein {here['wallenstein']} differ "
            f"(fingerprint {here['code']}, not {wanted['code']}); install the same commit there"
        )
    for name in WRITERS:
        if here[name] != wanted[name]:
            return f"it has {name} {here[name]}, whose files differ from those of {wanted[name]}; install that"
    return ""
