"""`lattice-mbr-decode`: the words of least expected errors."""

from __future__ import annotations

from mondegreen.dropin.kaldi.decoding import decoded
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import POSTERIORS, REAL, TIMES, WHOLES
from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales
from mondegreen.dropin.kaldi.stages import Last, staged
from mondegreen.dropin.kaldi.symbols import symbols

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Decoded, Lattice

USAGE = """
Decodes lattices for the least expected number of word errors (minimum Bayes risk), and writes the words, that number,
what else may have been said at each place, and when.

Usage: lattice-mbr-decode [options] <lattice-rspecifier> <transcriptions-wspecifier>
           [ <bayes-risk-wspecifier> [ <sausages-wspecifier> [ <times-wspecifier> ] ] ]
E.g.: lattice-mbr-decode --acoustic-scale=0.1 ark:1.lats ark,t:1.tra ark:/dev/null ark,t:1.sau
"""


class MbrDecode(Last):
    """Decodes lattice by lattice."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.scales = Scales(call)
        symbols(call.text("word-symbol-table"))
        self.words = 0
        self.risk = 0.0

    def decode(self, lattice: Lattice) -> Decoded:
        """What was most likely said."""
        found = decoded(self.scales.apply(lattice))
        self.done += 1
        self.words += len(found.words)
        self.risk += found.risk
        return found

    def lines(self, key: bytes, lattice: Lattice) -> bytes:
        """The words, as a table in text has them."""
        return key + b" " + WHOLES.text(self.decode(lattice).words).encode()

    def run(self, source: str, target: str) -> int:
        """Decodes a table of lattices into up to four tables; gives the exit code."""
        call = self.call
        with (
            Lattices(call, source) as table,
            records(call, target, WHOLES) as transcripts,
            records(call, call.argument(2), REAL) as risks,
            records(call, call.argument(3), POSTERIORS) as sausages,
            records(call, call.argument(4), TIMES) as times,
        ):
            for key, lattice in table:
                found = self.decode(lattice)
                transcripts.write(key, found.words)
                risks.write(key, found.risk)
                sausages.write(key, found.bins)
                times.write(key, found.times if call.flag("one-best-times") else found.bin_times)
            return self.end()

    def end(self) -> int:
        """It failed if there was nothing to decode."""
        self.call.console.log(f"Done {self.done} lattices.")
        mean, per_word = (f"{self.risk / count:g}" if count else "-nan" for count in (self.done, self.words))
        self.call.console.log(f"Average Bayes Risk per sentence is {mean} and per word, {per_word}")
        return 0 if self.done else 1


run = staged(
    MbrDecode,
    "lattice-mbr-decode",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("word-symbol-table", "", "Words and their numbers; only its being there is looked at"),
    Option("one-best-times", default=False, purpose="Write times of words, not of places in sausages"),
    arguments=(2, 3, 4, 5),
)
