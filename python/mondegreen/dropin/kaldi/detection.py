"""Programs that score detections: of keywords (`compute-atwv`), and of targets by a score (`compute-eer`)."""

from __future__ import annotations

import os
from collections import defaultdict
from itertools import accumulate, repeat, takewhile
from math import inf

from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float, parse_whole_float, round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiError, Option, decode_bytes, encode_text, program
from mondegreen.dropin.kaldi.kaldi_io import check_output
from mondegreen.dropin.kaldi.lattice_tables import Cursor, read_file, read_values

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# A term needs a score of so much for the decision that the alignment shows.
DECISION = 0.5


@program(
    "compute-eer",
    """
Computes the equal error rate of a file of lines with a score and "target" or "nontarget".

Usage: compute-eer [options] <scores-in>
E.g.: compute-eer -""",
    arguments=(1,),
)
def compute_eer(call: Call) -> int:
    scores: dict[bytes, list[float]] = {b"target": [], b"nontarget": []}
    for line in read_file(call, call.argument(0)).removesuffix(b"\n").split(b"\n"):
        fields = [field for field in line.replace(b"\t", b" ").split(b" ") if field]
        if len(fields) != 2:
            raise KaldiError(f"Invalid input line (must have two fields): {decode_bytes(line)}")
        try:
            score = round_to_float32(parse_whole_float(decode_bytes(fields[0])))
        except ValueError:
            raise KaldiError(f"Invalid input line (first field must be float): {decode_bytes(line)}") from None
        if fields[1] not in scores:
            raise KaldiError("Invalid input line (second field must be 'target' or 'nontarget')")
        scores[fields[1]].append(score)
    targets, others = sorted(scores[b"target"]), sorted(scores[b"nontarget"])
    for some, name in ((targets, "target"), (others, "non-target")):
        if not some:
            raise KaldiError(f"No {name} scores seen.")
    rate, threshold = find_equal_error_rate(targets, others)
    percent = 100.0 * round_to_float32(rate)
    call.console.log(f"Equal error rate is {percent:g}%, at threshold {threshold:g}")
    call.stdout.write(format_c_float(b"%.4g", percent))
    return 0


