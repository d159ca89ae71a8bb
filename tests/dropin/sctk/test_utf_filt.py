"""utf_filt.pl beside the original, which needs Perl's SGMLS and an SGML parser, and what ours reads by itself."""

import random
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from mondegreen.dropin.sctk.utf_filt.words import tokens
from programs import Done, needs, ours, theirs

GOLDEN = Path(__file__).parents[2] / "golden" / "sctk"
PARSER = "onsgmls"
# The library of Perl that the original reads a parser's output by.
LIBRARY = Path("/usr/share/perl5/SGMLS.pm")
FORMATS = ["STM", "IESTM", "CTM", "IECTM", "SM", "IESM"]
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
OPTIONS = ["-p", "-p -k", "-c", "-t", "-n", "-w", "-d 2"]


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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a definition, in which the parser takes text for UTF-8."""
    shutil.copy(GOLDEN / "utf_filt_stm" / "in" / "utf.dtd", tmp_path)
    monkeypatch.setenv("SP_ENCODING", "utf-8")
    monkeypatch.setenv("SP_CHARSET_FIXED", "YES")
    return tmp_path


def needs_all() -> None:
    """Skips the test where the original or what it needs is not installed."""
    needs("utf_filt.pl")
    if shutil.which(PARSER) is None or not LIBRARY.exists():
        pytest.skip(f"{PARSER} or {LIBRARY} is not installed (Debian's packages opensp and libsgmls-perl)")


def agree(arguments: list[str], folder: Path) -> Done:
    """That both do the same, but for Perl's remarks on values that are missing or are no numbers."""
    needs_all()
    expected = theirs("utf_filt.pl", arguments, folder, timeout=60)
    told = b"".join(line for line in expected.complaints.splitlines(keepends=True) if not remark(line))
    got = ours("utf_filt.pl", arguments, folder)
    assert got == expected._replace(complaints=told), arguments
    return got


def remark(line: bytes) -> bool:
    """Whether Perl says it of a value."""
    return line.startswith((b"Use of uninitialized value", b"Argument "))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("seed", range(6))
