"""The tables of all groups, of a channel, and of how many speak at once."""

from collections.abc import Iterable, Sequence

from mondegreen.dropin.sctk.align2html.canvas import html_text, page_link
from mondegreen.dropin.sctk.align2html.model import Group
from mondegreen.dropin.sctk.align2html.overlap import Sum, Total, sums, totals
from mondegreen.dropin.sctk.perl import number

HEAD = b"""\
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html;charset=ISO-8859-1">
<title>%b</title>
</head>
<body>
<center>
<h2>%b</h2>
"""
TABLE = b"""\
<table style="text-align: left;" border="1" cellpadding="1" cellspacing="0">
<tbody>
"""
TABLE_END = b"</tbody>\n</table>\n"
MEETINGS = b"Overall Performance Summary by Meeting"
MEETING = b"Overall Performance Summary for Meeting "
OUTCOMES = (b"Corr", b"Sub", b"Ins", b"Del", b"SpErr", b"Err")
SIZES = (b"#Regions", b"Total<br>Time", b"#Regions<br>Aligned", b"Total Time<br>Aligned")
WORDS = b"#Ref Aligned<br>Words"
IGNORED = b"<br>*: Segment Group ignored for scoring.<br>"
# What stands where there is no word to divide by. The original ends at the sum of such.
NO_WORDS, NOTHING = b"NA", b"-"

Channels = dict[tuple[bytes, bytes], list[Group]]


def cell(text: bytes, *, upright: bytes = b"center", side: bytes = b"center") -> bytes:
    """A cell, and where its text stands."""
    return b'<td style="vertical-align: %b; text-align: %b;">%b</td>\n' % (upright, side, text)


def row(first: bytes, cells: Iterable[bytes], *, upright: bytes = b"center", side: bytes = b"left") -> bytes:
    """A row, whose first cell may stand to the left."""
    rest = [cell(text, upright=upright) for text in cells]
    return b"".join([b"<tr>\n", cell(first, upright=upright, side=side), *rest, b"</tr>\n"])


def heading(first: bytes, names: Iterable[bytes], *, side: bytes = b"center") -> bytes:
    """A row of titles."""
    return row(b"<b>%b</b>" % first, [b"<b>%b</b>" % name for name in names], side=side)


def percent(part: int, words: int) -> bytes:
    """A share of the words, and how many they are."""
    return b"%.1f%% (%d)" % (100 * part / words, part)


def percents(parts: Sequence[int], words: int, *, otherwise: bytes = NO_WORDS) -> list[bytes]:
    """The same of several; something else where there are no words."""
    return [percent(part, words) if words else otherwise for part in parts]


def index_page(channels: Channels, groups: Iterable[Group]) -> bytes:
    """The page of all files and channels; the groups in the order in which they are summed up."""
    by_speakers = sums(groups)
    parts = [HEAD % (MEETINGS, MEETINGS), channel_table(channels), b"<br>\n", *overlap_tables(by_speakers)]
    return b"".join([*parts, b"</center>\n</body>\n</html>\n"])


def channel_table(channels: Channels) -> bytes:
    """A row for each channel, and one of all."""
    rows = [heading(b"File/Channel", [*SIZES, WORDS, *OUTCOMES], side=b"left")]
    every = Total()
    for (file, channel), groups in sorted(channels.items()):
        one = Sum()
        for group in groups:
            one.add(group)
        words, parts = one.counts.words, one.counts.parts()
        where = page_link(channel_file(file, channel)), html_text(file), html_text(channel)
        link = b'<a href="%b" target="_blank">%b/%b</a>' % where
        sizes = [b"%d" % one.groups, b"%.3f" % one.time, b"%d" % one.aligned_groups, b"%.3f" % one.aligned_time]
        rows.append(row(link, [*sizes, b"%d" % words, *percents(parts, words)], upright=b"top"))
        every = with_channel(every, one)
    sizes = [b"%d" % every.groups, b"%.15g" % every.time, b"%d" % every.aligned_groups, b"%.15g" % every.aligned_time]
    cells = [*sizes, b"%d" % every.words, *percents(every.parts, every.words)]
    return b"".join([TABLE, *rows, row(b"<b>Ensemble</b>", cells, upright=b"top"), TABLE_END])


