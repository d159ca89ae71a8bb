"""Confusions beside a plain count and beside sclite's, and their order."""

import re
from collections import Counter
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.results.summary import KINDS, count_confusions
from oracles import DELETION, INSERTION, MATCH, random_pairs, trn, twin
from programs import theirs


def counts(run: mg.Run, kind: str) -> Counter[tuple[str, str]]:
    found = count_confusions([run]).of(kind)
    return Counter({(each.reference, each.hypothesis): each.counts[0] for each in found.top(len(found.pairs))})


def plainly(pairs: list[tuple[list[str], list[str]]]) -> dict[str, Counter[tuple[str, str]]]:
    """The same by the whole table of each pair, step by step."""
    found: dict[str, Counter[tuple[str, str]]] = {kind: Counter() for kind in KINDS}
    for reference, hypothesis in pairs:
        left, right = iter(reference), iter(hypothesis)
        for step in twin(reference, hypothesis, "kaldi"):
            word = "" if step == INSERTION else next(left)
            other = "" if step == DELETION else next(right)
            if step != MATCH:
                found[{INSERTION: "insertions", DELETION: "deletions"}.get(step, "substitutions")][word, other] += 1
    return found


def test_they_are_those_of_a_plain_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.batch.SIZE", 100)
    monkeypatch.setattr("mondegreen.results.summary.FEW", 7)
    pairs = random_pairs(3, 250)
    run = mg.score([" ".join(pair[0]) for pair in pairs], [" ".join(pair[1]) for pair in pairs])
    assert {kind: counts(run, kind) for kind in KINDS} == plainly(pairs)


def test_they_are_sclites(tmp_path: Path) -> None:
    pairs = random_pairs(4, 200)
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for name, texts in zip(("ref", "hyp"), sides):
        (tmp_path / name).write_text(trn(texts), encoding="utf-8")
    words = "-r ref trn -h hyp trn -i spu_id -s -f 0 -o dtl stdout"
    report = theirs("sclite", words.split(), tmp_path).output.decode()
    run = mg.score(*([" ".join(words) for words in side] for side in sides), policy="sclite")
    for kind, title in (("substitutions", "CONFUSION PAIRS"), ("deletions", "DELETIONS"), ("insertions", "INSERTIONS")):
        section = report.partition(f"\n{title} ")[2].partition("-------")[0]
        expected = {words: int(times) for times, words in re.findall(r"^ *\d+: +(\d+)  ->  (.*)$", section, re.M)}
        found = {" ==> ".join(filter(None, words)): times for words, times in counts(run, kind).items()}
        assert found == expected


ORDERS = [
    (["b", "b", "a", "a", "a"], ["y", "y", "x", "x", "z"], [("a", "x"), ("b", "y"), ("a", "z")], "the rarest is last"),
    (["é", "e", "z"], ["x", "x", "x"], [("e", "x"), ("z", "x"), ("é", "x")], "code points: é is behind z"),
    (["a", "a"], ["y", "x"], [("a", "x"), ("a", "y")], "the reference's being equal, the hypothesis's word decides"),
]


@pytest.mark.parametrize(("references", "hypotheses", "order", "why"), ORDERS, ids=[case[3] for case in ORDERS])
def test_order(references: list[str], hypotheses: list[str], order: list[tuple[str, str]], why: str) -> None:
    found = count_confusions([mg.score(references, hypotheses)]).of("substitutions")
    for top in range(len(order) + 2):
        assert [(each.reference, each.hypothesis) for each in found.top(top)] == order[:top]


def test_systems_are_counted_apart_and_ranked_together() -> None:
    one, two = mg.score(["a b"] * 3, ["x b", "x b", "a"]), mg.score(["a b"] * 3, ["a y"] * 3)
    found = count_confusions([one, two])
    assert [tuple(each) for each in found.of("substitutions").top(9)] == [("b", "y", (0, 3)), ("a", "x", (2, 0))]
    assert [tuple(each) for each in found.of("deletions").top(9)] == [("b", "", (1, 0))]
    assert found.of("insertions").top(9) == []


@pytest.mark.parametrize(("references", "hypotheses"), [([], []), (["a"], ["a"]), ([""], [""])])
def test_no_errors(references: list[str], hypotheses: list[str]) -> None:
    found = count_confusions([mg.score(references, hypotheses)])
    assert [found.of(kind).top(5) for kind in KINDS] == [[], [], []]


def test_no_systems() -> None:
    assert count_confusions([]).of("deletions").top(5) == []


def test_words_are_those_of_the_users_tokenizer_and_rules() -> None:
    run = mg.score(["A-b"], ["a-C"], normalize=[str.lower], tokenize=lambda text: text.split("-"))
    assert counts(run, "substitutions") == {("b", "c"): 1}
