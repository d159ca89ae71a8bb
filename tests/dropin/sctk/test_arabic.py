"""def_art.pl, hamzaNorm.pl and tanweenFilt.pl beside the originals."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree, agree_on_calls, ours, without_remarks

WORDS = [
    *(
        b"A",
        b"the",
        b"(uh)",
        b"\xd8\xa3\xd8\xa7",
        b"(\xd8\xa2x\xd9\x8b)",
        b"\xd8\xa7\xd9\x8b\xd9\x8c",
        b"\xd8\xa5\xd9\x8d",
    ),
    *(
        b"il+kitab",
        b"il+$ams",
        b"il+&nar",
        b"x**",
        b"**il",
        b"il+*",
        b"\xe4kt",
        b"<ALT>",
        b"**it",
        b"(\xd9\x8c)",
        b"\xe4\xe4x",
    ),
]
LEXICON = (
    b"k s p s m\nil+kt \xe4kt p s x:+article\nil+$x \xe4s p s m+article\nli+il+x \xe4\xe4x p q x+article\n"
    b"zz+il+x q p s b:c+article\nx1\n\nthe THE p\nA il+kitab p s z\n"
)


def line(rng: random.Random, kind: str) -> bytes:
    if rng.random() < 0.1:
        return rng.choice([b";; c", b"", b"  ", b'; CATEGORY "0" "" ""', b"#x y"])
    text = rng.choice([b" ", b"  "]).join(rng.choices(WORDS, k=rng.randint(0, 6)))
    if kind == "txt":
        return text
    if kind == "stm":
        parts = [b"f1", b"A", b"spk", b"0.5", b"1.5", *rng.choice([[b"<o,f0>"], [b"<x"], []])]
        return rng.choice([b"", b" "]) + rng.choice([b" ", b"\t"]).join(parts) + b" " + text
    parts = [b"f1", b"A", rng.choice([b"0.5", b"1e3"]), rng.choice([b".5", b"0.2"]), rng.choice(WORDS)]
    parts += [b"0.5", b"lex"][: rng.randint(0, 2)]
    return rng.choice([b"", b" "]) + rng.choice([b" ", b"\t"]).join(parts) + rng.choice([b"", b" "])


def alike(name: str, arguments: list[str], folder: Path, stdin: bytes) -> None:
    """But for what Perl itself says of lines that are too short."""
    agree(name, arguments, folder, stdin, but=without_remarks)


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call of each program."""
    (folder / "lexicon").write_bytes(LEXICON)
    for name in ("def_art.pl", "hamzaNorm.pl", "tanweenFilt.pl"):
        kind = rng.choice(["stm", "ctm", "txt"])
        data = b"\n".join(line(rng, kind) for _ in range(rng.randint(0, 6))) + rng.choice([b"\n", b"\n", b""])
        (folder / "data").write_bytes(data)
        options = rng.choice([["-i", kind], [], ["-i", kind]])
        if name == "tanweenFilt.pl":
            options = [*rng.choice([["-a"], []]), *options]
        if name == "def_art.pl":
            options += rng.choice([["-s", "lexicon"], ["-ts", "lexicon"], []])
        yield Call(name, [*options, *rng.choice([["-", "-"], ["data", "new"]])], data)


@pytest.mark.parametrize("seed", range(40))
def test_the_originals_agree(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path, but=without_remarks)


ARGUMENTS = [
    *("", "a", "a b c", "nofile new", "-i foo a b", "-x a b", "-i", "-i - -", "-i txt - -", "-i txt -- - -", "-h"),
    *("-s nofile a b", "-t a b", "--i=txt - -", "-- a b", "-a - -", "-itxt - -", "a nofolder/b", "-s", "-s -i stm - -"),
]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_originals_agree_on_arguments(tmp_path: Path, arguments: str) -> None:
    (tmp_path / "a").write_bytes(b"il+x y\n")
    for name in ("def_art.pl", "hamzaNorm.pl", "tanweenFilt.pl"):
        alike(name, arguments.split(), tmp_path, b"a\n")


@pytest.mark.parametrize("lexicon", [b"x1\n", b"x1", b"x1\n\n", b"\nx1\n", b"x1\n\nx2", b"x1 \n  \n", b""])
def test_a_lexicon_s_line_of_one_word_knows_the_empty_word(tmp_path: Path, lexicon: bytes) -> None:
    (tmp_path / "lexicon").write_bytes(b"k s p s m\n" + lexicon)
    alike("def_art.pl", ["-i", "stm", "-s", "lexicon", "-", "-"], tmp_path, b"f A s 0 1 <o> s  k\n")


