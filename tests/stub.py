"""The stub of the compiled core, from what its bindings tell of their types: run as a program, it writes it anew.

With `--check` it fails where the stub is not that of the bindings.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pages import ROOT

STUB = ROOT / "python" / "mondegreen" / "_core.pyi"
HEAD = '''\
"""The compiled core: words and characters in, flat alignments out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, BinaryIO, ClassVar, Final, SupportsIndex, TypedDict, final, overload

import numpy as np
from numpy.typing import NDArray

# id, labels, file, channel, sequence, times of reference and hypothesis, and attributes
_Header = tuple[bytes, bytes | None, bytes | None, bytes | None, int, list[list[float]], int]

class _How(TypedDict):
    """How often words are replaced and lost (float64, a number for each word of the model), and the rest of a draw."""

    substitution: bytes
    deletion: bytes
    unknown: float
    insertion: float
    again: float
    stay: float
    stay_behind: float
    merge: float
    wanted: tuple[int, int, int] | None
    seed: int

class _Sizes(TypedDict):
    """What the configuration of a model says of its tensors; 0 where it has none of a kind."""

    hidden: int
    heads: int
    inner: int
    layers: int
    vocabulary: int
    positions: int
    types: int
    buckets: int

'''
# What PyO3 takes for an argument is wider than what is meant; what it cannot tell of special methods is told here.
REWRITES = [
    (r"SupportsGetItem\[int, |SupportsLenAndGetItem\[", "Sequence["),
    (r"SupportsFloat \| SupportsIndex", "float"),
    (r"SupportsIndex", "int"),
    (r'(: |-> )"([^"]+)"', r"\1\2"),
    (r"(self|cls), /, ", r"\1, "),
    (r"(self|cls), /\)", r"\1)"),
    (r"    def __ne__.*\n|    def __repr__.*\n", ""),
    (r"NAMES: Final\[tuple\]", "NAMES: ClassVar[tuple[str, ...]]"),
    (r"-> dict:", "-> dict[str, Any]:"),
    (r"class (\w+):((?:\n(?: .*)?)*?\n    def __next__\(self\) -> (.*): \.\.\.)", r"class \1(Iterator[\3]):\2"),
    (r"class Strings:", "class Strings(Sequence[str]):"),
    (r"(__eq__.*) -> bool \| None", r"\1 -> bool"),
    (
        r"    def __getitem__.*",
        """\
    @overload
    def __getitem__(self, place: SupportsIndex, /) -> str: ...
    @overload
    def __getitem__(self, place: slice, /) -> Strings: ...""",
    ),
    (r"__iter__\(self\) -> Any", "__iter__(self) -> Iterator[str]"),
    (r"(def index.*: \.\.\.)", r"\1  # type: ignore[override] # nobody looks in a part"),
    (r'(:\n *""")\n *(\S.*)\n *"""', r'\1\2"""'),
    (r'(:\n *""")\n *(\S)', r"\1\2"),
]


def make_stub() -> str:
    with TemporaryDirectory() as folder:
        # Where the manifest is, maturin does not find pyproject.toml, whose `strip` would take the types away.
        words = ["maturin", "generate-stubs", "--quiet", "--locked", "--features", "stubs", "--profile", "dev"]
        subprocess.run([*words, "--out", folder], cwd=ROOT / "rust" / "py", check=True)
        (path,) = Path(folder).rglob("*.pyi")
        text = path.read_text(encoding="utf-8")
    text = text[text.index("__all__") :]
    for pattern, replacement in REWRITES:
        text = re.sub(pattern, replacement, text)
    text = HEAD + text
    for words in (["check", "--fix", "--select", "D204,RUF022"], ["format"]):
        ruff = ["ruff", *words, "--quiet", "--stdin-filename", STUB.name, "-"]
        text = subprocess.run(ruff, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    return text


if __name__ == "__main__":
    stub = make_stub()
    if "--check" not in sys.argv:
        STUB.write_text(stub, encoding="utf-8")
    elif stub != STUB.read_text(encoding="utf-8"):
        sys.exit(f"{STUB.name} is not that of the bindings; run `just gen`")
