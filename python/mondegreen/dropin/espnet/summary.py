"""ESPnet's tables in Markdown, made from the files of results: `show_asr_result.sh` and `show_result.sh`."""

from __future__ import annotations

import glob
import os
import re
from contextlib import suppress
from functools import partial

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HEADING = "|dataset|Snt|Wrd|Corr|Sub|Del|Ins|Err|S.Err|\n|---|---|---|---|---|---|---|---|---|\n"
SCORES_HEADING = "|dataset|ROUGE-1|ROUGE-2|ROUGE-L|METEOR|BERTScore|\n|---|---|---|---|---|---|\n"
# The row of the sums in the table of percentages, which is the first that there is.
SUM = re.compile(r"\|\s*Sum/Avg\s*\|.*")
SPACES = re.compile(r"[ |]+")
# The rates of no words: sclite prints 0.0 of each, and none is defined.
UNDEFINED = re.compile(r"(\|\d+\|0)(?:\|0\.0){5}(?=\|)")


# The lines of a summary: its head, headings of folders and rates, and tables.
PLAIN = re.compile(r"<!-- .*|# RESULTS|## .*|### [WCT]ER|- .*|  - .*|\|.*|[^|]*result\.sum:\|.*|")


class CutShortError(Exception):
    """A file of results without sums, at which the original's script ends."""


def is_alike(before: str, text: str) -> bool:
    """Whether a summary is by the script whose another one is, and holds nothing but that script's lines."""
    first, *others = before.splitlines() or [""]
    script = os.path.basename(text.partition("\n")[0])
    if os.path.basename(first) != script:
        return False
    return script.startswith("show_tts") or all(map(PLAIN.fullmatch, others))


def format_asr_sections(root: str, least: int = 0, most: int = 10, *, literal: bool = False) -> Iterator[str]:
    """ESPnet 2's tables of every folder between these depths that has results two folders below it."""
    with suppress(CutShortError):
        yield from walk_asr_sections(root, least, most, literal=literal)


def walk_asr_sections(root: str, least: int, most: int, *, literal: bool) -> Iterator[str]:
    """The tables, up to where the original's script would end."""
    for folder in walk_directories(root, least, most):
        if sums := find_files(folder, "*/*/result.sum"):
            yield f"## {folder}\n{SCORES_HEADING}{''.join(map(format_scores, sums))}\n"
        elif find_files(folder, "*/*/score_*/result.txt"):
            yield f"## {folder}\n"
            for unit in ("wer", "cer", "ter"):
                yield f"### {unit.upper()}\n\n{HEADING}"
                paths = find_files(folder, f"*/*/score_{unit}/result.txt")
                yield format_table(paths, partial(name_dataset, folder), literal=literal)


def format_experiments(root: str, least: int = 0, most: int = 1, *, literal: bool = False) -> Iterator[str]:
    """ESPnet 1's tables of every folder between these depths that has decode folders."""
    with suppress(CutShortError):
        yield from walk_experiments(root, least, most, literal=literal)


def walk_experiments(root: str, least: int, most: int, *, literal: bool) -> Iterator[str]:
    """The tables, up to where the original's script would end."""
    for folder in walk_directories(root, least, most):
        if not find_files(folder, "decode_*/result.txt"):
            continue
        yield f"## {os.path.basename(folder)}\n"
        for unit, name in (("CER", "result.txt"), ("WER", "result.wrd.txt")):
            paths = find_files(folder, f"decode_*/{name}")
            if paths:
                # With one file, grep does not say which it is.
                shown = not literal or len(paths) > 1
                yield f"### {unit}\n\n{HEADING}"
                yield format_table(
                    paths, lambda path: os.path.basename(os.path.dirname(path)), literal=literal, named=shown
                )


def name_dataset(folder: str, path: str) -> str:
    """What the tables call a file of results: the folders from that one to it, but for its own."""
    return os.path.dirname(os.path.dirname(path[len(folder) + 1 :]))


def walk_directories(root: str, least: int, most: int) -> Iterator[str]:
    """The folders between these depths; in order, where `find` has none."""
    depth = root.rstrip(os.sep).count(os.sep)
    for folder, inner, _ in os.walk(root):
        inner.sort()
        below = folder.rstrip(os.sep).count(os.sep) - depth if folder != root else 0
        if below >= most:
            inner.clear()
        if below >= least:
            yield folder


def find_files(folder: str, pattern: str) -> list[str]:
    """The files of a pattern, in order."""
    return sorted(glob.glob(f"{glob.escape(folder)}/{pattern}"), key=os.fsencode)


def format_table(paths: Sequence[str], name: Callable[[str], str], *, literal: bool, named: bool = True) -> str:
    """The rows of files of results, and the empty line behind them; nothing without files."""
    rows = [row for path in paths for row in format_sum_rows(path, f"|{name(path)}" if named else "", literal=literal)]
    return "".join([*rows, "\n"]) if paths else ""


def format_sum_rows(path: str, start: str, *, literal: bool) -> Iterator[str]:
    """The row of the sums; to be literal, every line in which "Avg" stands, be it in a path."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        lines = [line.rstrip("\n") for line in file]
    if literal:
        wanted = [line for line in lines if "Avg" in line]
        if not wanted:
            raise CutShortError(path)
    else:
        wanted = [line.strip() for line in lines if SUM.fullmatch(line.strip())][:1]
    for line in wanted:
        row = SPACES.sub("|", f"{start}{line}".replace("Sum/Avg", "").replace("|", " "))
        yield (row if literal else UNDEFINED.sub(r"\1|-|-|-|-|-", row)) + "\n"


def format_scores(path: str) -> str:
    """The rows of a file of a summary's scores."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        lines = [line.rstrip("\n") for line in file if "RESULT" in line]
    return "".join(f"{path}:{line}\n".replace("RESULT", "").replace(" ", "|") for line in lines)
