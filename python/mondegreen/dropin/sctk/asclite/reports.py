"""asclite's reports: summaries by speaker in percent (`sum`) and in counts (`rsum`), and sgml."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from mondegreen.dropin.emulation.numbers import divide_as_c, truncate_to_int32
from mondegreen.dropin.emulation.streams import out, write_parts
from mondegreen.dropin.sctk.asclite.scoring import CORRECT, DELETION, INSERTION, SPEAKER_ERROR, SUBSTITUTION, Aligned
from mondegreen.dropin.sctk.asclite.sgml import format_sgml
from mondegreen.dropin.sctk.asclite.speech import ERROR, INFO, Run, Side
from mondegreen.dropin.sctk.statistics import add_up

# What files of reports end in, and what messages call them.
KINDS = {b"sum": (b"sys", b"sys"), b"rsum": (b"raw", b"raw"), b"sgml": (b"sgml", b"SGML")}
TITLE = b"SYSTEM SUMMARY PERCENTAGE by SPEAKER"
# One over the natural logarithm of two, as far as the original knows it.
LOG2E = 1.442695041
# Confidences are clipped, and so are shares of correct words.
LEAST, MOST = 0.0000001, 0.9999999
NO_NCE, LARGEST_NCE = -2000.0, 1000.0
COUNTS = (CORRECT, SUBSTITUTION, SPEAKER_ERROR, DELETION, INSERTION)
HEADINGS = (b"Corr", b"Sub", b"SpSub", b"Del", b"Ins", b"Err", b"S.Err")
NCE_WIDTH = 9
FOOTNOTES = b"""\
* No Reference words for this(these) speaker(s). Word counts supplied
  rather than percents.
# No Reference words for this(these) speaker(s). NCE not computable.
+ Speaker(s) with no reference data is(are) ignored.
"""


def write_reports(run: Run, reference: Side, hypothesis: Side, aligned: list[Aligned]) -> None:
    options = run.options
    # A report that is asked for twice counts twice.
    totals: dict[bytes, Totals] = {}
    for report in options.reports:
        if report == b"stdout":
            continue
        if report == b"sgml":
            text = format_sgml(run, reference, hypothesis, aligned)
        else:
            counted = totals.setdefault(report, Totals())
            counted.add(aligned)
            summary = Summary(counted, is_raw=report == b"rsum", with_speakers=options.mapping is not None)
            text = summary.format(options.hypothesis.title)
        suffix, title = KINDS[report]
        path = options.hypothesis.path
        if options.directory:
            path = options.directory + b"/" + os.path.basename(path)
        write_report(run, path + b"." + suffix, title, text)


def write_report(run: Run, path: bytes, title: bytes, text: bytes) -> None:
    """Write a report to its file, or print it."""
    if b"stdout" in run.options.reports:
        run.log(INFO, b"Generating %b report in the stdout." % title)
        out(text)
        sys.stdout.flush()
        return

    def announce() -> None:
        run.log(INFO, b"Generating %b report file '%b'." % (title, path))

    if not write_parts(path, [text], announce):
        # Nothing is redirected.
        what = b"Could not open file '%b' for %b report, the output will be redirected in the stdout to avoid any lost."
        run.log(ERROR, what % (path, title))


class Counts:
    """What became of a speaker's words; `confidence` is the sum of logarithms of right and of wrong ones."""

    def __init__(self) -> None:
        self.segments = self.wrong_segments = 0
        self.by_result = dict.fromkeys(COUNTS, 0)
        self.confidence = [0.0, 0.0]

    @property
    def words(self) -> int:
        return sum(self.by_result.values()) - self.by_result[INSERTION]

    @property
    def errors(self) -> int:
        return sum(self.by_result.values()) - self.by_result[CORRECT]

    @property
    def nce(self) -> float:
        return compute_nce(self.by_result, self.confidence)


class Totals:
    """The counts of all speakers, and the confidence of all words."""

    def __init__(self) -> None:
        self.speakers: dict[bytes, Counts] = {}
        self.confidence = [0.0, 0.0]

    def add(self, aligned: list[Aligned]) -> None:
        for each in aligned:
            counts = self.speakers.setdefault(each.segment.speaker, Counts())
            for _, hypothesis, result in each.items:
                counts.by_result[result] += 1
                if hypothesis is not None:
                    value = -1.0 if hypothesis.confidence is None else hypothesis.confidence
                    amount = math.log(min(max(LEAST, value), MOST)) * LOG2E
                    counts.confidence[result != CORRECT] += amount
                    self.confidence[result != CORRECT] += amount
            counts.segments += 1
            counts.wrong_segments += any(item.result != CORRECT for item in each.items)


