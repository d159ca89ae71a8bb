"""md-eval.pl, version 22: the diarization error rate, and errors of metadata events, of RTTM files.

`records` reads, `regions` says where is evaluated and scored, `alignment` and `bipartite` map one side to the other,
`metadata` and `diarization` count, and they and `reports` print.
"""

from functools import partial

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.streams import catch_exit, out
from mondegreen.dropin.sctk.md_eval import diarization
from mondegreen.dropin.sctk.md_eval.metadata import (
    Counts,
    align_words,
    map_to_words,
    print_word_alignment,
    score_type,
    tag_words,
)
from mondegreen.dropin.sctk.md_eval.records import Channel, Data, Uem, read_glm, read_rttm, read_rttm_list, read_uem
from mondegreen.dropin.sctk.md_eval.regions import Regions, contains_time, cover_records, cut_exclusions, cut_overlaps
from mondegreen.dropin.sctk.md_eval.reports import name_conditions, report_type, show_mapping
from mondegreen.dropin.sctk.md_eval.settings import (
    EVENT_TYPES,
    Settings,
    get_command_line,
    print_parameters,
    read_settings,
)

Where = tuple[bytes, bytes]


@catch_exit
def main(arguments: list[bytes]) -> int:
    """SCTK's md-eval.pl: scores diarization and metadata of a system against a reference."""
    out(get_command_line(arguments))
    settings = read_settings(arguments)
    print_parameters(settings)
    options = settings.options
    glm = read_glm(options.get("g"))
    ref, system = Data(), Data()
    for data, file, several in ((ref, "r", "R"), (system, "s", "S")):
        if file in options:
            read_rttm(data, options[file], glm)
        if several in options:
            read_rttm_list(data, options[several], glm)
    uem = read_uem(options.get("u"), keep_directories=settings.has("n"))
    try:
        evaluate(settings, ref, system, uem)
    except perl.DieError as error:
        # What `errno` is since the file of -M was opened.
        if settings.has("M") and settings.speaker_maps and error.code == perl.DIED:
            error.code = perl.NO_TERMINAL
        raise
    return 0


def evaluate(settings: Settings, ref: Data, system: Data, uem: Uem) -> None:
    """Score all channels of the reference, and report."""
    events: dict[bytes, dict[Where, Counts]] = {kind: {} for kind in EVENT_TYPES}
    speakers: dict[Where, diarization.Diarization] = {}
    for where, channel in sorted(((file, name), each) for file, names in ref.items() for name, each in names.items()):
        own = system.get(where[0], {}).get(where[1], Channel())
        regions = uem.get(where[0], {}).get(where[1]) or cover_records(channel.records)
        evaluated = prepare_words(settings, where, channel, own, regions)
        for kind in sorted(channel.events):
            require_words(channel, where)
            if counts := score_type(settings, kind, where, channel, own, evaluated):
                events[kind][where] = counts
        if channel.speakers:
            speakers[where] = score_speakers(settings, where, channel, own, regions)
        if settings.has("e"):
            show_mapping(settings, where, channel, own, regions, evaluated)
    for kind, scores in events.items():
        if scores:
            report_type(settings, kind, scores, ref)
    if speakers:
        name_all = partial(name_conditions, settings.options.get("a", b""))
        for condition, stats in diarization.list_conditions(speakers, name_all):
            diarization.report(condition, stats)


def prepare_words(settings: Settings, where: Where, ref: Channel, system: Channel, regions: Regions) -> Regions:
    """Align the words if that is asked, note which are scored, and return where metadata is evaluated."""
    if settings.has("w"):
        require_words(ref, where)
        if not system.words:
            raise fail(b"no system output words for file '%b' and channel '%b'", where, behind=NEEDED)
    if settings.has("w") or settings.has("e"):
        tag_words(ref.records, ref.words)
        tag_words(system.records, system.words)
        portion = b"UEM portion of file '%b' and channel '%b'"
        if not any(contains_time(regions, word.mid) for word in ref.words):
            raise fail(b"no reference words in " + portion, where)
        if any(contains_time(regions, word.mid) for word in system.words):
            align_words(settings, ref.words, system.words)
            if settings.has("d"):
                print_word_alignment(settings, where, ref, system)
        elif settings.has("w"):
            raise fail(b"no system output words in " + portion, where, behind=NEEDED)
    evaluated = cut_exclusions(regions, ref.records, settings.exclusions["y"])
    scored = cut_exclusions(evaluated, ref.records, settings.exclusions["Y"])
    if settings.has("1"):
        scored = cut_overlaps(scored, ref.records)
    for word in ref.words:
        word.scoreable = contains_time(scored, word.mid)
    return evaluated


NEEDED = b"              Words are required for word-mediated alignment\n"


def require_words(channel: Channel, where: Where) -> None:
    if not channel.words:
        raise fail(b"no reference words for file '%b' and channel '%b'", where)


def fail(reason: bytes, where: Where, behind: bytes = b"") -> perl.DieError:
    """What ends the run for want of words."""
    return perl.DieError(b"\n\nFATAL ERROR:  " + reason % where + b"\n" + behind + b"\n")


def score_speakers(
    settings: Settings, where: Where, ref: Channel, system: Channel, regions: Regions
) -> diarization.Diarization:
    """Score the diarization of a channel."""
    if settings.has("W"):
        require_words(ref, where)
    evaluated = cut_exclusions(regions, ref.records, settings.exclusions["z"])
    tokens = [[token for each in side.speakers.values() for token in each] for side in (system, ref)]
    map_to_words(settings, tokens[0], tokens[1], words=ref, own=system)
    return diarization.score_channel(settings, where, ref, system, evaluated)
