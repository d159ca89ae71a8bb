"""Translations: Moses' detokenizer, what is translated into, and the table of results."""

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from espnet_recipe import write
from mondegreen import ScoreError
from mondegreen.dropin.espnet.detokenizer import detokenize
from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.translation import find_target, remove_punctuation, rotate_file
from recorded import Record, read_cases

# Answers of detokenizer.perl at 3445289: each rule at its limits in each language, and random lines.
MOSES = read_cases("moses")


@pytest.mark.parametrize("case", MOSES, ids=lambda case: str(case["id"]))
def test_lines_are_put_together_as_by_moses(case: Record) -> None:
    lines = case["in"]["lines"].removesuffix("\n").split("\n")
    expected = case["stdout"].removesuffix("\n").split("\n")
    assert [detokenize(line, case["id"]) for line in lines] == expected


def test_marks_are_removed_but_for_apostrophes_and_spaces() -> None:
    """As remove_punctuation.pl leaves them: signs such as + and $ are marks to it."""
    assert remove_punctuation("It's 5 $ + x , « y » — z 。 <space> a.b\t") == "It's 5 x y z <space> ab"


def decode(folder: Path, *names: str) -> Decode:
    for name in names:
        write(folder / "data" / name, "u1 a\n")
    return Decode("translated", str(folder / "exp"), "exp", str(folder / "data"))


def test_the_target_is_what_the_names_leave_open(tmp_path: Path) -> None:
    both = decode(tmp_path, "text", "text.tc.en", "text.tc.de", "text.lc.de", "text.tc.de.1")
    assert find_target(both, "exp/st_train_raw_en_de_bpe_tc", "", "") == ("de", "tc")
    assert find_target(both, "exp/mt_train_raw_de_en_bpe_tc", "", "") == ("en", "tc")
    assert find_target(both, "exp/anything", "de", "lc") == ("de", "lc")
    with pytest.raises(ScoreError, match=r"data: has references in de and en; name the language translated into by"):
        find_target(both, "exp/anything", "", "")
    with pytest.raises(ScoreError, match=r"data: there is no text\.\*\.fr, which holds the translations"):
        find_target(both, "exp/anything", "fr", "")


def test_earlier_results_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "result.tc.txt"
    for text in "abc":
        rotate_file(str(path))
        path.write_text(text, encoding="utf-8")
    found = {each.name: each.read_text(encoding="utf-8") for each in tmp_path.iterdir()}
    assert found == {"result.tc.txt": "c", "result.tc.1.txt": "b", "result.tc.2.txt": "a"}


Command = Callable[..., Answer]


@pytest.fixture
def experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("text", "text.tc.de", "text.tc.en"):
        write(tmp_path / "dump/raw/test" / name, "u1 Ein kleiner Hund .\nu2 Noch ein Hund !\n")
    write(tmp_path / "dump/raw/test/utt2spk", "u1 s\nu2 s\n")
    write(tmp_path / "exp/st_train_en_de/decode/test/text", "u2 Noch ein Hund !\nu1 Ein großer Hund .\n")
    return tmp_path


def test_texts_are_joined_by_id(experiment: Path, command: Command) -> None:
    """Three of four words and marks are right in the first line, whatever its place in the file; 13a has 8 tokens."""
    pytest.importorskip("sacrebleu")
    answer = command("espnet", "score", "exp/st_train_en_de", "--as", "json")
    assert answer.code == 0, answer.err
    assert '"bleu"' in answer.out
    table = (experiment / "exp/st_train_en_de/RESULTS.md").read_text(encoding="utf-8")
    assert "### BLEU" in table
    assert "|decode/test|" in table
    assert "87.5/" in table  # unigrams: 7 of 8
    folder = experiment / "exp/st_train_en_de/decode/test/score_bleu"
    assert (folder / "hyp.trn.detok.lc.rm").read_text(encoding="utf-8") == "Ein großer Hund\nNoch ein Hund\n"
    again = command("show_translation_result.sh", "exp")
    assert again.out[again.out.index("### BLEU") :] == table[table.index("### BLEU") :]


def test_error_rates_of_translations_only_where_asked_for(experiment: Path, command: Command) -> None:
    assert command("espnet", "score", "exp/st_train_en_de", "--rates", "wer").code == 0
    assert (experiment / "exp/st_train_en_de/decode/test/score_wer/result.txt").exists()
    assert not (experiment / "exp/st_train_en_de/decode/test/score_bleu").exists()
