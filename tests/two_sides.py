"""A random corpus, written as two files in any formats: scored, the true score comes out, or a refusal, or a note.

Run as a program, it tries as many cases as are asked for, `python tests/two_sides.py 10000 1` with the seed 1, and
prints those that gave a wrong number without a word.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.cli import main
from side_files import WRITERS, write_table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from conftest import Answer

    Command = Callable[..., Answer]

START = (
    "the a he she it we they i you my yesterday please when where there this that what who why how in on at to of and "
    "but so if because maybe today tomorrow his her our no yes all some"
)
MORE = "cat dog house walk run see talk like big small red blue car tree street 20 1990 mp3 won't"
PEOPLE = "alice bob carol dave eve frank grace heidi ivan judy mallory niaj olivia peggy rupert sybil trent"
FIRSTS, NAMES = START.split(), PEOPLE.split()
WORDS = [*FIRSTS, *MORE.split()]
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

SHAPES: dict[str, Callable[[int, random.Random], str]] = {
    "utt-1": lambda at, _: f"utt-{at}",
    "spk1_utt1": lambda at, _: f"spk{at % 3}_utt{at}",
    "librispeech": lambda at, _: f"1089-134686-{at:04}",
    "bac": lambda at, _: f"BAC009S{at:04}",
    "padded": lambda at, _: f"{at:03}",
    "count": lambda at, _: str(at + 1),
    "year": lambda at, _: str(1950 + 3 * at),
    "number": lambda at, rng: str(rng.randint(7, 99)),
    "utta": lambda at, _: f"utt{letters(at)}",
    "letter": lambda at, _: letters(at).upper(),
    "fileA": lambda at, _: f"file{letters(at).upper()}",
    "name": lambda at, _: NAMES[at % len(NAMES)] + letters(at)[1:] * (at >= len(NAMES)),
    "word": lambda at, _: FIRSTS[at % len(FIRSTS)],
    "hyphen": lambda at, _: f"{NAMES[at % len(NAMES)]}-{NUMBERS[at % 9]}",
    "twenty-one": lambda at, _: f"{('twenty', 'thirty', 'forty', 'fifty', 'sixty')[at // 9 % 5]}-{NUMBERS[at % 9]}",
    "call.one": lambda at, _: f"call.{letters(at)}",
    "été-1": lambda at, _: f"été-{at}",
    "录音1": lambda at, _: f"录音{at}",
    "a/b": lambda at, _: f"{letters(at)}/{letters(at + 1)}",
    "with space": lambda at, _: f"take {at}",
}
REFERENCE_COLUMNS = ("reference", "ref", "text", "sentence", "transcript", "label", "target", "Ground Truth", "said")
HYPOTHESIS_COLUMNS = (
    "prediction", "pred", "pred_text", "pred_str", "predicted", "hyp", "Hypothesis", "asr_output", "transcription",
    "text", "sentence", "whisper-large",
)  # fmt: skip
ID_COLUMNS = ("id", "utt_id", "utterance", "Utterance ID", "path", "audio_filepath", "key", "clip")
TABLES = ("csv", "csv;", "csv-tab", "tsv", "json", "json-columns", "jsonl", "parquet")
KEYED = ("kaldi", "kaldi-tab", "trn", "json-keys", "ctm", "nemo", "txt-files", "srt-files", "whisper-files", *TABLES)
# What cannot hold an utterance twice, or would put the two together.
HOLDING_ONCE = ("ctm", "json-keys", "txt-files", "srt-files", "whisper-files")
UNKEYED = ("lines", "json-list", *(f"{name}-bare" for name in TABLES))


@dataclass
class Case:
    """What was written, how it was scored, and what the score should be."""

    words: list[str]
    errors: int
    said: int
    files: dict[str, str] = field(default_factory=dict)


def letters(at: int) -> str:
    """a, b, ..., z, ba, bb, ..."""
    return (letters(at // 26) if at >= 26 else "") + "abcdefghijklmnopqrstuvwxyz"[at % 26]


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Levenshtein's, as it is defined."""
    row = list(range(len(other) + 1))
    for at, left in enumerate(one, 1):
        before, row[0] = row[0], at
        for place, right in enumerate(other, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (left != right))
    return row[-1]


def sentences(rng: random.Random, count: int) -> list[str]:
    """References; sometimes each begins with a word of its own."""
    trap = rng.random() < 0.3 and count <= len(FIRSTS)
    firsts = rng.sample(FIRSTS, count) if trap else rng.choices(WORDS, k=count)
    found = [" ".join([first, *rng.choices(WORDS, k=rng.randint(0, 7))]) for first in firsts]
    if rng.random() < 0.2:
        found = [f"{text.capitalize()}." for text in found]
    if rng.random() < 0.05:
        found = [f"{text} (laughs)" for text in found]
    return found


