"""The report of md-eval.pl on a type of metadata events."""

from collections import Counter

from mondegreen.dropin.emulation.streams import out
from mondegreen.dropin.sctk.md_eval.metadata import POINTS, Counts
from mondegreen.dropin.sctk.md_eval.records import Data
from mondegreen.dropin.sctk.md_eval.settings import EPSILON, Settings

HEADING = b"%36s   %5s %5s %5s   %6s %6s %6s   %6s %6s\n" % (
    *(b"Nref", b"Ndel", b"Nins", b"Nsub", b"%Del"),
    *(b"%Ins", b"%Sub", b"%D+I", b"%Tot"),
)
LINE = b"%-28.28s   %5d   %5d %5d %5d   %6.2f %6.2f %6.2f   %6.2f %6.2f\n"
MISSED, FALSE_ALARM = b"{Miss}", b"{FA}"
ALL = b"ALL"
Table = dict[bytes, Counter[str]]
Confusion = dict[bytes, dict[bytes, int]]


def name_conditions(choice: bytes, file: bytes, channel: bytes) -> list[bytes]:
    """All, and the file or channel or both, as -a and -A ask."""
    letters = choice.lower()
    by_channel, by_file = b"c" in letters, b"f" in letters
    if by_channel and by_file:
        return [ALL, b"c=%b f=%b" % (channel, file)]
    if by_channel:
        return [ALL, b"c=%b" % channel]
    return [ALL, b"f=%b" % file] if by_file else [ALL]


def report_type(settings: Settings, kind: bytes, scores: dict[tuple[bytes, bytes], Counts], data: Data) -> None:
    """Print the report of all channels."""
    events: Table = {}
    words: Table = {}
    offsets: dict[str, Counter[int]] = {}
    confusion: Confusion = {}
    for (file, channel), counts in scores.items():
        for condition in name_conditions(settings.options.get("A", b""), file, channel):
            if counts.words:
                words.setdefault(condition, Counter()).update(counts.words)
        for boundary, each in counts.offsets.items():
            offsets.setdefault(boundary, Counter()).update(each)
        conditions = name_conditions(settings.options.get("a", b""), file, channel)
        _add_events(events, counts, conditions, settings.options.get("a", b"").lower(), data[file][channel].genders)
        _add_confusion(confusion, counts)
    _print_scores(kind, words, events)
    if confusion:
        _print_confusion(confusion)
    if offsets:
        out(b"\n%b word offset statistics for ALL data\n" % kind)
        _print_offsets(offsets)


def _add_events(
    events: Table, counts: Counts, conditions: list[bytes], choice: bytes, genders: dict[bytes, bytes]
) -> None:
    """Add the events of a channel to its conditions, and to those of their speakers."""
    for (kind, speaker, _), count in counts.events.items():
        own = []
        if b"s" in choice:
            own.append(b"s=%b" % speaker)
        if b"g" in choice:
            own.append(b"g=%b" % genders.get(speaker, b"unknown" if speaker == b"unknown" else b""))
        for condition in conditions + own:
            if count:
                events.setdefault(condition, Counter())[kind] += count


def _add_confusion(confusion: Confusion, counts: Counts) -> None:
    """Add the pairs of a channel, and what has no pair; cells that are empty are there too."""
    for (kind, _, subtype), count in counts.events.items():
        if count:
            row, false_alarms = confusion.setdefault(subtype, {}), confusion.setdefault(FALSE_ALARM, {})
            row[MISSED] = row.get(MISSED, 0) + (count if kind == "DEL" else 0)
            false_alarms[subtype] = false_alarms.get(subtype, 0) + (count if kind == "INS" else 0)
    for (ref, system), count in counts.confused.items():
        row = confusion.setdefault(ref, {})
        row[system] = row.get(system, 0) + count
        confusion.setdefault(system, {}).setdefault(ref, 0)


def _print_scores(kind: bytes, words: Table, events: Table) -> None:
    total = words.get(ALL, Counter())
    errors = total["DEL"] + total["INS"] + (total["SUB"] if kind in {b"SU", b"FILLER"} else 0)
    rate = 100 * errors / max(total["REF"], EPSILON)
    out(b"\n*** Performance analysis for %bs ***  overall error SCORE = %.2f%%\n" % (kind, rate))
    what = b" (exact) %bdetection" % (b"end " if kind == b"SU" else b"") if kind in POINTS else b" word coverage"
    out(b"\n%b%b statistics -- in terms of reference words\n" % (kind, what) + HEADING)
    for condition in sorted(words):
        out(_format_errors(condition, words[condition]))
    out(b"\n%b detection statistics -- in terms of # of %bs\n" % (kind, kind) + HEADING)
    for condition in sorted(events):
        out(_format_errors(condition, events[condition]))
    out(b"\n%b detection confusion matrix -- in terms of # of %bs\n" % (kind, kind))


def _format_errors(condition: bytes, counts: Counter[str]) -> bytes:
    norm = 100 / max(counts["REF"], EPSILON)
    errors = [counts[kind] for kind in ("DEL", "INS", "SUB")]
    sums = [*errors, errors[0] + errors[1], sum(errors)]
    rates = [min(999.99, norm * each) for each in sums]
    return LINE % (b" " * 17 + ALL if condition == ALL else condition, counts["REF"], *errors, *rates)


def _print_confusion(confusion: Confusion) -> None:
    columns = sorted([*(each for each in confusion if each != FALSE_ALARM), MISSED])
    out(b"%24.24s" % b"ALL - ref\\sys")
    for name in columns:
        out((b"    " if name == MISSED else b"") + b"%10.8s" % name)
    out(b"\n")
    for ref in sorted(confusion):
        out((b"\n" if ref == FALSE_ALARM else b"") + b"%24.24s" % ref)
        for system in columns:
            if ref != FALSE_ALARM or system != MISSED:
                out((b"    " if system == MISSED else b"") + b"%8d  " % confusion[ref].get(system, 0))
        out(b"\n")


def _print_offsets(offsets: dict[str, Counter[int]]) -> None:
    out(b"  word offsets:  <-3  " + b"".join(b"%5d" % offset for offset in range(-3, 4)) + b"     >3\n")
    for boundary in ("BEG", "END"):
        counts = offsets.get(boundary, Counter())
        out(b"           %b:%5d  " % (boundary.encode(), sum(n for offset, n in counts.items() if offset < -3)))
        out(b"".join(b"%5d" % counts[offset] if offset in counts else b"    -" for offset in range(-3, 4)))
        out(b"%7d\n" % sum(n for offset, n in counts.items() if offset > 3))
