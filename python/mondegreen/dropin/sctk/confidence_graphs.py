"""What confidences are worth: normalized cross entropy (NCE), and the graphs of `sclite -C` and `sc_stats -g det`.

Graphs are files for gnuplot; the core computes the detection error trade-off (DET).
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from mondegreen._core import format_det_curve
from mondegreen.dropin.emulation.numbers import divide_as_c, log_as_c, round_to_float32, truncate_to_int32
from mondegreen.dropin.emulation.streams import err, out, write_parts
from mondegreen.dropin.sctk import read_text
from mondegreen.dropin.sctk.statistics import add_up, percent_of, sort_indices
from mondegreen.dropin.sctk.system import HYPOTHESIS_CONFIDENCES, System

MIN_CONFIDENCE, MAX_CONFIDENCE = 0.0000001, 0.9999999  # the logarithm of 0 is infinite
BITS = 1.4426950408889634074  # log2 of e

# The confidence of a word of a hypothesis, and whether the word is right.
Confidence = tuple[float, bool]


class CrossEntropy(NamedTuple):
    """The NCE of a system, and of each of its speakers."""

    system: float
    speakers: list[float]


def has_confidences(system: System) -> bool:
    """Whether every utterance has confidences."""
    return bool(system.scored.attributes()[1] & HYPOTHESIS_CONFIDENCES)


def has_summary_confidences(system: System) -> bool:
    """The same as the summaries decide it: without utterances there are none, and if only some have them SCTK warns."""
    any_has, all_have = (bool(bits & HYPOTHESIS_CONFIDENCES) for bits in system.scored.attributes())
    if any_has and not all_have:
        err(b"Warning: Ignoring confidence scores in output\n")
    return any_has and all_have


def list_confidences(system: System) -> list[Confidence]:
    return [word for speaker in range(len(system.scored.speakers())) for word in system.scored.confidences(speaker)]


def compute_cross_entropy(system: System) -> CrossEntropy:
    """(H + sum of log2 q over right words + sum of log2(1 - q) over wrong ones) / H, with H the entropy of being right.

    Confidences outside of 0 and 1 are counted on standard error.
    """
    rows, speakers, outside = [], [], 0
    for number, (_, _, counts) in enumerate(system.scored.totals()):
        words = system.scored.confidences(number)
        outside += sum([value < 0.0 or value > 1.0 for value, _ in words])
        rows.append((counts[0], counts[1] + counts[3], *sum_information(words)))
        speakers.append(normalize_entropy(*rows[-1]) if words else 0.0)
    right, wrong, right_sum, wrong_sum = [add_up(column) for column in zip(*rows, strict=True)] or [0.0] * 4
    if outside:
        counts_outside = (outside, right + wrong)
        err(b"Warning: %d of %d confidence scores were not in the range (0.0,1.0)\n" % counts_outside)
    return CrossEntropy(normalize_entropy(right, wrong, right_sum, wrong_sum), speakers)


def sum_information(words: list[Confidence]) -> tuple[float, float]:
    """The sums of the logarithms: of the right words, and of the wrong ones."""
    low, high = MIN_CONFIDENCE, MAX_CONFIDENCE
    bounded = [each if low < each[0] < high else (min(max(each[0], low), high), each[1]) for each in words]
    rights = [math.log(value) * BITS for value, is_right in bounded if is_right]
    return add_up(rights), add_up([math.log(1.0 - value) * BITS for value, is_right in bounded if not is_right])


def normalize_entropy(right: float, wrong: float, right_sum: float, wrong_sum: float) -> float:
    """The NCE from counts and sums; where all words are right or all wrong it is NaN."""
    rate = divide_as_c(right, right + wrong)
    entropy = -(right * log_as_c(rate) * BITS + wrong * log_as_c(1.0 - rate) * BITS)
    return divide_as_c(entropy + right_sum + wrong_sum, entropy)


def announce_graph(graph: bytes, files: bytes, system: System, feedback: int, to: bytes = b" ") -> bool:
    """Says which files will be written, or that there is nothing to draw; a silent run draws in any case."""
    if feedback < 1:
        return True
    if not has_confidences(system):
        out(b"    Skipping %b, no confidence scores supplied.\n" % graph)
        return False
    out(b"    Writing %b%b'%b'\n" % (graph, to, files))
    return True


def save_file(path: bytes, text: bytes, failure: bytes) -> bool:
    """Writes a file of a graph, or the message that it cannot be written."""
    is_written = write_parts(path, [text])
    err(b"" if is_written else failure)
    return is_written


def count_bins(system: System, count: int) -> list[list[int]]:
    """Right and wrong words by confidence in bins of equal width from 0 to 1; others are counted on standard error.

    SCTK truncates towards 0, and so counts a little less than 0 in the first bin.
    """
    bins = [[0, 0] for _ in range(count)]
    outside = 0
    for value, is_right in list_confidences(system):
        exact = value * count
        index = min(truncate_to_int32(exact), count - 1) if exact <= count else truncate_to_int32(exact)
        if 0 <= index < count:
            bins[index][0 if is_right else 1] += 1
        else:
            outside += 1
    if outside:
        err(b"Warning: %d Confidence scores out of binning range %f:%f\n" % (outside, 0.0, 1.0))
    return bins


def format_bhist(system: System) -> Iterator[bytes]:
    """The percentage of right words by confidence, in 10 bins."""
    for number, (right, wrong) in enumerate(count_bins(system, 10)):
        yield b"%.4f %f 1 1 0.1\n" % (number * 0.1 + 0.05, percent_of(right, right + wrong))


def format_hist(system: System) -> Iterator[bytes]:
    """How many words there are by confidence, in 100 bins."""
    for number, (right, wrong) in enumerate(count_bins(system, 100)):
        for edge in (number, number + 1):
            yield b"%f %f %f %f\n" % (edge * 0.01, right + wrong, right, wrong)


def format_sbhist(system: System) -> Iterator[bytes]:
    """The percentage of right words, by way of a 32-bit float, in about 20 bins of as many words each."""
    words = list_confidences(system)
    words = [words[index] for index in sort_indices([value for value, _ in words])]
    size = len(words) // 20
    begins = [size * number for number in range(len(words) // size)] if size else []
    for begin, end in zip(begins, [*begins[1:], len(words)], strict=False):
        values = [value for value, _ in words[begin:end]]
        least, most = min(99999.0, *values), max(-99999.9, *values)  # from where SCTK looks for them
        right = round_to_float32(sum(is_right for _, is_right in words[begin:end]) / len(values)) * 100.0
        yield b"%f %f 1 1 %f\n" % ((least + most) / 2, right, most - least)


HISTOGRAMS = {
    b"bhist": (b"Binned Histogram", b"dat1", format_bhist),
    b"hist": (b"Confidence Histogram", b"dat", format_hist),
    b"sbhist": (b"Scaled Binned Histogram", b"dat", format_sbhist),
}


def draw_histogram(kind: bytes, system: System, root: bytes, feedback: int) -> bool:
    """`-C bhist`, `-C hist` and `-C sbhist`; false if a file cannot be written."""
    title, suffix, format_bins = HISTOGRAMS[kind]
    base = b"%b.%b." % (root, kind)
    if not announce_graph(title, base + b"[plt,%b]" % suffix, system, feedback):
        return True
    # If files of `hist` cannot be written, SCTK names those of `bhist`.
    failed = b"bhist" if kind == b"hist" else kind
    failed_title, failed_suffix = HISTOGRAMS[failed][:2]
    failure = b"Error: Writing %b file '%b.%b.%b' for writing." % (failed_title, root, failed, failed_suffix)
    if not save_file(base + suffix, b"".join(format_bins(system)), failure):
        return False
    failure = b"Error: Unable to open %bGNUPLOT file '%b.%b.plt' for writing." % (failed_title, root, failed)
    return save_file(base + b"plt", read_text(f"{kind.decode()}.plt") % {b"root": root}, failure)


def draw_det(systems: Sequence[System], root: bytes, feedback: int, test: bytes = b"") -> bool:
    """`-C det`: how many right words are lost if a threshold drops wrong ones; false if a file cannot be written."""
    if not announce_graph(b"DET Curve", root + b".det.[plt,dat]", systems[0], feedback, b" to "):
        return True
    failure = b"Error: Unable to open DET Curve GNUPLOT file '%b.det.plt' for writing." % root
    if not save_file(root + b".det.plt", format_det_plot(systems, root, test), failure):
        return False
    right, wrong = 0, 0
    for number, system in enumerate(systems):
        words = list_confidences(system)
        # SCTK keeps its counts: scores of later systems begin with as many zeros as earlier ones had scores.
        rights = [0.0] * right + [value for value, is_right in words if is_right]
        wrongs = [0.0] * wrong + [value for value, is_right in words if not is_right]
        right, wrong = len(rights), len(wrongs)
        path = b"%b.det.dat.%02d" % (root, number)
        failure = b"Error: Unable to open DET Curve data file '%b' for writing." % path
        if not save_file(path, format_det_curve(sort_scores(rights), sort_scores(wrongs)), failure):
            return False
    return True


def sort_scores(scores: list[float]) -> list[float]:
    return [scores[index] for index in sort_indices(scores)]


def format_det_plot(systems: Sequence[System], root: bytes, test: bytes) -> bytes:
    if len(systems) == 1:
        title = b"set title 'DET plot for %b'\nset nokey\n" % root
    else:
        title = b"set title 'DET plot for %b Test'\n" % test if test else b"set title 'DET plot'\n"
    curves = [
        b" '%b.det.dat.%02d' using 2:1 title \"%b\" with lines" % (root, number, system.title)
        for number, system in enumerate(systems)
    ]
    return read_text("det.plt") % {b"title": title, b"curves": b", \\\n".join(curves)}


# In the order in which sclite draws them.
GRAPHS: dict[str, Callable[[System, bytes, int], bool]] = {
    "det": lambda system, root, feedback: draw_det([system], root, feedback),
    "bhist": partial(draw_histogram, b"bhist"),
    "hist": partial(draw_histogram, b"hist"),
    "sbhist": partial(draw_histogram, b"sbhist"),
}
