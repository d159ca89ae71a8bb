"""What asclite does with segments before it aligns them: overlaps, evaluated times (uem), and gaps between segments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.streams import err
from mondegreen.dropin.sctk.asclite.groups import select_groups
from mondegreen.dropin.sctk.asclite.speech import (
    BAD_INPUT,
    DEBUG,
    ERROR,
    GAP_SPEAKER,
    INFO,
    NO_DATA,
    NOT_LOADED,
    WARN,
    Run,
    Segment,
    Side,
    Speech,
    divide,
    parse_time,
)

OVERLAP, UEM = b"filter.spkrautooverlap", b"filter.uem"
UEM_FIELDS = 4
MAPPING_FIELDS = 6
MAPPING_HEADING = b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap"
MAPPED = b"mapped"

# The reference speaker of each speaker of a hypothesis, by file and channel.
Mapping = dict[tuple[bytes, bytes, bytes], bytes]
Place = tuple[bytes, bytes]


class Stretch(NamedTuple):
    """A time that is evaluated."""

    file: bytes
    channel: bytes
    start: int
    end: int

    def concerns(self, segment: Segment) -> bool:
        return segment.file.startswith(self.file) and segment.channel == self.channel


def read_lines(run: Run, path: bytes, what: bytes) -> Iterator[tuple[int, bytes]]:
    try:
        with open(path, "rb") as file:
            return enumerate(map(perl.chomp, perl.split_lines(file.read())))
    except OSError:
        raise run.fail(b"Error opening %b" % what + path, NOT_LOADED) from None


def read_uem(run: Run, path: bytes) -> list[Stretch]:
    found = []
    for number, line in read_lines(run, path, b"file "):
        if line[:1] == b";":
            continue
        fields = line.split(maxsplit=UEM_FIELDS)[:UEM_FIELDS]
        if len(fields) < UEM_FIELDS:
            run.log(ERROR, b"Error parsing the line %d in file %b" % (number, path))
            continue
        stretch = Stretch(fields[0], fields[1], parse_time(fields[2]), parse_time(fields[3]))
        if stretch.start < stretch.end:
            found.append(stretch)
        else:
            what = b"The time is not proper at the line %d in file %b: begin time %b and endtime %b"
            run.log(ERROR, what % (number, path, *fields[2:]))
    run.log(INFO, b"loading of file '%b' done" % path)
    if not found:
        raise run.fail(b"UEM file '%b' contains no data!" % path, NOT_LOADED)
    return found


def read_mapping(run: Run, path: bytes) -> Mapping:
    found: Mapping = {}
    for number, line in read_lines(run, path, b"SpeakerMatch file "):
        if line[:1] == b"#" or line == MAPPING_HEADING:
            continue
        fields = line.split(b",")
        if len(fields) != MAPPING_FIELDS:
            what = b"few" if len(fields) < MAPPING_FIELDS else b"much"
            run.log(ERROR, b"Too %b: Error parsing the line %d in file %b" % (what, number, path))
        if len(fields) not in (MAPPING_FIELDS, MAPPING_FIELDS - 1):  # asclite takes a line that lacks the overlap alone
            continue
        file, channel, reference, speaker, is_mapped, *_ = fields
        if is_mapped != MAPPED:
            continue
        if (file, channel, speaker) in found:
            message = b"%b %b %b exists! -> IGNORED" % (file, channel, speaker)
            err(message + b"\n")
            run.log(WARN, message)
        found.setdefault((file, channel, speaker), reference)
    run.log(INFO, b"loading of file %b done" % path)
    return found


def filter_sides(
    run: Run, reference: Side, hypothesis: Side, stretches: list[Stretch] | None, mapping: Mapping | None
) -> None:
    """Apply all filters that are asked for; what they find wrong ends the run."""
    options = run.options
    filters = [(OVERLAP, options.overlap_sides)] if options.overlap_sides is not None else []
    uses_gaps = options.gaps and options.reference_format != b"trn"
    if options.reference_format != b"trn" and (options.uem is not None or options.gaps):
        filters.append((UEM, options.uem_sides))
    errors = 0
    for name, sides in filters:
        run.log(INFO, b"Filtering ==> %b - pass 1" % name)
        for side, key, what in ((reference, b"ref", b"references"), (hypothesis, b"hyp", b"hypotheses")):
            if sides in (key, b"both"):
                run.log(INFO, b"Filtering ==> %b %b" % (name, what))
                is_whole = side is reference or options.generic
                process = count_overlaps if name == OVERLAP else keep_whole if is_whole else keep_midpoints
                errors += sum(process(run, speech, stretches or []) for speech in side.speeches)
    for name, _ in filters:
        run.log(INFO, b"Filtering ==> %b - pass 2" % name)
        if name == UEM and uses_gaps:
            run.log(INFO, b"Filtering ==> %b processing" % name)
            add_gaps(run, reference, hypothesis, stretches)
    if mapping is not None and not is_used(mapping, reference, hypothesis):
        run.log(WARN, b"Speaker map checking - No matching Detected")
    if errors:
        raise run.fail(b"%d Error(s) in the input files during the filtering" % errors, BAD_INPUT)


def is_used(mapping: Mapping, reference: Side, hypothesis: Side) -> bool:
    """Whether the mapping names a speaker of each side in a recording."""
    known = {(each.file, each.channel, each.speaker) for each in hypothesis.segments}
    speakers = ((each.file, each.channel, each.speaker) for each in reference.segments)
    # The map is asked for a speaker of the reference, as if it were one of a hypothesis.
    return any((*key[:2], mapping.get(key, b"")) in known for key in speakers)


def count_overlaps(run: Run, speech: Speech, _stretches: list[Stretch]) -> int:
    errors = 0
    for before, segment in zip(speech.segments, speech.segments[1:], strict=False):
        is_beside = (segment.file, segment.channel) == (before.file, before.channel)
        if is_beside and segment.start < before.end:
            errors += 1
            what = b"Error: The speaker %b for source: %b, channel: %b Overlap himself between: (%d, %d) ==> (%d, %d)"
            times = (before.start, before.end, segment.start, segment.end)
            run.log(ERROR, what % (segment.speaker, segment.file, segment.channel, *times))
    return errors


def keep_whole(run: Run, speech: Speech, stretches: list[Stretch]) -> int:
    """Remove segments of the reference that do not lie within an evaluated time, and count those that do in part."""
    errors = 0
    removed = []
    for segment in speech.segments:
        start, end = segment.start, segment.end
        where = (segment.file, segment.channel, start, end)
        own = [stretch for stretch in stretches if stretch.concerns(segment)]
        for stretch in own:
            if stretch.start <= start and end <= stretch.end:
                break
            if overlaps_in_part(start, end, stretch):
                errors += 1
                what = (
                    b"UEMFilter - Segment in '%b/%b' has an unproper time [%d, %d] regarding the UEM file with times: "
                )
                run.log(ERROR, what % where + b"(%b/%b) [%d, %d]" % stretch)
        else:
            report_removal(run, where, b"", is_defined=bool(own))
            removed.append(segment)
    remove_segments(speech, removed)
    return errors


def overlaps_in_part(start: int, end: int, stretch: Stretch) -> bool:
    _, _, first, last = stretch
    return start < first < end < last or start < first < last < end or first < start < last < end


def keep_midpoints(run: Run, speech: Speech, stretches: list[Stretch]) -> int:
    """Remove segments of the hypothesis whose middle is not evaluated; none is an error."""
    removed = []
    for segment in speech.segments:
        middle = divide(segment.start + segment.end, 2)
        own = [stretch for stretch in stretches if stretch.concerns(segment)]
        if not any(stretch.start <= middle <= stretch.end for stretch in own):
            where = (segment.file, segment.channel, segment.start, segment.end)
            report_removal(run, where, b" (mid: %d)" % middle, is_defined=bool(own))
            removed.append(segment)
    remove_segments(speech, removed)
    return 0


def report_removal(run: Run, where: tuple[bytes, bytes, int, int], middle: bytes, *, is_defined: bool) -> None:
    why = b"because nothing has been defined for these file and channel in UEM file"
    why = b"regarding the UEM file rules" if is_defined else why
    what = b"UEMFilter - Removing segment in '%b/%b' with times [%d, %d]%b %b"
    run.log(INFO, what % (*where, middle, why))


def remove_segments(speech: Speech, removed: list[Segment]) -> None:
    """Remove segments, and link the words before them with those behind."""
    for segment in removed:
        before = [(each, first) for first in segment.first for each in first.before]
        behind = [(each, last) for last in segment.last for each in last.behind]
        for each, first in before:
            if first in each.behind:
                each.behind.remove(first)
        for each, last in behind:
            if last in each.before:
                each.before.remove(last)
        for following, _ in behind if before else []:
            before[0][0].link(following)
        speech.segments.remove(segment)


def add_gaps(run: Run, reference: Side, hypothesis: Side, stretches: list[Stretch] | None) -> None:
    """Add the time between groups of reference segments as segments of a speaker who says nothing.

    Sorted times are taken in pairs: those of groups, and without a uem those of the whole recording once for each
    segment of the hypothesis. So it depends on whether these are even in number which times make a pair.
    """
    if any(segment.speaker == GAP_SPEAKER for segment in reference.segments):
        run.log(INFO, b"UEMFilter: Inter Segment Gap detected on the input - Abording addition of ISGs")
        return
    run.log(INFO, b"UEMFilter:  Adding Inter Segment Gaps to references")
    times: dict[Place, list[int]] = defaultdict(list)
    starts: dict[Place, set[int]] = defaultdict(set)
    spans: dict[Place, tuple[int, int]] = {}
    line = element = 0
    for group in select_groups(run, reference, None):
        segments = [segment for speaker in group.references for segment in speaker]
        place = (segments[-1].file, segments[-1].channel) if segments else (b"", b"")
        # A segment without duration makes a group of none.
        start = min((each.start for each in segments), default=-1)
        end = max((each.end for each in segments), default=-1)
        line = max([line, *(each.line for each in segments)])
        element = max([element, *(each.element for each in segments)])
        times[place] += [start, end]
        starts[place].add(start)
        first, last = spans.get(place, (start, end))
        spans[place] = (min(first, start), max(last, end))
        what = b"UEMFilter::ProcessSpeechSet() - %b time for '%b/%b' with times: %d %d"
        run.log(DEBUG, what % (b"SG %d" % group.number, *place, start, end))
        run.log(DEBUG, what % (b"Border SG", *place, *spans[place]))
    if stretches is None:
        add_hypothesis_times(run, hypothesis, spans, times)
    for stretch in stretches or []:
        if (stretch.file, stretch.channel) in times:
            times[stretch.file, stretch.channel] += [stretch.start, stretch.end]
    speech = Speech(reference)
    for place, values in sorted(times.items()):
        values.sort()
        for start, end in zip(values[::2], values[1::2], strict=True):
            if start not in starts[place] and start != end:
                line, element = line + 1, element + 1
                add_gap(run, speech, place, (start, end), line)
    reference.speeches.append(speech)


def add_hypothesis_times(
    run: Run, hypothesis: Side, spans: dict[Place, tuple[int, int]], times: dict[Place, list[int]]
) -> None:
    for segment in hypothesis.segments:
        place = (segment.file, segment.channel)
        if place not in spans:
            what = b"file '%b' not defined" % segment.file
            if any(file == segment.file for file, _ in spans):
                what = b"'%b' channel '%b' not defined" % place
            raise run.fail(b"UEMFilter::ProcessSpeechSet() - mapMinHypTime " + what, NO_DATA)
        for token in segment.tokens:
            first, last = spans[place]
            spans[place] = (min(first, token.start), max(last, token.end))
    for segment in hypothesis.segments:
        place = (segment.file, segment.channel)
        times[place] += spans[place]


def add_gap(run: Run, speech: Speech, place: Place, times: tuple[int, int], sequence: int) -> None:
    segment = Segment(run, *times, speech)
    segment.file, segment.channel, segment.speaker = *place, GAP_SPEAKER
    segment.element = segment.line = sequence
    segment.id = b"(Inter_Segment_Gap-%03d)" % len(speech.segments)
    speech.segments.append(segment)
    what = b"UEMFilter::ProcessSpeechSet() - Adding ISG for '%b/%b' with times: %d %d"
    run.log(DEBUG, what % (*place, *times))
