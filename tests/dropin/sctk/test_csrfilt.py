"""csrfilt.sh beside the original: every kind of input, every option, sections, and lines that cannot be cut."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree, agree_on_calls, ours

WORDS = [
    *(b"A", b"B", b"AB", b"abc", b"b.", b"'C", b"C-D", b"D-", b"-E", b"uh", b"(x)", b"\xc4\xe3", b"\xe9a", b"{a/b}"),
    *(b"[n]", b"{ x / y z }", b"x--y"),
]
TORN = [b"(p", b"q)", *WORDS]
HEADERS = [
    *(b"* case_sensitive = 'F'", b";; c", b""),
    *(
        b';;  INPUT_DEPENDENT_APPLICATION = "%b"' % pattern
        for pattern in (b"ref", b"hyp", b"ctm|stm", b".*", b"", b"TRN")
    ),
]
KINDS = ["stm", "ctm", "trn", "txt", "rttm"]


def rule_file(rng: random.Random) -> bytes:
    lines = [b";; r", b"QQ => QQ"]  # the original crashes on a file without rules
    for _ in range(rng.randint(0, 8)):
        lines += rng.sample(HEADERS, k=rng.random() < 0.2)
        found = b" ".join(rng.choices(WORDS, k=rng.choice([1, 1, 1, 2]))).upper()
        new = b" ".join(rng.choices([*WORDS, b"X", b"{a / b c}", b"(y z)", b"(", b")"], k=rng.choice([0, 1, 1, 2, 3])))
        lines.append(b"[%b] => [%b] %b" % (found, new, rng.choice([b"", b"/ [ ] __ [ ]"])))
    return b"\n".join(lines) + b"\n"


def line(rng: random.Random, kind: str, words: list[bytes]) -> bytes:
    if rng.random() < 0.1:
        return rng.choice([b";; com(ment", b"", b"  ", b"; x", b";;LABEL", b"**"])
    blank = rng.choice([b" ", b" ", b"\t", b"  "])
    text = b" ".join(rng.choices(words, k=rng.randint(0, 8)))
    if kind == "stm":
        parts = [b"f1", rng.choice([b"A", b"B"]), b"spk", b"%.2f" % rng.random(), b"%.2f" % (1 + rng.random())]
        parts += rng.choice([[b"<o,f0>"], []])
        return blank.join([*(parts if rng.random() < 0.97 else parts[: rng.randint(1, 4)]), text])
    if kind == "ctm":
        parts = [b"f1", b"A", b"%.2f" % rng.random(), b"%.2f" % rng.random(), rng.choice(words[:15])]
        parts += rng.choice([[b"0.5"], [b"NA"], [b"-1"], [b"1.0 lex"], []])
        return rng.choice([b"", b" "]) + blank.join(parts if rng.random() < 0.95 else parts[: rng.randint(1, 5)])
    if kind == "trn":
        return text + blank + rng.choice([b"(spk-1)", b"(spk_2)", b"(spk (a))", b"", b"(x) "])
    if kind == "rttm":
        known = rng.choice([b"LEXEME", b"SPEAKER"]), rng.choice([b"lex", b"fp", b"non-lex", b"<NA>"])
        return blank.join([known[0], b"f1", b"1", b"0.1", b"0.2", rng.choice(words[:13]), known[1], b"spk", b"0.9"])
    return text


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call with rules and a text."""
    kind = rng.choice(KINDS)
    (folder / "a.glm").write_bytes(rule_file(rng))
    words = rng.choice([WORDS, WORDS, WORDS, TORN])
    data = b"\n".join(line(rng, kind, words) for _ in range(rng.randint(0, 8))) + rng.choice([b"\n", b"\n", b""])
    options = [word for each in ("-dh", "-s", "-e", "-t ref", "-t hyp") if rng.random() < 0.4 for word in each.split()]
    yield Call("csrfilt.sh", ["-i", kind, *options, "a.glm"], data)


@pytest.mark.parametrize("seed", range(60))
def test_the_original_agrees(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path)


WRONG = ["", "-q", "-i", "-i foo", "-t x", "a.glm nofile", "nofile", "-i stm", "a b c", "-", "-dh -s", "a.glm a.glm"]


@pytest.mark.parametrize("arguments", WRONG)
def test_the_original_agrees_on_arguments(tmp_path: Path, arguments: str) -> None:
    (tmp_path / "a.glm").write_bytes(b";;\nQQ => QQ\n")
    agree("csrfilt.sh", arguments.split(), tmp_path, b"a (b)\n")


def test_a_section_that_is_no_expression_ends_the_rules(tmp_path: Path) -> None:
    (tmp_path / "a.glm").write_bytes(b';;\nA => X\n;; INPUT_DEPENDENT_APPLICATION = "("\nB => Y\n')
    done = ours("csrfilt.sh", ["-i", "txt", "a.glm"], tmp_path, b"a b\n")
    assert (done.code, done.output) == (0, b"X B\n")
    assert b"in regex; m/(/ at -e line 9, <> line 3.\n" in done.complaints


