"""The mixed error rate, as a whole and by script, and the error rate of case."""

import random

import pytest

import mondegreen as mg
from oracles import twin

SPECS = ["mixed-er", "mixed-er:script=han", "mixed-er:script=latin", "mixed-er:script=cyrillic"]
PARTS = ["我", "们", "green", "tea", "да"]


def test_the_parts_are_the_whole() -> None:
    """Beside the error rate of words, on texts that the tokenizer of that name cut; with blanks and without."""
    draw = random.Random(3)
    pairs = [
        [
            "".join(draw.choice([f"{one} ", one]) if one > "z" else f" {one} " for one in draw.choices(PARTS, k=6))
            for _ in range(2)
        ]
        for _ in range(80)
    ]
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    whole, *parts = (score.total for score in mg.score(*sides, SPECS).scores.values())
    words = mg.score(*sides, ["wer"], tokenize="mixed")["wer"].total
    for column in ("errors", "words", "substitutions", "deletions", "insertions"):
        assert whole[column] == words[column] == sum(part[column] for part in parts)
    assert all(part.errors and part.words for part in parts)


def test_whatever_the_words_of_the_run_are() -> None:
    run = mg.score(["我们 go"], ["我 go"], ["wer", "mixed-er"], tokenize="characters")
    assert run["mixed-er"].value == pytest.approx(100 / 3)
    assert "|tok:mixed|" in run["mixed-er"].signature


@pytest.mark.parametrize(
    ("said", "heard", "errors", "recognized", "why"),
    [
        ("Then Anna left", "then anna Left", 3, 3, "all of them"),
        ("Then Anna left", "then Hannah left", 1, 2, "a word that was taken for another has no case"),
        ("a B c", "A c", 1, 2, "nor has one that was lost"),
        ("Straße ΣΑΣ", "STRASSE σας", 2, 2, "as Unicode has it"),
        ("a a", "A b a", 1, 2, "one too many between"),
        ("", "A", 0, 0, "nothing"),
    ],
)
def test_case(said: str, heard: str, errors: int, recognized: int, why: str) -> None:
    total = mg.score([said], [heard], ["case"])["case"].total
    assert [total.errors, total.recognized] == [errors, recognized], why


def test_case_beside_a_plain_count() -> None:
    draw = random.Random(4)
    texts = [[draw.choices(["a", "A", "b", "B"], k=draw.randint(0, 6)) for _ in range(2)] for _ in range(100)]
    expected = [0, 0]
    for said, heard in texts:
        steps = twin([word.lower() for word in said], [word.lower() for word in heard], "kaldi")
        one, other = iter(said), iter(heard)
        for step in steps:
            pair = (next(one) if step != 2 else "", next(other) if step != 3 else "")
            expected[1] += step == 0
            expected[0] += step == 0 and pair[0] != pair[1]
    total = mg.score([" ".join(pair[0]) for pair in texts], [" ".join(pair[1]) for pair in texts], ["case"])[
        "case"
    ].total
    assert [total.errors, total.recognized] == expected


def test_words_by_script() -> None:
    from mondegreen.results.word_groups import group_words

    found = group_words(mg.score(["我 要 green tea 5"], ["我 喝 bee tea"], ["wer"]), "word-script")
    assert {each.name: (each.words, each.substitutions + each.deletions) for each in found} == {
        "han": (2, 1),
        "latin": (2, 1),
        "none": (1, 1),
    }
