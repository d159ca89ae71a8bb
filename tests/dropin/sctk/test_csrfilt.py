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
