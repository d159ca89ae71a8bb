"""`mondegreen.score()` over everything that it takes."""

import math
import warnings
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.resolve import join_values as common

REFERENCES = {"u1": "the cat sat", "u2": "a b", "u3": ""}
HYPOTHESES = {"u2": "a c", "u1": "the cat sad", "u3": "d"}
WER = 100 * 3 / 5


def test_dicts_pair_by_key() -> None:
    assert mg.score(REFERENCES, HYPOTHESES)["wer"].value == WER


def test_lists_pair_by_position() -> None:
    hypotheses = [HYPOTHESES[key] for key in REFERENCES]
    assert mg.score(list(REFERENCES.values()), hypotheses)["wer"].value == WER
    assert mg.score(tuple(REFERENCES.values()), tuple(hypotheses))["wer"].value == WER


def test_paths_are_read(tmp_path: Path) -> None:
    for name, texts in (("ref", REFERENCES), ("hyp", HYPOTHESES)):
        (tmp_path / name).write_text("".join(f"{key} {text}\n" for key, text in texts.items()), encoding="utf-8")
    assert mg.score(tmp_path / "ref", str(tmp_path / "hyp"))["wer"].value == WER
    as_lines = mg.score(tmp_path / "ref", tmp_path / "hyp", format="lines")
    assert as_lines["wer"].total.words == 8


def test_corpora_are_taken_as_they_are() -> None:
    references, hypotheses = (mg.Corpus(list(each), list(each.values()), "c") for each in (REFERENCES, HYPOTHESES))
    assert mg.score(references, hypotheses)["wer"].value == WER


def test_what_does_not_fit_is_a_warning() -> None:
    with pytest.warns(mg.ScoreWarning, match="1 utterance of references not in hypotheses, scored as empty: b"):
        run = mg.score({"a": "x", "b": "y"}, {"a": "x"})
    assert run["wer"].value == 50


def test_skipping_is_in_the_signature() -> None:
    with pytest.warns(mg.ScoreWarning):
        run = mg.score({"a": "x", "b": "y"}, {"a": "x"}, missing="skip")
    assert "|missing:skip|utts:1|" in run["wer"].signature


def test_no_reference_words_is_not_a_number() -> None:
    for references, hypotheses in (([], []), ([""], ["a"]), ([""], [""])):
        run = mg.score(references, hypotheses)
        assert math.isnan(run["wer"].value)
        assert run.to_dict()["systems"][0]["metrics"]["wer"]["score"] is None


def test_batches_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    references = [f"a {number} b" for number in range(50)]
    hypotheses = [f"a {number % 3} b c" for number in range(50)]
    whole = mg.score(references, hypotheses)
    monkeypatch.setattr("mondegreen.batch.SIZE", 7)
    parts = mg.score(references, hypotheses)
    assert parts.to_dict() == whole.to_dict()
    assert parts["wer"].rows.values.tolist() == whole["wer"].rows.values.tolist()


def test_rules_of_ones_own_are_in_the_signature() -> None:
    run = mg.score(["The cat"], ["the Cat"], normalise=[str.lower, str.strip])
    assert [run["wer"].value, run["wer"].signature.split("|")[2]] == [0, "norm:lower+strip"]


def test_references_of_which_rules_leave_nothing_are_told() -> None:
    """Those that say nothing from the start are no news; each batch speaks of its own."""
    corpus = mg.Corpus(["u1", "u2", "u3"], ["um", "", "a um"], "ref")
    sentence = r"^1 utterance of ref of which the rules left no word, so that .* can only be inserted: u1$"
    with pytest.warns(mg.ScoreWarning, match=sentence):
        mg.score(corpus, {"u1": "a", "u2": "", "u3": "a"}, normalise="drop:um")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mg.score(corpus, {"u1": "a", "u2": "", "u3": "a"}, normalise="lower")


def test_of_a_file_of_several_systems_the_first_is_scored(tmp_path: Path) -> None:
    """The others are the command line's to show."""
    entry = '{"audio_filepath": "u1", "text": "a b", "pred_text": "a b", "pred_text_worse": "x"}'
    (tmp_path / "m.json").write_text(entry + "\n", encoding="utf-8")
    assert mg.score(tmp_path / "m.json")["wer"].value == 0


def test_what_is_said_for_all_metrics() -> None:
    assert common(ties="best", only=None) == {"ties": "best"}
    assert common(only=["NOUN", "VERB"], ties=None) == {"only": "NOUN+VERB"}
    assert common(only="NOUN") == {"only": "NOUN"}


def test_one_metric_may_stand_alone() -> None:
    assert list(mg.score(["a"], ["a"], "wer").scores) == ["wer"]


def test_a_metric_asked_for_twice_is_measured_once() -> None:
    assert list(mg.score(["a"], ["a"], ["wer", "cer:blanks=yes", "wer", "cer"]).scores) == ["wer", "cer"]


def test_alignment_policy_divides_the_errors() -> None:
    counts = {}
    for policy in ("kaldi", "sub-first"):
        total = mg.score(["a b"], ["b c"], ["wer"], align=policy)["wer"].total
        counts[policy] = [total.substitutions, total.deletions, total.insertions]
    assert counts == {"kaldi": [0, 1, 1], "sub-first": [2, 0, 0]}


def test_bad_arguments() -> None:
    with pytest.raises(mg.ScoreError, match="no policy"):
        mg.score(["a"], ["a"], align="kaldy")
    with pytest.raises(mg.ScoreError, match="did you mean wer"):
        mg.score(["a"], ["a"], ["were"])
    with pytest.raises(mg.ScoreError, match="cannot be read"):
        mg.score("the-cat-sat", "the-cat-sad")


def test_python_warns_of_a_bootstrap_over_too_few() -> None:
    """Twenty are enough, as the manual says."""
    texts = [f"a b {place}" for place in range(20)]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        mg.score(texts, texts, ["wer"], interval="utterance")
        assert [str(each.message) for each in said] == []
        mg.score(texts[:19], texts[:19], ["wer"], interval="utterance")
    assert [(each.category, str(each.message)) for each in said] == [
        (mg.ScoreNote, "19 utterances: too few to trust a bootstrap, which wants 20 or more")
    ]
