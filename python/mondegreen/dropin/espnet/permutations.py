"""`eval_perm_free_error.py`: which hypothesis of several belongs to which reference, utterance by utterance.

ESPnet 1's program sums the permutation of least errors and reports it in JSON; ESPnet 2's, which is called with
`--results-dir`, writes transcripts in that order. Both read sclite's reports of each reference with each hypothesis.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mondegreen._core import least_assignment
from mondegreen.dropin.espnet.arguments import parse_words, read_count
from mondegreen.dropin.espnet.scoring import write_file
from mondegreen.dropin.espnet.tables import read_text, split_lines
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.errors import ScoreError, count_ids, join_ids

SCORES = "(#C #S #D #I) "
NUMBER = re.compile(r"\d+")
# What a report says of an utterance, by how its lines begin.
MEMBERS = {"Speaker sentences": "Speaker", "Scores: ": "Scores", "REF: ": "REF", "HYP: ": "HYP"}
# Up to so many speakers permutations are tried one after the other, of which the first of several best ones counts.
MOST_TRIED = 6

Views = dict[str, dict[str, str]]
Found = dict[str, dict[str, Any]]


def parse_views(report: str) -> Views:
    """What a report says of each utterance; a speaker's line, which is above, belongs to the utterance before it."""
    found: Views = {}
    current: dict[str, str] = {}
    name = ""
    # The original reads lines that any line end of Unicode parts, and sees no row without words.
    for line in map(str.rstrip, report.splitlines()):
        fields = line.split()
        if line.startswith("id: "):
            current = {} if name else current
            name = fields[1]
            found[name] = current
        for start, member in MEMBERS.items():
            if line.startswith(start):
                current[member] = " ".join(fields[1:])
    return found


def list_permutations(count: int) -> Iterator[list[int]]:
    """All permutations of columns in the original's order, which swaps its way down."""

    def descend(columns: list[int], start: int) -> Iterator[list[int]]:
        if start == len(columns) - 1:
            yield list(columns)
        for at in range(start, len(columns)):
            columns[start], columns[at] = columns[at], columns[start]
            yield from descend(columns, start + 1)
            columns[start], columns[at] = columns[at], columns[start]

    return descend(list(range(count)), 0)


def choose_permutations(reports: Mapping[str, str], speakers: int) -> Found:
    """Of each utterance the pairs of least errors and their sums; of what not all reports hold, nothing."""
    views = {pair: parse_views(report) for pair, report in reports.items()}
    shared = [key for key in next(iter(views.values())) if all(key in each for each in views.values())]
    found: Found = {}
    for key in shared:
        counts = {pair: read_counts(own[key], key) for pair, own in views.items()}
        pairs = find_least(counts, speakers)
        sums = [sum(column) for column in zip(*(counts[pair] for pair in pairs), strict=True)]
        found[key] = {**{pair: views[pair][key] for pair in pairs}, "Scores": SCORES + " ".join(map(str, sums))}
    return found


def find_least(counts: Mapping[str, Sequence[int]], speakers: int) -> list[str]:
    """The pairs of the least error rate, the first of several such."""
    if speakers > MOST_TRIED:  # each pair of a reference has the same words
        own = least_assignment([float(sum(each[1:])) for each in counts.values()], speakers)
        return name_pairs(own)

    def compute_rate(pairs: Sequence[str]) -> float:
        errors, words = (sum(sum(counts[pair][part]) for pair in pairs) for part in (slice(1, 4), slice(0, 3)))
        return errors / words if words else float(errors)

    return min(map(name_pairs, list_permutations(speakers)), key=compute_rate)


def name_pairs(columns: Sequence[int]) -> list[str]:
    return [f"r{row}h{column + 1}" for row, column in enumerate(columns, 1)]


def read_counts(view: Mapping[str, str], key: str) -> list[int]:
    counts = list(map(int, NUMBER.findall(view.get("Scores", ""))))
    if len(counts) != 4:
        raise ScoreError("sclite's report has no Scores of it", key=key)
    return counts


