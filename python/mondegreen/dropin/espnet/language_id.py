"""How many utterances were taken for the language that they are in: `score_lang_id.py`, and what recipes score so.

These are lid.sh's stage of scoring, and the scripts of recipes whose texts begin with a label such as `[de]`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from mondegreen.dropin.espnet.arguments import MISUSED, parse_words
from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.scoring import Accuracy, write_file, write_lines
from mondegreen.dropin.espnet.tables import find_files, read_fields, read_table, read_text
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.output import refuse_places

LABEL = re.compile(r"\[[a-zA-Z0-9_-]+\]")


@script("score_lang_id.py")
def score_language_id(call: Script) -> None:
    """Print the share of utterances whose label is right; lines are `utt [label] (speaker-utt)` on both sides."""
    words = parse_words(call, [], {"ref": "", "hyp": "", "out": ""})
    ref, hyp, out = (words[name] for name in ("ref", "hyp", "out"))
    if not (ref and hyp):
        raise DieError(f"{call.name}: needs --ref FILE and --hyp FILE", MISUSED)
    refuse_places([out], [ref, hyp])
    if out:  # as in the original, it is empty if the files are refused
        write_file(out, b"")
    sides = [read_labels(path) for path in (ref, hyp)]
    pairs = list(zip(*sides, strict=False))
    for line, (reference, hypothesis) in enumerate(pairs, 1):
        if reference[::2] != hypothesis[::2]:
            what = f"holds {hypothesis[0]}, where {ref} holds {reference[0]}; an utterance may have no label"
            raise ScoreError(what, path=hyp, line=line)
    if not pairs:
        raise ScoreError("holds no utterance", path=hyp)
    if len(sides[0]) != len(sides[1]):
        lengths = f"{ref} has {len(sides[0])} lines and {hyp} {len(sides[1])}"
        call.say(f"{call.name}: {lengths}; those beyond the shorter count nowhere")
    correct = sum(reference[1] == hypothesis[1] for reference, hypothesis in pairs)
    text = format_accuracy(correct, len(pairs))
    if out:
        write_file(out, text.encode())
    else:
        call.write(text)


def format_accuracy(correct: int, total: int) -> str:
    return f"Language Identification Scoring: Accuracy {correct / total:.4f} ({correct}/{total})"


def read_labels(path: str) -> list[list[str]]:
    """The three fields of each line."""
    rows = [line.split() for line in read_text(path).splitlines()]
    for line, row in enumerate(rows, 1):
        if len(row) != 3:
            raise ScoreError("expected an ID, a label and the ID in parentheses", path=path, line=line)
    return rows


def score_lids(decode: Decode) -> Iterator[Accuracy]:
    """lid.sh's `results` of the languages recognized; one that training did not know is wrong, as any other."""
    path = os.path.join(decode.directory, f"{os.path.basename(decode.directory)}_lids")
    target = os.path.join(decode.data, "utt2lang")
    found, references = (dict(row for row in read_fields(each) if row) for each in map(check_pairs, (path, target)))
    if lost := sorted(found.keys() ^ references.keys()):
        raise ScoreError(f"{count_ids(lost)} not in both this and {target}: {join_ids(lost)}", path=path)
    pairs = Counter((references[key], label) for key, label in found.items())
    lines = [*format_rates(pairs), "", "Detailed Incorrect Predictions:"]
    lines += [
        f"Key: {key}, Target: {references[key]}, Prediction: {label}"
        for key, label in found.items()
        if label != references[key]
    ]
    write_lines(os.path.join(decode.directory, "results"), lines)
    yield Accuracy(decode.name, "language", sum(pairs[each, each] for each in set(found.values())), len(found))


def check_pairs(path: str) -> str:
    """The path of a file whose lines are an ID and a language."""
    rows = [row for row in read_fields(path) if row]
    if not rows:
        raise ScoreError("holds no utterance", path=path)
    for row in rows:
        if len(row) != 2:
            raise ScoreError("expected an ID and its language", path=path, key=row[0])
    return path


