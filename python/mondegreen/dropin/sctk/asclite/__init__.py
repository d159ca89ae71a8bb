"""asclite: aligns words of several speakers at once, and scores them.

It reads trn, stm and rttm as references, trn, ctm and rttm as hypotheses. Segments that overlap make a group, in which
every speaker is a dimension of one alignment; with `-generic-cost` all are of hypotheses.
"""

from mondegreen.dropin.emulation.streams import catch_exit
from mondegreen.dropin.sctk.asclite.alignment import Aligner
from mondegreen.dropin.sctk.asclite.filters import Mapping, Stretch, filter_sides, read_mapping, read_uem
from mondegreen.dropin.sctk.asclite.generic import align_hypotheses
from mondegreen.dropin.sctk.asclite.options import count_cells, parse_options
from mondegreen.dropin.sctk.asclite.readers import read_hypothesis, read_reference
from mondegreen.dropin.sctk.asclite.reports import write_reports
from mondegreen.dropin.sctk.asclite.scoring import score
from mondegreen.dropin.sctk.asclite.speech import INFO, Run


@catch_exit
def main(arguments: list[bytes]) -> int:
    options = parse_options(arguments)
    run = Run(options)
    if options.reference_format == b"trn":
        run.log(INFO, b"TRN file forces UEM and ISG to none!")
    cells = count_cells(options.memory)
    run.log(INFO, b"Using %b GB of memory for computation graph. (%d cells)" % (options.memory, cells))
    run.log(INFO, b"Initialize Recording")
    run.log(INFO, b"Loading Input files")
    mapping = None if options.mapping is None else read_mapping(run, options.mapping)
    has_uem = options.uem is not None and options.reference_format != b"trn"
    stretches = read_uem(run, options.uem or b"") if has_uem else None
    if options.generic:
        align_hypotheses(run, stretches)
    else:
        score_hypothesis(run, stretches, mapping)
    run.log(INFO, b"Job complete")
    return 0


def score_hypothesis(run: Run, stretches: list[Stretch] | None, mapping: Mapping | None) -> None:
    """Align a hypothesis with a reference, and write reports."""
    run.log(INFO, b"Load 1 reference of type " + run.options.reference_format)
    reference = read_reference(run)
    run.log(INFO, b"Load 1 hypothesis")
    hypothesis = read_hypothesis(run, run.options.hypothesis)
    run.log(INFO, b"Filter Input data")
    filter_sides(run, reference, hypothesis, stretches, mapping)
    run.log(INFO, b"Align Input data")
    aligner = Aligner(run, reference, hypothesis, mapping)
    aligner.align_all(run.options.hypothesis.title)
    run.log(INFO, b"Score Input data")
    score(run, aligner.aligned.values(), mapping)
    run.log(INFO, b"Generate reports")
    write_reports(run, reference, hypothesis, list(aligner.aligned.values()))
    aligner.release()