def compute_nce(counts: dict[str, int], confidence: Sequence[float]) -> float:
    """The normalized cross entropy of confidences."""
    wrong = counts[INSERTION] + counts[SUBSTITUTION] + counts[SPEAKER_ERROR]
    right = counts[CORRECT]
    if right + wrong == 0:
        return NO_NCE
    share = min(max(LEAST, right / (right + wrong)), MOST)
    most = -right * math.log(share) * LOG2E - wrong * math.log(1.0 - share) * LOG2E
    return NO_NCE if most == 0.0 else (most + confidence[0] + confidence[1]) / most


class Figures(NamedTuple):
    """What is reported of a column; `size` is how wide its numbers are."""

    total: float
    mean: float
    deviation: float
    median: float
    size: int


def summarize(values: Iterable[float]) -> Figures:
    ordered = sorted(values)
    if not ordered:
        return Figures(0.0, 0.0, 0.0, 0.0, 1)
    count, half = len(ordered), len(ordered) // 2
    total, squares = add_up(ordered), add_up([value * value for value in ordered])
    spread = divide_as_c(count * squares - total * total, count * (count - 1.0))
    deviation = math.sqrt(spread) if spread >= 0 else math.nan
    median = ordered[half] if count % 2 else (ordered[half] + ordered[half - 1]) / 2.0
    mean = total / count
    size = max(0, *(measure(value) for value in ordered), *(measure(x) + 2 for x in (total, mean, deviation, median)))
    return Figures(total, mean, deviation, median, size)


def measure(value: float) -> int:
    """How many digits a number has, as the original finds it: one too few for powers of ten."""
    if not 0 < value < math.inf:
        return truncate_to_int32(-math.inf)
    return math.ceil(math.log(value) / math.log(10.0))


