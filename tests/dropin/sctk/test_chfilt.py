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


@pytest.mark.parametrize(
    "text", [b"((a())", b"(()-))", b"((-(uh))", b"(({l}>))", b"((a", b"a))", b"(( a ) )", b"(a ((b) c))"]
)
@pytest.mark.parametrize("options", [[], ["-d"], ["-m"]])
def test_unclear_words_within_others_are_said_to_be_left(tmp_path: Path, text: bytes, options: list[str]) -> None:
    (tmp_path / "a").write_bytes(b"0.5 2.0 A: so %b so\n" % text)
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


# Turns that just touch, overlap, and lie apart, on both channels; the last lines of each go on.
TURNS = b"""\
# header
0.40 1.00 A: one
1.00 2.00 A: two
2.49 3.00 A: three
3.50 4.00 A: four
4.51 5.00 A: five
4.90 6.00 A: six
0.50 2.50 B: seven
2.00 3.00 B1: eight
3.00 3.01 B1:
3.02 4.00 B1: nine
9.50 10.00 B: ten
10.49 10.60 B: eleven
10.50 11.00 B: twelve
"""
LIMITS = [
    *("-p 0", "-p 0.25", "-p 5", "-s 0", "-s 0.49", "-s 0.5", "-s 0.51", "-s 5", "-E", "-E -s 0.5", "-k", "-k -s 0.01"),
    *("-b 0 -e 10", "-b 0.9 -e 10", "-b 0.91 -e 9.99", "-b 1 -e 10.1", "-b 3 -e 3"),
    *("-i -b 0 -e 10", "-i -b 0.4 -e 11", "-i -b 0.39 -e 11.01", "-i -b 0.38 -e 11.02", "-i -k -b 0 -e 11 -C numbers"),
    *(
        "-p 0.25 -b 0 -e 20",
        "-p 5 -b 0.4 -e 11",
        "-p 0.1 -s 0.2 -E -i -b 0 -e 30",
        "-o pem",
        "-o pem -s 5 -k -C numbers",
    ),
    *(
        "-i -b 0",
        "-i -e 5",
        "-C letters -i -b 0 -e 30",
        "-C numbers",
        "-C lettersx",
        "-t so=:=x:one=two=three",
        "-q :=",
        "-q =",
        "-q :",
        "-q ::",
        "-t a",
        "-t =b",
        "-t :",
        "-t =",
    ),
    *("-t ONE=Two -q two=2=three:four -a", "-q one=two=", "-l japanese -l english"),
]


@pytest.mark.parametrize("options", LIMITS)
def test_the_original_agrees_on_times(tmp_path: Path, options: str) -> None:
    (tmp_path / "dir.d").mkdir()
    (tmp_path / "dir.d" / "a.b.txt").write_bytes(TURNS)
    agree("chfilt.pl", ["-l", "english", *options.split(), "dir.d/a.b.txt", "--", "-"], tmp_path)
    if "C" in options:
        (tmp_path / "plain").write_bytes(TURNS.replace(b"A:", b"1A2:").replace(b"B1:", b"AB1:").replace(b"B:", b"A2:"))
        agree("chfilt.pl", ["-l", "english", *options.split(), "plain", "new"], tmp_path)


@pytest.mark.parametrize("options", ["", "-d", "-d -a", "-c", "-m", "-m -d", "-k -t so=thus:a=b -q uh=um"])
@pytest.mark.parametrize("language", WORDS)
def test_the_original_agrees_on_each_mark(tmp_path: Path, language: str, options: str) -> None:
    """Each between two words, at both ends of a turn, and twice."""
    # With -d the original takes this one for a pattern that is none, and ends.
    words = [word for word in WORDS[language] if word != b"((<Spanish si> no))" or "-d" not in options]
    lines = [b"0.00 1.00 A: %b" % word for word in words]
    lines += [b"1.00 2.00 B: so %b so %b %b" % (word, word, word) for word in words]
    (tmp_path / "a").write_bytes(b"\n".join([*lines, b""]))
    agree("chfilt.pl", ["-l", language, *options.split(), "a", "--", "-"], tmp_path)


HESITATIONS = {
    "english": b"uh um eh mm ah hm huh ha er oof hee ach eee ew mhm %uh %%um (ah) uhx xuh uh-huh",
    "spanish": b"aaa eee iii mmm emm amm imm eh mmh oh uh ey uy pss hm uf shh pff oy ha ah ehx",
    "german": b"\xe4h mm \xe4hm hm ha ei uh h\xe4 ho uff oi huh bah ui \xc4H \xc4HM H\xc4 uix",
    "mandarin": b" ".join([b"\xda\xc0", b"\xdf\xc0", b"\xe0\xc5", b"\xdf\xed", b"\xba\xc7", b"\xba\xc8"]),
    "arabic": " ".join(["أه", "إيه", "أم", "أوو", "هاي", "مهم", "أههx"]).encode(),
}


@pytest.mark.parametrize("options", ["", "-d", "-m"])
@pytest.mark.parametrize("language", HESITATIONS)
def test_the_original_agrees_on_each_hesitation(tmp_path: Path, language: str, options: str) -> None:
    words = HESITATIONS[language].split()
    lines = [b"0.00 1.00 A: so %b so" % word for word in words] + [b"2.00 3.00 A: " + b" ".join(words)]
    (tmp_path / "a").write_bytes(b"\n".join([*lines, b""]))
    agree("chfilt.pl", ["-l", language, *options.split(), "a", "--", "-"], tmp_path)
