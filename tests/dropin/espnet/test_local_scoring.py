"""Scoring of a recipe's own script: which it is, and what it does with odd input."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from espnet_recipe import write
from mondegreen import ScoreError
from mondegreen.dropin.espnet.conversations import convert_line, drop_fillers, score_gigaspeech, score_telephone
from mondegreen.dropin.espnet.intents import score_intents
from mondegreen.dropin.espnet.language_id import score_labels, score_named_labels
from mondegreen.dropin.espnet.local_scoring import (
    LocalScoring,
    extract_english,
    extract_mandarin,
    find_local_scoring,
    score_reverb,
)
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Detection, Result, score_files
from mondegreen.dropin.espnet.slots import score_entities
from mondegreen.dropin.espnet.superb import score_challenge, score_submission, score_superb

Command = Callable[..., Answer]


INTENTS = 'print("Valid Intent Classification Result")'


@pytest.mark.parametrize(
    ("script", "program", "name", "note"),
    [
        ("local/split_lang_trn.sh", "", "seame", "local/score.sh: scored as that of seame"),
        ("python local/split_results.py --dir ${exp}", "", "ml_superb", "local/score.sh: scored as that of ml_superb"),
        ("python local/score.py --exp_root $1", INTENTS, "slurp", "local/score.sh: scored as that of slurp"),
        ("python local/score.py; sclite > $1/result_asr.txt", INTENTS, "fsc", "local/score.sh: scored as that of fsc"),
        (
            "python local/score.py; python local/f1.py",
            INTENTS,
            "slurp",
            "local/score.sh: scored as that of slurp, but for local/f1.py, which the script runs too",
        ),
        (
            "python local/score.py; sclite > result_asr.txt",
            'print("Valid label-F1:")',
            "slue-voxpopuli",
            "local/score.sh: scored as that of slue-voxpopuli",
        ),
        *(
            (script, program, name, f"local/score.sh: scored as that of {name}")
            for script, program, name in (
                ("grep for_[0-9]ch_${fn}; sclite", "", "reverb"),
                ("python local/score.py; python local/convert_to_entity_file.py", INTENTS, "slurp_entity"),
                (
                    "python local/score.py; sclite > result_asr.txt",
                    f"def generate_asr_files\n{INTENTS}",
                    "slue-voxceleb",
                ),
                ("python local/score.py; python local/generate_asr_files.py; sclite > result_asr.txt", INTENTS, "fsc"),
                ("python local/score.py; _scoredir=x; sclite > result_asr.txt", INTENTS, "jdcinal"),
                ("python local/score_macro.py; sclite > result_asr.txt", INTENTS, "dcase22_task1"),
                ("python local/score.py", 'print("Domain;F1;Accuracy")', "catslu_entity"),
                ("python local/score.py", 'print(f"CER;CVER: 1;2")', "media"),
                ("python local/score.py", 'f.write("total,correct,accuracy")', "grabo"),
                ("python local/score.py", "challenge_results.md", "ml_superb2"),
                ("${MAIN_ROOT}/utils/trn2ctm.py ${hyp} ${ctm}; ${hubscr} -p x", "", "swbd"),
                ("python GigaSpeech/utils/gigaspeech_scoring.py ${_scoredir}/ref.trn", "", "gigaspeech"),
                ("echo EN_LibriSpeech", "", "interspeech2024_dsu_challenge"),
                ("mkdir score_st_bleu; python local/align_ref_hyp.py", "", "multimed_st"),
            )
        ),
        (
            "python local/score.py",
            "print(7)",
            "none",
            "local/score.sh: is not known, and what it scores is left to it; run it, or name a recipe by --local-score",
        ),
    ],
)
def test_the_recipe_is_known_by_what_its_script_runs(
    script: str, program: str, name: str, note: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the directories are called; a name that is given counts more."""
    place = tmp_path / "egs2/fleurs/asr1"
    write(place / "local/score.sh", f"{script}\n")
    write(place / "local/score.py", program)
    write(place / "local/f1.py", "")
    monkeypatch.chdir(place)
    found = find_local_scoring("", ("true",))
    assert (found.name, found.options, found.note) == (name, ("true",), note)
    assert find_local_scoring("none", ()) == LocalScoring("none")


