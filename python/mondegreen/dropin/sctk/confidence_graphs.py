"""What confidences are worth: normalized cross entropy (NCE), and the graphs of `sclite -C` and `sc_stats -g det`.

The detection error trade-off (DET) is that of A. Martin et al., The DET curve in assessment of detection task
performance, 1997; normal deviates are by algorithm AS 111 of J. D. Beasley and S. G. Springer, 1977. Graphs are files
for gnuplot.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c, log_as_c, round_to_float32, truncate_to_int32
from mondegreen.dropin.emulation.streams import err, out, write_parts
from mondegreen.dropin.sctk import read_text
from mondegreen.dropin.sctk.statistics import add_up, percent_of, sort_indices
from mondegreen.dropin.sctk.system import HYPOTHESIS_CONFIDENCES, System

MIN_CONFIDENCE, MAX_CONFIDENCE = 0.0000001, 0.9999999  # the logarithm of 0 is infinite
BITS = 1.4426950408889634074  # log2 of e

DET_BEGIN = b"-3.290527 0.000000\n"  # where the curve begins: 0.05 % and 50 %
EPSILON = 2.2204e-16


class Confidence(NamedTuple):
    """The confidence of a word of the hypothesis, and whether the word is right."""

    value: float
    is_right: bool


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


def iterate_confidences(system: System, speaker: int) -> Iterator[Confidence]:
    """Those of a speaker's words; an empty word, which is aligned with an optional one, has none."""
    scored = system.scored
    for utterance in scored.utterances(speaker):
        details = scored.details(utterance)
        letters = scored.steps(utterance)
        for index, (_, word) in enumerate(scored.words(utterance)):
            if word:
                value = details[index][1][2] if details else 0.0
                yield Confidence(value, letters[index : index + 1] == b"C")


def list_confidences(system: System) -> list[Confidence]:
    return [word for speaker in range(len(system.scored.speakers())) for word in iterate_confidences(system, speaker)]


def compute_cross_entropy(system: System) -> CrossEntropy:
    """(H + sum of log2 q over right words + sum of log2(1 - q) over wrong ones) / H, with H the entropy of being right.

    Confidences outside of 0 and 1 are counted on standard error.
    """
    rows, speakers, outside = [], [], 0
    for number, (_, _, counts) in enumerate(system.scored.totals()):
        words = list(iterate_confidences(system, number))
        outside += sum(word.value < 0.0 or word.value > 1.0 for word in words)
        rows.append((counts[0], counts[1] + counts[3], *sum_information(words)))
        speakers.append(normalize_entropy(*rows[-1]) if words else 0.0)
    right, wrong, right_sum, wrong_sum = [add_up(column) for column in zip(*rows, strict=True)] or [0.0] * 4
    if outside:
        counts_outside = (outside, right + wrong)
        err(b"Warning: %d of %d confidence scores were not in the range (0.0,1.0)\n" % counts_outside)
    return CrossEntropy(normalize_entropy(right, wrong, right_sum, wrong_sum), speakers)


def sum_information(words: list[Confidence]) -> tuple[float, float]:
    """The sums of the logarithms: of the right words, and of the wrong ones."""
    values = [(min(max(word.value, MIN_CONFIDENCE), MAX_CONFIDENCE), word.is_right) for word in words]
    rights = [math.log(value) * BITS for value, is_right in values if is_right]
    return add_up(rights), add_up([math.log(1.0 - value) * BITS for value, is_right in values if not is_right])


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
    for word in list_confidences(system):
        exact = word.value * count
        index = min(truncate_to_int32(exact), count - 1) if exact <= count else truncate_to_int32(exact)
        if 0 <= index < count:
            bins[index][0 if word.is_right else 1] += 1
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
    words = [words[index] for index in sort_indices([word.value for word in words])]
    size = len(words) // 20
    begins = [size * number for number in range(len(words) // size)] if size else []
    for begin, end in zip(begins, [*begins[1:], len(words)], strict=False):
        values = [word.value for word in words[begin:end]]
        least, most = min(99999.0, *values), max(-99999.9, *values)  # from where SCTK looks for them
        right = round_to_float32(sum(word.is_right for word in words[begin:end]) / len(values)) * 100.0
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
        rights = [0.0] * right + [word.value for word in words if word.is_right]
        wrongs = [0.0] * wrong + [word.value for word in words if not word.is_right]
        right, wrong = len(rights), len(wrongs)
        path = b"%b.det.dat.%02d" % (root, number)
        failure = b"Error: Unable to open DET Curve data file '%b' for writing." % path
        curve = islice(iterate_det_points(sort_scores(rights), sort_scores(wrongs)), max(0, right + wrong - 1))
        if not save_file(path, b"".join(curve), failure):
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


def iterate_det_points(rights: list[float], wrongs: list[float]) -> Iterator[bytes]:
    """The points of the curve: the rates of misses and false alarms at each threshold.

    SCTK never takes the first score of either side as a threshold. Where no word is right the miss rate is NaN; where
    none is wrong the false alarm rate is, and SCTK may crash.
    """
    yield DET_BEGIN
    missed, passed = 1, 1
    while missed < len(rights) or passed < len(wrongs):
        if missed < len(rights) and (passed >= len(wrongs) or rights[missed] <= wrongs[passed]):
            missed += 1
        else:
            passed += 1
        miss_rate = divide_as_c(missed - 1, len(rights))
        false_alarm_rate = divide_as_c(len(wrongs) - passed + 1, len(wrongs))
        yield b"%f %f\n" % (compute_deviate(miss_rate), compute_deviate(false_alarm_rate))


def compute_deviate(probability: float) -> float:
    """The quantile of the standard normal distribution (AS 111); 0 and 1 are taken for almost that."""
    probability = 1 - EPSILON if probability >= 1.0 else EPSILON if probability <= 0.0 else probability
    offset = probability - 0.5
    if abs(offset) <= 0.42:
        r = offset * offset
        numerator = ((-25.4410604963 * r + 41.3911977353) * r - 18.6150006252) * r + 2.5066282388
        denominator = (((3.1308290983 * r - 21.0622410182) * r + 23.0833674374) * r - 8.4735109309) * r + 1.0
        return offset * numerator / denominator
    r = math.sqrt(-math.log(1.0 - probability if offset > 0.0 else probability))
    numerator = ((2.3212127685 * r + 4.8501412713) * r - 2.2979647913) * r - 2.7871893113
    denominator = (1.6370678189 * r + 3.5438892476) * r + 1.0
    return numerator / denominator if offset > 0.0 else -numerator / denominator


# In the order in which sclite draws them.
GRAPHS: dict[str, Callable[[System, bytes, int], bool]] = {
    "det": lambda system, root, feedback: draw_det([system], root, feedback),
    "bhist": partial(draw_histogram, b"bhist"),
    "hist": partial(draw_histogram, b"hist"),
    "sbhist": partial(draw_histogram, b"sbhist"),
}
