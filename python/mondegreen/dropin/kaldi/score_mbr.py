"""`local/score_mbr.sh`: word error rates of what has the least expected errors."""

from __future__ import annotations

import os
from io import BytesIO
from shlex import quote

from mondegreen.dropin.kaldi import lattice_mbr_decode
from mondegreen.dropin.kaldi.jobs import check, job
from mondegreen.dropin.kaldi.pipes import command
from mondegreen.dropin.kaldi.recipe import FAILED, Options, folder, need
from mondegreen.dropin.kaldi.risk_scoring import filtered_reference, rate_all
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

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
    need(call, [words, f"{decode}/lat.1.gz", f"{data}/text"], call.name)
    home = folder(f"{decode}/scoring")
    folder(f"{home}/log")
    filtered_reference(data, f"{home}/test_filt.txt")
    weights = options.weights()
    jobs = []
    for weight in weights if options.whole("stage") <= 0 else ():
        scale = f"--acoustic-scale={1 / weight:.15g}"
        lattices = f"ark:gunzip -c {quote(decode)}/lat.*.gz|"
        arguments = [scale, f"--word-symbol-table={words}", lattices, f"ark,t:{home}/{weight}.tra"]
        with job(f"{home}/rescore_mbr.{weight}.log", command([(lattice_mbr_decode.run, arguments)])) as one:
            one.code = lattice_mbr_decode.run(list(map(os.fsencode, arguments)), BytesIO(), BytesIO(), one.log)
        jobs.append(one)
    check(jobs, f"{home}/rescore_mbr.*.log")
    rate_all(home, words, weights, decode, echo=False)
