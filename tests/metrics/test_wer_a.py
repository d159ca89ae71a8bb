"""Errors over the nearest of several ways to say a reference, and what each kind of leniency forgave."""

import json
import random
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.errors import ScoreError
from mondegreen.metrics import make_metric
from mondegreen.metrics.support import variants
from mondegreen.metrics.support.variants import choose_first
from oracles import RULES, TOOLKIT_FILES, least_costs

CASES = [
    ("we { go / went } home", "we went home", "", {"words": 3, "by_alternatives": 1}, "the second of two"),
    ("we { go / went } home", "we go home", "", {"words": 3}, "the first is forgiven nothing"),
    ("a { b / @ } c", "a c", "", {"words": 2, "by_alternatives": 1}, "nothing is an alternative"),
    ("{ { a / b } c / d }", "b c", "", {"words": 2, "by_alternatives": 1}, "alternatives in alternatives"),
    ("he {said/ says } { uh/@ }no", "he says no", "", {"words": 3, "by_alternatives": 2}, "signs at words, as sclite"),
    ("{a/{b/c} d}", "c d", "", {"words": 2, "by_alternatives": 2}, "signs at words in alternatives"),
    ("x{a/b} and/or", "x{a/b} and/or", "", {"words": 2}, "within words signs have no meaning"),
    ("{a/b c", "{a/b c", "", {"words": 2}, "nor without an end"),
    ("a { b", "a { b", "", {"words": 3}, "braces without end are words"),
    ("{ / }", "{ / }", "", {"words": 3}, "nothing to choose from"),
    ("a@ @ b* c;d \\ (e)", "a@ @ b* c;d \\ (e)", "", {"words": 6}, "no other sign has a meaning"),
    ("b*", "b", "", {"words": 1, "errors": 1, "substitutions": 1}, "nor is one overlooked"),
    ("a white paper", "a whitepaper", ":compounds=yes", {"words": 2, "by_compounds": 2}, "written as one"),
    ("a whitepaper", "a white paper", ":compounds=yes", {"words": 3, "by_compounds": 2}, "written apart"),
    ("a b c", "abc", ":compounds=yes", {"words": 1, "by_compounds": 3}, "three as one"),
    ("abc", "a b c", ":compounds=yes", {"words": 3, "by_compounds": 3}, "and one as three"),
    (
        "a b c d",
        "abcd",
        ":compounds=yes",
        {"errors": 4, "words": 4, "substitutions": 1, "deletions": 3},
        "but four are no compound",
    ),
    (
        "x {a / b} c",
        "x bc",
        ":compounds=yes",
        {"errors": 2, "words": 3, "substitutions": 1, "deletions": 1},
        "over no brace",
    ),
    ("ab c", "a bc", ":compounds=yes", {"words": 2, "errors": 2, "substitutions": 2}, "not cut elsewhere"),
    ("well (uh) yes", "well yes", ":optional=yes", {"words": 3, "by_optional": 1}, "missing, as it may be"),
    ("well (uh) yes", "well uh yes", ":optional=yes", {"words": 3, "by_optional": 1}, "or there"),
    ("well (uh) yes", "well yes", "", {"words": 3, "errors": 1, "deletions": 1}, "unless it is not asked for"),
]


@pytest.mark.parametrize(
    ("reference", "hypothesis", "options", "counts", "why"), CASES, ids=[case[4] for case in CASES]
)
def test_counts(reference: str, hypothesis: str, options: str, counts: dict[str, int], why: str) -> None:
    score = mg.score([reference], [hypothesis], metrics=[f"wer:alternatives=yes{options}"])[
        f"wer:alternatives=yes{options}"
    ]
    assert {name: value for name, value in score.total.items() if value} == counts


def measure(said: list[str], heard: list[str], spec: str = "wer:alternatives=yes") -> dict[str, float]:
    """The total over pairs whose words stand between commas, so that they may hold whitespace or nothing."""
    settings = Settings(tokenize=lambda text: text.split(","))
    return make_metric(spec).measure(Batch(said, heard, settings)).total()