def test_an_odd_expression_of_a_section_is_no_matter_of_ours(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    (tmp_path / "a.glm").write_bytes(b';;\nA => X\n;; INPUT_DEPENDENT_APPLICATION = "[[t]xt"\nB => Y\n')
    agree("csrfilt.sh", ["-i", "txt", "a.glm"], tmp_path, b"a b\n")
    assert list(recwarn) == []


def test_an_alternative_without_words_ends_the_output(tmp_path: Path) -> None:
    (tmp_path / "a.glm").write_bytes(b";;\nA => [{ / B}] / [ ] __ [ ]\n")
    agree("csrfilt.sh", ["-i", "ctm", "a.glm"], tmp_path, b"f 1 0 1 c\nf 1 1 1 a\nf 1 2 1 d\n")


RULES = b"""\
;; rules
* CASE_SENSITIVE = 'F'
A => X / [ ] __ [ ]
TWO WORDS => ONE / [ ] __ [ ]
LONG => [{ OF SEVERAL / OR ONE }] / [ ] __ [ ]
MAYBE => (GO AWAY) / [ ] __ [ ]
OPEN => ( P / [ ] __ [ ]
GONE => / [ ] __ [ ]
;; INPUT_DEPENDENT_APPLICATION = "HYP"
B => HYP / [ ] __ [ ]
;;INPUT_DEPENDENT_APPLICATION = "ref"
;;  INPUT_DEPENDENT_APPLICATION="ctm|stm"
C => TIMED / [ ] __ [ ]
;; INPUT_DEPENDENT_APPLICATION = ""
D => NEVER / [ ] __ [ ]
;; INPUT_DEPENDENT_APPLICATION = "."
E => ANY / [ ] __ [ ]
"""
TOKENS = [
    *(b"a", b"b", b"c", b"d", b"e", b"long", b"maybe", b"gone", b"x-y", b"-x", b"x-", b"(x-y)", b"(uh)", b"\xe9\xc9"),
    *(b"{a/b}", b"@", b"a-", b"so-so-so", b"A/B", b"a_b"),
]
LEXEMES = [
    "lex",
    "fp",
    "un-lex",
    "for-lex",
    "alpha",
    "acronym",
    "interjection",
    "propernoun",
    "other",
    "non-lex",
    "frag",
]
LINES = {
    "ctm": [
        *(b"f 1 0.5 0.4 %b%b" % (word, score) for word in TOKENS for score in (b"", b" 0.5", b" NA", b" -1 lex")),
        *(b";; long", b"f 1 2", b"f 1 2 3", b" f 1 1 1 two words", b"f 1 0 1 { a / b c } 0.25", b"f 1 1 1 a 1.5.2"),
    ],
    "stm": [
        *(b"f 1 s 0 1 %b a" % word for word in TOKENS),
        *(b"f  1 s\t0 1 <o,f0> two words %b " % word for word in TOKENS),
        *(b";; long", b" f 1 s 0 1 <o", b"f 1 s 0 1", b"f 1 s 0 1 <o>", b"f 1 s 0 1 a <o> b (uh um er) (a) c"),
    ],
    "trn": [b"%b a two words %b (s-%d)" % (word, word, at) for at, word in enumerate(TOKENS)]
    + [b"(a) (b) (s) ", b";; long", b"\t a\t b  (s_1)\t", b"( uh ) (x y z) (s_2)"],
    "txt": [b"%b a %b two words" % (word, word) for word in TOKENS] + [b";; long", b"; long", b"", b"two\twords  "],
    "rttm": [b"LEXEME f 1 0.5 0.4 %b lex s 0.9" % word for word in TOKENS]
    + [f"LEXEME f 1 0.5 0.4 long {kind} s 0.9".encode() for kind in LEXEMES]
    + [b";; long", b"SPEAKER f 1 0 1 long lex s 0.9", b" LEXEME f 1 1 1 two lex", b"LEXEME f 1 0 1 a"],
}


@pytest.mark.parametrize("options", ["", "-dh -t hyp", "-s -t ref", "-e"])
@pytest.mark.parametrize("kind", LINES)
def test_the_original_agrees_on_each_line(tmp_path: Path, kind: str, options: str) -> None:
    """Of a file with all lines, and of each by itself, without a line feed."""
    (tmp_path / "a.glm").write_bytes(RULES)
    call = ["-i", kind, *options.split(), "a.glm"]
    agree("csrfilt.sh", call, tmp_path, b"\n".join([*LINES[kind], b""]))
    for line in LINES[kind][-5:]:
        agree("csrfilt.sh", call, tmp_path, line)


def test_what_a_rule_leaves_open_joins_lines(tmp_path: Path) -> None:
    (tmp_path / "a.glm").write_bytes(RULES)
    agree("csrfilt.sh", ["-i", "txt", "a.glm"], tmp_path, b"so open so\nb a\nc open open d\ne\n")
