"""ESPnet3's metrics: its interface, its numbers where its texts are not empty, and files with every error."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import jiwer
import pytest

import mondegreen as mg
from mondegreen.adapters import espnet3

REFERENCES = ["u1 the cat sat on a mat", "u2 a dog barked", "u3 hello"]
HYPOTHESES = ["u1 the cat sad on mat", "u2 a dog barked", "u3 hello you"]


def make_data(tmp_path: Path, references: list[str], hypotheses: list[str]) -> dict[str, Path]:
    data = {"ref": tmp_path / "ref.scp", "hyp": tmp_path / "hyp.scp"}
    for path, lines in zip(data.values(), (references, hypotheses)):
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return data


@pytest.mark.parametrize(("kind", "rate"), [(espnet3.WER, jiwer.wer), (espnet3.CER, jiwer.cer)])
def test_error_rates_are_jiwer_s(kind: Any, rate: Any, tmp_path: Path) -> None:
    texts = [[line.partition(" ")[2] for line in side] for side in (REFERENCES, HYPOTHESES)]
    metric = kind()
    found = metric(make_data(tmp_path, REFERENCES, HYPOTHESES), "test", tmp_path / "infer")
    assert found == {metric.name: round(100 * rate(*texts), 2)}
    shown = (tmp_path / "infer" / "test" / f"{metric.metric}_alignment").read_text(encoding="utf-8")
    assert "=== u1 ===" in shown
    assert "=== u2 ===" not in shown
    if kind is espnet3.WER:
        assert "REF: the cat sat on a mat\nHYP: the cat sad on * mat\n               S    D    \n" in shown


def test_empty_texts_are_empty(tmp_path: Path) -> None:
    """By hand: a word is deleted; a full stop in the place of the empty text would be a substitution, and one more."""
    data = make_data(tmp_path, ["u1 a", "u2", "u3 b"], ["u1", "u2", "u3 b"])
    assert espnet3.WER()(data, "test", tmp_path) == {"WER": 50.0}


def test_utterances_are_paired_by_their_ids(tmp_path: Path) -> None:
    data = make_data(tmp_path, REFERENCES, HYPOTHESES[::-1])
    assert espnet3.WER()(data, "test", tmp_path) == {"WER": 30.0}
    with pytest.warns(mg.ScoreWarning, match="1 utterance of references not in hypotheses, scored as empty: u3"):
        found = espnet3.WER()(make_data(tmp_path, REFERENCES, HYPOTHESES[:2]), "test", tmp_path)
    assert found == {"WER": 30.0}
    with pytest.raises(mg.ScoreError, match=r"ref\.scp: an utterance ID comes more than once"):
        espnet3.WER()(make_data(tmp_path, ["u1 a", "u1 b"], ["u1 a"]), "test", tmp_path)
    with pytest.raises(mg.ScoreError, match='the metric has no input "text"'):
        espnet3.WER(ref_key="text")(data, "test", tmp_path)


def test_texts_are_cleaned_first(tmp_path: Path) -> None:
    pytest.importorskip("whisper_normalizer", reason="whisper-normalizer is not installed")
    data = make_data(tmp_path, ["u1 The cat!"], ["u1 the cat"])
    assert espnet3.WER(clean_types=["whisper_basic"])(data, "test", tmp_path) == {"WER": 0.0}
    with pytest.raises(mg.ScoreError, match='there is no cleaner "odd"'):
        espnet3.WER(clean_types="odd")


def test_pieces_of_words_are_counted(tmp_path: Path) -> None:
    model = pytest.importorskip("sentencepiece", reason="sentencepiece is not installed")
    (tmp_path / "corpus.txt").write_text("hello world\nthe cat sat\na dog ran\n" * 8, encoding="utf-8")
    prefix = tmp_path / "bpe"
    model.SentencePieceTrainer.train(
        input=str(tmp_path / "corpus.txt"), model_prefix=str(prefix), vocab_size=30, model_type="bpe", minloglevel=2
    )
    pieces = model.SentencePieceProcessor(model_file=f"{prefix}.model")
    metric = espnet3.TER(f"{prefix}.model")
    data = make_data(tmp_path, ["u1 hello world"], ["u1 the cat sat"])
    ours, theirs = (" ".join(pieces.encode(text, out_type=str)) for text in ("hello world", "the cat sat"))
    assert metric(data, "test", tmp_path) == {"TER": round(100 * jiwer.wer(ours, theirs), 2)}
    assert metric(make_data(tmp_path, ["u1 a dog"], ["u1 a dog"]), "test", tmp_path) == {"TER": 0.0}


def test_any_metric_of_ours_is_measured(tmp_path: Path) -> None:
    data = make_data(tmp_path, REFERENCES, HYPOTHESES)
    found = espnet3.Scores("wer,mer,ser", normalize="upper")(data, "test", tmp_path)
    assert found == {"wer": 30.0, "mer": 27.27, "ser": 66.67}


def test_translations_are_measured_by_sacrebleu(tmp_path: Path) -> None:
    sacrebleu = pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    data = make_data(tmp_path, REFERENCES, HYPOTHESES[::-1])
    texts = [[line.partition(" ")[2] for line in side] for side in (REFERENCES, HYPOTHESES)]
    assert espnet3.BLEU()(data, "t", tmp_path) == {"BLEU": round(sacrebleu.corpus_bleu(texts[1], [texts[0]]).score, 2)}
    assert espnet3.CHRF(word_order=2)(data, "t", tmp_path) == {
        "chrF2++": round(sacrebleu.corpus_chrf(texts[1], [texts[0]], word_order=2).score, 2)
    }
    assert espnet3.TranslationTER()(data, "t", tmp_path) == {
        "TER": round(sacrebleu.corpus_ter(texts[1], [texts[0]]).score, 2)
    }
    with pytest.raises(mg.ScoreError, match="1 utterances are on one side alone, such as u3 of the reference"):
        espnet3.BLEU()(make_data(tmp_path, REFERENCES, HYPOTHESES[:2]), "t", tmp_path)


def test_languages_are_compared(tmp_path: Path) -> None:
    data = make_data(tmp_path, ["u1 [eng] hello", "u2 <fra>", "u3 deu"], ["u1 [eng] hallo", "u2 fra", "u3 nld"])
    assert espnet3.LIDAccuracy()(data, "test", tmp_path) == {"LID_ACC": 66.67}


def test_metrics_are_of_espnet_s_class_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`measure` refuses others."""
    from importlib import import_module

    class BaseMetric:
        pass

    name = "espnet3.components.metrics.base_metric"
    for part in ("espnet3", "espnet3.components", "espnet3.components.metrics", name):
        monkeypatch.setitem(sys.modules, part, ModuleType(part))
    sys.modules[name].BaseMetric = BaseMetric  # type: ignore[attr-defined]
    monkeypatch.delitem(sys.modules, "mondegreen.adapters.espnet3")
    fresh = import_module("mondegreen.adapters.espnet3")
    assert all(isinstance(kind(), BaseMetric) for kind in (fresh.WER, fresh.CER, fresh.LIDAccuracy))