@pytest.mark.parametrize("spec", ["wer:alternatives=yes", "wer:alternatives=yes:optional=yes"])
def test_words_are_the_same_only_if_all_their_characters_are(spec: str) -> None:
    """Of ASCII, in which sclite has its signs: as they are, for another, left out, and for a word of their codes."""
    signs = [chr(code) for code in range(128) if chr(code) != ","]
    for words in ([f"e{sign}" for sign in signs], signs):
        assert measure(words, words, spec).items() >= {"errors": 0, "words": 127}.items()
        assert measure(words, words[1:] + words[:1], spec)["substitutions"] == 127
    assert measure([f"e{sign}" for sign in signs], ["e"] * 127, spec)["substitutions"] == 127
    assert measure(["{", "\1", "\1a", ""], ["\1a", "{", "\1", "\1"], spec)["substitutions"] == 4


@pytest.mark.parametrize(
    ("said", "heard", "words", "deletions", "why"),
    [
        ("a b,c", "a b,c", 2, 0, "a blank within a word ends none"),
        ("a b,c", "c", 2, 1, "nor makes two of it"),
        ("a,),b", "a,b", 3, 1, "a parenthesis is a word"),
        ("a,,b", "a,b", 3, 1, "and so is nothing, where the tokenizer says so"),
    ],
)
def test_there_are_as_many_words_as_the_tokenizer_finds(
    said: str, heard: str, words: int, deletions: int, why: str
) -> None:
    total = measure([said], [heard])
    assert [total["words"], total["errors"], total["deletions"]] == [words, deletions, deletions], why


@pytest.fixture
def synonyms(tmp_path: Path) -> str:
    path = tmp_path / "synonyms"
    path.write_text("gonna | going to ; gon na  # one way\n\ncolour = color\n", encoding="utf-8")
    return f"wer:alternatives={path}"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "errors", "forgiven"),
    [
        ("i am gonna", "i am going to", 0, 2),
        ("i am going to", "i am gonna", 2, 0),  # not the other way about
        ("a colour", "a color", 0, 1),
        ("a color", "a colour", 0, 1),
        ("a colour", "a collar", 1, 0),
        ("{ a / the } colour", "the color", 0, 1),  # the alternative is forgiven by itself
    ],
)
def test_synonyms(synonyms: str, reference: str, hypothesis: str, errors: int, forgiven: int) -> None:
    total = mg.score([reference], [hypothesis], metrics=[synonyms])[synonyms].total
    assert (total.errors, total.by_synonyms) == (errors, forgiven)


@pytest.mark.parametrize("order", [*permutations(["going | leaving", "going to | gonna", "going to be | gonnabe"])])
def test_of_synonyms_that_overlap_the_longest_counts(tmp_path: Path, order: tuple[str, ...]) -> None:
    """Whatever their order in the file; what begins within the longest is not looked at."""
    (tmp_path / "overlap").write_text("\n".join(order), encoding="utf-8")
    spec = f"wer:alternatives={tmp_path / 'overlap'}"
    said = ["i am going to be here", "i am going to be", "going to it", "going on"]
    heard = ["i am gonnabe here", "i am leaving to be", "gonna it", "leaving on"]
    run = mg.score(said, heard, metrics=[spec])
    assert [row.errors for row in run[spec].rows] == [0, 1, 0, 0]


@pytest.mark.parametrize("count", [100, 101])
def test_a_phrase_has_so_many_synonyms(tmp_path: Path, count: int) -> None:
    """On one line or on several, and one that comes again is none more."""
    path = tmp_path / "many"
    path.write_text("".join(f"a b | c{at}\n" for at in [*range(count), 0]), encoding="utf-8")
    if count == 100:
        spec = f"wer:alternatives={path}"
        assert mg.score(["a b", "a b"], ["c0", "c99"], metrics=[spec])[spec].value == 0
    else:
        with pytest.raises(ScoreError) as caught:
            make_metric(f"wer:alternatives={path}")
        assert str(caught.value) == f'{path}:101: more than 100 synonyms of "a b"; give at most 100'


def test_synonyms_are_written_as_the_run_writes_texts(synonyms: str) -> None:
    for said, heard, errors in (("I am gonna!", "I AM GOING TO", 0), ("a colour.", "A Color", 0), ("gonna", "gone", 1)):
        run = mg.score([said], [heard], metrics=[synonyms], normalize=["upper", "punctuation"])
        assert run[synonyms].total.errors == errors