def test_without_a_script_the_recipes_directory_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, name in (("fsc/egs2/mini_an4/asr1", "none"), ("egs2/fsc/asr1", "fsc")):
        (tmp_path / place).mkdir(parents=True)
        monkeypatch.chdir(tmp_path / place)
        assert find_local_scoring("", ()).name == name
    assert "in whose directory it is; --local-score none leaves that out" in find_local_scoring("", ()).note
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
    folder = make_decode(
        tmp_path, "play a b\t(s-1)\nstop now\t(s-2)\ngo\t(s-3)\n", "play a\t(s-1)\nstop\t(s-2)\n\t(s-3)\n"
    )
    (found,) = score_intents(str(tmp_path / "exp/asr"), Recipe(), ())
    assert (found.dataset, found.correct, found.total) == ("decode/test", 2, 3)  # type: ignore[union-attr]
    assert (folder / "score_wer/hyp_asr.trn").read_text(encoding="utf-8") == "a\t(s-1)\n\t(s-2)\n\t(s-3)\n"


def test_transcripts_of_different_runs_are_refused(tmp_path: Path) -> None:
    make_decode(tmp_path, "play a\t(s-1)\nstop\t(s-2)\n", "play a\t(s-1)\n")
    with pytest.raises(ScoreError, match=r"ref\.trn and hyp.trn hold different utterances"):
        list(score_intents(str(tmp_path / "exp/asr"), Recipe(), ()))


