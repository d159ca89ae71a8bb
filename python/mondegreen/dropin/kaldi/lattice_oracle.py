"""`lattice-oracle`: the path of each lattice that comes nearest to a reference."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.lattices import Lattices, data_of
from mondegreen.dropin.kaldi.objects import COMPACT, WHOLE, WHOLES
from mondegreen.dropin.kaldi.options import Call, Option, whole
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.stages import Last, staged
from mondegreen.dropin.kaldi.symbols import spelled, symbols
from mondegreen.dropin.kaldi.values import lists

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice
    from mondegreen._core import Oracle as Found

USAGE = """
Finds the path of each lattice with the fewest word errors against a reference, whose words are numbers. Of several such
paths any may be written.

Usage: lattice-oracle [options] <test-lattice-rspecifier> <reference-rspecifier> <transcriptions-wspecifier>
           [ <edit-distance-wspecifier> ]
E.g.: lattice-oracle ark:1.lats 'ark:sym2int.pl -f 2- data/lang/words.txt data/test/text|' ark,t:-
"""


class Oracle(Last):
    """Searches lattice by lattice."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.words_of = symbols(call.text("word-symbol-table"))
        self.free = wildcards(call, self.words_of)
        self.references = dict(lists(call, call.argument(1)))
        self.sums = Sums()
        self.failed = 0

    def search(self, key: bytes, lattice: Lattice) -> Found | None:
        """What the best path of a lattice is, if it has a reference and a path."""
        from mondegreen._core import least_errors

        name = printable(key)
        self.call.console.raw(f"Lattice {name} read.\n")
        if key not in self.references:
            self.call.console.warn(f"No reference present for utterance {name}")
            self.failed += 1
            return None
        self.done += 1
        found = least_errors(lattice, self.references[key], self.free)
        if found is None:
            self.call.console.warn(f"Best-path failed for key {name}")
            self.failed += 1
            return None
        self.call.console.log(self.sums.add(found))
        if self.words_of is not None:
            reference = [word for word in self.references[key] if word not in self.free]
            show(self.call, name, found, reference, self.words_of)
        return found

    def lines(self, key: bytes, lattice: Lattice) -> bytes:
        """The words, as a table in text has them."""
        found = self.search(key, lattice)
        return b"" if found is None else key + b" " + WHOLES.text(found.words).encode()

    def run(self, source: str, target: str) -> int:
        """Searches a table of lattices; gives the exit code."""
        call = self.call
        with (
            Lattices(call, source) as table,
            records(call, target, WHOLES) as transcripts,
            records(call, call.argument(3), WHOLE) as distances,
            records(call, call.text("write-lattices"), COMPACT) as paths,
        ):
            for key, lattice in table:
                found = self.search(key, lattice)
                if found is not None:
                    distances.write(key, found.insertions + found.deletions + found.substitutions)
                    transcripts.write(key, found.words)
                    paths.write(key, lattice.expanded().contracted().with_words(found.words).best_path())
            return self.end()

    def end(self) -> int:
        """It never fails."""
        self.call.console.log(f"Overall {self.sums.line('substitutions')}")
        self.call.console.log(f"Scored {self.done} lattices, {self.failed} not present in ref.")
        return 0


def wildcards(call: Call, words_of: dict[int, bytes] | None) -> list[int]:
    """The numbers of words that are no errors."""
    if name := call.text("wildcard-symbols-list"):
        call.console.warn("--wildcard-symbols-list option deprecated.")
        if words_of is None:
            raise KaldiError("--wildcard-symbols-list option requires --word-symbol-table option")
        numbers = {word: number for number, word in words_of.items()}
        words = data_of(call, name).split()
        missing = [word for word in words if word not in numbers]
        if missing:
            raise KaldiError(f"Can't find symbol in symbol table: {missing[0].decode('utf-8', 'surrogateescape')}")
        return [numbers[word] for word in words]
    text = call.text("wildcard-symbols")
    try:
        return [whole(field) for field in text.split(":")] if text else []
    except ValueError:
        what = f"Expected colon-separated list of integers for --wildcard-symbols option, got: {text}"
        raise KaldiError(what) from None


class Sums:
    """The errors of paths together, named as Kaldi's program names them."""

    def __init__(self) -> None:
        self.insertions = self.deletions = self.substitutions = self.words = 0

    def add(self, found: Found) -> str:
        """Adds a path; tells its own errors."""
        own = Sums()
        for sums in (self, own):
            sums.insertions += found.insertions
            sums.deletions += found.deletions
            sums.substitutions += found.substitutions
            sums.words += found.correct + found.deletions + found.substitutions
        return own.line("sub")

    def line(self, substitutions: str) -> str:
        """The error rate and what it is made of."""
        errors = self.insertions + self.deletions + self.substitutions
        rate = f"{100 * errors / self.words:g}" if self.words else "inf" if errors else "-nan"
        parts = f"{self.insertions} insertions, {self.deletions} deletions, {self.substitutions} {substitutions}"
        return f"%WER {rate} [ {errors} / {self.words}, {parts} ]"


def show(call: Call, name: str, found: Found, reference: list[int], words_of: dict[int, bytes]) -> None:
    """Shows the words of both sides."""
    call.console.raw(f"{name} (oracle) {spelled(found.words, words_of)}\n")
    call.console.raw(f"{name} (reference) {spelled(reference, words_of)}\n")


run = staged(
    Oracle,
    "lattice-oracle",
    USAGE,
    Option("word-symbol-table", "", "Words and their numbers, to show words on standard error"),
    Option("wildcard-symbols-list", "", "File of words that are no errors (deprecated)"),
    Option("wildcard-symbols", "", "Numbers of words that are no errors, with colons between"),
    Option("write-lattices", "", "Where to write the paths as lattices"),
    arguments=(3, 4),
    target=2,
)
