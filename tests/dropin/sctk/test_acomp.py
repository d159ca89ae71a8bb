"""acomp.pl beside the original."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree, agree_on_calls, ours, without_remarks

PARTS = ["haus", "tür", "bahn", "hof", "schiff", "fahrt", "en", "se", "weg", "t", "ein", "Senne", "ab"]
LINKS = ["", "", "", "s", "en", "sen", "S", "t", "-", "x"]


def draw_word(rng: random.Random) -> str:
    word = rng.choice(PARTS)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        word += rng.choice(LINKS) + rng.choice(PARTS)
    word += rng.choice(["", "", "", "", "-", "ha-", "s"])
    return rng.choice([word, word, word.upper(), f"({word})", f"({word}", "()", "{", "/"][: rng.choice([4, 8])])


def draw_lexicon(rng: random.Random) -> str:
    lines = rng.sample(PARTS, rng.randint(2, 10))
    lines += ["_".join(rng.choices(PARTS, k=2)) for _ in range(rng.randint(0, 3))]
    lines += [rng.choice(["ein-weg", "ab-_weg", "-hof", "hof-", "a b c", "", "schiff_fahrt noun"])] * rng.randint(0, 1)
    return "\n".join(rng.sample(lines, len(lines))) + "\n" * (rng.random() < 0.8)


def draw_line(rng: random.Random, kind: str) -> str:
    words = " ".join(draw_word(rng) for _ in range(rng.randint(0, 5)))
    if rng.random() < 0.1:
        return rng.choice([f";; {words}", "", f" {words}  "]) if kind != "stm" else f";; {words}"
    if kind == "ctm":
        return f"f 1 {rng.uniform(0, 9):.2f} {rng.uniform(0, 1):.2f} {draw_word(rng)}" + rng.choice(
            ["", " 0.5", " x y"]
        )
    label = rng.choice(["", " <o,f0>", " <o"])
    return f"{' ' * rng.randint(0, 1)}f 1 a 0.5 1.5{label} {words}" if kind == "stm" else words


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    kind = rng.choice(["txt", "ctm", "stm"])
    lines = [draw_line(rng, kind) for _ in range(rng.randint(0, 8))] + ["f 1 0"] * (rng.random() < 0.1)
    text = "\n".join(lines) + "\n" * (rng.random() < 0.9)
    (folder / "lex").write_text(draw_lexicon(rng), encoding="latin-1")
    (folder / "in").write_text(text, encoding="latin-1")
    choices = [["-f"], ["-s"], ["-t"], ["-m", rng.choice(["1", "3", "4", "2.5", "x1"])]]
    options = [word for option in rng.sample(choices, rng.choice([0, 0, 1, 2])) for word in option]
    source = rng.choice(["in", "in", "-"])
    words = ["-l", "lex", *options, *(["-i", kind] if kind != "txt" or rng.random() < 0.5 else [])]
    yield Call(
        "acomp.pl", [*words, source, rng.choice(["out", "-"])], b"" if source == "in" else text.encode("latin-1")
    )


@pytest.mark.parametrize("seed", range(120))
def test_the_original_agrees(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path, but=without_remarks)


CALLS = [
    *("", "-l lex", "-l lex in", "-l lex in out more", "-l none in -", "-l lex none -", "-l lex in no/out", "-x"),
    *("-l", "-i ctm", "-l lex -i x in -", "-l lex -i", "-l lex -i in - -", "-l lex -i stm short -", "-L lex in -"),
    *("-l lex -i stm cut -", "-l lex -i stm short out", "-l lex -i stm cut out", "-l lex -i stm none out"),
]


@pytest.mark.parametrize("call", CALLS)
def test_the_original_agrees_on_arguments_and_what_is_wrong(tmp_path: Path, call: str) -> None:
    texts = {
        "lex": "ab\nba\nab_ba\nab-_weg\n",
        "in": "abba x ab-weg abweg ab-_weg\n",
        "short": "f 1 a 0 1 abba\nf 1\nf 1 a 0 1 b\n",
        "cut": "f 1 a",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    agree("acomp.pl", call.split(), tmp_path, but=without_remarks)


@pytest.mark.parametrize(("shortest", "expected"), [("0", b"BA AB\n"), ("-3", b"BA AB\n"), ("nan", b"BAAB\n")])
def test_parts_have_a_letter(tmp_path: Path, shortest: str, expected: bytes) -> None:
    # The original may look for parts without any, and not end.
    (tmp_path / "lex").write_text("ab\nba\n-ab_ba\n")
    done = ours("acomp.pl", ["-l", "lex", "-m", shortest, "-", "-"], tmp_path, b"baab\n")
    assert (done.code, done.output) == (0, expected)


def test_long_words_take_time_by_their_length(tmp_path: Path) -> None:
    # The original tries all ways through the word, one by one.
    (tmp_path / "lex").write_text("a_aa\n")
    done = ours("acomp.pl", ["-l", "lex", "-m", "1", "-", "-"], tmp_path, b"a" * 20_000 + b"b\n" + b"a" * 4_000 + b"\n")
    assert done.output == b"A" * 20_000 + b"B\n" + b" ".join([b"AA"] * 2_000) + b"\n"
