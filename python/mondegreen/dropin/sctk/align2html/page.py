"""The page of a group: the script that draws its picture, and what stands below."""

from mondegreen.dropin.sctk.align2html.canvas import html_text
from mondegreen.dropin.sctk.align2html.model import PIXELS_PER_SECOND, Group
from mondegreen.dropin.sctk.align2html.picture import drawing
from mondegreen.dropin.sctk.align2html.steps import draw_alignment, draw_key

HEAD = b"""\
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">

<html>
<head>
<meta content="text/html; charset=utf-8" http-equiv="content-type">
<title>Segment Group ID %b</title>
<script type="text/javascript" src="js/wz_jsgraphics.js"></script>
<script type="text/javascript">
<!--
var jg;
var scale = 1;

function Init()
{
jg = new jsGraphics("Graph");
scale = 1;
}

function myDraw()
{
jg.clear();
"""
FOOT = b"""\
jg.paint();
}

//-->
</script>
</head>

<body bgcolor="white" onload="Init(); myDraw()">

<div id="Graph" style="background-color:white;height:%dpx;width:%dpx;border-style:solid;border-width:0;\
position:relative;top:0;left:0;"></div>

<font face="courier">
<a href="#" onclick="scale -= 0.5; myDraw(); return false">[-5]</a>
<a href="#" onclick="scale -= 0.1; myDraw(); return false">[-]</a>
<a href="#" onclick="scale  = 1; myDraw(); return false">[Reset]</a>
<a href="#" onclick="scale += 0.1; myDraw(); return false">[+]</a>
<a href="#" onclick="scale += 0.5; myDraw(); return false">[+5]</a>
</font>
"""
WARNING = b"""\
<p>WARNING: Some words do not have times specified for them.  For these cases, word times \
<img src='images/white_lt.gif' border='0' /> are estimated from the segment times.</p>
"""
END = b"""\
</body>
</html>

"""
MAPPING_HEADING = b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap"


def group_page(group: Group, mapping: list[bytes] | None) -> bytes:
    """The page of a group, which counts its alignment; `mapping` is the lines of a file that maps speakers."""
    head = HEAD % html_text(group.name) + drawing(group) + draw_alignment(group) + draw_key(group.height + 25)
    foot = FOOT % (group.height + 185, group.right - group.left + PIXELS_PER_SECOND)
    below = b"" if mapping is None else b"<br><br>MAPPING:<br>\n" + mapped_speakers(group, mapping)
    return head + foot + below + (WARNING if group.estimated else b"") + END


def mapped_speakers(group: Group, mapping: list[bytes]) -> bytes:
    """The pairs of speakers that belong to each other and both speak in the group."""
    heard = {speaker.upper() for speaker in group.rows}
    found = []
    for line in mapping:
        fields = line.split(b",")
        if line != MAPPING_HEADING and len(fields) > 4 and fields[4] == b"mapped":
            reference, system = (name.upper() for name in fields[2:4])
            if {b"REF:" + reference, b"HYP:" + system} <= heard:
                found.append(html_text(reference) + b" <=> " + html_text(system) + b"<br>\n")
    return b"".join(pair + b"\n" for pair in sorted(found))
