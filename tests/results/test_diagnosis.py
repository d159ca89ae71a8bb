"""Notes on errors that are differences of writing: what they count is what a run with the named steps gives."""

import random
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.batch import Settings
from mondegreen.corpus import Corpus
from mondegreen.metrics import make_metrics
from mondegreen.normalization import parse_normalizers
from mondegreen.pairs import pair
from mondegreen.results import diagnosis
from mondegreen.results.diagnosis import (
    Diagnosis,
    Sample,
    diagnose,
    find_changing_steps,
    name_number_steps,
    note_spaces,
    sample_pairs,
)
from mondegreen.runner import measure_pairs as run

UPPER = ["THE CAT SAT ON THE MAT", "A DOG"]
PUNCTUATED = ["The cat sat on a mat.", "A dog!"]
LINE = "the The THE a A cat Cat, cat. dog -dog Dogs' it's It's well-known don't ( , ... É é ß SS 3.5 U.S. œuvre"


def found(
    references: Sequence[str], hypotheses: Sequence[str], metrics: Sequence[str] = ("wer", "cer"), **how: Any
) -> Diagnosis | None:
    pairs = pair(Corpus.by_position(references, "ref"), Corpus.by_position(hypotheses, "hyp"))
    return diagnose(run(pairs, make_metrics(metrics), Settings(**how)))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "metrics", "note"),
    [
        # 3 spaces are deleted and 1 of 8 letters is wrong
        ("今天 天气 很好 吗啊", "今天天气很坏吗啊", ["wer"], "3 of 4 character errors are spaces; to ignore them: "),
        ("今天 天气 很好 吗啊", "今天天气很坏吗啊", ["cer:spaces=no"], None),
        ("今天 天气 很好 吗啊", "今天天气很坏吗啊", ["wer", "mixed-er"], None),
        ("今天天气很好", "今天天气很坏", ["cer"], None),
        ("to day it rains", "today it rains", ["cer"], None),
    ],
)
def test_spaces_of_scripts_without_them(reference: str, hypothesis: str, metrics: list[str], note: str | None) -> None:
    pairs = pair(Corpus.by_position([reference], "ref"), Corpus.by_position([hypothesis], "hyp"))
    said = note_spaces(run(pairs, make_metrics(metrics), Settings()))
    assert (said and str(said)) == (note and f"{note}--metrics mixed-er,cer:spaces=no (CER 12.50 %)")


def test_accents_that_are_characters_of_their_own() -> None:
    """They look the same, and macOS writes names of files so: all words with accents are wrong."""
    composed, decomposed = "d\u00e9j\u00e0 vu", "de\u0301ja\u0300 vu"
    assert found([composed] * 4, [decomposed] * 4) == Diagnosis("wer", ("nfc",), 4, 4, 0)
    assert found([decomposed] * 4, [composed.upper()] * 4) == Diagnosis("wer", ("nfc", "lower"), 8, 8, 0)
    assert found([decomposed], [decomposed.replace("vu", "lu")]) is None


def test_case_and_punctuation_together() -> None:
    """Counted by hand: all words differ, but for one all of them by their case or a mark."""
    assert found(UPPER, PUNCTUATED) == Diagnosis("wer", ("lower", "punctuation"), 6, 7, 12.5)


@pytest.mark.parametrize(
    ("references", "hypotheses", "steps"),
    [
        (["THE CAT"], ["the cat"], ("lower",)),
        (["the cat"], ["the, cat."], ("punctuation",)),
        (["The cat."], ["The cat. the dog"], None),  # all errors are words
        (["a b c d e f g h"] * 2, ["a b c d e f x y", "a b c d e f y X"], None),  # case explains none
        (["a b c d e"], ["A v w x y"], None),  # a fifth is not more than a fifth
        (["a b c d e"], ["A B w x y"], ("lower",)),
        (["a b"], ["a b"], None),
        (["."], [""], None),  # no word would be left to count errors by
    ],
)
def test_only_steps_that_matter_are_named(
    references: list[str], hypotheses: list[str], steps: tuple[str, ...] | None
) -> None:
    told = found(references, hypotheses)
    assert (told.steps if told else None) == steps


def test_a_step_that_removes_hardly_anything_is_not_named() -> None:
    assert found(["A B C D E F G H I J K L M N O P Q R S T U V"], ["a b c d e f g h i j k l m n o p q r s t u v."])
    told = found(["A"] * 39 + ["b"], ["a"] * 39 + ["b."])
    assert told
    assert (told.steps, told.vanished, told.errors) == (("lower",), 39, 40)


def test_steps_stand_behind_those_of_the_run() -> None:
    told = found(UPPER, PUNCTUATED, normalize=parse_normalizers("upper"))
    assert told == Diagnosis("wer", ("punctuation",), 2, 3, 12.5)
    told = found(["<unk> a"], ["a."], normalize=parse_normalizers("drop:<unk>"))
    assert told == Diagnosis("wer", ("punctuation",), 1, 1, 0.0)


