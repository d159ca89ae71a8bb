"""chfilt.pl beside the original, which runs only where a hubscr.pl lies in the right place, on the marks it knows."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree, agree_on_calls, ours

ENGLISH = [
    *(
        b"so",
        b"uh",
        b"%um",
        b"uh-huh",
        b"{laugh}",
        b"[noise]",
        b"[[a note]]",
        b"<English hello there>",
        b"well-",
        b"-th",
    ),
    *(
        b"&John",
        b"**new**",
        b"*odd*",
        b"+miss+",
        b"@NATO",
        b"~N",
        b"~N ~B's",
        b"it's.",
        b"don't",
        b"//aside//",
        b"--",
        b"#",
    ),
    *(
        b"((so they said))",
        b"(( {a / b} go ))",
        b"((oh))",
        b"(())",
        b"((",
        b"))",
        b"<noise>",
        b"well-known",
        b"no=",
        b"a_b",
    ),
    *(b"<contraction e_form=\"[it=>it]['s=>is]\">it's", b'<foreign language="French">oui</foreign>', b"what?", b'"x"'),
    *(b"((<Spanish si> no))", b"<aside/>", b"^Bob", b'((<foreign language="x">y z</foreign>))', b"x,", b"(ok)"),
]
MANDARIN = [
    "你好",
    "嗯",
    "哦",
    "%啊%",
    "<English_good_day>",
    "@好@",
    "*的*",
    "&张",
    "+a+",
    "((你 好))",
    "。",
    "{笑}",
    "百分%",
    "呵",
]
GERMAN = [
    "äh",
    "Hä",
    "über",
    "hm",
    "&Hans",
    "**neu**",
    "+x+",
    "%mm",
    "((so gut))",
    "<English yes>",
    "ÖL-",
    "¿qué?",
    "eh",
]
ARABIC = ["أه", "%أه", "%صمت\\", "%ضحك", "شكرا", "&اسم", "+كلمة+", "((يا سلام))", "%أجنبي", "أهه", "%أهه", "كت-", "هاي"]
JAPANESE = ["はい", "、", "。", "＜笑＞", "「うん」", "そう=", "+x+", "((ね え))", "@えと[[えーと, x]]", "ab", "！"]
WORDS = {
    "english": ENGLISH,
    "mandarin": [*ENGLISH, *(word.encode("gb2312") for word in MANDARIN)],
    "spanish": [*ENGLISH, *(word.encode("latin-1") for word in GERMAN)],
    "german": [*ENGLISH, *(word.encode("latin-1") for word in GERMAN)],
    "arabic": [*ENGLISH, *(word.encode() for word in ARABIC)],
    "japanese": [*ENGLISH, *(word.encode("euc-jp") for word in JAPANESE)],
}
OPTIONS = [
    *(
        "-d",
        "-a",
        "-k",
        "-c",
        "-E",
        "-p 0.2",
        "-s 0.5",
        "-s 2",
        "-C numbers",
        "-C letters",
        "-o pem",
        "-q so=well:uh=um",
    ),
    *("-t so=thus", "-b 1 -e 20", "-i -b 0 -e 30", "-i -b 0.50 -e 12.5", "-p", "-q x="),
]


def transcript(rng: random.Random, words: list[bytes]) -> bytes:
    lines = [b"# header"] if rng.random() < 0.5 else []
    time = 0.0
    for _ in range(rng.randint(1, 6)):
        time += rng.choice([-0.5, 0.0, 0.3, 1.0])
        start, end = max(time, 0), max(time, 0) + rng.choice([0.5, 2.0])
        time = end
        text = b" ".join(rng.choices(words, k=rng.randint(0, 7)))
        lines.append(b"%.2f %.2f %b: %b" % (start, end, rng.choice([b"A", b"B", b"A1", b"B2"]), text))
        lines += [rng.choice([b"", b"and on", b"  ", b"[[a comment]]", b"\tso"])] if rng.random() < 0.3 else []
    return b"\n".join(lines) + rng.choice([b"\n", b"\n\n", b""])


def draw(rng: random.Random, folder: Path, language: str) -> Iterator[Call]:
    """A call with a transcript in the language."""
    (folder / "a.b.txt").write_bytes(transcript(rng, WORDS[language]))
    options = [word for each in OPTIONS if rng.random() < 0.15 for word in each.split()]
    yield Call("chfilt.pl", [*options, "-l", language, "a.b.txt", *rng.choice([["--", "-"], ["new.stm"]])])


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("seed", range(10))
def test_the_original_agrees(tmp_path: Path, language: str, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path, language), tmp_path)


MISSISSIPPI = b"sw1 0.50 2.00 A: ~IBM said ~NBA's mhm ^Bob *x @y <as/>aside</as> uh oh\nsw1 2.50 3.00 B: [noise] ~A\n"
ARGUMENTS = [
    *("", "-l foo", "-l english", "-l english nofile o", "-l english a", "-l english a b c", "-o x", "-C x -l english"),
    *("-i -l english", "-L english a -- -", "-x", "-l", "-o", "-l english -C numbersx a -- -", "-l englishx a -- -"),
    *("-d -l english -m m.txt -- -", "-l english -m m.txt -- -", "-l english bad1 -- -", "-l english bad2 -- -"),
    *(
        "-l english bad3 new",
        "-l english empty -- -",
        "-b x -l english a -- -",
        "-l english -p -s a -- -",
        "-p x -l english a",
    ),
]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_original_agrees_on_arguments(tmp_path: Path, arguments: str) -> None:
    (tmp_path / "a").write_bytes(b"0.5 2.0 A: so\n")
    (tmp_path / "m.txt").write_bytes(MISSISSIPPI)
    (tmp_path / "bad1").write_bytes(b"no times\n")
    (tmp_path / "bad2").write_bytes(b'0.5 2.0 A: x <contraction e_form="[a=>b]" no\n')
    (tmp_path / "bad3").write_bytes(b"0.5 2.0 A: so\n2.0 3.0 C: so B")
    (tmp_path / "empty").write_bytes(b"")
    agree("chfilt.pl", arguments.split(), tmp_path)


MARKED = b"<contraction e_form=\"[it=>it]['s=>is]\">it's don't"


@pytest.mark.parametrize("options", [[], ["-c"]])
@pytest.mark.parametrize("more", [b"and " + MARKED, b"bad <contraction e_form=>it's", b"don't\n" + MARKED])
def test_contractions_of_lines_that_go_on_stay(tmp_path: Path, more: bytes, options: list[str]) -> None:
    (tmp_path / "a").write_bytes(b"0.5 2.0 A: so %b\n%b\n2.0 3.0 B: %b\n" % (MARKED, more, MARKED))
    agree("chfilt.pl", ["-l", "english", *options, "a", "--", "-"], tmp_path)


def test_a_tilde_without_a_letter_does_not_go_on_for_ever(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"s 0.5 2.0 A: ~ x\n")
    done = ours("chfilt.pl", ["-m", "-l", "english", "a", "--", "-"], tmp_path)
    assert done.output.endswith(b"a A a_A 0.5   2.00 <O>  ~ X \n")


def test_a_language_that_reads_as_a_pattern_does_not_go_on_for_ever(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"0.5 2.0 A: a <*| x> b\n")
    done = ours("chfilt.pl", ["-d", "-l", "english", "a", "--", "-"], tmp_path)
    assert b"OptDel substitution of non-language marker failed\n" in done.complaints
    assert done.code != 0
