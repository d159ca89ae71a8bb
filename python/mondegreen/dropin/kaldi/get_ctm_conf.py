"""`steps/get_ctm_conf.sh`: likely words with their times and confidences, for each language model weight."""

from __future__ import annotations

from mondegreen.dropin.kaldi import lattice_prune, lattice_to_ctm_conf
from mondegreen.dropin.kaldi.ctm import Maker
from mondegreen.dropin.kaldi.recipe import folder
from mondegreen.dropin.kaldi.scripts import Script, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen.dropin.kaldi.pipelines import LatticeStep

DEFAULTS = {
    "cmd": "run.pl",
    "stage": "0",
    "min_lmwt": "5",
    "max_lmwt": "20",
    "use_segments": "true",
    "iter": "final",
    "beam": "5",
}


@script("steps/get_ctm_conf.sh")
def run(call: Script) -> None:
    """Writes `score_WEIGHT/NAME.ctm`."""
    maker = Maker(call, DEFAULTS, "<data-dir> <lang-dir|graph-dir> <decode-dir>")
    maker.model = f"{maker.decode}/../{maker.options.text('iter')}.mdl"
    maker.need()
    shift, beam = maker.frame_shift(), f"--beam={maker.options.text('beam')}"

    def steps(weight: int, table: str) -> list[LatticeStep]:
        scale = f"--inv-acoustic-scale={weight}"
        prune: LatticeStep = (lattice_prune.run, [scale, beam, table, "ark:-"])
        words = [*shift, "--decode-mbr=true", scale, "ark:-", "-"]
        return [prune, *maker.aligned(), (lattice_to_ctm_conf.run, words)]

    folder(f"{maker.decode}/scoring/log")
    if maker.options.whole("stage") <= 0:
        maker.by_weight(steps)
