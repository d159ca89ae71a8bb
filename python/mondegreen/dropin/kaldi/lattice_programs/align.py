"""Programs that align words: arcs of lattices become words or silences, with the frames that they last."""
# ruff: noqa: D101 - the usage of a program says what it does

from __future__ import annotations

from collections.abc import Callable

from mondegreen import _core
from mondegreen._core import Lattice, TransitionModel
from mondegreen.dropin.kaldi.command import Call, KaldiError, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs.base import LatticeProgramEntry, LatticeTransform
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, read_file

PARTIAL_WORD = Option("partial-word-label", 0, "Number of the word that part of a word at the end becomes")
REORDER = Option("reorder", default=True, purpose="Self-loops come after the last transition of a phone")
MAX_EXPAND = "How many times the states of a lattice, and 1000 more, there may be; 0 for any number"
WRITE_FAILED = Option("output-error-lats", default=True, purpose="Write what came of lattices that did not align, too")
TEST = Option("test", default=False, purpose="Check that what is written has the words and costs of what was read")
# The relative difference of the likelihoods of all paths of two lattices that are the same but for rounding.
TOLERANCE = 1e-4


def read_model(call: Call, name: str) -> TransitionModel:
    cache_parsed(call, name, _core.TransitionModel)
    model: TransitionModel = call.cache[name]
    return model


def cache_parsed(call: Call, name: str, parse: Callable[[bytes], object]) -> None:
    """Parse a file, once for all calls that run side by side; an error names the file."""
    if name not in call.cache:
        try:
            call.cache[name] = parse(read_file(call, name))
        except ValueError as error:
            raise KaldiError(f"{name}: {error}") from None


class Align(LatticeTransform):
    """A program that aligns words."""

    arguments = (4,)
    source = 2
    outputs = ((3, COMPACT_LATTICE),)
    summary = "Successfully aligned {self.done} lattices; {self.failed} had errors."
    # Whether a lattice that becomes empty is written as it was read.
    writes_unaligned = False

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        expansion = call.number("max-expand")
        self.expansion = expansion if expansion > 0 else None

    def align(self, lattice: Lattice) -> tuple[Lattice, str | None]:
        """Return the aligned lattice, and what is wrong with it."""
        raise NotImplementedError

    def transform(self, key: bytes, lattice: Lattice) -> Lattice | None:
        name = decode_bytes(key)
        aligned, complaint = self.align(lattice)
        is_empty = aligned.start is None
        if self.call.flag(TEST.name) and complaint is None and not is_empty:
            self.test(lattice, aligned, name)
        if complaint is None and not is_empty:
            self.done += 1
            return aligned.sorted()
        self.failed += 1
        if complaint is None:
            self.console.warn(f"Lattice was empty for key {name}")
            return None
        self.console.warn(f"Lattice for {name} did not align correctly: {complaint}")
        if is_empty and self.writes_unaligned and lattice.states:
            self.console.warn(f"Nothing came of the lattice for {name}, which is written as it was read")
            return lattice
        if not self.call.flag(WRITE_FAILED.name) or is_empty:
            self.console.warn(f"No output for {name}")
            return None
        self.console.warn(f"Outputting partial lattice for {name}")
        return aligned.sorted()

    def test(self, lattice: Lattice, aligned: Lattice, name: str) -> None:
        """Refuse an aligned lattice that is not equivalent."""
        if not _core.are_equivalent(lattice, aligned):
            raise KaldiError(f"Lattice for {name} has other words or costs once aligned", "TestEquivalent")

    def finish(self) -> int:
        """It fails if most lattices did not align."""
        super().finish()
        return 0 if self.done > self.failed else 1