def test_numbers_need_a_language_and_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("num2words")
    references, hypotheses = ["twenty one cats", "three dogs"], ["21 cats", "3 dogs"]
    assert found(references, hypotheses) is None
    told = found(references, hypotheses, resources=mg.Resources("en"))
    assert told == Diagnosis("wer", ("numerals:en", "hyphens"), 3, 3, 0.0)
    assert found(references, hypotheses, resources=mg.Resources("xx")) is None
    diagnosis.make_step.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "num2words", None)
    assert found(references, hypotheses, resources=mg.Resources("en")) is None


def test_characters_where_no_words_are_measured() -> None:
    told = found(["ABC D"], ["abc d"], ["ser", "cer"])
    assert told == Diagnosis("cer", ("lower",), 4, 4, 0.0)
    assert found(["ABC D"], ["abc d"], ["ser"]) is None


CASES: list[Callable[[str], str]] = [str.lower, str.upper, str.strip]


def noisy(chance: random.Random) -> list[str]:
    words = [chance.choice(LINE.split()) for _ in range(chance.randrange(8))]
    return [chance.choice(CASES)(word) for word in words]


CHANGES: list[Callable[[str], str]] = [str.lower, str.title, lambda word: f"{word}.", lambda _: "x"]


def corpora(chance: random.Random) -> tuple[list[str], list[str]]:
    """References and what was heard, which differs in some of these ways."""
    changes: list[Callable[[str], str]] = [str.strip, str.strip, *chance.sample(CHANGES, 2)]
    corpus = [noisy(chance) for _ in range(chance.randrange(1, 40))]
    heard = [[chance.choice(changes)(word) for word in words if chance.random() > 0.1] for words in corpus]
    return [" ".join(words) for words in corpus], [" ".join(words) for words in heard]