def test_groups_that_are_none_and_ids_without_a_language(tmp_path: Path) -> None:
    with pytest.raises(
        ScoreError,
        match='the groups of ml_superb are "few"; choose from normal, independent, all, language_family, mono',
    ):
        list(score_superb("exp", Recipe(), ("true", "false", "few")))
    assert list(score_superb("exp", Recipe(), ("true", "false", "monolingual"))) == []
    make_decode(tmp_path, "a\t(u1-u1)\n", "a\t(u1-u1)\n", "cer")
    with pytest.raises(ScoreError, match="expected the language's code before the last _ of each ID"):
        list(score_superb(str(tmp_path / "exp/asr"), Recipe(), ()))


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        (None, "downloads/linguistic.json: is not there; local/score.sh of ml_superb fetches it"),
        ("{", "linguistic.json: is not JSON"),
        ('{"a": {"lang": [{"name": "x", "iso": "deu"}]}}', 'has no language "eng"'),
        ('{"../a": {"lang": [{"name": "x", "iso": "eng"}]}}', 'the family "../a" is no name of a directory'),
        ('{"lang": [{"name": "..", "iso": "eng"}]}', 'the family ".." is no name of a directory'),
    ],
)
def test_families_that_are_not_known(
    tree: str | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make_decode(tmp_path, "a\t(x_eng_1-x_eng_1)\n", "a\t(x_eng_1-x_eng_1)\n", "cer")
    for name, text in (("linguistic", tree), ("macro", "{}"), ("exception", "{}")):
        if text is not None:
            write(tmp_path / f"downloads/{name}.json", text)
    with pytest.raises(ScoreError, match=re.escape(said)):
        list(score_superb("exp/asr", Recipe(), ("false", "false", "language_family")))


def test_languages_of_no_family_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "".join(f"a\t(x_{code}_1-x_{code}_1)\n" for code in ("mac", "eng", "exc"))
    folder = make_decode(tmp_path, lines, lines, "cer") / "score_cer/language_family"
    for name, text in (
        ("linguistic", '{"A b": {"x": {"lang": [{"name": "n", "iso": "eng"}]}}}'),
        ("macro", '{"mac": []}'),
    ):
        write(tmp_path / f"downloads/{name}.json", text)
    write(tmp_path / "downloads/exception.json", '["exc"]')
    (found,) = score_superb("exp/asr", Recipe(), ("false", "false", "language_family"))
    assert (found.unit, found.totals.utterances) == ("cer A-b", 1)  # type: ignore[union-attr]
    assert [each.name for each in folder.iterdir()] == ["A-b"]


def test_submissions_need_their_sets(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="no inference has the set test_1h"):
        list(score_submission(str(tmp_path), Recipe(), ()))
    for name in ("dev_clean", "dev_other", "test_clean", "test_other", "test_1h"):
        write(tmp_path / f"d/{name}/score_cer/result.txt", "| Sum/Avg | 1 2 | 1.0 |\n")
    with pytest.raises(ScoreError, match=r"score_cer/result\.txt: holds no counts as sclite reports them"):
        list(score_submission(str(tmp_path), Recipe(), ()))


def test_telephone_speech_has_times_in_its_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words share the time; a single digit of hundredths stands for tenths in a length, as trn2ctm.py writes it."""
    line = "((um a\t(sw_1-A-sw_1_A_000098_000105)"
    assert b"".join(convert_line(line, "x")) == b"sw_1 A 0.98 0.3  (UM\nsw_1 A 1.01 0.4  A\n"
    with pytest.raises(
        ScoreError, match=r"hyp\.trn: utterance u1: expected an ID with a recording, a channel and times"
    ):
        list(convert_line("a\t(u1)", "hyp.trn"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ScoreError, match="data/eval2000/stm: is not there; swbd is scored by it"):
        list(score_telephone("exp", Recipe(), ()))
    for name in ("stm", "glm"):
        write(tmp_path / f"rt/{name}", "broken\n")
    write(tmp_path / "exp/decode_a/rt/score_wer/hyp.trn", f"{line}\n")
    with pytest.raises(ScoreError, match=r"hyp\.ctm: cannot be scored; hubscr\.pl says: ."):
        list(score_telephone("exp", Recipe(), ("--data", "rt")))


def test_parts_of_telephone_speech_are_scored_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rt03 the recordings of Switchboard and of Fisher; one of the latter's two words is wrong."""
    monkeypatch.chdir(tmp_path)
    hyp = "a b\t(sw_1-A-sw_1_A_000000_000100)\nc x\t(fsh_2-A-fsh_2_A_000000_000100)\n"
    write(tmp_path / "exp/decode_a/rt03/score_wer/hyp.trn", hyp)
    lines = [f"{name} A s 0.00 1.00 <O> {text}" for name, text in (("fsh_2", "C D"), ("sw_1", "A B"))]
    write(tmp_path / "data/rt03/stm", "\n".join([';; CATEGORY "0" "" ""', ';; LABEL "O" "O" "O"', *lines, ""]))
    write(tmp_path / "data/rt03/glm", ";; no rules\n")
    found = list(score_telephone("exp", Recipe(), ("--data", "data/rt03")))
    rates = [(each.unit, each.totals.utterances, each.totals.errors) for each in found]  # type: ignore[union-attr]
    assert rates == [("wer hub5", 2, 1), ("wer hub5 swbd", 1, 0), ("wer hub5 fsh", 1, 1)]


def test_fillers_count_for_nothing(tmp_path: Path) -> None:
    assert drop_fillers(["e-commerce", "<unk>", "uh", "uh-huh", "(a-b)"]) == "E COMMERCE (a-b)"
    make_decode(tmp_path, "a\t(s-1)\n", "a\t(s-1)\n")
    (found,) = score_gigaspeech(str(tmp_path / "exp/asr"), Recipe(), ("--use_lm", "false"))
    assert (found.dataset, found.unit) == ("decode/test", "wer without fillers")  # type: ignore[union-attr]
    for words in (("--test_sets", "dev other"), ("--inference_tag", "x")):
        assert list(score_gigaspeech(str(tmp_path / "exp/asr"), Recipe(), words)) == []
    make_decode(tmp_path, "a\t(s-1)\n", "a\t(s-1)\nb\t(s-2)\n")
    with pytest.raises(ScoreError, match=r"score_wer/REF: sclite says: .*Not enough"):
        list(score_gigaspeech(str(tmp_path / "exp/asr"), Recipe(), ()))


def test_a_reference_without_a_label_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "data/test/text", "cv_eng_1 a\n")
    write(tmp_path / "exp/asr/decode/test/text", "cv_eng_1 [eng] a\n")
    with pytest.raises(ScoreError, match=r"data/test/text: utterance cv_eng_1: expected exactly one label"):
        list(score_superb("exp/asr", Recipe(), ("true", "true", "all")))


