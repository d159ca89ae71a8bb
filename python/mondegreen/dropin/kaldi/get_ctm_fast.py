"""`steps/get_ctm_fast.sh`: the words of best paths with their times, for one language model weight, job by job."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi import lattice_1best, nbest_to_ctm
from mondegreen.dropin.kaldi.ctm import Maker
from mondegreen.dropin.kaldi.scripts import Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen.dropin.kaldi.pipelines import LatticeStep

DEFAULTS = {"cmd": "run.pl", "stage": "0", "frame_shift": "0.01", "lmwt": "10", "wip": "0.0", "print_silence": "false"}


@script("steps/get_ctm_fast.sh")
def run(call: Script) -> None:
    """Writes `ctm.JOB` and `ctm`."""
    maker = Maker(call, DEFAULTS, "<data-dir> <lang-dir|graph-dir> <decode-dir> <ctm-dir>")
    if os.path.isfile(f"{maker.decode}/final.mdl"):
        maker.model = f"{maker.decode}/final.mdl"
    maker.need()
    options = maker.options
    scales = [f"--lm-scale={options.text('lmwt')}", f"--word-ins-penalty={options.text('wip')}"]
    shift = [f"--frame-shift={options.text('frame_shift')}", f"--print-silence={options.text('print_silence')}"]

    def steps(table: str) -> list[LatticeStep]:
        best: LatticeStep = (lattice_1best.run, [*scales, table, "ark:-"])
        return [best, *maker.aligned(single=True), (nbest_to_ctm.run, [*shift, "ark:-", "-"])]

    if options.whole("stage") <= 0:
        maker.by_job(steps)