def format_rates(pairs: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """The rates of all utterances, on average of the languages that are there, and of each of these; and the errors."""
    languages = sorted({reference for reference, _ in pairs})
    rates = {each: compute_rates(pairs, each) for each in languages}
    correct = sum(count for (reference, label), count in pairs.items() if reference == label)
    share = correct / sum(pairs.values())
    yield from (f"Overall {name}: {share:.2%}" for name in RATES)  # every error is one of either kind
    yield ""
    for at, name in enumerate(RATES):
        mean = sum(own[at] for own in rates.values()) / len(languages)
        yield f"Macro {name} across Languages: {mean:.2%}"
    yield from ("", "Per-Language Metrics:")
    for language, own in rates.items():
        yield f"{language}:"
        yield from (f"  {name}: {value:.2%}" for name, value in zip(RATES, own, strict=True))
    errors = {f"{reference}->{label}": count for (reference, label), count in pairs.items() if reference != label}
    if errors:
        yield from ("", "Error Frequency (Target->Prediction):")
        yield from (f"{name}: {count}" for name, count in sorted(errors.items(), key=lambda each: (-each[1], each[0])))


RATES = ("Accuracy", "Precision", "Recall", "F1")


def compute_rates(pairs: Mapping[tuple[str, str], int], language: str) -> tuple[float, float, float, float]:
    correct = pairs.get((language, language), 0)
    there = sum(count for (reference, _), count in pairs.items() if reference == language)
    recognized = sum(count for (_, label), count in pairs.items() if label == language)
    recall, precision = correct / there, correct / recognized if recognized else 0.0
    return recall, precision, recall, 2 * precision * recall / (precision + recall) if correct else 0.0


def score_labels(root: str, dumpdir: str) -> Iterator[Accuracy]:
    """The label that each text begins with against that of the reference, in `score_lang_id`; a text may have none."""
    for path in find_files(root, "decode_*/*/text"):
        directory = os.path.dirname(path)
        data = os.path.join(dumpdir, os.path.basename(directory))
        owners = dict(row[:2] for row in read_fields(os.path.join(data, "utt2spk")) if len(row) > 1)
        sides = [find_labels(each) for each in (os.path.join(data, "text"), path)]
        keys = [key for key, label in sides[0].items() if label]
        for name, labels in zip(("ref", "hyp"), sides, strict=True):
            rows = [f"{key} {labels.get(key) or NO_LABEL}\t({owners.get(key, key)}-{key})" for key in keys]
            write_lines(os.path.join(directory, "score_lang_id", f"{name}.trn"), rows)
        if not keys:
            raise ScoreError("holds no label such as [de] at the beginning of a text", path=os.path.join(data, "text"))
        correct = sum(sides[0][key] == sides[1].get(key) for key in keys)
        write_file(os.path.join(directory, "score_lang_id/result.txt"), format_accuracy(correct, len(keys)).encode())
        yield Accuracy(os.path.relpath(directory, root), "language", correct, len(keys))


# What stands in the place of a label that a text lacks.
NO_LABEL = "[UNK]"


def find_labels(path: str) -> dict[str, str]:
    """The label in the first word of each text, "" where there is none."""
    table = read_table(path)
    firsts = (LABEL.search(text.split(" ", 1)[0]) for text in table.texts)
    return {key: match[0] if match else "" for key, match in zip(table.utt_ids, firsts, strict=True)}


def score_named_labels(root: str) -> Iterator[Accuracy]:
    """The first word of each text against the language in its ID, in `lang_id_refs.tsv`, as fleurs has it."""
    for path in find_files(root, "*decode_asr*/*/text"):
        directory = os.path.dirname(path)
        lines, correct = ["utt_id\tref_lid\thyp_lid"], 0
        rows = [row for row in read_fields(path) if row]
        for key, *words in rows:
            parts = key.split("-")
            if len(parts) < 4:
                raise ScoreError("expected the language before the last three parts of the ID", path=path, key=key)
            label, found = f"[{parts[-4].upper()}]", words[0] if words else ""
            lines.append(f"{key}\t{label}\t{found}")
            correct += label == found
        write_lines(os.path.join(directory, "lang_id_refs.tsv"), lines)
        yield Accuracy(os.path.relpath(directory, root), "language", correct, len(rows))
