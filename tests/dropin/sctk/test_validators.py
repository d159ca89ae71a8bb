"""stmValidator.pl and ctmValidator.pl beside the originals, on words and times both good and bad."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree, agree_on_calls, ours

WORDS = [
    *(
        b"A",
        b"the",
        b"O.K.",
        b"u.s.",
        b"c.'s",
        b"x-y",
        b"frag-",
        b"-x",
        b"(uh)",
        b"(x-)",
        b"it's",
        b"(it's)",
        b"o'clock",
    ),
    *(b"d'etre", b"%hesitation", b"(%HESITATION)", b"{", b"/", b"}", b"@", b"a/b", b"\xd8\xa3\xd8\xa7", b"x1", b"?"),
    *(
        b"a]",
        b"(a,b)",
        b"!x",
        b"<,>a/-]",
        b"<,>/-]",
        b"((x))",
        b"%BCACK",
        b"it's's",
        b"(u.s.)",
        b"(\xd8\xa2x)",
        b"\xc4\xe3",
    ),
    *(b"ignore_time_segment_in_scoring", b"<ALT>", b"<ALT_END>", b"-", b"a--b", b"(%bcnack)", b"it'dx"),
]


def stm(rng: random.Random) -> bytes:
    if rng.random() < 0.1:
        return rng.choice([b";; c", b"", b"  ", b';; CATEGORY "0" "" ""', b';; LABEL "o" "a" "b"', b"#x y", b"alone"])
    parts = [rng.choice([b"f1", b"f2"]), rng.choice([b"A", b"B"]), b"spk", b"0.5", b"1.5"]
    parts += rng.choice([[b"<o,f0>"], [b"<x"], []])
    text = rng.choice([b" ", b"  "]).join(rng.choices(WORDS, k=rng.randint(0, 6)))
    return rng.choice([b"", b" "]) + rng.choice([b" ", b"\t"]).join(parts) + b" " + text + rng.choice([b"", b" ;; x"])


def ctm(rng: random.Random) -> bytes:
    if rng.random() < 0.1:
        return rng.choice([b";; c", b"", b"  ", b"#x"])
    parts = [
        *(rng.choice([b"f1", b"f*"]), rng.choice([b"A", b"1", b"C"])),
        *(rng.choice([b"0.5", b"1.", b"*", b"x", b"1e3"]), rng.choice([b".5", b"0.2", b"*"]), rng.choice(WORDS)),
        *(rng.choice([b"0.5", b"NA", b"1"]), rng.choice([b"lex", b"fp", b"zz"]), rng.choice([b"spk1", b"a*"]), b"more"),
    ][: rng.choice([4, 5, 5, 5, 6, 7, 8, 9])]
    return rng.choice([b"", b"", b"", b" "]) + rng.choice([b" ", b"\t"]).join(parts) + rng.choice([b"", b" "])


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call of either program."""
    options = rng.choice([[], ["-l", "english"], ["-l", "Arabic"], ["-l", "English"]])
    for name, line in (("stmValidator.pl", stm), ("ctmValidator.pl", ctm)):
        lines = b"\n".join(line(rng) for _ in range(rng.randint(0, 8)))
        (folder / "data").write_bytes(lines + rng.choice([b"\n", b""]))
        yield Call(name, ["-i", "data", *options])


@pytest.mark.parametrize("seed", range(40))
def test_the_originals_agree(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path)


ARGUMENTS = [
    *(
        "",
        "-h",
        "-x",
        "-i",
        "-i nofile",
        "-i data extra",
        "-x -i data",
        "-- -i data",
        "- -i data",
        "-idata",
        "-si data",
    ),
    *("--i data", "--i=data", "-i=data", "-I data -L arabic", "-h=5", "-lo english -i data", "-i data --=4", "-l"),
]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_originals_agree_on_arguments(tmp_path: Path, arguments: str) -> None:
    (tmp_path / "data").write_bytes(b"f1 A 0 1 word\n")
    for name in ("stmValidator.pl", "ctmValidator.pl"):
        agree(name, arguments.split(), tmp_path)