def test_mean_f1_of_transcripts_that_were_scored_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    """Where asr.sh leaves them, and without what was decoded: "on" has precision 1/2 and recall 1, "off" 1 and 1/2."""
    monkeypatch.chdir(tmp_path)
    for side, text in (("ref", "on\t(s-1)\noff\t(s-2)\noff\t(s-3)\n"), ("hyp", "on\t(s-1)\non\t(s-2)\noff\t(s-3)\n")):
        write(tmp_path / f"exp/asr/decode_a/test/score_wer/{side}.trn", text)
    answer = command("espnet", "score", "exp/asr", "--local-score", "snips", "--as", "json")
    assert answer.code == 0, answer.err
    lines = (tmp_path / "exp/asr/decode_a/test/score_f1/f1_score").read_text(encoding="utf-8").splitlines()
    assert lines[1] == f"The Macro-F1 score: {2 / 3}"
    answer = command("espnet", "score", "exp/asr", "--local-score", "none")
    assert answer.code == 2
    assert "holds no decode folder" in answer.err


def test_a_set_of_near_microphones_is_not_parted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("et_near", "et"):
        for side in ("ref", "hyp"):
            write(tmp_path / f"exp/x/decode/{name}/score_wer/{side}.trn", "a\t(s-s_for_1ch_near_1)\n")
    (found,) = score_reverb("exp/x", Recipe(), ())
    assert found.dataset == "decode/et_near"
    assert not (tmp_path / "exp/x/decode/et_near_near").exists()


def test_languages_of_the_second_superb_are_paired_by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, below in (("dev", "org/dev"), ("dev_dialect", "dev_dialect")):
        write(tmp_path / f"data/{name}/text", "u1 [cmn] a b !\nu2 [eng] c d\nu3 [eng] .\n")
        write(tmp_path / f"exp/x/decode_asr_1/{below}/text", "u3 [eng] e\nu1 [cmn] A  B\nu2 [fra] c\n")
    list(score_challenge("exp/x", Recipe(), ()))
    row = (tmp_path / "exp/x/challenge_results.md").read_text(encoding="utf-8").splitlines()[-1]
    # Of three characters two are missing in English; Chinese is right without spaces; a text of marks counts nowhere.
    assert row == "decode_asr_1|33.3|50.0|33.3|47.1|33.3|50.0|"
    write(tmp_path / "exp/x/decode_asr_1/org/dev/text", "u1 [cmn] a\n")
    with pytest.raises(ScoreError, match="2 utterances not in both this and data/dev/text: u2, u3"):
        list(score_challenge("exp/x", Recipe(), ()))


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


def test_entities_are_right_by_tag_and_phrase_or_by_tag(tmp_path: Path) -> None:
    """Of three entities, two have their tags, one of these its phrase too; a tag without an end is none."""
    ref = "▁we ▁went ▁to ORG FILL ▁com mission SEP PLACE FILL ▁spa in SEP ▁it 's PLACE FILL ▁rome SEP"
    hyp = "▁we ▁went ▁to ORG FILL ▁com mission SEP PLACE FILL ▁pa in SEP ▁it 's LAW FILL ▁rome"
    folder = make_decode(tmp_path, f"{ref}\t(s-1)\n", f"{hyp}\t(s-1)\n", "ter")
    entities, labels, words = score_entities(str(tmp_path / "exp/asr"), Recipe())
    assert entities == Detection("decode/test", "entities", 1, 3, 2)
    assert labels == Detection("decode/test", "labels", 2, 3, 2)
    assert isinstance(words, Result)
    assert (words.totals.substitutions, words.totals.words) == (1, 7)
    assert (folder / "score_ter/ref_asr.trn").read_text(encoding="utf-8") == (
        "we went to commission spain it's rome\t(s-1)\n"
    )


def test_labels_of_texts_are_compared_by_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the original drops the line of a text without a label, and with that shifts the others."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "dump/raw/test/text", "u1 [de] a\nu2 [en] b\nu3 [en-us] c\n")
    write(tmp_path / "dump/raw/test/utt2spk", "u1 s\nu2 s\nu3 t\n")
    write(tmp_path / "exp/asr/decode_a/test/text", "u3 [en-us] c\nu1 a\nu2 [en] b\n")
    (found,) = score_labels("exp/asr", "dump/raw")
    assert (found.dataset, found.correct, found.total) == ("decode_a/test", 2, 3)
    folder = tmp_path / "exp/asr/decode_a/test/score_lang_id"
    hyp = (folder / "hyp.trn").read_text(encoding="utf-8")
    assert hyp == "u1 [UNK]\t(s-u1)\nu2 [en]\t(s-u2)\nu3 [en-us]\t(t-u3)\n"
    expected = "Language Identification Scoring: Accuracy 0.6667 (2/3)"
    assert (folder / "result.txt").read_text(encoding="utf-8") == expected


