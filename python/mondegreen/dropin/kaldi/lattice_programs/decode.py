"""Programs that decode lattices: best path (Viterbi), minimum Bayes risk (MBR, Xu et al. 2011), oracle path."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen import _core
from mondegreen._core import Decoded, Lattice
from mondegreen.dropin.emulation.numbers import parse_whole_int, round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs import (
    ALL_SCALES,
    FRAME_SHIFT,
    PRINT_SILENCE,
    SCALES,
    SHOW_WORDS,
    Operation,
    Run,
    format_ratio,
    get_precision,
    lattice_program,
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


@lattice_program(
    "lattice-best-path",
    """
Finds the path that costs least in each lattice, and writes its words and transition ids.

Usage: lattice-best-path [options] <lattice-rspecifier> [ <transcriptions-wspecifier> [ <alignments-wspecifier> ] ]
E.g.: lattice-best-path --acoustic-scale=0.1 ark:1.lats ark,t:1.tra ark:1.ali""",
    *SCALES,
    SHOW_WORDS,
    arguments=(1, 2, 3),
    outputs=((1, INTEGERS), (2, INTEGERS)),
)
def lattice_best_path(run: Run) -> Operation:
    symbols, sums = read_symbols(run.call.text(SHOW_WORDS.name)), CostSums()

    def find_best_path(key: bytes, lattice: Lattice) -> None:
        path = run.scale(lattice).best_path().only_path()
        name = decode_bytes(key)
        if path is None:
            run.fail(f"Best-path failed for key {name}")
            return
        words, ids, graph, acoustic = path
        run.console.log(f"For utterance {name}, best cost {sums.add(graph, acoustic, len(ids))}")
        run.write(key, words, ids)
        if symbols is not None:
            run.console.write(f"{name} ")
            run.console.write(f"{spell_words(words, symbols)}\n")

    yield find_best_path
    run.console.log(f"Overall cost per frame is {sums.mean}")
    run.console.log(f"Done {run.done} lattices, failed for {run.failed}")


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


class RiskSums:
    """The words and the risk of all that was decoded for minimum Bayes risk."""

    sentences = words = 0
    risk = 0.0

    def add(self, decoded: Decoded) -> None:
        self.sentences += 1
        self.words += len(decoded.words)
        self.risk += decoded.risk

    @property
    def means(self) -> str:
        per_sentence, per_word = (format_ratio(self.risk, count) for count in (self.sentences, self.words))
        return f"Bayes Risk per sentence is {per_sentence} and per word, {per_word}"


@lattice_program(
    "lattice-mbr-decode",
    """
Decodes lattices for the least expected number of word errors (minimum Bayes risk), and writes the words, that number,
what else may have been said at each place, and when.

Usage: lattice-mbr-decode [options] <lattice-rspecifier> <transcriptions-wspecifier>
           [ <bayes-risk-wspecifier> [ <sausages-wspecifier> [ <times-wspecifier> ] ] ]
E.g.: lattice-mbr-decode --acoustic-scale=0.1 ark:1.lats ark,t:1.tra ark:/dev/null ark,t:1.sau""",
    *SCALES,
    Option("word-symbol-table", "", "Words and their numbers; only its being there is looked at"),
    Option("one-best-times", default=False, purpose="Write times of words, not of places in sausages"),
    arguments=(2, 3, 4, 5),
    outputs=((1, INTEGERS), (2, FLOAT), (3, POSTERIORS), (4, TIMES)),
)
def lattice_mbr_decode(run: Run) -> Operation:
    """Decode lattices by minimum Bayes risk; write the words, their expected errors, alternatives and times."""
    read_symbols(run.call.text("word-symbol-table"))
    times_words, sums = run.call.flag("one-best-times"), RiskSums()

    def decode(key: bytes, lattice: Lattice) -> None:
        decoded = decode_mbr(run.scale(lattice))
        sums.add(decoded)
        times = decoded.times if times_words else decoded.bin_times
        run.write(key, decoded.words, decoded.risk, decoded.bins, times)

    yield decode
    run.console.log(f"Done {run.done} lattices.")
    run.console.log(f"Average {sums.means}")


@lattice_program(
    "lattice-to-ctm-conf",
    """
Decodes lattices for the least expected number of word errors, or around words that are given, and writes the words in
CTM format: utterance, 1, begin, length, number of the word, likelihood. The lattices should be word-aligned.

