"""Programs that decode lattices: best path (Viterbi), minimum Bayes risk (MBR, Xu et al. 2011), oracle path."""
# ruff: noqa: D101 - the usage of a program says what it does

from __future__ import annotations

from collections.abc import Sequence

from mondegreen import _core
from mondegreen._core import Decoded, Lattice
from mondegreen._core import Oracle as OraclePath
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, decode_bytes, parse_int
from mondegreen.dropin.kaldi.lattice_programs.base import (
    ALL_SCALES,
    FRAME_SHIFT,
    PRINT_SILENCE,
    SCALES,
    SHOW_WORDS,
    LatticeProgram,
    LatticeProgramEntry,
    format_ratio,
)
from mondegreen.dropin.kaldi.lattice_tables import (
    COMPACT_LATTICE,
    FLOAT,
    INTEGER,
    INTEGERS,
    POSTERIORS,
    TIMES,
    parse_integers,
    parse_times,
    read_file,
    read_values,
)
from mondegreen.dropin.kaldi.symbol_tables import read_symbols, spell_words
from mondegreen.dropin.kaldi.tables import Wspecifier


class CostSums:
    """The costs of all paths together."""

    paths = frames = 0
    graph = acoustic = 0.0

    def add(self, graph: float, acoustic: float, frames: int) -> str:
        """Add a path; return its costs as text."""
        self.paths += 1
        self.frames += frames
        self.graph += graph
        self.acoustic += acoustic
        return f"{graph:g} + {acoustic:g} = {graph + acoustic:g} over {frames} frames."

    @property
    def mean(self) -> str:
        costs = (self.graph + self.acoustic, self.graph, self.acoustic)
        total, graph, acoustic = (format_ratio(cost, self.frames) for cost in costs)
        return f"{total} = {graph} [graph] + {acoustic} [acoustic] over {self.frames} frames."


class BestPath(LatticeProgram):
    name = "lattice-best-path"
    usage = """
Finds the path that costs least in each lattice, and writes its words and transition ids.

Usage: lattice-best-path [options] <lattice-rspecifier> [ <transcriptions-wspecifier> [ <alignments-wspecifier> ] ]
E.g.: lattice-best-path --acoustic-scale=0.1 ark:1.lats ark,t:1.tra ark:1.ali"""
    options = (*SCALES, SHOW_WORDS)
    arguments = (1, 2, 3)
    outputs = ((1, INTEGERS), (2, INTEGERS))
    summary = "Overall cost per frame is {self.sums.mean}\nDone {self.done} lattices, failed for {self.failed}"

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.symbols = read_symbols(call.text(SHOW_WORDS.name))
        self.sums = CostSums()

    def process(self, key: bytes, lattice: Lattice) -> None:
        path = self.scale(lattice).best_path().only_path()
        name = decode_bytes(key)
        if path is None:
            self.console.warn(f"Best-path failed for key {name}")
            self.failed += 1
            return
        words, ids, graph, acoustic = path
        self.console.log(f"For utterance {name}, best cost {self.sums.add(graph, acoustic, len(ids))}")
        self.done += 1
        transcripts, alignments = self.writers
        transcripts.write(key, words)
        alignments.write(key, ids)
        if self.symbols is not None:
            self.console.write(f"{name} ")
            self.console.write(f"{spell_words(words, self.symbols)}\n")


def decode_mbr(
    lattice: Lattice, *, decode: bool = True, keep_silence: bool = False, words: Sequence[int] | None = None
) -> Decoded:
    """Decode for minimum Bayes risk; as Kaldi, assert that all paths to a state have one length."""
    ordered = lattice.sorted()  # a cycle is another error
    try:
        ordered.arc_frames()
        return _core.least_risk(lattice, decode=decode, keep_silence=keep_silence, words=words)
    except ValueError as error:
        raise KaldiAssertionError(str(error), "CompactLatticeStateTimes") from None


class MbrProgram(LatticeProgram):
    """A program that decodes for minimum Bayes risk, and sums up the risk."""

    word_count = 0
    risk = 0.0

    def add(self, decoded: Decoded) -> None:
        self.done += 1
        self.word_count += len(decoded.words)
        self.risk += decoded.risk

    @property
    def mean_risks(self) -> str:
        per_sentence, per_word = (format_ratio(self.risk, count) for count in (self.done, self.word_count))
        return f"Bayes Risk per sentence is {per_sentence} and per word, {per_word}"


