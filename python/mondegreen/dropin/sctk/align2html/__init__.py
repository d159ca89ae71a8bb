"""align2html.pl: pages that show what asclite aligned (`-f 7`), with pictures of who said what when.

The original unpacks an archive with a library of graphics and two images beside its pages. Those here are our own
(`graphics.js` and what it draws with), under the same names and with the functions that the pages call.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from mondegreen.dropin.sctk import script_usage
from mondegreen.dropin.sctk.align2html.layout import lay_out
from mondegreen.dropin.sctk.align2html.model import Group
from mondegreen.dropin.sctk.align2html.overlap import sums, totals
from mondegreen.dropin.sctk.align2html.page import group_page
from mondegreen.dropin.sctk.align2html.reading import NAME, load
from mondegreen.dropin.sctk.align2html.tables import Channels, channel_file, channel_page, index_page
from mondegreen.dropin.sctk.perl import (
    NO_SUCH_FILE,
    DieError,
    chomped,
    getopt_long,
    lines,
    mortal,
    place,
    read_file,
    write_file,
)
from mondegreen.output import plain_output

VERSION = b"0.6"
SPEC = ["alignfile=s", "mapfile=s", "outputdir=s", "version", "help"]
# What stands beside the pages, and which file of this folder it is.
BESIDE = {"js/wz_jsgraphics.js": "graphics.js", "images/white_dk.gif": "dark.gif", "images/white_lt.gif": "light.gif"}


@mortal
def main(arguments: list[bytes]) -> int:
    """Writes the pages of an alignment."""
    options, _, _ = getopt_long(arguments, SPEC, cased=True, final=("version", "help"))
    if "version" in options or "help" in options:
        told = b"align2html version: %b\n" % VERSION if "version" in options else script_usage.ALIGN2HTML % VERSION
        sys.stdout.buffer.write(told)
        return 0
    for name, what, line in (("alignfile", b"An Align file", 1689), ("outputdir", b"An Output directory", 1690)):
        if not options.get(name):
            raise DieError(b"ERROR: %b must be set." % what + place(NAME, line))
    groups = load(options["alignfile"])
    write_pages(options["outputdir"], pages(groups, mapping(options.get("mapfile", b""))))
    return 0


def mapping(path: bytes) -> list[bytes] | None:
    """The lines of the file that maps speakers, if it is given."""
    if not path:
        return None
    try:
        return [chomped(line) for line in lines(read_file(path))]
    except OSError:
        raise DieError(b"0" + place(NAME, 1560), NO_SUCH_FILE) from None


def pages(groups: dict[bytes, Group], mapped: list[bytes] | None) -> dict[bytes, bytes]:
    """All pages by the names of their files."""
    found = {}
    ordered = [groups[name] for name in sorted(groups)]
    for group in ordered:
        lay_out(group)
        found[b"segmentgroup-%b.html" % group.name] = group_page(group, mapped)
        # Nobody speaks, or one does within times that are not known: there was nothing to be aligned.
        speakers = group.reference_speakers()
        group.aligned = group.aligned or speakers == 0 or (speakers == 1 and group.estimated)
    channels: Channels = {}
    for group in ordered:
        channels.setdefault((group.file, group.channel), []).append(group)
    everywhere = totals(sums(ordered))
    found[b"index.html"] = index_page(channels, ordered)
    for (file, channel), held in sorted(channels.items()):
        found[channel_file(file, channel)] = channel_page(file, channel, held, everywhere)
    return found


def write_pages(folder: bytes, files: dict[bytes, bytes]) -> None:
    """Writes the pages, and what they need, into a folder that is made if need be."""
    path = Path(os.fsdecode(folder))
    for inner in (path, *(path / Path(name).parent for name in BESIDE)):
        with suppress(OSError):
            inner.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        place_of = folder + b"/" + name
        write_file(place_of, data, complaint(place_of, name))
    for beside, own in BESIDE.items():
        with plain_output(path / beside) as out:
            out.write((Path(__file__).parent / own).read_bytes())


def complaint(path: bytes, name: bytes) -> bytes:
    """What the original says where it cannot write a page."""
    if name.startswith(b"segmentgroup-"):
        return b"Can't open file %b for write" % path + place(NAME, 1724)
    return b"0" + place(NAME, 1808 if name == b"index.html" else 2175)
