"""Scoring of a recipe's own script: which it is, and what it does with odd input."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from espnet_recipe import write
from mondegreen import ScoreError
from mondegreen.dropin.espnet.local_scoring import (
    extract_english,
    extract_mandarin,
    find_local_scoring,
    score_files,
    score_intents,
    score_superb,
)
from mondegreen.dropin.espnet.recipe import Recipe

Command = Callable[..., Answer]


def test_the_recipe_is_known_by_its_script_or_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_local_scoring("", ()).name == "none"
    place = tmp_path / "egs2/fsc/asr1"
    place.mkdir(parents=True)
    monkeypatch.chdir(place)
    assert find_local_scoring("", ()).name == "fsc"
    write(place / "local/score.sh", "python local/split_results.py --dir ${asr_exp}\n")
    assert find_local_scoring("", ("true",)) == find_local_scoring("ml_superb", ("true",))
    assert find_local_scoring("none", ()).name == "none"
    with pytest.raises(ScoreError, match='there is no local scoring "seam"; did you mean seame'):
        find_local_scoring("seam", ())


def test_languages_are_parted_by_their_letters() -> None:
    """A word of both scripts is in neither language's words, but its Mandarin is kept."""
    text = "OK 就 我们 a好 it's <unk> 3 x"
    assert extract_english(text) == "OK it's <unk> 3 x"
    assert extract_mandarin(text) == "就 我 们 好"


def make_decode(root: Path, ref: str, hyp: str, rate: str = "wer") -> Path:
    folder = root / "exp/asr/decode/test"
    for name, text in (("ref.trn", ref), ("hyp.trn", hyp), ("result.txt", "")):
        write(folder / f"score_{rate}" / name, text)
    return folder


def test_an_intent_is_the_first_word(tmp_path: Path) -> None:
    folder = make_decode(tmp_path, "play a b\t(s-1)\nstop\t(s-2)\n", "play a\t(s-1)\n\t(s-2)\n")
    (found,) = score_intents(str(tmp_path / "exp/asr"), Recipe(), ())
    assert (found.dataset, found.correct, found.total) == ("decode/test", 1, 2)  # type: ignore[union-attr]
    assert (folder / "score_wer/hyp_asr.trn").read_text(encoding="utf-8") == "a\t(s-1)\n\t(s-2)\n"


def test_transcripts_of_different_runs_are_refused(tmp_path: Path) -> None:
    make_decode(tmp_path, "play a\t(s-1)\nstop\t(s-2)\n", "play a\t(s-1)\n")
    with pytest.raises(ScoreError, match=r"ref\.trn and hyp.trn hold different utterances"):
        list(score_intents(str(tmp_path / "exp/asr"), Recipe(), ()))


def test_groups_that_are_none_and_ids_without_a_language(tmp_path: Path) -> None:
    with pytest.raises(
        ScoreError, match='the groups of ml_superb are "few"; choose from normal, independent, all, mono'
    ):
        list(score_superb("exp", Recipe(), ("true", "false", "few")))
    assert list(score_superb("exp", Recipe(), ("true", "false", "monolingual"))) == []
    make_decode(tmp_path, "a\t(u1-u1)\n", "a\t(u1-u1)\n", "cer")
    with pytest.raises(ScoreError, match="expected the language's code before the last _ of each ID"):
        list(score_superb(str(tmp_path / "exp/asr"), Recipe(), ()))


def test_a_reference_without_a_label_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data/test/text", "cv_eng_1 a\n")
    write(tmp_path / "exp/asr/decode/test/text", "cv_eng_1 [eng] a\n")
    with pytest.raises(ScoreError, match=r"data/test/text: utterance cv_eng_1: expected exactly one label"):
        list(score_superb("exp/asr", Recipe(), ("true", "true", "all")))


def test_texts_without_intents_are_scored_where_that_is_asked_for(tmp_path: Path) -> None:
    """Of three words that are left of the references one is missing; the IDs that one side lacks are named."""
    folder = make_decode(tmp_path, "play a b\t(s-1)\nstop c\t(s-2)\n", "play a\t(s-1)\nstop c\t(s-2)\n")
    _, found = score_intents(str(tmp_path / "exp/asr"), Recipe(), (), asr=True)
    assert (found.dataset, found.unit, found.failed, found.notes) == ("decode/test", "wer without intent", False, [])  # type: ignore[union-attr]
    assert found.path == str(folder / "score_wer/result_asr.txt")  # type: ignore[union-attr]
    report = (folder / "score_wer/result_asr.txt").read_text(encoding="utf-8")
    (line,) = re.findall(r"Sum/Avg(.*)", report)
    assert re.findall("[0-9.]+", line) == ["2", "3", "66.7", "0.0", "33.3", "0.0", "33.3", "50.0"]
    write(folder / "score_wer/hyp_asr.trn", "a\t(s-1)\n")
    names = ("ref_asr.trn", "hyp_asr.trn")
    again = score_files(str(tmp_path / "exp"), str(folder / "score_wer"), names, "x.txt", "wer", Recipe())
    assert (again.dataset, again.failed) == ("asr/decode/test", False)
    assert again.notes == [f"{folder}/score_wer/x.txt: utterances on one side alone: s-2"]