def find_equal_error_rate(targets: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return the share of targets that the first threshold misses at which no more of the others pass, and it."""
    position = 0
    while position + 1 < len(targets):
        passed = int(len(others) * position / len(targets))
        if others[max(len(others) - 1 - passed, 0)] < targets[position]:
            break
        position += 1
    return position / len(targets), targets[position]


class Term:
    """A keyword that was said or found: the number of its utterance, its frames, and its score."""

    def __init__(self, keyword: bytes, values: Sequence[float]) -> None:
        utterance, start, end, score = values
        self.keyword = keyword
        self.utterance, self.start, self.end = int(utterance), int(start), int(end)
        self.score = round_to_float32(score)

    @property
    def center(self) -> int:
        return int((self.start + self.end) / 2)  # as C++ divides, towards 0

    def overlap(self, other: Term) -> float:
        """Return the common share of both."""
        common = min(self.end, other.end) - max(self.start, other.start)
        union = max(self.end, other.end) - min(self.start, other.start)
        return round_to_float32(divide_as_c(common, union))


# A term of the reference and the one found for it; one of both may lack.
Aligned = tuple["Term | None", "Term | None"]


def align_terms(references: Iterable[Term], hypotheses: Iterable[Term], distance: int) -> Iterator[Aligned]:
    """Align each term found with the free reference near it that it overlaps most; then yield what was missed.

    Kaldi has the missed ones in the order of its hash tables; here they come in the order of the reference.
    """
    known: dict[tuple[int, bytes], list[Term]] = defaultdict(list)
    for term in references:
        known[term.utterance, term.keyword].append(term)
    used: set[int] = set()
    for term in hypotheses:
        of_keyword = known.get((term.utterance, term.keyword), ())
        near = [one for one in of_keyword if id(one) not in used and abs(one.center - term.center) <= distance]
        best = max(near, key=term.overlap, default=None)
        used.update([id(best)] if best else [])
        yield best, term
    for terms in known.values():
        yield from ((term, None) for term in terms if id(term) not in used)


class KeywordCounts:
    """What was said of a keyword, what of it was found at all, and what at each threshold, rightly or not."""

    def __init__(self) -> None:
        self.targets = self.unseen = 0
        self.found: list[tuple[float, bool]] = []

    def count(self, threshold: float, *, right: bool) -> int:
        return sum(score >= threshold for score, is_right in self.found if is_right == right)


def count_keywords(alignment: Iterable[Aligned]) -> list[KeywordCounts]:
    """Count what was said and found of each keyword, but for those that were never said."""
    counts: dict[bytes, KeywordCounts] = defaultdict(KeywordCounts)
    for reference, found in alignment:
        term = found or reference
        assert term is not None
        of_keyword = counts[term.keyword]
        of_keyword.targets += reference is not None
        of_keyword.unseen += found is None
        if found is not None:
            of_keyword.found.append((found.score, reference is not None))
    return [of_keyword for of_keyword in counts.values() if of_keyword.targets]


class TermWeightedValue:
    """The value of decisions: 1 for all of a keyword, less false alarms by their cost (NIST's TWV)."""

    def __init__(self, duration: float, beta: float) -> None:
        self.duration = duration
        self.beta = beta

    def of(self, counts: KeywordCounts, threshold: float) -> float:
        targets = float(counts.targets)
        missed = single(1.0 - single(counts.count(threshold, right=True) / targets))
        alarms = single(divide_as_c(counts.count(threshold, right=False), single(self.duration - targets)))
        return single(single(1.0 - missed) - single(self.beta * alarms))


def single(value: float) -> float:
    return round_to_float32(value)


def average(values: Sequence[float], *, double: bool = False) -> float:
    """Return the mean as Kaldi updates it value by value, in single precision unless it is said."""
    mean = 0.0
    for count, value in enumerate(values):
        before = mean * count if double else single(mean * count)
        mean = before / (count + 1.0) + value / (count + 1.0)
        mean = mean if double else single(mean)
    return mean


@program(
    "compute-atwv",
    """
Computes the term-weighted values of keyword search, by the decisions at a threshold and by the best thresholds.

Usage: compute-atwv [options] <nof-trials> <ref-rspecifier> <hyp-rspecifier> [<alignment-csv>]
E.g.: compute-atwv 32485.4 ark:ref.1 ark:hyp.1 ali.csv

A line of either table is a keyword, the number of an utterance, its first and last frame, and a score from 0 to 1. The
number of trials is mostly that of seconds.""",
    Option("max-distance", 50, "Frames that the centers of a term and its reference may be apart"),
    Option("cost-fa", 0.1, "The cost of a false alarm"),
    Option("value-corr", 1.0, "The value of a right detection"),
    Option("prior-kw-probability", 0.0001, "The prior probability of a keyword"),
    Option("score-threshold", 0.5, "The score from which on a term counts as found"),
    Option("sweep-step", 0.05, "The step of thresholds for the best values"),
    Option("frames-per-sec", 100, "Frames in a second, for times in the alignment"),
    arguments=(3, 4),
)
def compute_atwv(call: Call) -> int:
    numbers = {name: single(call.number(name)) for name in ("cost-fa", "value-corr", "prior-kw-probability")}
    try:
        duration = single(parse_whole_float(call.argument(0)))
    except ValueError:
        raise KaldiError("The duration parameter is not a number") from None
    if duration <= 0:
        raise KaldiError("The duration is either negative or zero")
    odds = divide_as_c(1.0, numbers["prior-kw-probability"]) - 1
    value = TermWeightedValue(duration, single(single(divide_as_c(numbers["cost-fa"], numbers["value-corr"])) * odds))
    references = read_terms(call, call.argument(1), "reference")
    hypotheses = read_terms(call, call.argument(2), "hypotheses")
    call.console.log(f"Read {len(hypotheses)} hypotheses")
    call.console.log(f"Read {len(references)} references")
    alignment = list(align_terms(references, hypotheses, call.integer("max-distance")))
    when = "Alignment size {} adding unseen: {}"
    call.console.log(when.format("before", len(hypotheses)), "AlignTerms")
    call.console.log(when.format("after ", len(alignment)), "AlignTerms")
    if len(call.arguments) > 3 and call.argument(3):
        check_output(call.argument(3), call)
        write_alignment(call.argument(3), alignment, call.integer("frames-per-sec"))
    counts = count_keywords(alignment)
    threshold, step = single(call.number("score-threshold")), single(call.number("sweep-step"))
    if not step > 0:
        raise KaldiError(f"--sweep-step is above 0, not {step:g}")
    atwv = average([value.of(keyword, threshold) for keyword in counts])
    stwv = average([single(1.0 - single(keyword.unseen / keyword.targets)) for keyword in counts])
    steps = list(takewhile(lambda at: at <= 1, accumulate(repeat(step), lambda at, by: single(at + by), initial=0.0)))
    by_threshold = [average([value.of(keyword, at) for keyword in counts], double=True) for at in steps]
    mtwv, best = -inf, steps[0]
    for at, mean in zip(steps, by_threshold, strict=True):
        if mean > mtwv:  # of equal means the last may win, as the best so far is kept in single precision
            mtwv, best = single(mean), at
    otwv = average([max(value.of(keyword, at) for at in steps) for keyword in counts])
    results = {"ATWV": atwv, "STWV": stwv, "MTWV": mtwv}
    results |= {"MTWV threshold": best, "OTWV": otwv}
    call.stdout.write("".join(f"aproximate {name} = {result:.4f}\n" for name, result in results.items()).encode())
    return 0


def read_terms(call: Call, rspecifier: str, what: str) -> list[Term]:
    terms = []
    for key, values in read_values(call, rspecifier, parse_doubles):
        if len(values) != 4:
            count = f"4 entries expected, {len(values)} given!"
            raise KaldiError(f"Incorrect format of the {what} file -- {count}\nKey: {decode_bytes(key)}")
        terms.append(Term(key, values))
    return terms


def parse_doubles(cursor: Cursor) -> list[float]:
    return [float(field) for field in cursor.read_line().split()]


def write_alignment(path: str, alignment: Iterable[Aligned], rate: int) -> None:
    """Write the alignment in the format of NIST's F4DE tools."""
    from mondegreen.output import binary_output

    lines = [
        "language,file,channel,termid,term,ref_bt,ref_et,sys_bt,sys_et,sys_score,sys_decision,alignment\n",
        *(format_aligned(reference, found, rate) for reference, found in alignment),
    ]
    with binary_output(os.fspath(path), gzips=False) as out:
        out.write(encode_text("".join(lines)))


def format_aligned(reference: Term | None, found: Term | None, rate: int) -> str:
    term = reference or found
    assert term is not None
    name = decode_bytes(term.keyword)
    fields = ["", str(term.utterance), "1", name, name]
    for one in (reference, found):
        times = ("", "") if one is None else (f"{single(divide_as_c(frame, rate)):g}" for frame in (one.start, one.end))
        fields += times
    is_found = found is not None and found.score >= DECISION
    fields += ["", ""] if found is None else [f"{found.score:g}", "YES" if is_found else "NO"]
    if reference is not None:
        fields.append("CORR" if is_found else "MISS")
    else:
        fields.append("FA" if is_found else "CORR!DET")
    return ",".join(fields) + "\n"
