"""`local/score_combine.sh`: word error rates of several decoders' lattices together."""

from __future__ import annotations

from shlex import quote

from mondegreen.dropin.kaldi import lattice_combine, lattice_mbr_decode
from mondegreen.dropin.kaldi.jobs import check, job
from mondegreen.dropin.kaldi.pipes import command, piped
from mondegreen.dropin.kaldi.recipe import FAILED, Options, folder, need
from mondegreen.dropin.kaldi.risk_scoring import filtered_reference, rate_all
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen.dropin.kaldi.pipes import Step

DEFAULTS = {"cmd": "run.pl", "stage": "0", "min_lmwt": "7", "max_lmwt": "17", "lat_weights": ""}
USAGE = """\
Usage: {name} [options] <data-dir> <graph-dir|lang-dir> <decode-dir1> <decode-dir2> [<decode-dir3> ...] <out-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --min-lmwt <int>                # the least language model weight
    --max-lmwt <int>                # the greatest one
    --lat-weights <weight:weight>   # how much each decoder counts
"""


@script("local/score_combine.sh")
def run(call: Script) -> None:
    """Writes `scoring/WEIGHT.tra` and `wer_WEIGHT`."""
    options = Options(call, DEFAULTS)
    if len(options.arguments) < 5:
        call.write(USAGE.format(name=call.name))
        raise DieError("", FAILED)
    data, lang, *decoders, out = options.arguments
    words = f"{lang}/words.txt"
    of_decoders = [f"{decoder}/{name}" for decoder in decoders for name in ("../final.mdl", "lat.1.gz")]
    need(call, [words, f"{data}/text", *of_decoders], call.name)
    home = folder(f"{out}/scoring")
    folder(f"{home}/log")
    filtered_reference(data, f"{home}/test_filt.txt")
    shares = [f"--lat-weights={options.text('lat_weights')}"] if options.text("lat_weights") else []
    tables = [f"ark:gunzip -c {quote(decoder)}/lat.*.gz|" for decoder in decoders]
    weights = options.weights()
    jobs = []
    for weight in weights if options.whole("stage") <= 0 else ():
        decode = [f"--word-symbol-table={words}", "ark:-", f"ark,t:{home}/{weight}.tra"]
        steps: list[Step] = [
            (lattice_combine.run, [f"--inv-acoustic-scale={weight}", *shares, *tables, "ark:-"]),
            (lattice_mbr_decode.run, decode),
        ]
        with job(f"{out}/log/combine_lats.{weight}.log", command(steps)) as one:
            _, codes = piped(steps, one.log)
            one.code = codes[-1]
        jobs.append(one)
    check(jobs, f"{out}/log/combine_lats.*.log")
    rate_all(home, words, weights, out, echo=True)
