"""`steps/scoring/score_kaldi_compare.sh`: whether one scored system is better than another."""

from __future__ import annotations

import os
from io import BytesIO

from mondegreen.dropin.kaldi import compute_wer_bootci
from mondegreen.dropin.kaldi.jobs import Job, check
from mondegreen.dropin.kaldi.recipe import FAILED, NO_SUCH, Options, folder, load, need, save, shown
from mondegreen.dropin.kaldi.scripts import DieError, Script, script

USAGE = """\
Usage: {name} [--cmd (run.pl|queue.pl...)] <score-dir1> <score-dir2> <dir-compare>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --replications <int>            # number of bootstrap evaluation to compute confidence.
"""


@script("steps/scoring/score_kaldi_compare.sh")
def run(call: Script) -> None:
    """Compares the best texts of two systems over the reference of the first."""
    shown(call)
    options = Options(call, {"cmd": "run.pl", "replications": "10000"})
    if len(options.arguments) != 3:
        call.write(USAGE.format(name=call.name))
        raise DieError("", FAILED)
    first, second, out = options.arguments
    files = [f"{home}/{name}" for home in (first, second) for name in ("test_filt.txt", "best_wer")]
    need(call, files, said=NO_SUCH)
    replications = f"--replications={options.whole('replications')}"
    words = [replications, f"ark:{first}/test_filt.txt", f"ark:{best(first)}", f"ark:{best(second)}"]
    folder(f"{out}/log")
    command = f"compute-wer-bootci {' '.join(words)} > {out}/wer_bootci_comparison"
    with Job(f"{out}/log/score_compare.log", command) as one:
        answer = BytesIO()
        one.code = compute_wer_bootci.run(list(map(os.fsencode, words)), BytesIO(), answer, one.log)
        save(f"{out}/wer_bootci_comparison", answer.getvalue())
    check([one], one.path)


def best(home: str) -> str:
    """The text of a system's best setting."""
    fields = os.fsdecode(load(f"{home}/best_wer")).split()
    _, weight, penalty = f"__{fields[-1] if fields else ''}".rsplit("_", 2)
    return f"{home}/penalty_{penalty}/{weight}.txt"