def sum_counts(found: Found) -> list[int]:
    rows = [read_counts(view, key) for key, view in found.items()]
    return [sum(column) for column in zip(*rows, strict=True)] or [0, 0, 0, 0]


def format_permutations(called: Sequence[str], found: Found) -> str:
    """The report: how the program was called, three lines for people, and all utterances as JSON."""
    total = sum_counts(found)
    words = sum(total[:3])
    rate = f"{100 * sum(total[1:]) / words:0.2f}" if words else "nan"
    head = f"{list(called)!r}\nTotal Scores: {SCORES}{' '.join(map(str, total))}\nError Rate:   {rate}\n"
    body = json.dumps({"utts": found}, indent=4, ensure_ascii=False, sort_keys=True, separators=(",", ": "))
    return f"{head}Total Utts:  {len(found)}\n{body}\n"


@script("eval_perm_free_error.py")
def evaluate_permutations(call: Script) -> None:
    """Report the permutation of speakers of least errors, or write transcripts in that order."""
    options: dict[str, Any] = {"num-spkrs": "2", "results": [], "results-dir": ""}
    words = parse_words(call, ["reports..."], options)
    speakers, named = read_count(call, words, "num-spkrs"), [*words["reports"], *words["results"]]
    pairs = [f"r{row + 1}h{column + 1}" for row in range(speakers) for column in range(speakers)]
    if words["results-dir"]:
        write_permuted(words["results-dir"], pairs, speakers)
        return
    if len(named) != len(pairs):
        what = f"{len(named)} reports are named; name {len(pairs)} for {speakers} speakers"
        raise DieError(f"{call.name}: {what}, or --results-dir DIR", 1)
    reports = {pair: read_text(path) for pair, path in zip(pairs, named, strict=True)}
    found = choose_permutations(reports, speakers)
    if not found:
        raise ScoreError("no utterance is in all reports; are they of the same recordings?")
    lost = sorted({key for report in reports.values() for key in parse_views(report)} - found.keys())
    if lost:
        call.say(f"{call.name}: {count_ids(lost)} not in all reports, which count nowhere: {join_ids(lost)}")
    call.write(format_permutations([call.name, *call.arguments], found))


def write_permuted(directory: str, pairs: Sequence[str], speakers: int) -> None:
    """Writes ref.trn and hyp.trn from those of each speaker, as ESPnet 2 does, by least sums of error rates."""
    reports = [parse_views(read_text(os.path.join(directory, f"result_{pair}.txt"))) for pair in pairs]
    keys = list(reports[0])
    if any(list(report) != keys for report in reports):
        raise ScoreError("the reports of pairs do not hold the same utterances; score them again", path=directory)
    straight = list(range(speakers))
    orders = {"ref": [straight] * len(keys), "hyp": [assign_by_rates(reports, key, speakers) for key in keys]}
    for side, order in orders.items():
        paths = [os.path.join(directory, f"{side}_spk{number}.trn") for number in range(1, speakers + 1)]
        texts = [[line.rstrip().rpartition("\t")[::2] for line in split_lines(read_text(path))] for path in paths]
        ids = [[name.removeprefix("(").removesuffix(")") for _, name in rows] for rows in texts]
        if any([f"({name})".lower() for name in own] != [key.lower() for key in keys] for own in ids):
            raise ScoreError(f"{side}_spk*.trn do not hold the utterances of the reports", path=directory)
        rows = (
            f"{texts[own[number]][at][0]}\t({ids[0][at]}-{number + 1})\n"
            for at, own in enumerate(order)
            for number in range(speakers)
        )
        write_file(os.path.join(directory, f"{side}.trn"), "".join(rows).encode("utf-8", "surrogateescape"))


def assign_by_rates(reports: Sequence[Views], key: str, speakers: int) -> list[int]:
    """The hypothesis of each reference; of a reference without words, its errors stand for its error rate."""
    rates = []
    for report in reports:
        correct, substituted, deleted, inserted = read_counts(report[key], key)
        rates.append((substituted + deleted + inserted) / (correct + substituted + deleted or 1))
    return least_assignment(rates, speakers)