@pytest.mark.parametrize("line", ["a", "a |", "| b", "a = ", "a | b ; ; c"])
def test_a_file_of_synonyms_that_is_none(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad"
    path.write_text(f"a | b\n{line}\n", encoding="utf-8")
    with pytest.raises(ScoreError, match="bad:2: is neither"):
        make_metric(f"wer:alternatives={path}")


def test_no_way_is_nearer_than_the_one_that_counts() -> None:
    """Against all ways, each by the whole table of costs."""
    rng = random.Random(4)
    kind = make_metric("wer:alternatives=yes")
    for _ in range(150):
        slots = [[rng.choices("abc", k=rng.randint(1, 2)) for _ in range(rng.randint(1, 3))] for _ in range(4)]
        text = " ".join(
            f"{{ {' / '.join(map(' '.join, slot))} }}" if len(slot) > 1 else " ".join(slot[0]) for slot in slots
        )
        heard = rng.choices("abcd", k=rng.randint(0, 6))
        total = kind.measure(Batch([text], [" ".join(heard)])).total()
        ways = [[word for part in way for word in part] for way in product(*slots)]
        costs = [least_costs(way, heard, RULES["sclite"])[-1][-1] for way in ways]
        assert 4 * total.substitutions + 3 * (total.deletions + total.insertions) == min(costs)
        assert choose_first(text.split()) == ways[0]


def test_it_is_the_word_error_rate_of_sclite_where_there_is_one_way() -> None:
    rng = random.Random(5)
    texts = [" ".join(rng.choices(["a", "b", "été", "日"], k=rng.randint(0, 8))) for _ in range(400)]
    run = mg.score(texts[:200], texts[200:], metrics=["wer", "wer:alternatives=yes"], policy="sclite")
    assert run["wer"].value == run["wer:alternatives=yes"].value


KALDIALIGN = [
    ("ed", "wer", "kaldi"),
    ("ed_sclite", "wer", "sclite"),
    ("ed_compound", "wer:alternatives=yes:compounds=yes", "kaldi"),
]


@pytest.mark.parametrize(("theirs", "spec", "policy"), KALDIALIGN)
def test_what_kaldialign_counts(theirs: str, spec: str, policy: Any) -> None:
    """Its own figures; of compounds the errors alone, for the words of the reference it counts as they are written."""
    folder = TOOLKIT_FILES / "kaldialign"
    given, found = (
        [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").splitlines()]
        for name in ("inputs/pairs.jsonl", "expected/out.jsonl")
    )
    references, hypotheses = ([" ".join(pair[side]) for pair in given] for side in ("ref", "hyp"))
    rows = mg.score(references, hypotheses, [spec], policy=policy)[spec].rows
    kinds = {"ins": "insertions", "del": "deletions", "sub": "substitutions", "total": "errors"}
    kinds |= {} if theirs == "ed_compound" else {"ref_len": "words"}
    expected = [[row[theirs][kind] for kind in kinds] for row in found]
    assert rows.values[:, [rows.columns.index(column) for column in kinds.values()]].tolist() == expected


def first_end(words: list[str], start: int) -> int:
    """The definition: from a brace on, where as many were closed as opened, if anything but signs lies between."""
    depth = 0
    for place in range(start, len(words)):
        depth += (words[place] == "{") - (words[place] == "}")
        if not depth:
            return place + 1 if {*words[start:place]} - {"{", "/", "}"} else 0
    return 0


@given(st.lists(st.sampled_from(["{", "/", "}", "a", "@"]), max_size=14))
def test_alternatives_end_where_as_many_braces_are_closed_as_opened(words: list[str]) -> None:
    expected = [first_end(words, place) if word == "{" else 0 for place, word in enumerate(words)]
    assert variants.closings(words) == expected
    text = "".join(words)
    found = variants.match_braces(text)
    assert [found.get(place, 0) for place in range(len(text))] == expected


@pytest.mark.parametrize("end", ["b " + "} " * 1001, ""])
def test_alternatives_that_are_nested_too_deeply(end: str) -> None:
    with pytest.raises(ScoreError, match="nested too deeply: more than 1,000 times"):
        mg.score(["{ a / " * 1001 + end], ["a"], metrics=["wer:alternatives=yes"])


def test_alternatives_that_are_nested_deeply() -> None:
    text = "{ a / " * 1000 + "b " + "} " * 1000
    assert mg.score([text] * 2, ["b", "c"], metrics=["wer:alternatives=yes"])["wer:alternatives=yes"].value == 50