def test_the_original_agrees(folder: Path, form: str, seed: int) -> None:
    rng = random.Random(f"{form} {seed}")
    text = transcript(rng)
    (folder / "a.utf").write_bytes(text.encode().replace(b"\n", rng.choice([b"\n", b"\r\n"])))
    options = [word for each in OPTIONS if rng.random() < 0.2 for word in each.split()]
    if not form.endswith("CTM"):
        options = [word for word in options if word != "-w"]
    done = agree([*options, "-f", form, "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER], folder)
    assert done.code == 0


ARGUMENTS = [
    *(
        "",
        "-h",
        "-h -f x",
        "-f foo",
        "-f stm",
        "-f stm -e no",
        "-f stm -i no",
        "-f stm -o out",
        "-f stm -o out -i a.utf",
    ),
    *("-k -f stm", "-z -f stm", "-f", "-f sm -w -o out -i a.utf -e utf.dtd", "-h=1", "-f stm -d x -e utf.dtd -o out"),
    f"-f ctm -e utf.dtd -i a.utf -o no/out -s {PARSER}",
    f"-f iestm -e utf.dtd -i a.utf -o out -s {PARSER} -d 1 more words",
]
SHORT = """\
<utf dtd_version=x audio_filename=a.sph language=english><bn_episode_trans program=News>
<section report startTime=0 endTime=9><turn Ann female startTime=0 endTime=9>hello BODY</turn></section>
</bn_episode_trans></utf>
"""


def short(body: str) -> bytes:
    """A document of one turn."""
    return SHORT.replace("Ann female", "speaker=Ann female").replace("BODY", body).encode()


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_original_agrees_on_arguments(folder: Path, arguments: str) -> None:
    (folder / "a.utf").write_bytes(short("you"))
    agree(arguments.split(), folder)


@pytest.mark.parametrize(
    "body", ["you<b_nomex> there", "<b_overlap>you<e_overlap>", "<b_noscore startTime='' endTime=3>", "a <?x> b"]
)
def test_the_original_dies_of_the_same(folder: Path, body: str) -> None:
    needs_all()
    (folder / "a.utf").write_bytes(short(body))
    arguments = ["-p", "-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER]
    expected = theirs("utf_filt.pl", arguments, folder, timeout=60)
    assert expected.files == {"out": b""}, "it leaves an empty file, ours none"
    assert ours("utf_filt.pl", arguments, folder) == expected._replace(files={})


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("<b_foreign>oui<e_foreign>", "a.utf:2: B_FOREIGN needs its attribute LANGUAGE"),
        ("<b_foreign language=x language=y>", "a.utf:2: B_FOREIGN has its attribute LANGUAGE twice"),
        ("\n<b_clear>x", "a.utf:3: the element B_CLEAR is not declared"),
        ("<turn>", "a.utf:2: TURN cannot stand in TURN"),
        ("</section>", "a.utf:2: SECTION is not open, and cannot end"),
        ("&eacute;", "a.utf:2: the entity eacute is not declared"),
        ("<background startTime=1 type=rain level=low>", "a.utf:2: the attribute TYPE cannot be 'RAIN'"),
        ("<background startTime=1 music loud>", "a.utf:2: no attribute of BACKGROUND may be LOUD"),
        ("<time sec=1:30>", "a.utf:2: the attribute SEC needs quotes around its value"),
        ("<time sec=1 min=2>", "a.utf:2: TIME has no attribute MIN"),
        ("a ]]> b", "a.utf:2: markup that cannot be read"),
        ("<!-- open", "a.utf:2: markup that cannot be read"),
        ("</turn>x<turn speaker=a male startTime=1 endTime=2>", "a.utf:2: text in SECTION, which holds none itself"),
    ],
)
def test_what_does_not_conform_is_told(folder: Path, body: str, sentence: str) -> None:
    (folder / "a.utf").write_bytes(short(body))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    last = "Transcript file 'a.utf' does not conform to DTD 'utf.dtd' at utf_filt.pl line 625."
    assert (done.code, done.complaints.decode(), done.files) == (25, f"{sentence}\n{last}\n", {})


@pytest.mark.parametrize(
    ("dtd", "sentence"),
    [
        ("", "a.utf:1: no <!DOCTYPE ... [ before the first element"),
        ("<!DOCTYPE utf [\n<!ELEMENT utf - - EMPTY>\n", "a.utf:1: a declaration that cannot be read"),
        ("<!DOCTYPE utf [\n<!ELEMENT turn - - (utf)>\n]>", "utf.dtd:1: the element UTF is not declared"),
        ("<!DOCTYPE utf [\n<!ELEMENT utf - -\n>]>", "utf.dtd:2: a declaration of ELEMENT that cannot be read"),
        (
            '<!DOCTYPE utf [\n<!ENTITY % a "&#37;b;"><!ENTITY % b "&#37;a;">\n%a; ]>',
            "utf.dtd:3: parameter entities go round",
        ),
        ("<!DOCTYPE utf [\n<!ELEMENT utf - - CDATA>]>", "utf.dtd:2: a declaration of ELEMENT that cannot be read"),
        ("<!DOCTYPE utf [\n<!ATTLIST utf a CDATA #CURRENT>]>", "utf.dtd:2: a declaration of ATTLIST that cannot"),
        ('<!DOCTYPE utf [\n<!ENTITY % a "%b;">\n]>', "utf.dtd:2: a declaration of ENTITY that cannot be read"),
        ('<!DOCTYPE utf [\n<!ELEMENT utf - - (x)><!SHORTREF m "!" x>]>', "utf.dtd:2: a declaration of SHORTREF that"),
    ],
)
def test_a_definition_out_of_order_is_told(folder: Path, dtd: str, sentence: str) -> None:
    (folder / "utf.dtd").write_text(dtd)
    (folder / "a.utf").write_bytes(short("you"))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert (done.code, done.files) == (25, {})
    assert done.complaints.decode().startswith(sentence)


def test_entities_that_go_round_are_told(folder: Path) -> None:
    text = (
        (folder / "utf.dtd").read_text(encoding="utf-8").replace("]>", '<!ENTITY one "a &two;"><!ENTITY two "&one;">]>')
    )
    (folder / "utf.dtd").write_text(text, encoding="utf-8")
    (folder / "a.utf").write_bytes(short("&one;"))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.complaints.startswith(b"a.utf:2: entities go round\n")


def test_entities_that_double_do_not_fill_the_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.dropin.sctk.utf_filt.reader.MOST_TEXT", 10_000)
    names = [f"e{index}" for index in range(40)]
    doubled = "".join(f'<!ENTITY {one} "&{other};&{other};">' for one, other in pairwise(names))
    text = (folder / "utf.dtd").read_text(encoding="utf-8").replace("]>", f'{doubled}<!ENTITY e39 "ha">]>')
    (folder / "utf.dtd").write_text(text, encoding="utf-8")
    (folder / "a.utf").write_bytes(short("&e0;"))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.complaints.startswith(b"a.utf:2: entities stand for too much text\n")


@pytest.mark.parametrize("form", ["[do(=>x]", "[[don]", "[[=>x]", "[*=>x]"])
def test_a_contraction_that_is_no_pattern_is_text(folder: Path, form: str, recwarn: pytest.WarningsRecorder) -> None:
    (folder / "a.utf").write_bytes(short(f' do(n\'t<contraction e_form="{form}"> '))
    done = ours("utf_filt.pl", ["-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert (done.code, done.complaints, list(recwarn)) == (0, b"", [])


def test_several_attributes_and_marks_stand_in_their_order(folder: Path) -> None:
    body = ' <b_enamex status=opt type="X">you<e_enamex> %{oh '
    (folder / "a.utf").write_bytes(short(body))
    done = ours("utf_filt.pl", ["-n", "-f", "IESTM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.files["out"].endswith(b'hello <ENAMEX TYPE="X" STATUS="OPT">you</ENAMEX> {%oh \n')


@pytest.mark.parametrize(
    "text", ["<3 " + '"x" ' * 40, "<3" + '"' * 60 + "<", '<time sec="' + "a " * 40, "<!--" + " --" * 41]
)
def test_quotes_and_comments_without_end_take_no_time(folder: Path, text: str) -> None:
    (folder / "a.utf").write_bytes(short(text))
    done = ours("utf_filt.pl", ["-f", "CTM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out"], folder)
    assert done.code in {0, 25}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a <E T="x y">b c</E>d e', ["a", '<E T="x y">', "b", "c</E>d", "e"]),
        ('<E T="a>b">c', ['<E T="a>b">', "c"]),
        ('<E T="a>b', ['<E T="a>', "b"]),
        ("a<b c", ["a", "b", "c"]),
        ('x<"y>z">', ['x<"y>z"']),
        ("a<b>c<d> e", ["a<b>c", "<d>", "e"]),
    ],
)
def test_tokens_by_hand(text: str, expected: list[str]) -> None:
    assert tokens(text.encode()) == [token.encode() for token in expected]


BODIES = [
    *(
        'a <b_timex type="x"/>b<e_timex>',
        "a&#2;b &#RE;c&#SPACE;d&#9;e &#38;amp;",
        "a <!> b<!-- c -- -- d -->e",
        "a<qmark<comma>b",
    ),
    *(
        "<b_enamex\ntype\n=\n'a\nb'\n>x<e_enamex>",
        "<b_enamex type='&amp;&#65;\"\\'>x",
        "<B_TIMEX TYPE=x>x<E_Timex\n>y",
        "a\\nb\\|c",
    ),
    *("<comment>a b\nc</comment>d", "a&amp\nb &amp c", "a & b &; &# < c </ d", "\ta \t b\n\n\nc"),
]


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("form", ["IESTM", "IECTM"])
def test_the_original_agrees_on_odd_markup(folder: Path, form: str, body: str) -> None:
    (folder / "a.utf").write_bytes(short(f" {body} "))
    agree(["-f", form, "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER], folder)


TURN = '<turn speaker="%s" male startTime=%s endTime=%s mode=planned fidelity=high>%s </turn>\n'


@pytest.mark.parametrize("begin", ["2.99995", "2.9998", "2.7", "3.00005", "3", "7.5", "8"])
def test_the_original_agrees_on_turns_that_nearly_touch(folder: Path, begin: str) -> None:
    turns = "".join(
        TURN % ("x", *rest) for rest in (("1", "3.0", "one"), (begin, "9", "two"), ("9.00005", "10", "three"))
    )
    text = short("you").decode().replace("endTime=9>hello", "endTime=1>hello")
    (folder / "a.utf").write_text(text.replace("</turn>", " </turn>\n" + turns))
    agree(["-p", "-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER], folder)


@pytest.mark.parametrize("times", [("0", "5"), ("1", "5"), ("0", "6"), ("1", "6"), ("-1", "7")])
def test_the_original_agrees_on_sections(folder: Path, times: tuple[str, str]) -> None:
    first = "<section report startTime=0 endTime=5><turn speaker=a male startTime=0 endTime=2>one </turn></section>"
    second = first.replace("startTime=0 endTime=5", f"startTime='{times[0]}' endTime={times[1]}").replace("=2", "=4")
    text = f"<utf dtd_version=x audio_filename=a language=x><bn_episode_trans program=x>{first}{second}"
    (folder / "a.utf").write_text(text + "</bn_episode_trans></utf>")
    agree(["-f", "SM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER], folder)


PLAIN = """\
<!DOCTYPE utf [
<!ENTITY sep "<separator>"><!ENTITY dash "&#60;hyphen>">
<!ELEMENT utf - - (section*)> <!ELEMENT section - O (turn*)>
<!ELEMENT turn - O (#PCDATA | separator | hyphen)*> <!ELEMENT (separator | hyphen) - O EMPTY>
<!ATTLIST section startTime NUMBER 0 endTime NUMBER 9 type NAME report id CDATA "">
<!ATTLIST turn speaker CDATA "x" spkrtype NAME male dialect CDATA "" mode CDATA "" fidelity CDATA "" channel CDATA ""
  startTime CDATA "1" endTime CDATA '2'>
<!SHORTREF m "&#SPACE;" sep "&#RE;" sep "BB" sep "-" dash "--" sep>
<!USEMAP m turn>
]>
"""


@pytest.mark.parametrize("form", ["STM", "CTM", "SM"])
def test_the_original_agrees_without_an_sgml_declaration(folder: Path, form: str) -> None:
    (folder / "utf.dtd").write_text(PLAIN)
    (folder / "a.utf").write_text(
        "<utf><section><turn>a b  c-d--e\tf\n\n g <turn endtime='3' speaker=Y>h'i\ni </utf>\n"
    )
    agree(["-f", form, "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER], folder)