def recognized(rng: random.Random, text: str, rate: float) -> str:
    """The text with errors."""
    words = []
    for at, word in enumerate(text.split()):
        draw = rng.random()
        if at == 0 and rate < 0.15:  # so that first words are often the same on both sides
            draw = 1.0
        if draw < rate / 3:
            continue
        words.append(rng.choice(WORDS) if draw < rate else word)
        if rng.random() < rate / 4:
            words.append(rng.choice(WORDS))
    return " ".join(words)


def case(rng: random.Random, place: Path) -> Case:
    """One of all cases."""
    count = rng.choice((1, 2, 3, 4, 6, 9, 15, 25, 40))
    texts = sentences(rng, count)
    heard = [recognized(rng, text, rng.choice((0.0, 0.1, 0.3))) for text in texts]
    shape = SHAPES[rng.choice(list(SHAPES))]
    ids = list(dict.fromkeys(shape(at, rng) for at in range(count)))
    texts, heard = texts[: len(ids)], heard[: len(ids)]
    if rng.random() < 0.2:
        return of_one_table(rng, place, ids, texts, heard)
    return of_two_files(rng, place, ids, texts, heard)


def of_one_table(rng: random.Random, place: Path, ids: list[str], texts: list[str], heard: list[str]) -> Case:
    """Both columns in a table, which is scored by itself."""
    said, found = rng.choice(REFERENCE_COLUMNS), rng.choice(HYPOTHESIS_COLUMNS)
    if said == found:
        found = "prediction"
    columns: dict[str, list[str]] = {said: texts, found: heard}
    if rng.random() < 0.6:
        columns[rng.choice(ID_COLUMNS)] = ids if rng.random() < 0.8 else [ids[0]] * len(ids)
    columns |= others(rng, ids)
    name = write_table(rng, place, "both", rng.choice(TABLES), mixed(rng, columns))
    words = [name]
    if rng.random() < 0.3:
        words += ["--hyp-column", found]
    if rng.random() < 0.3:
        words += ["--ref-column", said]
    return measured(words, zip(texts, heard, strict=True))


def of_two_files(rng: random.Random, place: Path, ids: list[str], texts: list[str], heard: list[str]) -> Case:
    """Two files, each with IDs or without."""
    keyed = [rng.random() < 0.75, rng.random() < 0.75]
    if rng.random() < 0.6:
        keyed[1] = keyed[0]
    said, rows = list(zip(ids, texts, strict=True)), list(zip(ids, heard, strict=True))
    words: list[str] = []
    if all(keyed):
        rows = disordered(rng, rows)
    there = dict(rows)
    truth = [(text, there.get(key, "")) for key, text in said]
    if all(keyed):
        rows = respelled(rng, rows)
    elif keyed[0] != keyed[1] and rng.random() < 0.5:
        words += ["--pair-by", "order"]
    same = texts if len(rows) == len(said) else None
    names = [
        written(rng, place, "ref", said, None, words, keyed=keyed[0]),
        written(rng, place, "hyp", rows, same, words, keyed=keyed[1]),
    ]
    if Path(names[1]).is_dir() and rng.random() < 0.5:
        names[1:] = sorted(str(path) for path in Path(names[1]).iterdir())
    return measured([*names, *words], truth)


