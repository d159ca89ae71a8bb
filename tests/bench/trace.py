"""What a reader meets on the way from `mondegreen score` to its table: the functions of ours that it enters.

python tests/bench/trace.py [--list] [WORD ...]

Counts the functions that are entered and their modules, and the hops of the main line: those functions through which
at least five others of ours are first entered, in their order; with --list it prints these. Without words it scores a
small stm against a ctm by wer and ember, by speaker, and saves the run. It runs twice, and the second run counts: the
first fills the cache, for which the files count as old. tests/contract/test_trace.py holds the numbers.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import mondegreen
from mondegreen import digest
from mondegreen.cli import main

if TYPE_CHECKING:
    from types import CodeType, FrameType

PACKAGE = f"{Path(mondegreen.__file__).parent}{os.sep}"
COMMAND = "score REF.stm HYP.ctm --metrics wer,ember --vectors toy.vec --by speaker --save runs/x"
BELOW = 5  # a function that leads to fewer others is a detail
FILES = {
    "REF.stm": "talk 1 eve 0 2 the cat sat on the mat\ntalk 1 bob 2 4 a dog ran\nmore 1 eve 0 2 good morning\n",
    "HYP.ctm": "".join(
        f"{recording} 1 {start} 0.2 {word}\n"
        for recording, start, word in (
            *(("talk", 0.3 * at, word) for at, word in enumerate(["the", "cat", "sad", "on", "mat"])),
            *(("talk", 2 + 0.4 * at, word) for at, word in enumerate(["a", "dog", "ran"])),
            ("more", 0.2, "good"),
            ("more", 0.8, "evening"),
        )
    ),
    "toy.vec": "3 2\nsat 0.3 0.9\nsad 0.4 0.8\nmorning 0.1 0.9\n",
}


def record_entries(words: list[str]) -> dict[CodeType, CodeType | None]:
    """The functions that a command enters, in the order of first entry, each with that of ours which first led to it."""
    found: dict[CodeType, CodeType | None] = {}

    def enter(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and is_ours(frame.f_code) and frame.f_code not in found:
            caller = frame.f_back
            while caller and not is_ours(caller.f_code):
                caller = caller.f_back
            found[frame.f_code] = caller.f_code if caller else None

    with contextlib.redirect_stdout(io.StringIO()):
        sys.setprofile(enter)
        try:
            code = main(words)
        finally:
            sys.setprofile(None)
    if code:
        raise SystemExit(code)
    return found


def is_ours(code: CodeType) -> bool:
    """Whether this is a function of the package: no module, body of a class, lambda or comprehension."""
    is_function = code.co_flags & inspect.CO_OPTIMIZED and not code.co_name.startswith("<")
    return bool(is_function) and code.co_filename.startswith(PACKAGE)


def list_hops(entries: dict[CodeType, CodeType | None]) -> list[CodeType]:
    """The functions through which at least so many others were first entered."""
    below: Counter[CodeType] = Counter()
    for code, caller in entries.items():
        above, seen = caller, {code}
        while above and above not in seen:
            below[above] += 1
            seen.add(above)
            above = entries[above]
    return [code for code in entries if below[code] >= BELOW]


def run(words: list[str]) -> None:
    """Prints the counts."""
    shown = "--list" in words
    words = [word for word in words if word != "--list"] or COMMAND.split()
    if words == COMMAND.split():
        os.chdir(tempfile.mkdtemp())
        for name, text in FILES.items():
            Path(name).write_text(text, encoding="utf-8")
        digest.SETTLED = -1
    record_entries(words)
    entries = record_entries(words)
    hops = list_hops(entries)
    modules = {code.co_filename for code in entries}
    for code in hops if shown else ():
        print(f"{code.co_filename.removeprefix(PACKAGE)}:{code.co_firstlineno} {code.co_qualname}")
    print(f"{len(entries)} functions in {len(modules)} modules; {len(hops)} hops of the main line")


if __name__ == "__main__":
    run(sys.argv[1:])