class MbrDecode(MbrProgram):
    name = "lattice-mbr-decode"
    usage = """
Decodes lattices for the least expected number of word errors (minimum Bayes risk), and writes the words, that number,
what else may have been said at each place, and when.

Usage: lattice-mbr-decode [options] <lattice-rspecifier> <transcriptions-wspecifier>
           [ <bayes-risk-wspecifier> [ <sausages-wspecifier> [ <times-wspecifier> ] ] ]
E.g.: lattice-mbr-decode --acoustic-scale=0.1 ark:1.lats ark,t:1.tra ark:/dev/null ark,t:1.sau"""
    options = (
        *SCALES,
        Option("word-symbol-table", "", "Words and their numbers; only its being there is looked at"),
        Option("one-best-times", default=False, purpose="Write times of words, not of places in sausages"),
    )
    arguments = (2, 3, 4, 5)
    outputs = ((1, INTEGERS), (2, FLOAT), (3, POSTERIORS), (4, TIMES))
    summary = "Done {self.done} lattices.\nAverage {self.mean_risks}"

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        read_symbols(call.text("word-symbol-table"))

    def process(self, key: bytes, lattice: Lattice) -> None:
        decoded = decode_mbr(self.scale(lattice))
        self.add(decoded)
        transcripts, risks, sausages, times = self.writers
        transcripts.write(key, decoded.words)
        risks.write(key, decoded.risk)
        sausages.write(key, decoded.bins)
        times.write(key, decoded.times if self.call.flag("one-best-times") else decoded.bin_times)


class CtmConfidences(MbrProgram):
    name = "lattice-to-ctm-conf"
    usage = """
Decodes lattices for the least expected number of word errors, or around words that are given, and writes the words in
CTM format: utterance, 1, begin, length, number of the word, likelihood. The lattices should be word-aligned.

Usage: lattice-to-ctm-conf [options] <lattice-rspecifier> [ <1best-rspecifier> [ <times-rspecifier> ] ] <ctm-wxfilename>
E.g.: lattice-to-ctm-conf --acoustic-scale=0.1 ark:1.lats 1.ctm"""
    options = (
        *ALL_SCALES,
        FRAME_SHIFT,
        Option("confidence-digits", 2, "Decimals of all numbers"),
        Option(
            "decode-mbr",
            default=True,
            purpose="Look for the words of least expected errors, not those of the best path",
        ),
        PRINT_SILENCE,
    )
    arguments = (2, 3, 4)
    outputs = ((-1, None),)
    summary = "Done {self.done} lattices.\nOverall average {self.mean_risks}"

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        given = len(call.arguments)
        self.words = dict(read_values(call, call.argument(1), parse_integers)) if given > 2 else None
        # Kaldi computes the times of given words anew, and only insists that they are there.
        self.timed = {key for key, _ in read_values(call, call.argument(2), parse_times)} if given > 3 else None
        check_is_file(call.argument(-1))

    def process(self, key: bytes, lattice: Lattice) -> None:
        name = decode_bytes(key)
        if self.words is not None and key not in self.words:
            self.console.warn(f"1-best not present for utterance {name}")
            return
        if self.timed is not None and key not in self.timed:
            self.console.warn(f"Times not present for utterance {name}")
            return
        decoded = decode_mbr(
            self.scale(lattice),
            decode=self.call.flag("decode-mbr"),
            keep_silence=self.call.flag("print-silence"),
            words=None if self.words is None else self.words[key],
        )
        mean = sum(decoded.confidences) / len(decoded.words) if decoded.words else 0.0
        what = f"Bayes Risk {decoded.risk:g}, avg. confidence per-word {mean:g}"
        self.console.log(f"For utterance {name}, {what}")
        self.add(decoded)
        self.writers[0].write(key, self.format_ctm(key, decoded))

    def format_ctm(self, key: bytes, decoded: Decoded) -> bytes:
        shift, digits = round_to_float32(self.call.number("frame-shift")), self.call.integer("confidence-digits")
        lines = []
        for word, (begin, end), confidence in zip(decoded.words, decoded.times, decoded.confidences, strict=True):
            start, length = round_to_float32(shift * begin), round_to_float32(shift * round_to_float32(end - begin))
            numbers = f"{start:.{digits}f} {length:.{digits}f} {word} {confidence:.{digits}f}"
            lines.append(b"%s 1 %s\n" % (key, numbers.encode()))
        return b"".join(lines)


def check_is_file(name: str) -> None:
    """Refuse an archive in the place of a file."""
    try:
        Wspecifier(name)
    except KaldiError:
        return
    what = f"Please use things like 1.ctm istead of {name}"
    raise KaldiError(f"The output ctm file should not be a wspecifier. {what}")