def fit(text: bytes, width: int, align: str = "right") -> bytes:
    """The text in so many columns; of a longer one dots and its end."""
    if len(text) > width:
        return b"..." + text[len(text) - width + 3 :]
    if align == "middle":
        return (b" " * ((width - len(text)) // 2) + text).ljust(width)
    return text.ljust(width) if align == "left" else text.rjust(width)


def format_figure(value: float, digits: int = 1) -> bytes:
    """The number rounded half away from zero; NaN and what 32 bits do not hold are the least integer."""
    scale = 10.0**digits
    scaled = value * scale + (0.5 if value > 0.0 else -0.5)
    rounded = truncate_to_int32(scaled) / scale
    return b"%.*f" % (digits, rounded)


def format_nce(value: float) -> bytes:
    return fit(format_figure(value, 3), NCE_WIDTH, "middle")


class Summary:
    """The table of a report."""

    def __init__(self, totals: Totals, *, is_raw: bool, with_speakers: bool) -> None:
        self.totals, self.is_raw = totals, is_raw
        self.speakers = sorted(totals.speakers.items())
        everyone = [counts for _, counts in self.speakers]
        heard = [counts for counts in everyone if counts.words]
        self.has_silent = len(heard) < len(everyone)
        self.results = [each for each in COUNTS if with_speakers or each != SPEAKER_ERROR]
        self.headings = [each for each in HEADINGS if with_speakers or each != b"SpSub"]
        # By column: of all speakers, of those with words, and of these in percent.
        columns: list[Callable[[Counts], int]] = [*map(get_count, self.results), lambda counts: counts.errors]
        self.columns = columns
        self.all = [summarize(column(each) for each in everyone) for column in columns]
        self.heard = [summarize(column(each) for each in heard) for column in columns]
        self.shares = [summarize(100.0 * column(each) / each.words for each in heard) for column in columns]
        self.segments = summarize(each.segments for each in everyone)
        self.words = summarize(each.words for each in everyone)
        self.wrong = summarize(each.wrong_segments for each in everyone)
        self.wrong_shares = summarize(100.0 * each.wrong_segments / each.segments for each in everyone)
        self.nce = summarize(each.nce for each in heard if abs(each.nce) <= LARGEST_NCE)
        self.name_width = max([7, *(len(name) for name, _ in self.speakers)])
        self.segment_width = max(5, self.segments.size)
        self.word_width = max(6, self.words.size)
        self.widths = [
            max(6, one.size, other.size) + self.has_silent for one, other in zip(self.all, self.heard, strict=True)
        ]
        self.widths.append(max(6, self.wrong.size, self.wrong_shares.size))
        columns_width = sum(self.widths) + len(self.widths)
        self.width = 13 + self.name_width + self.segment_width + self.word_width + columns_width + NCE_WIDTH

    def format(self, title: bytes) -> bytes:
        lines = [fit(TITLE, self.width, "middle"), b"." + b"-" * (self.width - 2) + b"."]
        lines.append(b"|" + fit(os.path.basename(title), self.width - 2, "middle") + b"|")
        lines.append(self.draw_line(b"-"))
        heading = [fit(text, width) for text, width in zip(self.headings, self.widths, strict=True)]
        lines.append(
            self.format_row((b"Speaker", "left"), (b"#Snt", b"#Wrd"), heading, fit(b"NCE", NCE_WIDTH, "middle"))
        )
        for name, counts in self.speakers:
            lines += [self.draw_line(b"-"), self.format_speaker(name, counts)]
        lines += [self.draw_line(b"="), self.format_total(), self.draw_line(b"=")]
        for name, field in ((b"Mean", 1), (b"S.D.", 2), (b"Median", 3)):
            lines.append(self.format_statistic(name, field))
        lines.append(b"'" + b"-" * (self.width - 2) + b"'")
        return b"\n".join([*lines, b""]) + (FOOTNOTES if self.has_silent else b"")

    def draw_line(self, character: bytes) -> bytes:
        return b"|" + character * (self.width - 2) + b"|"

    def format_row(
        self, name: tuple[bytes, str], sizes: tuple[bytes, bytes], figures: list[bytes], nce: bytes
    ) -> bytes:
        text, align = name
        counted = fit(sizes[0], self.segment_width) + b" " + fit(sizes[1], self.word_width)
        return b"| " + b" | ".join([fit(text, self.name_width, align), counted, b" ".join(figures), nce]) + b" |"

    def format_speaker(self, name: bytes, counts: Counts) -> bytes:
        is_counted = self.is_raw or not counts.words
        mark = b"" if not self.has_silent else b" " if self.is_raw or counts.words else b"*"
        values = [column(counts) for column in self.columns]
        shown = [b"%d" % value if is_counted else format_figure(100.0 * value / counts.words) for value in values]
        share = 100.0 * counts.wrong_segments / counts.segments
        wrong = b"%d" % counts.wrong_segments if self.is_raw else format_figure(share)
        if not counts.words:
            nce = fit(b"#", NCE_WIDTH, "middle")
        elif abs(counts.nce) <= LARGEST_NCE:
            nce = format_nce(counts.nce)
        else:
            nce = fit(b"-inf" if counts.nce < 0 else b"+inf", NCE_WIDTH, "middle")
        sizes = (b"%d" % counts.segments, b"%d" % counts.words)
        return self.format_row((name, "left"), sizes, self.fit_figures(shown, wrong, mark), nce)

    def format_total(self) -> bytes:
        words = self.words.total or 1.0
        if self.is_raw:
            shown = [b"%d" % truncate_to_int32(each.total) for each in self.all]
            wrong = b"%d" % truncate_to_int32(self.wrong.total)
        else:
            shown = [format_figure(100.0 * each.total / words) for each in self.all]
            wrong = format_figure(100.0 * self.wrong.total / (self.segments.total or 1.0))
        counts = dict.fromkeys(COUNTS, 0)
        for _, each in self.speakers:
            for result in COUNTS:
                counts[result] += each.by_result[result]
        nce = format_nce(compute_nce(counts, self.totals.confidence))
        name = b"Sum" if self.is_raw else b"Sum/Avg"
        sizes = (b"%d" % truncate_to_int32(self.segments.total), b"%d" % truncate_to_int32(self.words.total))
        mark = b" " if self.has_silent else b""
        return self.format_row((name, "left"), sizes, self.fit_figures(shown, wrong, mark), nce)

    def format_statistic(self, name: bytes, field: int) -> bytes:
        """The mean, standard deviation or median of speakers with words."""
        columns, segments = (self.heard, self.wrong) if self.is_raw else (self.shares, self.wrong_shares)
        shown = [format_figure(each[field]) for each in columns]
        sizes = (format_figure(self.segments[field]), format_figure(self.words[field]))
        figures = self.fit_figures(shown, format_figure(segments[field]), b"+" if self.has_silent else b"")
        return self.format_row((name, "middle"), sizes, figures, format_nce(self.nce[field]))

    def fit_figures(self, shown: list[bytes], wrong: bytes, mark: bytes) -> list[bytes]:
        texts = [*(each + mark for each in shown), wrong]
        return [fit(text, width) for text, width in zip(texts, self.widths, strict=True)]


def get_count(result: str) -> Callable[[Counts], int]:
    return lambda counts: counts.by_result[result]
