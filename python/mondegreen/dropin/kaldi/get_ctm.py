"""`steps/get_ctm.sh`: the words of best paths with their times, for each language model weight."""

from __future__ import annotations

from mondegreen.dropin.kaldi import lattice_1best, nbest_to_ctm
from mondegreen.dropin.kaldi.ctm import Maker
from mondegreen.dropin.kaldi.recipe import folder
from mondegreen.dropin.kaldi.scripts import Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen.dropin.kaldi.pipelines import LatticeStep

DEFAULTS = {
    "cmd": "run.pl",
    "stage": "0",
    "frame_shift": "0.01",
    "min_lmwt": "5",
    "max_lmwt": "20",
    "use_segments": "true",
    "print_silence": "false",
}


@script("steps/get_ctm.sh")
def run(call: Script) -> None:
    """Writes `score_WEIGHT/NAME.ctm`."""
    maker = Maker(call, DEFAULTS, "<data-dir> <lang-dir|graph-dir> <decode-dir>")
    options = maker.options
    maker.need()
    shift = [f"--frame-shift={options.text('frame_shift')}", f"--print-silence={options.text('print_silence')}"]

    def steps(weight: int, table: str) -> list[LatticeStep]:
        best: LatticeStep = (lattice_1best.run, [f"--lm-scale={weight}", table, "ark:-"])
        return [best, *maker.aligned(single=True), (nbest_to_ctm.run, [*shift, "ark:-", "-"])]

    folder(f"{maker.decode}/scoring/log")
    if options.whole("stage") <= 0:
        maker.by_weight(steps)