Usage: lattice-to-ctm-conf [options] <lattice-rspecifier> [ <1best-rspecifier> [ <times-rspecifier> ] ] <ctm-wxfilename>
E.g.: lattice-to-ctm-conf --acoustic-scale=0.1 ark:1.lats 1.ctm""",
    *ALL_SCALES,
    FRAME_SHIFT,
    Option("confidence-digits", 2, "Decimals of all numbers"),
    Option(
        "decode-mbr", default=True, purpose="Look for the words of least expected errors, not those of the best path"
    ),
    PRINT_SILENCE,
    arguments=(2, 3, 4),
    outputs=((-1, None),),
)
def lattice_to_ctm_conf(run: Run) -> Operation:
    """Decode lattices by minimum Bayes risk, and write the words with times and confidences as CTM."""
    call, sums = run.call, RiskSums()
    given = len(call.arguments)
    words = dict(read_values(call, call.argument(1), parse_integers)) if given > 2 else None
    # Kaldi computes the times of given words anew, and only insists that they are there.
    timed = {key for key, _ in read_values(call, call.argument(2), parse_times)} if given > 3 else None
    check_is_file(call.argument(-1))

    def decode(key: bytes, lattice: Lattice) -> None:
        name = decode_bytes(key)
        if words is not None and key not in words:
            run.console.warn(f"1-best not present for utterance {name}")
            return
        if timed is not None and key not in timed:
            run.console.warn(f"Times not present for utterance {name}")
            return
        decoded = decode_mbr(
            run.scale(lattice),
            decode=call.flag("decode-mbr"),
            keep_silence=call.flag(PRINT_SILENCE.name),
            words=None if words is None else words[key],
        )
        mean = sum(decoded.confidences) / len(decoded.words) if decoded.words else 0.0
        run.console.log(f"For utterance {name}, Bayes Risk {decoded.risk:g}, avg. confidence per-word {mean:g}")
        sums.add(decoded)
        run.write(key, format_ctm(call, key, decoded))

    yield decode
    run.console.log(f"Done {run.done} lattices.")
    run.console.log(f"Overall average {sums.means}")


def format_ctm(call: Call, key: bytes, decoded: Decoded) -> bytes:
    shift, digits = round_to_float32(call.number(FRAME_SHIFT.name)), get_precision(call.integer("confidence-digits"))
    lines = []
    for word, (begin, end), confidence in zip(decoded.words, decoded.times, decoded.confidences, strict=True):
        start, length = round_to_float32(shift * begin), round_to_float32(shift * round_to_float32(end - begin))
        numbers = f"{start:.{digits}f} {length:.{digits}f} {word} {confidence:.{digits}f}"
        lines.append(b"%s 1 %s\n" % (key, numbers.encode()))
    return b"".join(lines)


def check_is_file(name: str) -> None:
    try:
        Wspecifier(name)
    except KaldiError:
        return
    what = f"Please use things like 1.ctm istead of {name}"
    raise KaldiError(f"The output ctm file should not be a wspecifier. {what}")


class ErrorSums:
    """The errors of paths, in total or of one."""

    insertions = deletions = substitutions = words = 0

    def add(self, insertions: int, deletions: int, substitutions: int, correct: int) -> None:
        self.insertions += insertions
        self.deletions += deletions
        self.substitutions += substitutions
        self.words += correct + deletions + substitutions

    @property
    def errors(self) -> int:
        return self.insertions + self.deletions + self.substitutions

    def format(self, substitutions: str) -> str:
        """Return the error rate and the counts as text, with Kaldi's name of substitutions."""
        parts = f"{self.insertions} insertions, {self.deletions} deletions, {self.substitutions} {substitutions}"
        return f"%WER {format_ratio(100 * self.errors, self.words)} [ {self.errors} / {self.words}, {parts} ]"


WRITE_LATTICES = Option("write-lattices", "", "Where to write the paths as lattices")


@lattice_program(
    "lattice-oracle",
    """
Finds the path of each lattice with the fewest word errors against a reference, whose words are numbers.

Usage: lattice-oracle [options] <test-lattice-rspecifier> <reference-rspecifier> <transcriptions-wspecifier>
           [ <edit-distance-wspecifier> ]
E.g.: lattice-oracle ark:1.lats 'ark:sym2int.pl -f 2- data/lang/words.txt data/test/text|' ark,t:-""",
    SHOW_WORDS,
    Option("wildcard-symbols-list", "", "File of words that are no errors (deprecated)"),
    Option("wildcard-symbols", "", "Numbers of words that are no errors, with colons between"),
    WRITE_LATTICES,
    arguments=(3, 4),
    outputs=((2, INTEGERS), (3, INTEGER), (WRITE_LATTICES, COMPACT_LATTICE)),
)
def lattice_oracle(run: Run) -> Operation:
    symbols = read_symbols(run.call.text(SHOW_WORDS.name))
    wildcards = parse_wildcards(run.call, symbols)
    references = dict(read_values(run.call, run.call.argument(1), parse_integers))
    sums = ErrorSums()

    def search(key: bytes, lattice: Lattice) -> None:
        name = decode_bytes(key)
        run.console.write(f"Lattice {name} read.\n")
        if key not in references:
            run.fail(f"No reference present for utterance {name}")
            return
        run.done += 1
        path = _core.least_errors_as_kaldi(lattice, references[key], wildcards)
        if path is None:
            run.fail(f"Best-path failed for key {name}")
            return
        words, *errors = path
        own = ErrorSums()
        own.add(*errors)
        sums.add(*errors)
        run.console.log(own.format("sub"))
        run.console.log(f"For utterance {name}, best cost {own.errors}")
        if symbols is not None:
            reference = [word for word in references[key] if word not in wildcards]
            run.console.write(f"{name} (oracle) {spell_words(words, symbols)}\n")
            run.console.write(f"{name} (reference) {spell_words(reference, symbols)}\n")
        transcripts, distances, paths = run.writers
        distances.write(key, own.errors)
        transcripts.write(key, words)
        if run.call.text(WRITE_LATTICES.name):
            found = lattice.expanded().contracted().with_words(words, wildcards).shortest_path()
            if found is not None:
                paths.write(key, found)
            else:
                run.console.warn(f"Failed to find the oracle path in the original lattice: {name}")

    yield search
    run.console.log(f"Overall {sums.format('substitutions')}")
    run.console.log(f"Scored {run.done} lattices, {run.failed} not present in ref.")
    run.succeeded = True


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
        return [parse_whole_int(field) for field in text.split(":")] if text else []
    except ValueError:
        what = f"Expected colon-separated list of integers for --wildcard-symbols option, got: {text}"
        raise KaldiError(what) from None