def disordered(rng: random.Random, rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The rows in any order, and perhaps not all."""
    if rng.random() < 0.4:
        rows = rng.sample(rows, len(rows))
    return rows[: rng.randint(len(rows) // 2, len(rows))] if rng.random() < 0.2 and len(rows) > 2 else rows


def respelled(rng: random.Random, rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The rows with IDs that name files, or with one that is a duplicate."""
    draw = rng.random()
    if draw < 0.1:
        return [(f"clips/{key}.wav", text) for key, text in rows]
    return [*rows, rng.choice(rows)] if draw < 0.2 else rows


def written(
    rng: random.Random,
    place: Path,
    kind: str,
    rows: list[tuple[str, str]],
    second: list[str] | None,
    words: list[str],
    *,
    keyed: bool,
) -> str:
    """A side in any format that can hold it, and perhaps in another encoding."""
    form = rng.choice(KEYED if keyed else UNKEYED)
    if keyed and form not in TABLES and any(" " in key for key, _ in rows):
        form = "json-keys"
    if "files" in form and any("/" in key for key, _ in rows):
        form = "json-keys"
    known = {"ref": REFERENCE_COLUMNS, "hyp": HYPOTHESIS_COLUMNS}[kind]
    once = list(dict(rows).items()) if form in HOLDING_ONCE else rows
    path = Path(name := write(rng, place, kind, form, once, known, second, words))
    if rng.random() < 0.1 and path.is_file() and path.suffix != ".parquet":
        encoding = rng.choice(("utf-16", "latin-1"))
        text = path.read_text(encoding="utf-8").removeprefix("\ufeff")
        path.write_bytes(text.encode(encoding, errors="xmlcharrefreplace"))
        words += [f"--{kind}-encoding", encoding] if rng.random() < 0.7 else []
    return name


def measured(words: list[str], truth: Any) -> Case:
    """The case with its true score."""
    pairs = [(one.split(), other.split()) for one, other in truth]
    return Case(words, sum(distance(*pair) for pair in pairs), sum(len(one) for one, _ in pairs))


def others(rng: random.Random, ids: Sequence[str]) -> dict[str, list[str]]:
    """Columns that are neither."""
    found: dict[str, list[str]] = {}
    if rng.random() < 0.3:
        found["speaker"] = [f"s{at % 3}" for at in range(len(ids))]
    if rng.random() < 0.3:
        found["duration"] = [str(1 + at / 4) for at in range(len(ids))]
    if rng.random() < 0.1:
        found["file"] = [f"clips/{key}.wav" for key in ids]
    return found


def mixed(rng: random.Random, columns: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The columns in any order."""
    names = list(columns)
    rng.shuffle(names)
    return {name: columns[name] for name in names}


def write(
    rng: random.Random,
    place: Path,
    kind: str,
    format: str,
    rows: Sequence[tuple[str, str]],
    known: Sequence[str],
    second: list[str] | None,
    words: list[str],
) -> str:
    """A side in that format; columns that may need to be named are named in half of the cases."""
    bare = format.endswith("-bare")
    if format.removesuffix("-bare") in TABLES:
        name = rng.choice(known)
        columns = {name: [text for _, text in rows]}
        if not bare:
            columns[rng.choice(ID_COLUMNS)] = [key for key, _ in rows]
            columns |= others(rng, [key for key, _ in rows])
            if second is not None and rng.random() < 0.4:
                columns.setdefault(rng.choice((*REFERENCE_COLUMNS, "whatever")), second)
        if rng.random() < 0.5:
            words += [f"--{kind}-column", name]
        return write_table(rng, place, kind, format.removesuffix("-bare"), mixed(rng, columns))
    return WRITERS[format](rng, place, kind, rows)


def tried(rng: random.Random, place: Path) -> tuple[str, Case, str]:
    """What came of a case: right, refused, noted or WRONG; and what was printed."""
    made = case(rng, place)
    if rng.random() < 0.2:
        made.words += ["--batch-size", rng.choice(("1", "3", "1000"))]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["--no-config", "score", *made.words, "--metrics", "wer", "--as", "json"])
    said = err.getvalue()
    if code == 2 and said.count("mondegreen: error:") == 1:
        return "refused", made, said
    if code != 0:
        return "WRONG", made, said
    columns = json.loads(out.getvalue())["systems"][0]["metrics"]["wer"]["columns"]
    if (columns["errors"], columns["words"]) == (made.errors, made.said):
        return "right", made, said
    noted = any("warning" in line and "--" in line for line in said.splitlines())
    found = f"{columns['errors']} of {columns['words']}, not {made.errors} of {made.said}\n{said}"
    return "noted" if noted else "WRONG", made, found


class Scored(NamedTuple):
    """What a command says of two files."""

    errors: int
    words: int
    said: str


def scored(command: Command, *words: str) -> Scored:
    answer = command("score", *words, "--metrics", "wer", "--as", "json")
    assert answer.code == 0, answer.err
    columns = json.loads(answer.out)["systems"][0]["metrics"]["wer"]["columns"]
    return Scored(columns["errors"], columns["words"], answer.err)


def refused(command: Command, *words: str) -> str:
    answer = command("score", *words)
    assert [answer.code, answer.out, answer.err.count("\n")] == [2, "", 1]
    return answer.err


def main_program(count: int, seed: int) -> int:
    """Tries so many cases; those that are wrong are kept to be looked at."""
    totals: dict[str, int] = {}
    for number in range(count):
        place = Path(tempfile.mkdtemp(prefix=f"two-sides-{number}-"))
        verdict, made, said = tried(random.Random(f"{seed} {number}"), place)
        totals[verdict] = totals.get(verdict, 0) + 1
        if verdict == "WRONG":
            sys.stdout.write(f"--- {number}: {' '.join(made.words)}\n{said}\n")
            continue
        for file in sorted(place.rglob("*"), reverse=True):
            file.rmdir() if file.is_dir() else file.unlink()
        place.rmdir()
    sys.stdout.write(f"{totals}\n")
    return 1 if totals.get("WRONG") else 0


if __name__ == "__main__":
    sys.exit(main_program(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
