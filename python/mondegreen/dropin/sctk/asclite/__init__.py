"""asclite: aligns words of several speakers at once, and scores them.

It reads trn, stm and rttm as references, trn, ctm and rttm as hypotheses. Segments that overlap make a group, in which
every speaker is a dimension of one alignment; with `-generic-cost` there is no reference, and the report has the words
of all hypotheses that go together, column by column.
"""

from __future__ import annotations

from mondegreen.dropin.emulation.streams import catch_exit
from mondegreen.dropin.sctk.asclite.alignment import Aligner, Step, show_row
from mondegreen.dropin.sctk.asclite.filters import Mapping, Stretch, filter_sides, read_mapping, read_uem
from mondegreen.dropin.sctk.asclite.groups import (
    HEADING,
    NOBODY,
    SIDE_HEADING,
    Group,
    describe_group,
    format_token,
    select_groups,
)
from mondegreen.dropin.sctk.asclite.options import count_cells, parse_options
from mondegreen.dropin.sctk.asclite.readers import read_hypothesis, read_reference
from mondegreen.dropin.sctk.asclite.reports import write_report, write_reports
from mondegreen.dropin.sctk.asclite.scoring import score
from mondegreen.dropin.sctk.asclite.speech import ALIGN, DEBUG, INFO, Run, Side, Token
from mondegreen.errors import ScoreError

REPORT = b"generic-report.xml"


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


def align_hypotheses(run: Run, stretches: list[Stretch] | None) -> None:
    """Align all files, and write one report."""
    given = run.options.hypotheses
    run.log(INFO, b"Load %d hypothesis" % len(given))
    # Of those with one title the last counts.
    sides = {hypothesis.title: read_hypothesis(run, hypothesis) for hypothesis in given}
    together = Side(b"")
    together.speeches = [speech for _, side in sorted(sides.items()) for speech in side.speeches]
    run.log(INFO, b"Filter Input data")
    filter_sides(run, Side(b""), together, stretches, None)
    run.log(INFO, b"Align Input data")
    aligner = GenericAligner(run, Side(b""), together, None)
    aligner.align_sides()
    run.log(INFO, b"Score Input data")
    run.log(INFO, b"Generate reports")
    directory = run.options.directory
    path = directory + b"/" + REPORT if directory else REPORT
    write_report(run, path, b"XML Generic", format_report(run, aligner.columns))
    aligner.release()


class GenericAligner(Aligner):
    """Aligns groups whose speakers all are of hypotheses; of each column it keeps words and number of speakers."""

    columns: list[tuple[Step, int]]

    def align_sides(self) -> None:
        run, self.columns = self.run, []
        side = SIDE_HEADING.replace(b"%s", b"Ref").replace(b" ", b",")
        run.log(ALIGN, b",".join(HEADING) + b"[,%b]*" % side)
        run.log(INFO, b"Processing system")
        if not any(True for _ in self.hypothesis.segments):
            raise ScoreError("no segment of the hypotheses is left to be aligned")
        for group in select_groups(run, self.hypothesis, None):
            group.hypotheses, group.references = group.references, []
            self.align_columns(group)

    def align_columns(self, group: Group) -> None:
        run, cells = self.run, group.count_cells()
        run.log(DEBUG, describe_group(group, cells))
        if not group.hypotheses:
            # It is not skipped.
            self.warn_skipped(group, b"no hypothesis/dimension")
        reason = self.find_reason(group, cells)
        if reason is None:
            self.report_compression(group, cells)
        else:
            self.warn_skipped(group, reason)
        self.show_group(group, b"SG", is_shown=True)
        if reason is not None:
            self.show_group(group, b"NO", is_shown=True)
            return
        steps, cost = self.align_tokens(group, cells)
        run.log(DEBUG, b"%d GAS cost: (%d)" % (len(steps), cost))
        for step in steps:
            rows = [NOBODY if token is None else format_token(token) for token in spread(step, len(group.hypotheses))]
            show_row(run, b"YES", group, step[-1][1].segment, rows)
            self.columns.append((step, len(group.hypotheses)))


def spread(step: Step, width: int) -> list[Token | None]:
    """The word of each stream."""
    words = dict(step)
    return [words.get(stream) for stream in range(width)]


def format_report(run: Run, columns: list[tuple[Step, int]]) -> bytes:
    given = run.options.hypotheses
    lines = [b'<?xml version="1.0" encoding="UTF-8"?>', b"<rover>"]
    lines += [b'\t<input title="%b" filename="%b" />' % (each.title, each.path) for each in given]
    for step, width in columns:
        segment = step[-1][1].segment
        lines.append(b"\t<putative" + format_attributes({b"file": segment.file, b"channel": segment.channel}) + b">")
        # A column has a place for each file, but one for each speaker where these are more.
        lines += [b"\t\t" + format_word(token) for token in spread(step, max(width, len(given)))]
        lines.append(b"\t</putative>")
    return b"\n".join([*lines, b"</rover>", b""])


def format_word(token: Token | None) -> bytes:
    if token is None:
        return b"<word></word>"
    times = [b"%.3f" % (time / 1000) if time >= 0 else b"" for time in (token.start, token.end)]
    known = {b"bt": times[0], b"et": times[1]}
    known[b"conf"] = b"" if token.confidence is None else b"%.6f" % token.confidence
    known[b"speaker"] = token.segment.speaker
    speech = token.segment.speech
    title = speech.side.title if speech else b""
    return b'<word%b input="%b">%b</word>' % (format_attributes(known), title, token.source)


def format_attributes(known: dict[bytes, bytes]) -> bytes:
    return b"".join(b' %b="%b"' % item for item in known.items() if item[1])
