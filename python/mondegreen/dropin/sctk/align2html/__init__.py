"""align2html.pl: pages that show what asclite aligned (`-f 7`), with pictures of who said what when.

The original unpacks an archive with a library of graphics and two images beside its pages. Those here are our own
(`graphics.js` and what it draws with), under the same names and with the functions that the pages call.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import catch_exit, out
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.align2html.alignment import NAME, Group, lay_out, read_alignment
from mondegreen.dropin.sctk.align2html.picture import escape_html, make_group_page
from mondegreen.output import binary_output

SPEC = ["alignfile=s", "mapfile=s", "outputdir=s", "version", "help"]
# What stands beside the pages, and which file of this directory it is.
BESIDE = {"js/wz_jsgraphics.js": "graphics.js", "images/white_dk.gif": "dark.gif", "images/white_lt.gif": "light.gif"}
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


@catch_exit
def main(arguments: list[bytes]) -> int:
    options, _, _ = parse_getopt_long(arguments, SPEC, case_sensitive=True, final=("version", "help"))
    if "version" in options or "help" in options:
        text = b"align2html version: 0.6\n" if "version" in options else read_usage(NAME)
        out(text)
        return 0
    for name, what, line in (("alignfile", b"An Align file", 1689), ("outputdir", b"An Output directory", 1690)):
        if not options.get(name):
            raise perl.DieError(b"ERROR: %b must be set." % what, NAME, line)
    groups = [group for _, group in sorted(read_alignment(options["alignfile"]).items())]
    write_pages(options["outputdir"], make_pages(groups, read_mapping(options.get("mapfile", b""))))
    return 0


def read_mapping(path: bytes) -> list[bytes] | None:
    if not path:
        return None
    data = perl.read_file(path, perl.DieError(b"0", NAME, 1560, code=perl.NO_SUCH_FILE))
    return [perl.chomp(line) for line in perl.split_lines(data)]


def make_pages(groups: list[Group], mapping: list[bytes] | None) -> dict[bytes, bytes]:
    pages = {}
    channels: Channels = {}
    for group in groups:
        lay_out(group)
        pages[b"segmentgroup-%b.html" % group.name] = make_group_page(group, mapping)
        # Nobody speaks, or one does within times that are not known: there was nothing to be aligned.
        speakers = group.count_reference_speakers()
        group.aligned = group.aligned or speakers == 0 or (speakers == 1 and group.estimated)
        channels.setdefault((group.file, group.channel), []).append(group)
    everywhere = accumulate_totals(sum_by_speakers(groups))
    pages[b"index.html"] = make_index_page(channels, groups)
    for (file, channel), members in sorted(channels.items()):
        pages[name_channel_page(file, channel)] = make_channel_page(file, channel, members, everywhere)
    return pages


def write_pages(directory: bytes, pages: dict[bytes, bytes]) -> None:
    path = Path(os.fsdecode(directory))
    for inner in (path, *(path / Path(name).parent for name in BESIDE)):
        with suppress(OSError):
            inner.mkdir(parents=True, exist_ok=True)
    for name, data in pages.items():
        target = directory + b"/" + name
        complaint, line = b"0", 1808 if name == b"index.html" else 2175
        if name.startswith(b"segmentgroup-"):
            complaint, line = b"Can't open file %b for write" % target, 1724
        perl.write_file(target, data, perl.DieError(complaint, NAME, line, code=perl.NO_SUCH_FILE))
    for beside, own in BESIDE.items():
        with binary_output(path / beside, gzips=False) as stream:
            stream.write((Path(__file__).parent / own).read_bytes())


class Total(NamedTuple):
    """What groups amount to; the words of the system are insertions where nobody spoke along with them."""

    sizes: tuple[float, ...] = (0, 0.0, 0, 0.0)  # the number of groups and their time, and the same of those aligned
    words: int = 0
    system_words: int = 0
    parts: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    def add(self, other: Total, *, with_parts: bool) -> Total:
        """Both together, with the outcomes of the other or without."""
        sizes = tuple(map(operator.add, self.sizes, other.sizes))
        parts = tuple(map(operator.add, self.parts, other.parts)) if with_parts else self.parts
        return Total(sizes, self.words + other.words, self.system_words + other.system_words, parts)

    def format_sizes(self, pattern: bytes = b"%.3f") -> list[bytes]:
        return [form % size for form, size in zip([b"%d", pattern] * 2, self.sizes, strict=True)]


def sum_groups(groups: Iterable[Group]) -> Total:
    total = Total()
    for group in groups:
        time = group.end - group.begin
        sizes = (1, time, 1, time) if group.aligned else (1, time, 0, 0.0)
        system_words = sum(len(segment.tokens) for segment in group.list_system_segments())
        total = total.add(Total(sizes, group.words, system_words, group.count_outcomes()), with_parts=True)
    return total


def sum_by_speakers(groups: Iterable[Group]) -> dict[int, Total]:
    """The sums by how many speak at once in the reference, the fewest first."""
    found: dict[int, list[Group]] = {}
    for group in groups:
        found.setdefault(group.count_reference_speakers(), []).append(group)
    return {speakers: sum_groups(members) for speakers, members in sorted(found.items())}


def accumulate_totals(by_speakers: dict[int, Total]) -> dict[int, Total]:
    """The total up to each number of speakers, with the outcomes of those sums only that have words."""
    found: dict[int, Total] = {}
    total = Total()
    for speakers, one in by_speakers.items():
        if speakers == 0:  # every word of the system is an insertion and an error
            total = Total(parts=(0, 0, one.system_words, 0, 0, one.system_words))
        total = total.add(one, with_parts=bool(one.words))
        found[speakers] = total
    return found


def make_row(first: bytes, cells: Iterable[bytes], *, upright: bytes = b"center", side: bytes = b"left") -> bytes:
    """A row of a table, whose first cell may stand to the left."""
    cell = b'<td style="vertical-align: %b; text-align: %b;">%b</td>\n'
    rest = [cell % (upright, b"center", text) for text in cells]
    return b"".join([b"<tr>\n", cell % (upright, side, first), *rest, b"</tr>\n"])


def make_heading(first: bytes, names: Iterable[bytes], *, side: bytes = b"center") -> bytes:
    return make_row(b"<b>%b</b>" % first, [b"<b>%b</b>" % name for name in names], side=side)


def format_percents(parts: Sequence[int], words: int, *, otherwise: bytes = NO_WORDS) -> list[bytes]:
    """Shares of the words, and how many they are; something else where there are no words."""
    return [b"%.1f%% (%d)" % (100 * part / words, part) if words else otherwise for part in parts]


def make_index_page(channels: Channels, groups: Iterable[Group]) -> bytes:
    tables = [make_channel_table(channels), b"<br>\n", *make_overlap_tables(sum_by_speakers(groups))]
    return b"".join([HEAD % (MEETINGS, MEETINGS), *tables, b"</center>\n</body>\n</html>\n"])


def make_channel_table(channels: Channels) -> bytes:
    rows = [make_heading(b"File/Channel", [*SIZES, WORDS, *OUTCOMES], side=b"left")]
    every = Total()
    for (file, channel), groups in sorted(channels.items()):
        one = sum_groups(groups)
        page = name_channel_page(file, channel)
        # A name with a colon might look like another kind of address.
        address = escape_html(b"./" + page if b":" in page else page)
        link = b'<a href="%b" target="_blank">%b/%b</a>' % (address, escape_html(file), escape_html(channel))
        cells = [*one.format_sizes(), b"%d" % one.words, *format_percents(one.parts, one.words)]
        rows.append(make_row(link, cells, upright=b"top"))
        # The original adds up the times that it printed.
        printed = one._replace(sizes=tuple(map(float, one.format_sizes())))
        every = every.add(printed, with_parts=bool(one.words))
    cells = [*every.format_sizes(b"%.15g"), b"%d" % every.words, *format_percents(every.parts, every.words)]
    return b"".join([TABLE, *rows, make_row(b"<b>Ensemble</b>", cells, upright=b"top"), TABLE_END])


def name_channel_page(file: bytes, channel: bytes) -> bytes:
    return b"%b_%b.html" % (file.replace(b"/", b"_"), channel)


def make_channel_page(file: bytes, channel: bytes, groups: list[Group], everywhere: dict[int, Total]) -> bytes:
    """The page of a channel; `everywhere` is the totals of all channels."""
    title = MEETING + escape_html(file) + b"/" + escape_html(channel)
    ordered = sorted(groups, key=lambda group: parse_perl_number(group.name))
    # The original ends this title twice, and the next one never.
    names = (b"End<br>Time", b"Duration", b"#Ref<br>Speaker", b"#Hyp<br>Speaker", WORDS, *OUTCOMES)
    titles = [b"<b>Begin<br>Time", *(b"<b>%b</b>" % name for name in names)]
    rows = [make_row(b"<b>Region ID</b></b>", titles), *map(make_group_row, ordered)]
    bottom = b"" if all(group.aligned for group in groups) else IGNORED
    tables = make_overlap_tables(sum_by_speakers(ordered), everywhere)
    parts = [HEAD % (title, title), TABLE, *rows, TABLE_END, bottom, b"<br>\n", *tables]
    return b"".join([*parts, b"<center>\n</body>\n</html>\n"])


def make_group_row(group: Group) -> bytes:
    words = group.words
    outcomes = format_percents(group.count_outcomes(), words, otherwise=NOTHING)
    if group.aligned and not words:
        outcomes[2] = b"(%d)" % group.counts[b"I"]
    name = escape_html(group.name)
    link = b'<a href="segmentgroup-%b.html" target="_blank">%b</a>' % (name, name)
    times = [b"%.3f" % time for time in (group.begin, group.end, group.end - group.begin)]
    speakers = {segment.speaker for segment in group.list_system_segments()}
    facts = [*times, b"%d" % group.count_reference_speakers(), b"%d" % len(speakers)]
    if not group.aligned:
        link, facts = b"*<i>%b</i>" % link, [b"<i>%b</i>" % fact for fact in facts]
    return make_row(link, [*facts, b"%d" % words if group.aligned else NOTHING, *outcomes])


def make_overlap_tables(by_speakers: dict[int, Total], everywhere: dict[int, Total] | None = None) -> list[bytes]:
    """By how many speak at once, and by how many at most."""
    up_to = accumulate_totals(by_speakers)
    rows = [make_heading(b"#Ref Speaker<br>Overlap", [*SIZES, WORDS, *OUTCOMES])]
    rows += [make_overlap_row(speakers, one, one.system_words) for speakers, one in by_speakers.items()]
    every = [*up_to.values()][-1] if up_to else Total()
    cells = [*every.format_sizes(), b"%d" % every.words, *format_percents(every.parts, every.words)]
    rows.append(make_row(b"<b>Ensemble</b>", cells, side=b"center"))
    cumulative = [make_heading(b"#Ref Speaker<br>Cumulative<br>Overlap", [*SIZES, WORDS, *OUTCOMES])]
    for speakers, total in up_to.items():
        # Where nobody speaks the original shows in the page of a channel what was inserted in all of them.
        inserted = (everywhere or up_to)[0].parts[2] if speakers == 0 else 0
        cumulative.append(make_overlap_row(speakers, total, inserted))
    return [TABLE, *rows, TABLE_END, b"<br>\n", TABLE, *cumulative, TABLE_END]


def make_overlap_row(speakers: int, total: Total, inserted: int) -> bytes:
    outcomes = format_percents(total.parts, total.words, otherwise=NOTHING)
    if speakers == 0 and not total.words:
        outcomes[2] = b"(%d)" % inserted
    cells = [*total.format_sizes(), b"%d" % total.words if total.words else NOTHING, *outcomes]
    return make_row(b"<b>%d<b>" % speakers, cells, side=b"center")
