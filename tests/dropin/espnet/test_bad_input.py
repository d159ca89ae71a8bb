"""What users do to decode folders: everything is joined by id, told, or refused in a sentence."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from espnet_recipe import HEARD, SPEAKERS, TEXT, one, recipe, write
from mondegreen.dropin.espnet.text_processing import PACKAGES

Command = Callable[..., Answer]
DECODE = Path("exp/asr/decode/test")


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def scored(command: Command, *more: str) -> tuple[str, list[float]]:
    """What is said, and the counts of the words: correct, substituted, deleted, inserted."""
    answer = command("espnet", "score", "exp/asr", "--rates", "wer", "--as", "json", *more)
    assert answer.code == 0, answer.err
    [row] = json.loads(answer.out)["reports"][0]["rows"]
    return answer.err, [row[name] for name in ("correct", "substitutions", "deletions", "insertions")]


def refused(command: Command, *more: str) -> str:
    answer = command("espnet", "score", "exp/asr", *more)
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    return answer.err


def test_ordinary(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    said, counts = scored(command)
    assert counts == [5, 1, 0, 0]
    assert said == "mondegreen: note: wrote exp/asr/RESULTS.md\n"
    assert (DECODE / "score_wer/ref.trn").read_text(encoding="utf-8").startswith("a b\t(s1-s1-u1)\n")


@pytest.mark.parametrize(
    ("heard", "counts", "said"),
    [
        ("s2-u3 f\ns1-u2 c d e\ns1-u1 a x\n", [5, 1, 0, 0], ""),  # in another order
        ("s1-u1 a x\ns2-u3 f\n", [2, 1, 3, 0], "1 utterance of dump/raw/test/text not here, scored as empty: s1-u2"),
        (HEARD + "s9-u9 z\n", [5, 1, 0, 0], "1 utterance not in dump/raw/test/text, skipped: s9-u9"),
        (HEARD + "s1-u1 a b\n", [5, 1, 0, 0], "1 utterance with a duplicate ID, skipped: s1-u1"),
        (HEARD.replace("s1-u", "u"), [5, 1, 0, 0], "2 utterances found under another spelling of the id: u1 for s1-u1"),
        (HEARD.replace("s1-", "S1-"), [5, 1, 0, 0], "another spelling of the id: S1-u1 for s1-u1, S1-u2 for s1-u2"),
        (HEARD.removesuffix("\n"), [5, 1, 0, 0], "exp/asr/decode/test/text: the last line has no end; was the file"),
        ("\ufeff" + HEARD.replace("\n", "\r\n"), [5, 1, 0, 0], ""),
    ],
)
def test_hypotheses_are_joined_by_id(
    command: Command, tmp_path: Path, heard: str, counts: list[float], said: str
) -> None:
    recipe(tmp_path, heard)
    told, found = scored(command)
    assert found == counts
    assert said in told
    assert ("warning" in told) == bool(said)


def test_options_of_sclite_are_heeded(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path, HEARD.replace("c", "C"))
    assert scored(command)[1] == [5, 1, 0, 0]
    assert scored(command, "--score_opts", "-s")[1] == [4, 2, 0, 0]


def test_speakers_before_the_ids_of_the_references_only(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path, "u1 a x\nu2 c d e\nu3 f\n")
    assert scored(command)[1] == [5, 1, 0, 0]


def test_an_utterance_without_a_speaker_is_its_own(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path, speakers="s1-u1 s1\n\ns1-u2\n")
    said, counts = scored(command)
    assert counts == [5, 1, 0, 0]
    assert "dump/raw/test/utt2spk: lacks 1 utterance, each its own speaker: s2-u3\n" in said
    ids = [line.rpartition("\t")[2] for line in (DECODE / "score_wer/ref.trn").read_text(encoding="utf-8").splitlines()]
    assert ids == ["(s1-s1-u1)", "(s1-u2-s1-u2)", "(s2-u3-s2-u3)"]


def test_an_id_that_might_be_two_is_left_alone(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path, "u1 a\ns1-u2 c d e\n", "s1-u1 a\ns2-u1 b\ns1-u2 c d e\n", "s1-u1 s1\ns2-u1 s2\ns1-u2 s1\n")
    said, counts = scored(command)
    assert counts == [3, 0, 2, 0]
    assert "skipped: u1" in said


def test_ids_that_differ_by_case_alone_are_two(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path, "s-u1 a\ns-U1 b\n", "s-u1 a\ns-U1 b\n", "s-u1 s\ns-U1 s\n")
    said, counts = scored(command)
    assert counts == [2, 0, 0, 0]
    assert "1 pair of ids differ by case alone, scored as two each: s-u1 and s-U1" in said
    assert (DECODE / "score_wer/result.txt").read_text(encoding="utf-8").count("id: (s-s-u1)") == 2


def test_jobs_that_were_not_gathered(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    (DECODE / "text").unlink()
    write(DECODE / "logdir/output.1/1best_recog/text", "s1-u1 a x\n")
    write(DECODE / "logdir/output.2/1best_recog/text", "")
    said, counts = scored(command)
    assert counts == [1, 1, 4, 0]
    assert "taken from 1 of 2 jobs" in said
    assert "2 utterances of dump/raw/test/text not here" in said


def test_strictness_makes_the_first_oddity_an_error(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path, "s1-u1 a x\n")
    assert "2 utterances" in refused(command, "--strict")
    assert not (DECODE / "score_wer").exists()


@pytest.mark.parametrize(
    ("heard", "options", "said"),
    [
        ("", [], "exp/asr/decode/test/text: the file is empty; did what wrote it end early?"),
        ("other-1 a\n", [], "has no utterance of dump/raw/test/text"),
        (HEARD, ["--bpemodel", "bpe.model"], "bpe.model: there is no such model"),
        (HEARD, ["--cleaner", "tacotrom"], "did you mean tacotron?"),
        (HEARD, ["--score_opts", "-Q"], "sclite takes no such options: -Q; it has no -Q\n"),
        (
            HEARD,
            ["--score_opts", "-e utf-9"],
            "it says: sclite: Error, Unrecognized character encoding option 'utf-9'\n",
        ),
        (HEARD, ["--rates", "ter"], "--rates ter needs a model of pieces; name the recipe's by --bpemodel FILE"),
        (HEARD, ["--score_opts", "'"], "No closing quotation"),
        (HEARD, ["--rates", "wr"], "did you mean wer?"),
        (HEARD, ["--token_type", "phn"], "token_type is phn"),
        (HEARD, ["--dumpdir", "dump/none"], "has no references for exp/asr/decode/test"),
        (HEARD, ["--only", "tst"], "holds no decode folder of tst"),
        (HEARD, ["--nlsyms_txt", "none.txt"], "none.txt: cannot be read"),
        (HEARD, ["--threads", "0"], "--threads is 0"),
        (HEARD, ["--data", "nowhere"], "nowhere: there is no such directory"),
        (HEARD, ["--dict", "units.txt"], "exp/asr: --dict and --num-spkrs are for ESPnet 1, of which there is nothing"),
        (HEARD, ["--num-spkrs", "2"], "exp/asr: --dict and --num-spkrs are for ESPnet 1, of which there is nothing"),
        (HEARD, ["--as", "errs"], "--output-format errs is for the runs of `mondegreen score`"),
    ],
)
def test_refusals(command: Command, tmp_path: Path, heard: str, options: list[str], said: str) -> None:
    recipe(tmp_path, heard)
    assert said in refused(command, *options)


def test_weights_that_are_not_there_are_refused(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    answer = command("espnet", "score", "exp/asr", "--score_opts", "-w none.wwl")
    assert answer.code == 2
    assert answer.err.endswith("\nmondegreen: error: Unable to read WWL file 'none.wwl'\n")


def test_bytes_of_another_encoding_are_refused(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    (DECODE / "text").write_bytes(b"s1-u1 a\ns1-u2 \xe9\n")
    assert "exp/asr/decode/test/text:2: byte 0xe9 is not UTF-8, as ESPnet's files are\n" in refused(command)


def test_a_decode_folder_without_references_is_told(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    write(tmp_path / "exp/asr/decode/other/text", HEARD)
    lost = "dump/raw: has no references for exp/asr/decode/other; name the folders by --dumpdir DIR or --data DIR"
    said, counts = scored(command)
    assert counts == [5, 1, 0, 0]
    assert f"mondegreen: warning: {lost}; it is not scored\n" in said
    assert lost in refused(command, "--strict")
    assert lost in refused(command, "--only", "other")
    assert "other" not in scored(command, "--only", "test")[0]


def test_decoding_that_left_no_text_is_told(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    write(tmp_path / "exp/asr/decode/other/logdir/keys.1.scp", "s1-u1 a.wav\n")
    write(tmp_path / "exp/asr/decode/third/token", "s1-u1 a\n")
    said, _ = scored(command)
    for name in ("other", "third"):
        assert f"exp/asr/decode/{name}: decoding left no text there, so that it is not scored; is it done?" in said
    assert "other: decoding left no text there" in refused(command, "--strict")
    (DECODE / "text").unlink()
    assert "exp/asr: decoding left no text in exp/asr/decode/other, exp/asr/decode/third; is" in refused(command)


def test_references_are_no_decode_folder(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    answer = command("espnet", "score", "dump")
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith("mondegreen: error: dump: holds no decode folder: none with text, text_spk1, ")
    assert not (tmp_path / "dump/RESULTS.md").exists()
    answer = command("espnet", "score", ".", "--rates", "wer")
    assert [answer.code, answer.err] == [0, "mondegreen: note: wrote ./RESULTS.md\n"]
    assert not (tmp_path / "dump/raw/test/score_wer").exists()


def test_nothing_of_the_recipe_is_run(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    write(tmp_path / "path.sh", "touch made\n")
    assert command("espnet", "score", "exp/asr").code == 0
    assert not (tmp_path / "made").exists()


def test_bytes_that_are_no_text(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    (DECODE / "text").write_bytes(b"s1-u1 a\ns1-u2 \xff\n")
    assert "exp/asr/decode/test/text:2: byte 0xff is not UTF-8" in refused(command)


def test_a_folder_without_anything(command: Command, tmp_path: Path) -> None:
    (tmp_path / "exp/asr").mkdir(parents=True)
    assert "exp/asr: holds no decode folder" in refused(command)
    assert "there is no such directory" in command("espnet", "score", "exp/none").err


def test_the_experiments_configuration_is_heeded(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path, HEARD.replace("a x", "<n> a b"))
    write(tmp_path / "nlsyms.txt", "<n>\n")
    write(tmp_path / "exp/asr/config.yaml", "non_linguistic_symbols: nlsyms.txt\nbpemodel: lost.model\ncleaner: null\n")
    said, counts = scored(command)
    assert counts == [6, 0, 0, 0]
    assert "config.yaml: bpemodel is lost.model, which is not here; scored without it" in said


def test_other_metrics_of_the_same_texts(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    answer = command("espnet", "score", "exp/asr", "--metrics", "mer,ser", "--as", "json")
    [system] = json.loads(answer.out)["systems"]
    assert system["metrics"]["mer"]["score"] == pytest.approx(100 / 6)
    assert system["metrics"]["ser"]["score"] == pytest.approx(100 / 3)


def test_more_hypotheses_than_speakers(command: Command, tmp_path: Path) -> None:
    for number, text in ((1, "m a b\n"), (2, "m c\n")):
        write(tmp_path / f"dump/raw/test/text_spk{number}", text)
    write(tmp_path / "dump/raw/test/utt2spk", "m m\n")
    for number, text in ((1, "m z\n"), (2, "m c\n"), (3, "m a b\n")):
        write(tmp_path / DECODE / f"text_spk{number}", text)
    said, counts = scored(command)
    assert counts == [3, 0, 0, 0]
    assert "3 hypotheses of 2 speakers" in said


@pytest.mark.parametrize(
    ("ids", "tokens", "said"),
    [
        ("3 2 9", "a <space> b", "train_units.txt: holds 4 tokens, and the hypothesis of u1 has one of number 9"),
        ("3 2 4", "a <space> c", 'calls a token of u1 "b" that was decoded as "c"'),
        ("3 2 x", "a <space> b", "rec_tokenid is not a list of numbers"),
    ],
)
def test_a_list_of_tokens_that_does_not_fit(command: Command, tmp_path: Path, ids: str, tokens: str, said: str) -> None:
    one(tmp_path, ids, tokens)
    assert said in refused(command)


def test_lists_of_tokens_to_choose_from(command: Command, tmp_path: Path) -> None:
    one(tmp_path, "3 2 4")
    write(tmp_path / "data/lang_char/other_units.txt", "")
    assert "2 lists of tokens; name the one of exp/asr by --dict FILE" in refused(command)


def test_a_json_that_was_cut_off(command: Command, tmp_path: Path) -> None:
    one(tmp_path, "3 2 4")
    write(tmp_path / "exp/asr/decode_test/data.2.json", '{"utts": {\n"u2": ')
    assert "data.2.json:2: this is not JSON" in refused(command)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "nested too deeply"),
        (f'{{"utts": {{"u1": {"9" * 5000}}}}}', "a number in this JSON is too long"),
        (r'{"utts": {"u1": {"output": [{"token": "\ud800"}]}}}', "half a character"),
        ('{"utts": {"u1": [1]}}', 'utterance u1: has no "output" of that form'),
        ('{"utts": {"u1": {"output": [[1]]}}}', 'utterance u1: has no "output" of that form'),
        ('{"utts": {"u1": {"output": ["a"]}}}', 'utterance u1: has no "output" of that form'),
        ('{"utts": {"u1": {"output": [{"rec_token": "a"}]}}}', 'u1: has no "token", which is the reference'),
    ],
)
def test_a_json_of_another_form(command: Command, tmp_path: Path, text: str, said: str) -> None:
    one(tmp_path, "3 2 4")
    write(tmp_path / "exp/asr/decode_test/data.1.json", text)
    assert said in refused(command)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{'key': 'b',", "is not a dict of scores; was the file cut off?"),
        ("{[]: 1}", "is not a dict of scores; was the file cut off?"),
        ("{1: 2}", "is not a dict of scores"),
        (f"{{'utmos': -{'9' * 400}}}", "holds a number that is too large for a score"),
    ],
)
def test_a_file_of_versa_that_is_none(command: Command, tmp_path: Path, line: str, said: str) -> None:
    write(tmp_path / "exp/asr/scoring/versa_eval/result.1.txt", f"{{'key': 'a', 'utmos': 1.0}}\n{line}\n")
    assert f"result.1.txt:2: {said}\n" in refused(command)


@pytest.mark.parametrize("literal", [[], ["--literal"]])
def test_tables_of_blank_lines_are_empty(command: Command, tmp_path: Path, literal: list[str]) -> None:
    recipe(tmp_path, " \n\n", "\n")
    assert "text: the file is empty" in refused(command, *literal)
    for side in ("ref", "hyp"):
        write(tmp_path / f"exp/other/test/{side}.scp", "\n")
    assert "ref.scp: the file is empty" in command("espnet", "score", "exp/other", *literal).err


def test_texts_that_a_cleaner_leaves_nothing_of(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whisper's leave a blank of marks alone; ESPnet 3 has a point in the place of an empty text."""
    write(tmp_path / "only_blanks.py", "def blank(text):\n    return ' '\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(PACKAGES, "blanks", ("only_blanks", "blank", "none"))
    for side in ("ref", "hyp"):
        write(tmp_path / f"exp/asr/test/{side}.scp", "u1 !\n")
    assert scored(command, "--cleaner", "blanks")[1] == [0, 1, 0, 0]


def test_links_that_lead_back_are_not_followed(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    for name in ("one", "two"):
        (tmp_path / "exp/asr" / name).symlink_to(".")
        (tmp_path / "exp/asr/decode" / name).symlink_to("../..")
    (tmp_path / "exp/asr/other").symlink_to("decode/test")  # which leads elsewhere
    answer = command("espnet", "score", "exp/asr", "--rates", "wer", "--as", "json", "--data", "dump/raw/test")
    rows = json.loads(answer.out)["reports"][0]["rows"]
    assert [row["dataset"] for row in rows] == ["decode/test", "other"]


def test_texts_that_sclite_would_misread_keep_their_bytes(command: Command, tmp_path: Path) -> None:
    text = "s1-u1 {open a@ @ word* ; ;; \\ **\ns1-u2 } (b) \x01\ns2-u3 ** start\n"
    recipe(tmp_path, text, text, SPEAKERS)
    said, counts = scored(command)
    assert counts == [13, 0, 0, 0]
    assert "2 utterances with signs that sclite would read as more than words" in said
    report = (DECODE / "score_wer/result.txt").read_text(encoding="utf-8")
    assert "REF:  {open a@ @ word* ; ;; \\ ** \n" in report


def test_nothing_of_the_recipe_is_changed(command: Command, tmp_path: Path) -> None:
    recipe(tmp_path)
    scored(command)
    assert (tmp_path / "dump/raw/test/text").read_text(encoding="utf-8") == TEXT
    assert (DECODE / "text").read_text(encoding="utf-8") == HEARD