class AlignByBoundaries(Align):
    name = "lattice-align-words"
    usage = """
Makes each arc of lattices a word with the frames it lasts, or a silence. The phones must tell where in a word they
stand, as the file of word boundaries says (phones/word_boundary.int).

Usage: lattice-align-words [options] <word-boundary-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words data/lang/phones/word_boundary.int final.mdl ark:1.lats ark:aligned.lats"""
    options = (
        Option("silence-label", 0, "Number of the word that silences become"),
        PARTIAL_WORD,
        REORDER,
        Option("max-expand", 0.0, MAX_EXPAND),
        WRITE_FAILED,
        TEST,
    )

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.silence = call.integer("silence-label")
        cache_parsed(call, call.argument(0), lambda data: _core.WordBoundaries(data.decode("utf-8", "replace")))
        self.boundaries: _core.WordBoundaries = call.cache[call.argument(0)]
        self.model = read_model(call, call.argument(1))

    def align(self, lattice: Lattice) -> tuple[Lattice, str | None]:
        return self.boundaries.align(
            lattice,
            self.model,
            silence=self.silence,
            partial=self.call.integer(PARTIAL_WORD.name),
            reorder=self.call.flag(REORDER.name),
            expansion=self.expansion,
        )

    def test(self, lattice: Lattice, aligned: Lattice, name: str) -> None:
        super().test(lattice, drop_word(aligned, self.silence) if self.silence else aligned, name)


def drop_word(lattice: Lattice, word: int) -> Lattice:
    """Return the lattice with epsilon in place of a word."""
    from io import BytesIO

    lines = [line.split(b"\t") for line in lattice.write(text=True).split(b"\n")]
    kept = (b"\t".join([*line[:2], b"0", *line[3:]] if line[2:3] == [b"%d" % word] else line) for line in lines)
    return _core.LatticeArchive(BytesIO(b"\n".join(kept))).object("aligned")


class AlignByLexicon(Align):
    name = "lattice-align-words-lexicon"
    usage = """
Makes each arc of lattices a word with the frames it lasts, or a silence. A lexicon tells which phones words have, a
line each: the word in lattices, the word to write, and phones, all as numbers (phones/align_lexicon.int).

Usage: lattice-align-words-lexicon [options] <lexicon-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words-lexicon data/lang/phones/align_lexicon.int final.mdl ark:1.lats ark:aligned.lats"""
    options = (
        PARTIAL_WORD,
        REORDER,
        Option("max-expand", -1.0, MAX_EXPAND),
        WRITE_FAILED,
        Option("output-if-empty", default=False, purpose="Write lattices of which nothing came as they were read"),
        TEST,
        Option(
            "allow-duplicate-paths", default=False, purpose="With --test, let words of equal costs come more than once"
        ),
    )

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        cache_parsed(call, call.argument(0), lambda data: _core.AlignmentLexicon(data.decode("utf-8", "replace")))
        self.lexicon: _core.AlignmentLexicon = call.cache[call.argument(0)]
        self.model = read_model(call, call.argument(1))
        self.writes_unaligned = call.flag("output-if-empty")

    def align(self, lattice: Lattice) -> tuple[Lattice, str | None]:
        return self.lexicon.align(
            lattice,
            self.model,
            partial=self.call.integer(PARTIAL_WORD.name),
            reorder=self.call.flag(REORDER.name),
            expansion=self.expansion,
        )

    def test(self, lattice: Lattice, aligned: Lattice, name: str) -> None:
        """Refuse duplicate paths too: all paths together are more likely then."""
        super().test(lattice, aligned, name)
        before, after = (_core.frame_posteriors(one.expanded().sorted())[1] for one in (lattice, aligned))
        if abs(before - after) > TOLERANCE * (abs(before) + abs(after)):
            what = f"Likelihoods of all paths differ in the aligned lattice for {name}: {before:g} != {after:g}"
            if not self.call.flag("allow-duplicate-paths"):
                raise KaldiError(what, "TestWordAlignedLattice")
            self.console.warn(what, "TestWordAlignedLattice")


lattice_align_words = LatticeProgramEntry(AlignByBoundaries)
lattice_align_words_lexicon = LatticeProgramEntry(AlignByLexicon)
