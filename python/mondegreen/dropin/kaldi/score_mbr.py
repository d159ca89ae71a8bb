"""`local/score_mbr.sh`: word error rates of what has the least expected errors."""

from __future__ import annotations

from shlex import quote

from mondegreen.dropin.kaldi import lattice_mbr_decode
from mondegreen.dropin.kaldi.jobs import Job, check
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.pipelines import Track, run_tracks
from mondegreen.dropin.kaldi.pipes import command
from mondegreen.dropin.kaldi.recipe import FAILED, NO_SUCH, Options, folder, need
from mondegreen.dropin.kaldi.risk_scoring import filtered_reference, rate_all
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULTS = {"cmd": "run.pl", "stage": "0", "min_lmwt": "7", "max_lmwt": "17"}
USAGE = """\
Usage: {name} [--cmd (run.pl|queue.pl...)] <data-dir> <lang-dir|graph-dir> <decode-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --stage (0|1)                   # start scoring script from part-way through.
    --min_lmwt <int>                # the least language model weight
    --max_lmwt <int>                # the greatest one
"""


@script("local/score_mbr.sh")
def run(call: Script) -> None:
    """Writes `scoring/WEIGHT.tra` and `wer_WEIGHT`."""
    options = Options(call, DEFAULTS)
    if len(options.arguments) != 3:
        call.write(USAGE.format(name=call.name))
        raise DieError("", FAILED)
    data, lang, decode = options.arguments
    words = f"{lang}/words.txt"
    need(call, [words, f"{decode}/lat.1.gz", f"{data}/text"], "score_mbr.sh", NO_SUCH)
    home = folder(f"{decode}/scoring")
    folder(f"{home}/log")
    filtered_reference(data, f"{home}/test_filt.txt")
    weights = options.weights()
    if options.whole("stage") <= 0:
        decode_all(f"ark:gunzip -c {quote(decode)}/lat.*.gz|", home, words, weights)
    rate_all(home, words, weights, decode, echo=False)


def decode_all(table: str, home: str, words: str, weights: Sequence[int]) -> None:
    """Writes what is heard with each weight, in one reading of the lattices."""
    tracks = []
    for weight in weights:
        scale, out = f"--acoustic-scale={1 / weight:.15g}", f"{home}/{weight}.tra"
        steps = [(lattice_mbr_decode.run, [scale, f"--word-symbol-table={words}", table, f"ark,t:{out}"])]
        tracks.append(Track(Job(f"{home}/rescore_mbr.{weight}.log", command(steps)), steps, out))
    check(run_tracks(tracks, lambda call: Lattices(call, table)), f"{home}/rescore_mbr.*.log")
