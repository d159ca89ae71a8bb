"""Conversations without what counts for nothing in them, as swbd's and gigaspeech's `local/score.sh` score them.

swbd makes a ctm of transcripts and compares it with NIST's stm by hubscr.pl; gigaspeech calls a script of its corpus.
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr
from itertools import pairwise

from mondegreen.dropin.espnet.recipe import UNITS, Recipe
from mondegreen.dropin.espnet.scoring import Finding, Result, parse_totals, read_totals, write_file, write_lines
from mondegreen.dropin.espnet.tables import find_files, read_text, split_lines
from mondegreen.dropin.sctk.hubscr_scoring import run_filter
from mondegreen.errors import ScoreError

# The set, where the script is given no other by --data.
DATA = "data/eval2000"
# Lines of the ctm that the script drops, for such words in the stm may be missing: noises, hesitations, parts of words.
UNSCORED = re.compile(
    rb"\[NOISE|LAUGHTER|VOCALIZED-NOISE\]|<UNK>| (UH|UM|EH|MM|HM|AH|HUH|HA|ER|OOF|HEE|ACH|EEE|EW)$", re.IGNORECASE
)
# The parts of a set, by the beginning of its name, and the recordings that are in the other part.
PARTS = {"eval2000": (("swbd", b"en_"), ("callhm", b"sw_")), "rt03": (("swbd", b"fsh_"), ("fsh", b"sw_"))}
# An ID such as `sw_4390-A_sw_4390_A_000112_000224` has times in hundredths of a second in its seventh and eighth parts.
PARTED = re.compile("[-_]")
FIELDS = 8

# What GigaSpeech's script drops: fillers, marks in words, and what is no speech.
FILLERS = frozenset(
    (
        *("UH", "UHH", "UM", "EH", "MM", "HM", "AH", "HUH", "HA", "ER", "OOF", "HEE", "ACH", "EEE", "EW", "<UNK>"),
        *("<COMMA>", "<PERIOD>", "<QUESTIONMARK>", "<EXCLAMATIONPOINT>", "<SIL>", "<NOISE>", "<MUSIC>", "<OTHER>"),
    )
)


def score_gigaspeech(root: str, _: Recipe, words: Sequence[str]) -> Iterator[Finding]:
    """Each set without fillers, in REF and HYP, as gigaspeech_scoring.py of the corpus's repository leaves it."""
    given = dict(pairwise(words))
    tag, sets = given.get("--inference_tag", "*"), given.get("--test_sets", "dev test").split()
    for unit in UNITS:
        for path in find_files(root, f"{tag}/*/score_{unit}/hyp.trn"):
            folder = os.path.dirname(path)
            decode = os.path.dirname(folder)
            if os.path.basename(decode) not in sets:
                continue
            for side in ("ref", "hyp"):
                lines = split_lines(read_text(os.path.join(folder, f"{side}.trn")))
                write_lines(
                    os.path.join(folder, side.upper()), [drop_fillers(line.split()) for line in lines if line.strip()]
                )
            called = [f"{folder}/REF", "trn", "-h", f"{folder}/HYP", "trn", "-i", "swb"]
            result, counts = (run_sclite(["-r", *called, *more]) for more in ((), ("-o", "rsum", "stdout")))
            target = os.path.join(folder, "RESULT")
            write_file(target, result)
            yield Result(
                os.path.relpath(decode, root),
                f"{unit} without fillers",
                target,
                parse_totals(counts.decode(errors="replace"), folder),
            )


def drop_fillers(fields: Sequence[str]) -> str:
    """A line of a transcript in upper case, without hyphens and fillers; its last field is the ID."""
    words = " ".join(fields[:-1]).upper().replace("-", " ").split()
    return f"{' '.join(word for word in words if word not in FILLERS)} {fields[-1]}"


def run_sclite(words: Sequence[str]) -> bytes:
    """What sclite prints; its refusal as an error."""
    sys.stdout.flush()
    with redirect_stderr(io.TextIOWrapper(io.BytesIO(), write_through=True)) as told:
        code, printed = run_filter("sclite", [os.fsencode(word) for word in words])
    if code:
        said = " ".join(told.buffer.getvalue().decode(errors="replace").split())
        raise ScoreError(f"sclite says: {said or code}", path=words[1])
    return printed


