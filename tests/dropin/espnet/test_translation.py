"""Translations: Moses' detokenizer, what is translated into, and the table of results."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from espnet_recipe import write
from mondegreen import ScoreError
from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.moses import detokenize, remove_punctuation
from mondegreen.dropin.espnet.translation import find_target, rotate_file
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


def test_a_lost_translation_is_told(experiment: Path, command: Command) -> None:
    """It counts as empty: the others keep their references, where the original shifts them."""
    pytest.importorskip("sacrebleu")
    write(experiment / "exp/st_train_en_de/decode/test/text", "u2 Noch ein Hund !\n")
    answer = command("espnet", "score", "exp/st_train_en_de")
    assert (answer.code, "1 utterance of dump/raw/test/text.tc.de not here, scored as empty: u1" in answer.err) == (
        0,
        True,
    )


def test_error_rates_of_translations_only_where_asked_for(experiment: Path, command: Command) -> None:
    assert command("espnet", "score", "exp/st_train_en_de", "--rates", "wer").code == 0
    assert (experiment / "exp/st_train_en_de/decode/test/score_wer/result.txt").exists()
    assert not (experiment / "exp/st_train_en_de/decode/test/score_bleu").exists()


# What each script writes of a side, by the end of its name; st.sh and enh_st.sh leave the tab that stood before IDs.
WRITTEN = {
    "st": {
        ".org": "Ein ( großer ) Hund .\t(s-u1)\nEin Hund !\t(s-u2)\n",
        "": "Ein ( großer ) Hund .\t\nEin Hund !\t\n",
        ".detok": "Ein (großer) Hund .\t\nEin Hund !\t\n",
        ".detok.lc.rm": "Ein großer Hund\nEin Hund\n",
    },
    "mt": {
        "": "Ein ( großer ) Hund .\nEin Hund !\n",
        ".detok": "Ein (großer) Hund.\nEin Hund!\n",
        ".detok.lc.rm": "Ein großer Hund\nEin Hund\n",
    },
    "enh_st": {
        ".org": "Ein ( großer ) Hund .\t(s-u1)\nEin Hund !\t(s-u2)\n",
        "": "Ein  Hund .\t\nEin Hund !\t\n",
        ".detok": "Ein Hund .\t\nEin Hund !\t\n",
        ".detok.lc.rm": "Ein Hund\nEin Hund\n",
    },
}


@pytest.mark.parametrize("kind", WRITTEN)
def test_each_script_writes_texts_in_its_way(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """Further references, too; earlier results are kept but by mt.sh, and what was recognized on the way is scored."""
    pytest.importorskip("sacrebleu")
    monkeypatch.chdir(tmp_path)
    text = "u1 Ein ( großer ) Hund .\nu2 Ein Hund !\n"
    for name in ("text.tc.de", "text.tc.de.1", "text.tc.de.2"):
        write(tmp_path / "dump/raw/test" / name, text)
    write(tmp_path / "dump/raw/test/text.tc.en", "u1 a b c\nu2 d\n")
    write(tmp_path / "dump/raw/test/text", "u1 a b c\nu2 d\n")
    write(tmp_path / "dump/raw/test/utt2spk", "u1 s\nu2 s\n")
    root = tmp_path / f"exp/{kind}_train_en_de"
    decode = root / "decode/test"
    write(decode / "text", text)
    write(decode / "asr_text", "u2 d\nu1 a c\n")
    for _ in range(2):
        answer = command("espnet", "score", str(root), "--as", "json")
        assert answer.code == 0, answer.err
    found = {path.name: path.read_text(encoding="utf-8") for path in (decode / "score_bleu").iterdir()}
    results = {name: found.pop(name) for name in list(found) if name.startswith("result")}
    ends = [("hyp", ""), ("ref", ""), ("ref", ".1"), ("ref", ".2")]
    expected = {f"{side}.trn{step}{end}": each for side, end in ends for step, each in WRITTEN[kind].items()}
    if kind == "mt":  # whose script names the IDs of further references alone
        expected |= {f"ref.trn.org{end}": WRITTEN["st"][".org"] for end in (".1", ".2")}
    assert found == expected
    kept = [] if kind == "mt" else ["result.lc.1.txt", "result.tc.1.txt"]
    assert sorted(results) == sorted(["result.lc.txt", "result.tc.txt", *kept])
    heads = ["Case sensitive BLEU result (single-reference)", "Case sensitive BLEU result (multi-references)"]
    lines = results["result.tc.txt"].splitlines()
    assert [line for line in lines if "BLEU result" in line] == heads
    assert sum('"name": "TER"' in line for line in lines) == 2
    assert (decode / "score_wer/hyp.trn").read_text(encoding="utf-8") == "a c\t(s-u1)\nd\t(s-u2)\n"
    assert (decode / "score_wer/ref.trn").read_text(encoding="utf-8") == "a b c\t(s-u1)\nd\t(s-u2)\n"
    report = (decode / "score_wer/result.txt").read_text(encoding="utf-8")
    (line,) = re.findall(r"Sum/Avg(.*)", report)
    assert re.findall("[0-9.]+", line) == ["2", "4", "75.0", "0.0", "25.0", "0.0", "25.0", "50.0"]


def test_spoken_translations_name_their_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """By the experiment; the texts of a subtask have the speakers in their IDs, recognized ones have none."""
    monkeypatch.chdir(tmp_path)
    for name in ("text.en", "text.es", "utt2spk"):
        write(tmp_path / "dump/raw/test" / name, "u1 s\n")
    for root in ("exp/s2st_es_en500", "exp/s2st_x"):
        for below in ("", "wav/wav.scp", "st_subtak/text"):
            write(tmp_path / root / "decode/test" / (below or "text"), "u1 s\n")
    answer = command("espnet", "score", "exp/s2st_x")
    assert answer.code == 2
    assert "dump/raw/test: has references in en and es; name the language translated into by --tgt-lang" in answer.err
    assert command("espnet", "score", "exp/s2st_x", "--tgt-lang", "de").code == 2
    for words in (["exp/s2st_es_en500"], ["exp/s2st_x", "--tgt-lang", "es"]):
        answer = command("espnet", "score", *words, "--as", "json")
        assert answer.code == 0, answer.err
        assert "st_subtak" not in answer.err
        assert [row["dataset"] for row in json.loads(answer.out)["reports"][0]["rows"]] == [
            "decode/test",
            "decode/test/st_subtak",
        ]
        folder = tmp_path / words[0] / "decode/test"
        assert (folder / "score_asr_bleu/hyp.trn.org").read_text(encoding="utf-8") == "s\t(u1)\n"
        assert (folder / "score_st_subtask_bleu/hyp.trn.org").read_text(encoding="utf-8") == "s\t(s-u1)\n"
