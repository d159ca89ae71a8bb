"""What the core reads and cuts at once, beside the same in Python line by line and step by step."""

import random
from collections.abc import Iterator

import pytest

from mondegreen.comparison.paired_tests import find_segments
from mondegreen.dropin.sctk.sc_stats.utterance_tests import pair_utterances, segment_pair
from mondegreen.dropin.sctk.system import Reader, SgmlError, System, read_sgml

STEPS = bytes.maketrans(b"CSID", bytes(range(4)))
FIELDS = ["r_t1+t2", "h_t1+t2", "h_conf", "r_weight"]
ATTRIBUTES = [
    b'labels="<o,f0>"',
    b'file="f"',
    b'channel="1"',
    b'R_T1="1.5" R_T2="2.500"',
    b'case_sense="1"',
    b'labels=""',
]
ODD = [
    b" ",
    b"\t",
    b'"',
    b">",
    b"<",
    b"=",
    b",",
    b":",
    b"\n",
    b"\0",
    b"C",
    b"X",
    b"1",
    b'id="x" ',
    b"</PATH>\n",
    b"\xff",
]


def write_path(rng: random.Random, number: int) -> Iterator[bytes]:
    fields = rng.sample(FIELDS, rng.choice([0, 0, 1, 2]))
    more = rng.sample(ATTRIBUTES, rng.randint(0, 3))
    if fields:
        more.append(b'word_aux="%b"' % ",".join(fields).encode())
    items = []
    for _ in range(rng.randint(0, 6)):
        step = rng.choice("CCCSID")
        words = [b'"w%d"' % rng.randint(0, 5), b'"w%d"' % rng.randint(0, 5)]
        words = (
            [words[0], words[0]]
            if step == "C"
            else [b"" if step == "I" else words[0], b"" if step == "D" else words[1]]
        )
        told = [b"1.000+2.500" if "t1" in field else b"0.250000" for field in fields]
        items.append(b",".join([step.encode(), *words, *told]))
    yield b'<PATH id="(u%d)" word_cnt="%d" sequence="%d" %b>\n' % (number % 5, len(items), number, b" ".join(more))
    yield b":".join(items) + b"\n</PATH>\n"


def write_sgml(rng: random.Random) -> bytes:
    parts = []
    for title in (b"one", b"two"):
        parts.append(b'<SYSTEM title="%b">\n' % title)
        for speaker in range(rng.randint(1, 3)):
            parts.append(b'<SPEAKER id="s%d">\n' % speaker)
            parts += [part for number in range(rng.randint(0, 5)) for part in write_path(rng, number)]
            parts.append(b"</SPEAKER>\n")
        parts.append(b"</SYSTEM>\n")
    text = b"".join(parts)
    for _ in range(rng.choice([0, 0, 1, 2])):
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice(ODD) + text[place + rng.randint(0, 2) :]
    return text


def describe(systems: list[System]) -> list[object]:
    """All that is known of systems."""
    return [
        (
            system.title,
            system.scored.speakers(),
            [
                [
                    (
                        scored.header(each),
                        scored.steps(each),
                        scored.words(each),
                        scored.details(each),
                        scored.counts(each),
                    )
                    for each in scored.utterances(number)
                ]
                for number in range(len(scored.speakers()))
            ],
        )
        for system in systems
        for scored in [system.scored]
    ]


def read_and_describe(text: bytes, capture: pytest.CaptureFixture[bytes]) -> object:
    try:
        found: object = describe(read_sgml(text))
    except SgmlError:
        found = "refused"
    return found, capture.readouterr()


@pytest.mark.parametrize("seed", range(300))
def test_utterances_are_read_as_line_by_line(
    seed: int, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = write_sgml(random.Random(seed))
    found = read_and_describe(text, capfdbinary)
    monkeypatch.setattr(Reader, "read_paths", lambda _self, _text, place: place)
    assert repr(found) == repr(read_and_describe(text, capfdbinary))


def make_system(rng: random.Random, letters: str) -> System:
    words = b":".join(
        b",".join([letter.encode(), b"" if letter == "I" else b'"a"', b"" if letter == "D" else b'"a"'])
        for _ in range(rng.randint(0, 30))
        for letter in [rng.choice(letters)]
    )
    text = b'<SYSTEM title="t">\n<SPEAKER id="s">\n<PATH id="(u)">\n%b\n</PATH>\n</SPEAKER>\n</SYSTEM>\n' % words
    (system,) = read_sgml(text)
    return system


@pytest.mark.parametrize("seed", range(200))
def test_segments_are_those_that_python_finds(seed: int) -> None:
    rng = random.Random(seed)
    one, other = (make_system(rng, rng.choice(["CCCCCCSID", "CCSID", "C", "CI"])) for _ in range(2))
    buffer = rng.randint(1, 4)
    first, second = (each.scored.steps(0).translate(STEPS) for each in (one, other))
    expected = [segment for segment in find_segments(first, second, buffer=buffer) if segment.first or segment.second]
    assert segment_pair(one, other, buffer) == (expected, 1)


def test_speakers_and_utterances_that_the_other_lacks_are_warned_of(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    head = b'<SYSTEM title="%b">\n<SPEAKER id="%b">\n<PATH id="(%b)">\n\n</PATH>\n'
    text = (
        head % (b"one", b"s", b"u")
        + b'<PATH id="(v)">\n\n</PATH>\n</SPEAKER>\n<SPEAKER id="x">\n</SPEAKER>\n</SYSTEM>\n'
    )
    one, other = read_sgml(text + head % (b"two", b"s", b"u") + b"</SPEAKER>\n</SYSTEM>\n")
    assert list(pair_utterances(one, other, warns=True)) == [[(0, 0)]]
    said = capfdbinary.readouterr().err
    assert b"Warning: Speaker's 's' path '(v)' in system 'one' is not in system 'two'\n" in said
    assert b"Warning: Speaker x is in system one but not system two\n" in said
