"""`local/score_combine.sh`: word error rates of several decoders' lattices together."""

from __future__ import annotations

from shlex import quote

from mondegreen.dropin.kaldi import lattice_combine, lattice_mbr_decode
from mondegreen.dropin.kaldi.jobs import Job, check
from mondegreen.dropin.kaldi.pipelines import Track, run_tracks
from mondegreen.dropin.kaldi.pipes import command
from mondegreen.dropin.kaldi.recipe import FAILED, Options, folder, need
from mondegreen.dropin.kaldi.risk_scoring import filtered_reference, rate_all
from mondegreen.dropin.kaldi.scales import inverted
from mondegreen.dropin.kaldi.scripts import DieError, Script, script
from mondegreen.dropin.kaldi.stages import StageDoor

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen._core import Lattice
    from mondegreen.dropin.kaldi.options import Call
    from mondegreen.dropin.kaldi.pipelines import LatticeStep

DEFAULTS = {"cmd": "run.pl", "stage": "0", "min_lmwt": "7", "max_lmwt": "17", "lat_weights": ""}
USAGE = """\
Usage: {name} [options] <data-dir> <graph-dir|lang-dir> <decode-dir1>[:lmwt-bias] <decode-dir2>[:lmwt-bias]
           [<decode-dir3>[:lmwt-bias] ...] <out-dir>
 Options:
    --cmd (run.pl|queue.pl...)      # specify how to run the sub-processes.
    --min-lmwt <int>                # the least language model weight
    --max-lmwt <int>                # the greatest one
    --lat-weights <weight:weight>   # how much each decoder counts
 A bias is added to the language model weight where a decoder's own is another one.
"""


@script("local/score_combine.sh")
def run(call: Script) -> None:
    """Writes `scoring/WEIGHT.tra` and `wer_WEIGHT`."""
    options = Options(call, DEFAULTS)
    if len(options.arguments) < 5:
        call.write(USAGE.format(name=call.name))
        raise DieError("", FAILED)
    data, lang, *given, out = options.arguments
    words = f"{lang}/words.txt"
    decoders, biases = zip(*map(parted, given), strict=True)
    of_decoders = [f"{decoder}/{name}" for decoder in decoders for name in ("../final.mdl", "lat.1.gz")]
    need(call, [words], said="missing word symbol table '{}'")
    need(call, [f"{data}/text"], said="missing reference '{}'")
    need(call, of_decoders)
    weights = options.weights()
    if weights[0] + min(biases) < 1:
        raise DieError(f"{call.name}: with a bias of {min(biases)} the weight {weights[0]} is none", FAILED)
    home = folder(f"{out}/scoring")
    folder(f"{home}/log")
    filtered_reference(data, f"{home}/test_filt.txt")
    shares = [f"--lat-weights={options.text('lat_weights')}"] if options.text("lat_weights") else []
    tables = [f"ark:gunzip -c {quote(decoder)}/lat.*.gz|" for decoder in decoders]
    tracks = []
    for weight in weights if options.whole("stage") <= 0 else ():
        found = f"{home}/{weight}.tra"
        combine = combined(weight, biases)
        steps: list[LatticeStep] = [
            (combine, [f"--inv-acoustic-scale={weight}", *shares, *tables, "ark:-"]),
            (lattice_mbr_decode.run, [f"--word-symbol-table={words}", "ark:-", f"ark,t:{found}"]),
        ]
        one = Job(f"{out}/log/combine_lats.{weight}.log", command(steps))
        tracks.append(Track(one, steps, found, pipefail=False))
    if tracks:
        jobs = run_tracks(tracks, lambda call: lattice_combine.systems(call, tables))
        check(jobs, f"{out}/log/combine_lats.*.log")
    rate_all(home, words, weights, out, echo=True)


def parted(name: str) -> tuple[str, int]:
    """A decoder's folder, and what is added to the weight for it: `exp/tri2/decode:3`."""
    decoder, colon, bias = name.rpartition(":")
    digits = bias.removeprefix("-")
    is_biased = bool(colon) and digits.isascii() and digits.isdigit()
    return (decoder, int(bias)) if is_biased else (name, 0)


def combined(weight: int, biases: Sequence[int]) -> StageDoor:
    """The program that combines, with biases as if a `lattice-scale` of its own stood before each system."""
    if not any(biases):
        return lattice_combine.run
    return StageDoor(lattice_combine.run.program, lambda call: Biased(call, [weight + bias for bias in biases]), 0, -1)


class Biased(lattice_combine.Combine):
    """Joins lattices whose language model weights differ by system."""

    def __init__(self, call: Call, weights: Sequence[int]) -> None:
        super().__init__(call)
        self.own = [inverted(weight) for weight in weights]

    def scaled(self, lattice: Lattice, place: int) -> Lattice:
        """The lattice with the scale of its system."""
        return lattice.scaled(((1.0, 0.0), (0.0, self.own[place])))
