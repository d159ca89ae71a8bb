"""`lattice-mbr-decode`: the words of least expected errors."""

from __future__ import annotations

from mondegreen.dropin.kaldi.decoding import decoded
from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.objects import POSTERIORS, REAL, TIMES, WHOLES
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales
from mondegreen.dropin.kaldi.symbols import symbols

USAGE = """
Decodes lattices for the least expected number of word errors (minimum Bayes risk), and writes the words, that number,
what else may have been said at each place, and when.

Usage: lattice-mbr-decode [options] <lattice-rspecifier> <transcriptions-wspecifier>
           [ <bayes-risk-wspecifier> [ <sausages-wspecifier> [ <times-wspecifier> ] ] ]
E.g.: lattice-mbr-decode --acoustic-scale=0.1 ark:1.lats ark,t:1.tra ark:/dev/null ark,t:1.sau
"""


@program(
    "lattice-mbr-decode",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("word-symbol-table", "", "Words and their numbers; only its being there is looked at"),
    Option("one-best-times", default=False, purpose="Write times of words, not of places in sausages"),
    arguments=(2, 3, 4, 5),
)
def run(call: Call) -> int:
    """Decodes lattice by lattice."""
    scales = Scales(call)
    symbols(call.text("word-symbol-table"))
    done = words = 0
    risk = 0.0
    with (
        lattices(call, call.argument(0)) as table,
        records(call, call.argument(1), WHOLES) as transcripts,
        records(call, call.argument(2), REAL) as risks,
        records(call, call.argument(3), POSTERIORS) as sausages,
        records(call, call.argument(4), TIMES) as times,
    ):
        for key, lattice in table:
            found = decoded(scales.apply(lattice))
            transcripts.write(key, found.words)
            risks.write(key, found.risk)
            sausages.write(key, found.bins)
            times.write(key, found.times if call.flag("one-best-times") else found.bin_times)
            done += 1
            words += len(found.words)
            risk += found.risk
        call.console.log(f"Done {done} lattices.")
        mean, per_word = (f"{risk / count:g}" if count else "-nan" for count in (done, words))
        call.console.log(f"Average Bayes Risk per sentence is {mean} and per word, {per_word}")
    return 0 if done else 1