class ErrorSums:
    """The errors of paths, in total or of one."""

    insertions = deletions = substitutions = words = 0

    def add(self, path: OraclePath) -> None:
        self.insertions += path.insertions
        self.deletions += path.deletions
        self.substitutions += path.substitutions
        self.words += path.correct + path.deletions + path.substitutions

    @property
    def errors(self) -> int:
        return self.insertions + self.deletions + self.substitutions

    def format(self, substitutions: str) -> str:
        """Return the error rate and the counts as text, with Kaldi's name of substitutions."""
        rate = f"{100 * self.errors / self.words:g}" if self.words else "inf" if self.errors else "-nan"
        parts = f"{self.insertions} insertions, {self.deletions} deletions, {self.substitutions} {substitutions}"
        return f"%WER {rate} [ {self.errors} / {self.words}, {parts} ]"


class Oracle(LatticeProgram):
    name = "lattice-oracle"
    usage = """
Finds the path of each lattice with the fewest word errors against a reference, whose words are numbers. Of several such
paths any may be written.

Usage: lattice-oracle [options] <test-lattice-rspecifier> <reference-rspecifier> <transcriptions-wspecifier>
           [ <edit-distance-wspecifier> ]
E.g.: lattice-oracle ark:1.lats 'ark:sym2int.pl -f 2- data/lang/words.txt data/test/text|' ark,t:-"""
    options = (
        SHOW_WORDS,
        Option("wildcard-symbols-list", "", "File of words that are no errors (deprecated)"),
        Option("wildcard-symbols", "", "Numbers of words that are no errors, with colons between"),
        Option("write-lattices", "", "Where to write the paths as lattices"),
    )
    arguments = (3, 4)
    outputs = ((2, INTEGERS), (3, INTEGER))

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.symbols = read_symbols(call.text(SHOW_WORDS.name))
        self.wildcards = parse_wildcards(call, self.symbols)
        self.references = dict(read_values(call, call.argument(1), parse_integers))
        self.sums = ErrorSums()

    def run(self) -> int:
        paths_table = self.open_output(self.call.text("write-lattices"), COMPACT_LATTICE)
        with self.open_lattices() as table, self.open_writers(), paths_table as paths:
            for key, lattice in table:
                words = self.search(key, lattice)
                if words is not None:
                    paths.write(key, lattice.expanded().contracted().with_words(words).best_path())
            return self.finish()

    def process(self, key: bytes, lattice: Lattice) -> None:
        self.search(key, lattice)

    def search(self, key: bytes, lattice: Lattice) -> list[int] | None:
        """Write the words of the oracle path and its errors; return the words, if there are a reference and a path."""
        name = decode_bytes(key)
        self.console.write(f"Lattice {name} read.\n")
        if key not in self.references:
            self.console.warn(f"No reference present for utterance {name}")
            self.failed += 1
            return None
        self.done += 1
        path = _core.least_errors(lattice, self.references[key], self.wildcards)
        if path is None:
            self.console.warn(f"Best-path failed for key {name}")
            self.failed += 1
            return None
        own = ErrorSums()
        own.add(path)
        self.sums.add(path)
        self.console.log(own.format("sub"))
        if self.symbols is not None:
            reference = [word for word in self.references[key] if word not in self.wildcards]
            self.console.write(f"{name} (oracle) {spell_words(path.words, self.symbols)}\n")
            self.console.write(f"{name} (reference) {spell_words(reference, self.symbols)}\n")
        transcripts, distances = self.writers
        distances.write(key, own.errors)
        transcripts.write(key, path.words)
        return path.words

    def finish(self) -> int:
        """It never fails."""
        self.console.log(f"Overall {self.sums.format('substitutions')}")
        self.console.log(f"Scored {self.done} lattices, {self.failed} not present in ref.")
        return 0


def parse_wildcards(call: Call, symbols: dict[int, bytes] | None) -> list[int]:
    """Return the numbers of words that are no errors."""
    if name := call.text("wildcard-symbols-list"):
        call.console.warn("--wildcard-symbols-list option deprecated.")
        if symbols is None:
            raise KaldiError("--wildcard-symbols-list option requires --word-symbol-table option")
        numbers = {word: number for number, word in symbols.items()}
        words = read_file(call, name).split()
        missing = [word for word in words if word not in numbers]
        if missing:
            raise KaldiError(f"Can't find symbol in symbol table: {decode_bytes(missing[0])}")
        return [numbers[word] for word in words]
    text = call.text("wildcard-symbols")
    try:
        return [parse_int(field) for field in text.split(":")] if text else []
    except ValueError:
        what = f"Expected colon-separated list of integers for --wildcard-symbols option, got: {text}"
        raise KaldiError(what) from None


lattice_best_path = LatticeProgramEntry(BestPath)
lattice_mbr_decode = LatticeProgramEntry(MbrDecode)
lattice_oracle = LatticeProgramEntry(Oracle)
lattice_to_ctm_conf = LatticeProgramEntry(CtmConfidences)