def test_texts_without_a_label_are_no_share_of_right_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "dump/raw/test/text", "u1 a\n")
    write(tmp_path / "dump/raw/test/utt2spk", "u1 s\n")
    write(tmp_path / "exp/asr/decode_a/test/text", "u1 [de] a\n")
    with pytest.raises(
        ScoreError, match=r"^dump/raw/test/text: holds no label such as \[de\] at the beginning of a text"
    ):
        list(score_labels("exp/asr", "dump/raw"))
    write(tmp_path / "data/dev/text", "u1 [eng]\n")
    write(tmp_path / "exp/x/decode_asr_1/org/dev/text", "u1 [eng]\n")
    with pytest.raises(ScoreError, match=r"^data/dev/text: holds no text behind its labels, such as \[eng\]"):
        list(score_challenge("exp/x", Recipe(), ()))


def test_languages_of_ids(tmp_path: Path) -> None:
    """As fleurs has them: before the last three parts of the ID."""
    folder = tmp_path / "exp/asr/decode_asr_m/test"
    write(folder / "text", "1-x-af_za-audio-dev-9 [AF_ZA] a\n2-x-en_us-audio-dev-9 [AF_ZA] b\n3-x-en_us-audio-dev-9\n")
    (found,) = score_named_labels(str(tmp_path / "exp/asr"))
    assert (found.correct, found.total) == (1, 3)
    lines = (folder / "lang_id_refs.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["utt_id\tref_lid\thyp_lid", "1-x-af_za-audio-dev-9\t[AF_ZA]\t[AF_ZA]"]
    write(folder / "text", "u1 [AF_ZA] a\n")
    with pytest.raises(ScoreError, match="expected the language before the last three parts of the ID"):
        list(score_named_labels(str(tmp_path / "exp/asr")))


def test_languages_recognized_without_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    """lid.sh's results: of French two of three are right, of English one of two, and one of three taken for French."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "exp/lid/inference/model/test"
    write(tmp_path / "dump/raw/test/utt2lang", "a fra\nb fra\nc fra\nd eng\ne eng\n")
    write(place / "test_lids", "a fra\nb fra\nc xyz\nd eng\ne fra\n")
    answer = command("espnet", "score", "exp/lid", "--as", "json")
    assert answer.code == 0, answer.err
    (table,) = [each for each in json.loads(answer.out)["reports"] if each["report"] == "espnet-accuracies"]
    assert [(row["utterances"], row["correct"], row["accuracy"]) for row in table["rows"]] == [(5, 3, 60.0)]
    lines = (place / "results").read_text(encoding="utf-8").splitlines()
    write(place / "test_lids", "\n")
    answer = command("espnet", "score", "exp/lid")
    assert (answer.code, answer.err) == (
        2,
        "mondegreen: error: exp/lid/inference/model/test/test_lids: holds no utterance\n",
    )
    assert lines[:9] == [
        *(f"Overall {name}: 60.00%" for name in ("Accuracy", "Precision", "Recall", "F1")),
        "",
        "Macro Accuracy across Languages: 58.33%",
        "Macro Precision across Languages: 83.33%",
        "Macro Recall across Languages: 58.33%",
        "Macro F1 across Languages: 66.67%",
    ]
    assert lines[-6:] == [
        "eng->fra: 1",
        "fra->xyz: 1",
        "",
        "Detailed Incorrect Predictions:",
        "Key: c, Target: fra, Prediction: xyz",
        "Key: e, Target: eng, Prediction: fra",
    ]
    write(place / "test_lids", "a fra\n")
    assert "4 utterances not in both this and dump/raw/test/utt2lang" in command("espnet", "score", "exp/lid").err
    write(place / "test_lids", "a\n")
    assert "expected an ID and its language" in command("espnet", "score", "exp/lid").err
