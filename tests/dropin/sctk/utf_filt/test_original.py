"""utf_filt.pl beside the original, which needs Perl's SGMLS and an SGML parser."""

import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import programs
from programs import Call, Done, ours, theirs, without_remarks
from utf_transcripts import short, transcript

PARSER = "onsgmls"
FORMATS = ["STM", "IESTM", "CTM", "IECTM", "SM", "IESM"]
OPTIONS = ["-p", "-p -k", "-c", "-t", "-n", "-w", "-d 2"]


def agree(arguments: list[str], folder: Path) -> Done:
    """That both do the same, but for Perl's remarks on values that are missing or are no numbers."""
    return programs.agree("utf_filt.pl", arguments, folder, but=without_remarks)


def draw(rng: random.Random, folder: Path, form: str) -> Iterator[Call]:
    """A call with a transcript."""
    text = transcript(rng)
    (folder / "a.utf").write_bytes(text.encode().replace(b"\n", rng.choice([b"\n", b"\r\n"])))
    options = [word for each in OPTIONS if rng.random() < 0.2 for word in each.split()]
    if not form.endswith("CTM"):
        options = [word for word in options if word != "-w"]
    yield Call("utf_filt.pl", [*options, "-f", form, "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER])


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("seed", range(6))
def test_the_original_agrees(folder: Path, form: str, seed: int) -> None:
    for call in draw(random.Random(f"{form} {seed}"), folder, form):
        assert agree(call.arguments, folder).code == 0


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


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_original_agrees_on_arguments(folder: Path, arguments: str) -> None:
    (folder / "a.utf").write_bytes(short("you"))
    agree(arguments.split(), folder)


@pytest.mark.parametrize(
    "body", ["you<b_nomex> there", "<b_overlap>you<e_overlap>", "<b_noscore startTime='' endTime=3>", "a <?x> b"]
)
def test_the_original_dies_of_the_same(folder: Path, body: str) -> None:
    (folder / "a.utf").write_bytes(short(body))
    arguments = ["-p", "-f", "STM", "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER]
    expected = theirs("utf_filt.pl", arguments, folder)
    assert expected.files == {"out": b""}, "it leaves an empty file, ours none"
    assert ours("utf_filt.pl", arguments, folder) == expected._replace(files={})


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


def speak_over_sounds(begin: int) -> str:
    """Words a second apart, each with another mixture of sounds behind it."""
    mixtures = (
        product(["music"], ["off", "low"]),
        product(["speech"], ["off", "high"]),
        product(["other"], ["off", "low"]),
    )
    parts = []
    for at, mixture in enumerate(product(*mixtures), begin):
        parts += [f"<background startTime={at}.5 type={kind} level={level}>" for kind, level in mixture]
        parts.append(f"w{at} ")
    return "".join(parts)


def test_the_original_agrees_on_each_focus_condition(folder: Path) -> None:
    """How native, clear and planned speech is, with each mixture of sounds behind it."""
    turns = []
    for at, (dialect, fidelity, mode) in enumerate(
        product(["native", "nonnative"], ["high", "medium", "low"], ["planned", "spontaneous", ""])
    ):
        begin = 20 * (at + 1)
        given = f"dialect={dialect} fidelity={fidelity}" + (f" mode={mode}" if mode else "")
        text = speak_over_sounds(begin)
        turns.append(f"<turn speaker=a male startTime={begin} endTime={begin + 19} {given}>so {text} end </turn>\n")
    text = short("BODY").decode()
    (folder / "a.utf").write_text(re.sub(r"<turn.*</turn>", lambda _: "".join(turns), text))
    for form in ("STM", "CTM"):
        agree(["-f", form, "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER], folder)


SPEAKER = "<turn speaker={} spkrtype={} startTime={} endTime={} {}>{} </turn>\n"
TURNS: dict[str, list[tuple[object, ...]]] = {
    "gaps": [
        ("a", "male", 0, 1, ""),
        ("b", "male", 2, 3, ""),
        ("c", "male", "4.001", 5, ""),
        ("d", "female", 8, 9, ""),
    ],
    "channels": [("a", "male", 0, 1, "channel=1"), ("b", "Child", 7, 8, "channel=2"), ("c", "male", 1, 2, "channel=1")],
    "order": [("a", "male", 9, 10, ""), ("b", "unknown", 1, 5, ""), ("c", "male", 3, 6, ""), ("d", "male", 3, 4, "")],
    "reach": [("a", "male", 0, 20, ""), ("b", "male", 24, 30, ""), ("c", "male", 5, 6, ""), ("d", "male", 25, 26, "")],
}
SAID = [
    *("so<wtime startTime=0.1 endTime=0.4> well<wtime startTime=0.5 endTime=0.9>", "(oh) f- -f x-x", ""),
    *("<b_enamex type=A>one two<e_enamex> x <e_enamex>", "<e_enamex> a <b_timex type=B> b <e_timex>", "so<fragment>"),
    *("<noscore>", "it's Bob's don't<contraction e_form='[do=>do][n&#39;t=>not]'>", "%uh {breath _T _V's [click"),
    "a <b_noscore startTime=0.2 endTime=0.6>b c<e_noscore> d <b_overlap startTime=0.7 endTime=0.9>e<e_overlap>",
    "a <b_overlap startTime=0 endTime=0.5>b<e_overlap> c <b_noscore startTime=0.5 endTime=1>d<e_noscore>",
    "a <background startTime=0.3 type=music level=low> b <background startTime=2.5 type=music level=low>",
    "<background startTime=3.01 type=music level=off> <background startTime=9 type=speech level=off> c",
]


@pytest.mark.parametrize(
    "options", ["-f STM", "-f STM -p", "-p -k -f IESM", "-f IECTM -w", "-f CTM -n -t", "-f SM -c -d 2"]
)
@pytest.mark.parametrize("name", TURNS)
def test_the_original_agrees_on_turns(folder: Path, name: str, options: str) -> None:
    """In a section, and in a conversation, where nothing is filled in."""
    said = [text for text in SAID if text != "<noscore>"]
    turns = [
        SPEAKER.format(*turn, f"{said[at]} {said[at + 4]} {said[at + 8]}" if name == "gaps" else said[at + len(name)])
        for at, turn in enumerate(TURNS[name])
    ]
    body = re.sub(r"<turn.*</turn>", lambda _: "".join(turns), short("BODY").decode())
    (folder / "a.utf").write_text(body)
    call = [*options.split(), "-e", "utf.dtd", "-i", "a.utf", "-o", "out", "-s", PARSER]
    agree(call, folder)
    inner = "".join(turns)
    head = "<utf dtd_version=x audio_filename='d.x/a.b.sph' language=x>"
    (folder / "a.utf").write_text(f"{head}<conversation_trans>{inner}</conversation_trans></utf>")
    agree(call, folder)
