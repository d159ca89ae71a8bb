"""The command `downstream`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")

Run = Callable[..., tuple[int, str, str]]
SPOKEN = ["le chat dort", "la vache mange du foin", "il pleut ce soir", "rien ne va plus ici"]
HEARD = ["le chat dort", "la hache mange du foin", "il pleut ce soir", "rien va plus"]
MEANT = ["the cat sleeps now", "the cow eats its hay", "it rains this evening", "nothing works here any more"]
MADE = ["the cat sleeps now", "the axe eats its hay", "it rains this evening", "nothing goes more"]


@pytest.fixture
def corpus(files: Path) -> Path:
    for name, texts in {"ref.fr": SPOKEN, "hyp.fr": HEARD, "ref.en": MEANT, "hyp.en": MADE, "old.en": MEANT}.items():
        lines = (f"utt-{number} {text}\n" for number, text in enumerate(texts))
        (files / name).write_text("".join(lines), encoding="utf-8")
    return files


WORDS = ["ref.fr", "hyp.fr", "--translation", "hyp.en", "--translated", "ref.en", "--blocks", "1"]


def test_errors_and_translations_go_together(corpus: Path, command: Run) -> None:
    code, out, _ = command("study", "downstream", *WORDS, "--metrics", "wer", "--against", "old.en", "--as", "json")
    found = {each["report"]: each["rows"] for each in json.loads(out)["reports"]}
    rows = {row["score"]: row for row in found["correlation"]}
    assert code == 0
    assert rows["bleu"]["pearson"] < -0.8 < 0.8 < rows["ter"]["pearson"]
    assert rows["bleu"]["blocks"] == 4
    assert {key: found["contest"][0][key] for key in ("wins", "losses", "ties")} == {"wins": 0, "losses": 2, "ties": 2}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--blocks", "4"], "4 utterances make 1 block of 4: too few to correlate"),
        (["--scores", "bleurt"], '"bleurt" is not a score of translations'),
        (["--bleu-tokenize", "x"], 'the tokenizer of BLEU is "x"'),
        (["--translated", "part.en"], "part.en: 3 of 4 utterances have no translation, such as utt-1"),
    ],
)
def test_slips(words: list[str], told: str, corpus: Path, command: Run) -> None:
    (corpus / "part.en").write_text("utt-0 the cat\n", encoding="utf-8")
    code, out, err = command("study", "downstream", *WORDS, *words)
    assert (code, out, told in err) == (2, "", True), err


def test_sentences_won_and_lost_are_shown_with_all_scores(corpus: Path, command: Run) -> None:
    """Both recognizers' and both translators' texts, each with the scores of its kind."""
    (corpus / "old.fr").write_text("".join(f"utt-{at} {text}\n" for at, text in enumerate(SPOKEN)), encoding="utf-8")
    words = [*WORDS, "--metrics", "wer", "--scores", "bleu,ter", "--against", "old.en", "--as", "json"]
    _, out, _ = command("study", "downstream", *words, "--against-hyp", "old.fr", "--top", "1")
    reports = {each["report"]: each["rows"] for each in json.loads(out)["reports"]}
    totals = {row["name"]: (row["value"], row["against"]) for row in reports["corpus"]}
    assert totals["wer"] == (pytest.approx(100 * 3 / 17), 0)  # "hache", "ne" and "ici" of 17 words
    assert totals["bleu"][0] < totals["bleu"][1] == pytest.approx(100)
    rows = reports["sentences"]
    assert {row["utterance"] for row in rows} == {"utt-3"}  # lost most; none is won
    found = {row["text"]: row for row in rows}
    assert list(found) == ["reference", "hypothesis", "against", "translated", "hyp.en", "old.en"]
    assert (found["hypothesis"]["wer"], found["against"]["wer"]) == (40, 0)
    assert (found["old.en"]["bleu"], found["old.en"]["ter"]) == (pytest.approx(100), 0)
    assert found["hyp.en"]["ter"] > 0
    assert found["hyp.en"]["words"] == MADE[3]
    assert found["reference"]["bleu"] is None
    alone = command("study", "downstream", *words)[1]
    assert "against" not in {row.get("text") for each in json.loads(alone)["reports"] for row in each["rows"]}
    refused = command("study", "downstream", *WORDS, "--against-hyp", "old.fr")
    assert "--against-hyp does nothing without --against" in refused[2]
