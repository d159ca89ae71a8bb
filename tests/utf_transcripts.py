"""Transcripts in UTF, the SGML of broadcast news, for utf_filt.pl: random ones, and short ones around a text."""

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from recorded import read_case, write_files

WORDS = r"""so
well
the 7
café
à la
你好
^Anna
+wirld
@teh
*gonna
^+Ohm
a.b
what?
_A
_A _B _C's
_TVs
_b.
%uh
%mm-hm,
{breath
[click
x'y
it's
don't
well-known
A&amp;B
a<3
(oh)
a\b
don't<contraction e_form="[do=>do][n't=>not]">
Bob's<contraction e_form="[Bob=>Bob]['s=is]">.
it's<contraction e_form="[it=>it]['s=>is] ">
<contraction e_form="none">gonna
_I'm<contraction e_form="[I=>I]['m=>am]">
foo<fragment>
<fragment>bar
foo <fragment>
self<hyphen>made
self <hyphen> made
<hyphen>x
&#233;t&#65;
c&sep;d
<comment>not said</comment>
<time sec=3>
<!-- nor this -->
@
.
{
_
&name;Al
{a_
<qmark>
<b_foreign language=x>oui (non)<e_foreign>
<b_unclear>what _I was<e_unclear>
<b_aside>hm<e_aside>
<e_aside>
<b_foreign language=x>
<e_foreign>
<b_unclear>%uh<e_unclear>
<b_unclear>foo<fragment> _T<e_unclear>
<b_enamex type="PERSON">
<e_enamex>
<b_timex type="DATE">today<e_timex>
<b_numex type=''>5<hyphen>6<e_numex>%
<b_enamex type="a>b">Bob Smith<e_enamex>'s
<b_enamex type="P\Q"><b_timex type="x">%uh <e_timex><e_enamex>
x <e_enamex> y""".splitlines()
# Marks of which a word has one at most, as the original takes more in an order that it leaves to chance.
ALONE = re.compile(r"[%{\[_]|<fragment|<contraction")
SHORT = """\
<utf dtd_version=x audio_filename=a.sph language=english><bn_episode_trans program=News>
<section report startTime=0 endTime=9><turn Ann female startTime=0 endTime=9>hello BODY</turn></section>
</bn_episode_trans></utf>
"""


def times(rng: random.Random, after: float) -> tuple[str, str, float]:
    """Two times, the first near a given one."""
    start = after + rng.choice([-0.5, 0.0, 0.0, 0.00001, 0.7, 1.5, 3.0])
    end = start + rng.choice([0.5, 2.0, 3.25])
    return f"{start:.{rng.choice([1, 3])}f}", f"{end:.2f}", end


def spoken(rng: random.Random, start: str) -> str:
    """What is in a turn."""
    at = float(start)
    parts = []
    for _ in range(rng.randint(0, 12)):
        kind = rng.random()
        text = rng.choice(WORDS)
        if kind < 0.05:
            begin, end, at = times(rng, at)
            name = rng.choice(["overlap", "noscore"])
            said = f"{text} {rng.choice(WORDS)}{rng.choice(['', ' '])}"
            text = f'<b_{name} startTime={begin} endTime="{end}">{said}<e_{name}>'
        elif kind < 0.1:
            text = sound(rng, at)
        elif kind < 0.4:
            begin, end, at = times(rng, at)
            text = f'{text}<wtime startTime="{begin}" endTime="{end}">'
        parts.append(text)
    # What stands behind the last separator is of the next turn.
    last = rng.choice(["", "\n"]) if parts and not ALONE.search(parts[-1]) else "\n"
    return "".join([*parts[:1], *(space(rng, *pair) + pair[1] for pair in pairwise(parts)), last])


def space(rng: random.Random, one: str, other: str) -> str:
    """What stands between two words."""
    blank = rng.choice([" ", " ", " ", "\n", "  ", "\n \n\t"])
    return blank if ALONE.search(one) or ALONE.search(other) else rng.choice([blank, blank, blank, ""])


def sound(rng: random.Random, at: float) -> str:
    """A change in the background."""
    kind, level = rng.choice(["music", "speech", "OTHER"]), rng.choice(["off", "off", "low", "high"])
    return f"<background startTime={at + rng.choice([0.0, 1.0, 4.0]):.1f} type={kind} level={level}>\n"


def turn(rng: random.Random, after: float) -> tuple[str, float]:
    """A turn, and when it ends."""
    start, end, at = times(rng, max(after, 0.5))
    given = [
        f"speaker='{rng.choice(['Ann', 'Bob Lee', 'b&amp;c'])}'",
        rng.choice(["spkrtype=female", 'spkrtype="male"', "unknown", "spkrtype = Child"]),
        f"startTime={start}",
        f'endTime="{end}"',
    ]
    given += rng.sample(["dialect='Native'", "mode=planned", "Spontaneous", "fidelity=high"], rng.randint(0, 2))
    given += rng.choice([[], [], ["channel=2"], ["channel='B'"]])
    rng.shuffle(given)
    given = [each for each in given if each != "Spontaneous" or "mode=planned" not in given]
    return f"<{rng.choice(['turn', 'Turn'])} {' '.join(given)}>{spoken(rng, start)}</turn>\n", at


def section(rng: random.Random, kind: str, turns: list[str]) -> str:
    """A section; those with times of one before it are not told of."""
    start = rng.randint(0, 1)
    return f"<section startTime={start}.0 endTime={start + rng.randint(0, 1)} {kind}>\n{''.join(turns)}</section>\n"


def transcript(rng: random.Random) -> str:
    """A whole document."""
    at = 0.0
    turns = []
    for _ in range(rng.randint(0, 6)):
        if rng.random() < 0.2:
            turns.append(sound(rng, at))
        text, at = turn(rng, at)
        turns.append(text)
    name = rng.choice(["a.b.sph", "show", "UNK", "my show.wav"])
    head = f"<utf dtd_version=x audio_filename='{name}' language=english>\n"
    if rng.random() < 0.2:
        return head + f"<conversation_trans>{''.join(turns)}</conversation_trans>\n</utf>\n"
    middle = rng.randint(0, len(turns))
    sections = section(rng, "report id=s1", turns[:middle]) + section(rng, "nontrans", turns[middle:])
    return head + f"<bn_episode_trans program=News>\n{sections}</bn_episode_trans></utf>\n"


def short(body: str) -> bytes:
    """A document of one turn."""
    return SHORT.replace("Ann female", "speaker=Ann female").replace("BODY", body).encode()


def write_definition(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Puts a definition into the folder, and lets the parser take text for UTF-8."""
    write_files({"utf.dtd": read_case("sctk", "utf_filt_stm")["in"]["utf.dtd"]}, folder)
    patch.setenv("SP_ENCODING", "utf-8")
    patch.setenv("SP_CHARSET_FIXED", "YES")
