"""rover beside the original, on random systems that hear nearly the same."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree, agree_on_calls, ours
from speeches import Coarse

WORDS = ["a", "b", "c", "d", "(e)", "F", "g-", "h;x", "k*", "{l", "@", "uh%sync%time1", "x%sync%time", "y\\;z"]
METHODS = ["meth1", "meth1a", "maxconf", "maxconfa", "avgconf", "oracle", "putat"]


def draw_conversation(rng: random.Random) -> list[tuple[float, float, str]]:
    """Words with times, with a gap now and then."""
    time, words = rng.uniform(0, 2), []
    plain = WORDS[: rng.choice([4, 4, 8, len(WORDS)])]
    for _ in range(rng.randint(1, 25)):
        length = rng.uniform(0.05, 0.6)
        words.append((time, length, rng.choice(plain)))
        time += length + rng.choice([0, 0, 0.2, rng.uniform(0, 3)])
    return words


def hear(rng: random.Random, words: list[tuple[float, float, str]], where: str, *, alternatives: bool) -> Iterator[str]:
    """The lines of a system that errs."""
    kind = rng.choice(["all", "all", "none", "some"])
    for start, length, text in words:
        shift = rng.choice([0, rng.uniform(-0.1, 0.1)])
        texts = [text, *rng.sample(WORDS[:6], rng.choice([0, 0, 0, 1]))][: rng.choice([0, 1, 1, 1, 1, 2])]
        for number, each in enumerate(texts):
            chosen = rng.choice(WORDS[:6]) if rng.random() < 0.15 else each
            sure = "" if kind == "none" or (kind == "some" and rng.random() < 0.5) else f" {rng.random():.3f}"
            line = f"{where} {max(0.0, start + shift) + number * length:.2f} {length:.2f} {chosen}{sure}"
            if alternatives and rng.random() < 0.1:
                other = f"{where} {start:.2f} {length:.2f} {rng.choice(WORDS[:6])}{sure}"
                tags = [f"{where} * * <ALT{tag}>" for tag in ("_BEGIN", "", "_END")]
                yield from (tags[0], line, tags[1], *rng.choice([[other], [other], [other, other], []]), tags[2])
            else:
                yield line


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call."""
    places = rng.sample([f"{file} {channel}" for file in ("f1", "F2", "g") for channel in "AB"], rng.randint(1, 3))
    conversations = [(place, draw_conversation(rng)) for place in sorted(places)]
    names = [f"h{number}.ctm" for number in range(rng.randint(2, 5))]
    has_alternatives = rng.random() < 0.2
    for name in names:
        lines = [
            line for where, words in conversations for line in hear(rng, words, where, alternatives=has_alternatives)
        ]
        if rng.random() < 0.1:
            lines.insert(0, ";; a comment")
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    options = [word for name in names for word in ("-h", name, "ctm")]
    options += ["-o", "out.ctm", "-m", rng.choice(METHODS)]
    for flag, chance, values in (
        ("-a", 0.6, "0 0.3 0.5 1 2"), ("-c", 0.6, "0 0.2 0.7 1"), ("-f", 0.2, "0 1 2"), ("-l", 0.1, "80"),
    ):  # fmt: skip
        if rng.random() < chance:
            options += [flag, rng.choice(values.split())]
    options += [flag for flag in ("-s", "-T") if rng.random() < 0.25]
    yield Call("rover", options)


@pytest.mark.parametrize("seed", range(80))
def test_the_original_agrees(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path)


@pytest.mark.parametrize("seed", range(40))
def test_the_original_agrees_where_times_are_equal(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(Coarse(seed), tmp_path), tmp_path)


PLAIN = "-h a ctm -h b ctm -o out"
ARGUMENTS = [
    *(
        "",
        "x",
        "-h",
        "-h -a",
        "-h a ctm",
        "-h a ctm -h b trn",
        "-h a ctm -h b ctm",
        PLAIN,
        f"{PLAIN} -m",
        f"{PLAIN} -m x",
    ),
    *(f"{PLAIN} -m meth1 {more}" for more in ("-z", "-a", "-c", "-f", "-l", "x -a", "-f 2", "-a x", "-c 9")),
    *("-h a -h b -o out -m meth1", "-o -h", "-h no ctm -h b ctm -o out -m meth1", "-h a ctm -h b ctm -o no/x -m meth1"),
    *(
        f"-h a ctm -h {name} ctm -o out -m {method}"
        for name in ("empty", "other", "c")
        for method in ("meth1", "putat")
    ),
    *(
        "-h short ctm -h b ctm -o out -m putat",
        "-h blank ctm -h b ctm -o out -m putat",
        "-h c ctm -h c ctm -o out -m meth1",
    ),
    *(f"-h {name} ctm -h {name} ctm -o out -m avgconf -a 0.5" for name in ("a", "b")),
    "-h alone ctm -h a ctm -o out -m meth1",
    "-h many ctm -h many ctm -o out -m putat",
    "-h branch ctm -h a ctm -o out -m meth1",
]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_original_agrees_on_arguments_and_what_is_wrong(tmp_path: Path, arguments: str) -> None:
    for name, text in {
        "a": "f 1 0 1 a 0.5\nf 1 1 1 b NA\ng 1 0 1 x\ng 1 1 1 z\n", "b": "f 1 0 1 a\nf 1 1 1 b\ng 1 0 1 x\ng 1 2 1 y\n",
        "c": "f 1 0 1 a 0.5\nf 1 1 1 b 0.5\ng 1 0 1 x\n", "empty": "", "other": "h 1 0 1 a\n", "short": "f 1 0 1\n",
        "blank": "f 1 0 1 a\n\n", "alone": "f 1 &&0 1 a\nf 2 0 1 b\n",
        "many": "".join(f"f{n // 2600} 1 {n} 1 w{n % 7}\n" for n in range(7900)),
        "branch": "f 1 0 1 a\nf 1 * * <ALT_BEGIN>\nf 1 0.5 0.5 x\nf 1 1 1 y\nf 1 * * <ALT>\n"
        "f 1 1 1 z\nf 1 * * <ALT_END>\n",
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text, encoding="utf-8")
    agree("rover", arguments.split(), tmp_path)


def test_what_the_first_system_lacks_ends_the_run(tmp_path: Path) -> None:
    # The original reads on behind the words of the first.
    (tmp_path / "a").write_text("f 1 0 1 a\n", encoding="utf-8")
    (tmp_path / "b").write_text("f 1 0 1 a\ng 1 0 1 x\ng 1 1 1 z\n", encoding="utf-8")
    done = ours("rover", ["-h", "a", "ctm", "-h", "b", "ctm", "-o", "out", "-m", "meth1", "-f", "0"], tmp_path)
    assert done.code == 1
    assert done.complaints == b"Error: a has no words left\n"
    assert done.files == {"out": b"f 1 0.000 1.000 a -1.000000\n"}


def test_any_number_of_systems_votes(tmp_path: Path) -> None:
    # The original has room for 50.
    names = [f"h{number}" for number in range(60)]
    for number, name in enumerate(names):
        (tmp_path / name).write_text(f"f 1 0 1 {'x' if number < 31 else f'w{number}'} 0.5\n", encoding="utf-8")
    options = [word for name in names for word in ("-h", name, "ctm")]
    done = ours("rover", [*options, "-o", "out", "-m", "meth1", "-f", "0"], tmp_path)
    assert done.files == {"out": b"f 1 0.000 1.000 x 0.500000\n"}