@pytest.mark.filterwarnings("ignore::mondegreen.ScoreWarning")
@pytest.mark.parametrize("seed", range(60))
def test_the_count_is_that_of_a_run_with_these_steps(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    monkeypatch.setattr(diagnosis, "SAMPLE", chance.choice((3, 150)))
    monkeypatch.setattr("mondegreen.batch.SIZE", chance.choice((7, 65_536)))
    sides = corpora(chance)
    metric = chance.choice(("wer", "wer:ties=best", "wer:ties=range", "cer", "cer:spaces=no"))
    before = chance.choice(("", "diacritics", "lower"))
    how: dict[str, Any] = {"policy": chance.choice(mg.Policy.NAMES), "empties": chance.choice(("keep", "drop"))}
    told = found(*sides, [metric], normalize=parse_normalizers(before), **how)
    if told is None:
        return
    plain, again = (
        mg.score(*sides, [metric], normalize=each, **how)
        for each in (before, f"{before},{','.join(told.steps)}".strip(","))
    )
    assert told.value == again[metric].value
    assert told.errors == plain[metric].total.errors
    assert told.vanished == told.errors - again[metric].total.errors
    assert told.vanished > told.errors / 5


def test_random_texts_have_something_to_tell() -> None:
    """Otherwise the test above would say nothing."""
    chance = random.Random(0)
    told = [found(*corpora(chance)) for _ in range(40)]
    assert {each.steps for each in told if each} == {("lower",), ("punctuation",), ("lower", "punctuation")}


def test_python_warns_with_it(tmp_path: Path) -> None:
    with pytest.warns(mg.ScoreNote, match=r'^6 of 7 errors vanish with normalize="lower,punctuation" \(WER 12.50 %\)$'):
        made = mg.score(UPPER, PUNCTUATED)
    assert [*map(str, made.notes)] == ['6 of 7 errors vanish with normalize="lower,punctuation" (WER 12.50 %)']
    assert made.to_dict()["systems"][0]["notes"] == [*map(str, made.notes)]
    made.save(tmp_path / "run")
    assert mg.Run.load(tmp_path / "run").notes == made.notes
    with pytest.warns(mg.ScoreNote, match='with normalize="upper,punctuation"'):
        mg.score(UPPER, PUNCTUATED, normalize="upper")
    with pytest.warns(mg.ScoreNote, match='with "punctuation" behind the other steps of normalize'):
        mg.score(UPPER, PUNCTUATED, normalize=[str.upper])


def test_of_very_many_some_are_counted_and_the_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says of them is what a run of them alone says."""
    monkeypatch.setattr(diagnosis, "COUNTED", 4)
    references = [f"A {place} b" for place in range(10)]
    hypotheses = [f"a {place} {'b' if place % 2 else 'c'}" for place in range(10)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (note,) = map(str, mg.score(references, hypotheses, ["wer"]).notes)
        places = (0, 3, 6, 9)  # four at even distances, both ends among them
        some = mg.score(
            [references[at] for at in places], [hypotheses[at] for at in places], ["wer"], normalize="lower"
        )
    assert some["wer"].value == pytest.approx(100 * 2 / 12)
    assert note == (
        'in 4 utterances at even distances, 4 of 6 errors vanish with normalize="lower" '
        f"(their WER {some['wer'].value:.2f} %)"
    )


@pytest.mark.parametrize(("count", "counted"), [(1_500, None), (1_501, 1_500)])
def test_up_to_1500_utterances_are_all_counted(count: int, counted: int | None) -> None:
    """As docs/projects.md says."""
    told = found(["A"] * count, ["a"] * count)
    assert told == Diagnosis("wer", ("lower",), counted or count, counted or count, 0.0, counted)


def test_what_is_counted_are_pairs_with_their_own_ids() -> None:
    keys = [str(place) for place in range(1_502)]
    pairs = pair(mg.Corpus(keys, keys, "ref", fields={"speaker": keys}), mg.Corpus(keys, keys, "hyp"))
    part, places = sample_pairs(pairs)
    assert [places[0], places[-1], len(places), len(set(places.tolist()))] == [0, 1_501, 1_500, 1_500]
    assert list(part.keys) == list(part.references) == list(part.hypotheses) == list(map(str, places.tolist()))
    assert part.fields == {}


@pytest.mark.parametrize(
    ("size", "places", "errors"),
    [(1, [1], 1), (2, [1, 6], 4), (3, [1, 3, 6], 6), (4, [1, 3, 6], 6), (150, [1, 3, 6], 6)],
)
def test_a_sample_is_of_utterances_with_errors(
    size: int, places: list[int], errors: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At even distances, both ends among them; each once."""
    monkeypatch.setattr(diagnosis, "SAMPLE", size)
    references = ["a", "b", "c", "d D", "e", "f", "g G G", "h"]
    hypotheses = ["a", "x", "c", "x x", "e", "f", "x x x", "h"]
    pairs = pair(Corpus.by_position(references, "ref"), Corpus.by_position(hypotheses, "hyp"))
    made = run(pairs, make_metrics(["wer"]), Settings())
    metric = make_metrics(["wer"])[0]
    sample = Sample.of(made, made["wer"], metric)
    texts = [*sample.batch.references, *sample.batch.hypotheses]
    assert texts == [side[place] for side in (references, hypotheses) for place in places]
    assert sample.errors == errors


def test_a_step_is_named_if_more_than_a_twentieth_of_the_errors_needs_it() -> None:
    exactly = found(["A"] * 19 + ["b"], ["a"] * 19 + ["b."])
    assert exactly is not None
    assert exactly.steps == ("lower",)  # the other would remove 5 per cent of the errors, which is no more than that
    more = found(["A"] * 18 + ["b"], ["a"] * 18 + ["b."])
    assert more is not None
    assert more.steps == ("lower", "punctuation")


@pytest.mark.parametrize(
    ("texts", "language", "names"),
    [
        (["A, 1"], None, ["lower", "punctuation"]),
        (["A, 21"], "en", ["numerals:en", "hyphens", "lower", "punctuation"]),
        (["A, b"], "en", ["lower", "punctuation"]),  # no digits, no numerals
        (["a, b"], None, ["punctuation"]),
        (["A b"], None, ["lower"]),
        (["21"], "en", ["numerals:en", "hyphens"]),
        (["1"], "en", ["numerals:en"]),  # "one" has no hyphen
        (["a b"], "en", []),
        (["1"], "xx", []),
    ],
)
def test_only_steps_that_change_a_text_are_looked_at(texts: list[str], language: str | None, names: list[str]) -> None:
    if language:
        pytest.importorskip("num2words")
    assert list(find_changing_steps(texts, language)) == names
    assert name_number_steps(["a"], "en") == ()


@pytest.mark.parametrize(("side", "texts"), [("hyp", ["A b", "a UM b"]), ("ref", ["A UM b", "a b"])])
def test_rules_of_one_side_are_applied_to_that_side(side: str, texts: list[str], tmp_path: Path) -> None:
    """Of a GLM file a section may be for one side alone; the sample is taken behind both."""
    rules = f';; rules\n;; INPUT_DEPENDENT_APPLICATION = "{side}"\nUM => / [ ] __ [ ]\n'
    (tmp_path / "um.glm").write_text(rules, encoding="utf-8")
    told = found([texts[0]] * 3, [texts[1]] * 3, normalize=parse_normalizers(f"glm:{tmp_path / 'um.glm'}"))
    assert told == Diagnosis("wer", ("lower",), 3, 3, 0.0)


@pytest.mark.parametrize(("how", "counted"), [(None, "normalization"), (7, "normalization-sampled")])
def test_the_note_tells_the_numbers(how: int | None, counted: str) -> None:
    note = Diagnosis("wer", ("lower",), 3, 4, 12.345, how).note("hyp", "with lower")
    detail = {"vanished": 3, "errors": 4, "how": "with lower", "rate": "WER 12.35 %"}
    assert (note.kind, note.detail) == (counted, detail if how is None else detail | {"utterances": 7})