def test_every_kind_of_fault_has_its_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_bytes(b"f* X * x 1 NA zz s*\nf A 1 1 <ALT>\nf A\n")
    done = ours("ctmValidator.pl", ["-i", "a.ctm"], tmp_path)
    assert done.code == 1
    assert done.output.splitlines() == [
        b"ERROR: [line 1] source 'f*' must have alphanumeric, hyphens (-) and underscore (_) characters only",
        b"ERROR: [line 1] channel 'X' must be numeric only",
        b"ERROR: [line 1] begin '*' time must floating point value",
        b"ERROR: [line 1] duration 'x' time must floating point value",
        b"ERROR: [line 1] confidence 'NA' time must floating point value",
        b"ERROR: [line 1] type 'zz' is not a known type",
        b"ERROR: [line 1] speaker 's*' must have alphanumeric, hyphens (-) and underscore (_) characters only",
        b"ERROR: [line 2] begin '1' time for ALT Tag must be an asterisk /*/",
        b"ERROR: [line 2] duration '1' time for ALT Tag must be an asterisk /*/",
        b"ERROR: [line 3] ctm record must have at least 5 fields and no whitespace at the beginning",
        b"FATAL: Validation 'a.ctm' failed due to the 10 previous error(s)",
    ]


MORE = [
    *(
        b"x-",
        b"-",
        b"a-b-c",
        b"a-b-",
        b"U.S.A.",
        b"u.'s",
        b"u.s",
        b"us.",
        b"i'd",
        b"i've",
        b"i're",
        b"i'll",
        b"i'm",
        b"i'",
    ),
    *(
        b"i'x",
        b"(i'll",
        b"i'll)",
        b"(i'll)",
        b"(i'll))",
        b"o'",
        b"O'X",
        b"D'ETRE",
        b"%BCNACK",
        b"%bcack",
        b"%uh",
        b"(%bcack)",
    ),
    *(
        b"IGNORE_TIME_SEGMENT_IN_SCORING",
        b"(%Hesitation)",
        b"^x",
        b"(^x",
        b"_x",
        b"x_",
        b"(a",
        b"a)",
        b"1",
        b"a1",
        b"\xff",
    ),
    *(
        b"<ALT_BEGIN>",
        b"x@y",
        b"y%BCKACK",
        b"y%BCACKz",
        b"X.",
        b"X.1",
        b".X",
        b"'",
        b"--",
        b"[x",
        b"x!",
        b"<,>.?/-]x",
        b"x<,>.?/-]",
    ),
]
TIMES = [b"1", b"1.5", b".5", b"5.", b"-1", b"*", b"1e3", b"**", b"1.5x"]
CTM = [
    *(b"f 1 0 1 %b 0.5 lex s" % token for token in [*WORDS, *MORE]),
    *(
        b"f 1 0 1 \xe9 1 %b s" % kind
        for kind in (b"lex", b"frag", b"fp", b"un-lex", b"for-lex", b"non-lex", b"misc", b"noscore")
    ),
    *(b"f 1 %b %b %b %b" % (time, time, token, time) for time in TIMES for token in (b"a", b"<ALT>", b"x<ALT_END>")),
    *(
        b"%b %b 0 1 a 1 lex %b" % (name, name, name)
        for name in (b"A", b"B", b"C", b"12", b"1a", b"a_b-c", b"a.b", b"a*")
    ),
    *(b" ".join([b"f 1 0 1 a 1 lex s x y".split()[at] for at in range(count)]) for count in range(1, 11)),
]
STM = [
    *(b"f 1 s 0 1 %b" % token for token in [*WORDS, *MORE]),
    *(b"f 1 s 0 1 %b ?a" % labels for labels in (b"<o>", b"<o", b"o>", b"<>", b"x<o>", b"<o>x")),
    *(
        b"g B s 0 1 ?1",
        b"f B s 0 1 ?2",
        b"f A s 0 1 ?3",
        b"e",
        b"e ",
        b"e A",
        b"e A s 0 1",
        b"e A s 0 1 ",
        b" e A s 0 1 ?4",
    ),
    *(
        b'x ;;  LABEL "a" "b" "c"',
        b';; CATEGORY "a" "" ""',
        b"f 1 s 0 1 ok ;; ?5",
        b"f 1 s 0 1 <o> <p> ?6",
        b"f 1 s 0 1\t?7",
    ),
]


@pytest.mark.parametrize("language", ["english", "ENGLISH", "arabic", ""])
@pytest.mark.parametrize(("name", "lines"), [("ctmValidator.pl", CTM), ("stmValidator.pl", STM)])
def test_the_originals_agree_on_each_line(tmp_path: Path, name: str, lines: list[bytes], language: str) -> None:
    (tmp_path / "data").write_bytes(b"\n".join([*lines, b""]))
    agree(name, ["-i", "data", *(["-l", language] if language else [])], tmp_path)
    for line in (b"", lines[0], lines[0] + b"\n", b";;"):
        (tmp_path / "data").write_bytes(line)
        agree(name, ["-i", "data"], tmp_path)