def with_channel(every: Total, one: Sum) -> Total:
    """The total with one more channel. The original adds up the times that it printed."""
    words, more = one.counts.words, one.counts.parts()
    return Total(
        every.groups + one.groups,
        every.time + float(b"%.3f" % one.time),
        every.aligned_groups + one.aligned_groups,
        every.aligned_time + float(b"%.3f" % one.aligned_time),
        every.words + words,
        tuple(part + new for part, new in zip(every.parts, more, strict=True)) if words else every.parts,
    )


def channel_file(file: bytes, channel: bytes) -> bytes:
    """The file of a channel's page."""
    return b"%b_%b.html" % (file.replace(b"/", b"_"), channel)


def channel_page(file: bytes, channel: bytes, groups: list[Group], everywhere: dict[int, Total]) -> bytes:
    """The page of a channel; `everywhere` is the totals of all channels."""
    title = MEETING + html_text(file) + b"/" + html_text(channel)
    ordered = sorted(groups, key=lambda group: number(group.name))
    # The original ends this title twice, and the next one never.
    titles = [b"<b>Region ID</b></b>", b"Begin<br>Time", b"End<br>Time", b"Duration", b"#Ref<br>Speaker"]
    titles += [b"#Hyp<br>Speaker", WORDS, *OUTCOMES]
    first, begin, *others = titles
    names = [b"<b>" + begin, *(b"<b>%b</b>" % name for name in others)]
    rows = [row(first, names), *(region(group) for group in ordered)]
    bottom = b"" if all(group.aligned for group in groups) else IGNORED
    tables = overlap_tables(sums(ordered), everywhere)
    parts = [HEAD % (title, title), TABLE, *rows, TABLE_END, bottom, b"<br>\n", *tables]
    return b"".join([*parts, b"<center>\n</body>\n</html>\n"])


def region(group: Group) -> bytes:
    """The row of a group, slanted where it is not scored."""
    words = group.counts.words
    outcomes = percents(group.counts.parts(), words, otherwise=NOTHING)
    if group.aligned and not words:
        outcomes[2] = b"(%d)" % group.counts.inserted
    name = html_text(group.name)
    link = b'<a href="segmentgroup-%b.html" target="_blank">%b</a>' % (name, name)
    times = [b"%.3f" % time for time in (group.begin, group.end, group.end - group.begin)]
    facts = [*times, b"%d" % group.reference_speakers(), b"%d" % group.system_speakers()]
    if not group.aligned:
        link, facts = b"*<i>%b</i>" % link, [b"<i>%b</i>" % fact for fact in facts]
    return row(link, [*facts, b"%d" % words if group.aligned else NOTHING, *outcomes])


def overlap_tables(by_speakers: dict[int, Sum], everywhere: dict[int, Total] | None = None) -> list[bytes]:
    """By how many speak at once, and by how many at most."""
    up_to = totals(by_speakers)
    rows = [heading(b"#Ref Speaker<br>Overlap", [*SIZES, WORDS, *OUTCOMES])]
    for speakers, one in by_speakers.items():
        rows.append(overlap_row(speakers, one.total(), one.system_words))
    every = [*up_to.values()][-1] if up_to else Total()
    cells = [*sizes(every), b"%d" % every.words, *percents(every.parts, every.words)]
    rows.append(row(b"<b>Ensemble</b>", cells, side=b"center"))
    cumulative = [heading(b"#Ref Speaker<br>Cumulative<br>Overlap", [*SIZES, WORDS, *OUTCOMES])]
    for speakers, total in up_to.items():
        # Where nobody speaks the original shows in the page of a channel what was inserted in all of them.
        inserted = (everywhere or up_to)[0].parts[2] if speakers == 0 else 0
        cumulative.append(overlap_row(speakers, total, inserted))
    return [TABLE, *rows, TABLE_END, b"<br>\n", TABLE, *cumulative, TABLE_END]


def overlap_row(speakers: int, total: Total, inserted: int) -> bytes:
    """A row of these tables."""
    outcomes = percents(total.parts, total.words, otherwise=NOTHING)
    if speakers == 0 and not total.words:
        outcomes[2] = b"(%d)" % inserted
    cells = [*sizes(total), b"%d" % total.words if total.words else NOTHING, *outcomes]
    return row(b"<b>%d<b>" % speakers, cells, side=b"center")


def sizes(total: Total) -> list[bytes]:
    """How many groups there are, how long they are, and how many of them were aligned."""
    return [b"%d" % total.groups, b"%.3f" % total.time, b"%d" % total.aligned_groups, b"%.3f" % total.aligned_time]