@pytest.mark.parametrize("first", [b"", b"il+$x \xe4s p s m+article\n", b"k w p s m\n"])
def test_a_word_of_an_article_that_is_nowhere_has_the_form_before_it(tmp_path: Path, first: bytes) -> None:
    odd = b"zz+il+x q p s b:c+article\nk s p s m\nzz+il+x w p s b:c+article\n"
    (tmp_path / "lexicon").write_bytes(first + odd)
    alike("def_art.pl", ["-i", "txt", "-s", "lexicon", "-", "-"], tmp_path, b"q s w k\n")


def test_no_name_lets_an_output_be_compressed(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"il+x y\n")
    alike("hamzaNorm.pl", ["a", "b.gz"], tmp_path, b"")


def test_hamzaNorm_by_hand(tmp_path: Path) -> None:  # noqa: N802 - the program's name
    text = "أكل إلى آخر سأل (أكل)"
    done = ours("hamzaNorm.pl", ["-", "-"], tmp_path, f"{text}\n".encode())
    assert done.output.decode() == "اكل الى اخر سأل (أكل)\n"


def test_tanweenFilt_by_hand(tmp_path: Path) -> None:  # noqa: N802 - the program's name
    final = ours("tanweenFilt.pl", ["-", "-"], tmp_path, "شكرًا كتابٌ (بيتٍ) كتابٌ\n".encode())
    assert final.output.decode() == "شكرًا كتاب (بيت) كتاب\n"
    everywhere = ours("tanweenFilt.pl", ["-a", "-", "-"], tmp_path, "شكرًا كتابٌ\n".encode())
    assert everywhere.output.decode() == "شكرا كتاب\n"


ROMAN = [
    *(b"il+%b" % letter for letter in (b"t", b"&n", b"&b", b"$", b"*t", b"1", b"Z", b"l", b"b", b"")),
    *(b"x il+tab il+bab", b"**it", b"**il x**", b"x**y**", b"a il+* b", b" **iS ", b"wil+kitAb"),
]
SCRIPT = [
    *(f"{alif}كل" for alif in "آأإاء"),
    *(f"كتاب{mark}" for mark in ("ً", "ٌ", "ٍ", "َ", "ٌٍ")),
    *("(أكل)", "(كتابٌ)", "كتاًب", "ٌ", "(ٌ)", "ٌ)"),
]
LINES = {"txt": b"%b", "ctm": b"f A 0.5 0.4 %b 0.5 lex", "stm": b"f A s 0.5 1.5 <o,f0> %b so %b"}


@pytest.mark.parametrize("options", [[], ["-s", "lexicon"], ["-ts", "lexicon"]], ids=str)
@pytest.mark.parametrize("kind", LINES)
def test_the_originals_agree_on_each_word(tmp_path: Path, kind: str, options: list[str]) -> None:
    """In text, ctm and stm; also in lines that are indented, short or comments, without labels, or with odd ones."""
    (tmp_path / "lexicon").write_bytes(LEXICON)
    words = [*WORDS, *ROMAN, *(word.encode() for word in SCRIPT)]
    lines = [LINES[kind].replace(b"%b", word) for word in words]
    lines += [
        b" " + lines[0],
        b"\t" + lines[2].replace(b" ", b"  "),
        b";; il+tab",
        b"#il+tab",
        b"",
        b" ",
        b"f A s",
        b"f A 0 1",
    ]
    lines += [
        b"f A s 0 1 <o il+tab",
        b"f A s 0 1 il+tab <x> \xd8\xa3",
        b"f A s 0 1 <o>",
        b"f A s 0 1 <o>\xd8\xa3",
        b"f A s 0 1 <il+tab> il+tab",
        b"f A s 0 1 <x\xd9\x8c,il+tab> x\xd9\x8c",
        b"f A 0 1 .",
    ]
    data = b"\n".join([*lines, b""])
    alike("def_art.pl", ["-i", kind, *options, "-", "-"], tmp_path, data)
    if not options:
        alike("hamzaNorm.pl", ["-i", kind, "--", "-", "-"], tmp_path, data)
        for more in ([], ["-a"]):
            alike("tanweenFilt.pl", ["-i", kind, *more, "--", "-", "-"], tmp_path, data)