def score_telephone(root: str, _: Recipe, words: Sequence[str]) -> Iterator[Finding]:
    """The whole set, and its parts; leaves what the script leaves in `scoring` of each directory of transcripts."""
    data = words[words.index("--data") + 1] if "--data" in words[:-1] else DATA
    name = os.path.basename(data)
    stm, glm = (os.path.join(data, kind) for kind in ("stm", "glm"))
    if lost := [path for path in (stm, glm) if not os.path.isfile(path)]:
        raise ScoreError("is not there; swbd is scored by it (--local-score-opts '--data DIR')", path=lost[0])
    for transcript in find_files(root, f"decode_*/{name}/score_wer/hyp.trn"):
        folder = os.path.join(os.path.dirname(transcript), "scoring")
        dataset = os.path.relpath(os.path.dirname(os.path.dirname(transcript)), root)
        lines = split_lines(read_text(transcript))
        found = b"".join(each for line in lines if line for each in convert_line(line, transcript))
        ctm = os.path.join(folder, "hyp.ctm")
        write_file(os.path.join(folder, "tmpf"), found)
        write_file(
            ctm, b"".join(line for line in found.splitlines(keepends=True) if not is_unscored(line.rstrip(b"\n")))
        )
        yield run_hubscr(dataset, "wer hub5", glm, stm, ctm)
        for part, other in next((parts for start, parts in PARTS.items() if name.startswith(start)), ()):
            sides = [os.path.join(folder, each) for each in (f"ref.{part}.stm", f"hyp.{part}.ctm")]
            for source, target in zip((stm, ctm), sides, strict=True):
                with open(source, "rb") as file:
                    write_file(target, b"".join(line for line in file if not line.startswith(other)))
            yield run_hubscr(dataset, f"wer hub5 {part}", glm, *sides)


def is_unscored(line: bytes) -> bool:
    return bool(UNSCORED.search(line)) or line.endswith(b"-")


def convert_line(line: str, path: str) -> Iterator[bytes]:
    """The words of a transcript's line as those of a ctm, each as long as the others, as trn2ctm.py has it."""
    text, _, name = line.rpartition("(")
    parts = [part.strip() for part in PARTED.split(name.strip()[:-1])]
    if len(parts) < FIELDS or not (parts[6].isdecimal() and parts[7].isdecimal()):
        what = "expected an ID with a recording, a channel and times, such as sw_4390-A_sw_4390_A_000112_000224"
        raise ScoreError(what, path=path, key=name.strip()[:-1])
    begin, end = int(parts[6]), int(parts[7])
    text = text.strip().upper()
    while "((" in text:
        text = text.replace("((", "(")
    words = [word for word in text.split(" ") if word]
    step = (end - begin) // (len(words) or 1)
    for index, word in enumerate(words):
        start = begin + step * index
        length = step if index < len(words) - 1 else end - start
        fields = (f"{parts[0]}_{parts[1]}", parts[2], format_start(start), format_length(length))
        yield f"{' '.join(fields)}  {word}\n".encode()


def format_start(hundredths: int) -> str:
    digits = str(hundredths)
    return f"{digits[:-2] if len(digits) > 2 else '0'}.{digits[-2:] if len(digits) > 1 else '00'}"


def format_length(hundredths: int) -> str:
    """The original writes no zero before a single digit, so that five hundredths are five tenths."""
    digits = str(hundredths)
    return f"{digits[:-2] if len(digits) > 2 else '0'}.{digits[-2:]}"


def run_hubscr(dataset: str, unit: str, glm: str, stm: str, ctm: str) -> Result:
    """Calls hubscr.pl as the script does, and reads the counts that it leaves."""
    words = ["-p", os.path.dirname(ctm), "-V", "-l", "english", "-h", "hub5", "-g", glm, "-r", stm, ctm]
    sys.stdout.flush()
    with redirect_stderr(io.TextIOWrapper(io.BytesIO(), write_through=True)) as told:
        code, printed = run_filter("hubscr.pl", [os.fsencode(word) for word in words])
    report = f"{ctm}.filt.raw"
    if code or not os.path.isfile(report):
        lines = [*printed.splitlines(), *told.buffer.getvalue().splitlines()]
        last = lines[-1].decode(errors="replace") if lines else "nothing"
        raise ScoreError(f"cannot be scored; hubscr.pl says: {last}", path=ctm)
    return Result(dataset, unit, report, read_totals(report), [])
