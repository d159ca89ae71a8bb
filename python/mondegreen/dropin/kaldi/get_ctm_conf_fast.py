"""`steps/get_ctm_conf_fast.sh`: likely words with times and confidences, for one language model weight, job by job.

The original forgets a word of its command where it aligns by a lexicon, and fails; here that works as it was meant.
"""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi import lattice_add_penalty, lattice_prune, lattice_to_ctm_conf
from mondegreen.dropin.kaldi.ctm import Maker
from mondegreen.dropin.kaldi.scripts import Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen.dropin.kaldi.pipelines import LatticeStep

DEFAULTS = {
    "cmd": "run.pl",
    "stage": "0",
    "frame_shift": "0.01",
    "lmwt": "10",
    "wip": "0.0",
    "print_silence": "false",  # without effect, as in the original
    "beam": "5",
}


@script("steps/get_ctm_conf_fast.sh")
def run(call: Script) -> None:
    """Writes `ctm.JOB` and `ctm`."""
    maker = Maker(call, DEFAULTS, "<data-dir> <lang-dir|graph-dir> <decode-dir> <ctm-dir>")
    if os.path.isfile(f"{maker.decode}/final.mdl"):
        maker.model = f"{maker.decode}/final.mdl"
    maker.need()
    options = maker.options
    scale, beam = f"--inv-acoustic-scale={options.text('lmwt')}", f"--beam={options.text('beam')}"

    shift = f"--frame-shift={options.text('frame_shift')}"

    def steps(table: str) -> list[LatticeStep]:
        penalty = [f"--word-ins-penalty={options.text('wip')}", table, "ark:-"]
        prune: LatticeStep = (lattice_prune.run, [scale, beam, "ark:-", "ark:-"])
        words: LatticeStep = (lattice_to_ctm_conf.run, [shift, "--decode-mbr=true", scale, "ark:-", "-"])
        return [(lattice_add_penalty.run, penalty), prune, *maker.aligned(), words]

    if options.whole("stage") <= 0:
        maker.by_job(steps)
