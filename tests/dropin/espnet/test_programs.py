"""ESPnet 1's programs and Moses' filters by their names: what they leave, and what they refuse."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

import mondegreen
from espnet_recipe import write
from mondegreen.cli import main
from mondegreen.dropin.espnet.moses import run_detokenizer, run_lowercase, run_remove_punctuation
from mondegreen.dropin.espnet.permutations import choose_permutations, list_permutations
from mondegreen.dropin.link import link
from programs import files
from recorded import decode_content, decode_contents, read_cases, write_files

CASES = {case["id"]: case for case in read_cases("espnet_programs")}


@pytest.mark.parametrize("name", CASES)
def test_programs_leave_what_the_originals_leave(name: str, tmp_path: Path) -> None:
    """The scripts were ESPnet's at 2d9a6c3, with NIST's sclite and Moses' perl."""
    if "bleu" in name:
        pytest.importorskip("sacrebleu")
    case, place = CASES[name], tmp_path / "egs2/mini_an4/asr1"
    link(str(tmp_path), ["espnet"])
    write_files(case["in"], place)
    path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])
    home = str(Path(mondegreen.__file__).parents[1])
    environment = {"PATH": path, "LC_ALL": "C", "PYTHONPATH": home}
    console = b""
    for command, code in case["commands"]:
        done = subprocess.run(["bash", "-c", command], cwd=place, env=environment, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
        console += f"$ {command}\n".encode() + done.stdout
    if "console" in case:  # one is a log with times and the script's lines
        assert console == decode_content(case["console"])
    expected, found = decode_contents(case["files"]), files(place)
    assert {path: found.get(path) for path in expected} == expected


def test_texts_of_translations_are_changed_as_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Symbols, a filter of sed, and characters apart, in this order; what a step began with stays beside it."""
    pytest.importorskip("sacrebleu")
    monkeypatch.chdir(tmp_path)
    output = {"text": "Ein <l> (ä) Hund", "rec_text": "E i n <space> H u n d<eos>", "tokenid_src": "1"}
    utterances = {"utts": {"u1": {"output": [output], "utt2spk": "s-1"}}}
    write(tmp_path / "d/data.1.json", json.dumps(utterances))
    write(tmp_path / "units.txt", "a 1\n")
    write(tmp_path / "nl.txt", "Hund\n")
    write(tmp_path / "f.sed", "s/Ein/Ön/\n")
    link(str(tmp_path / "tools"), ["espnet"])
    words = "--nlsyms nl.txt --filter f.sed --character_level true --set x d de units.txt units.txt"
    home = str(Path(mondegreen.__file__).parents[1])
    done = subprocess.run(
        [str(tmp_path / "tools/utils/score_bleu.sh"), *words.split()],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": home},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = {name: data.decode() for name, data in files(tmp_path / "d").items()}
    assert found["hyp.wrd.trn.detok.bak3"] == "Ein \n"
    assert found["hyp.wrd.trn.detok.tmp"] == "Ön \n"
    assert found["hyp.wrd.trn.detok"] == " Ö n  \n"
    assert (found["ref.trn"], found["ref.rm.trn"]) == ("Ein <l> (ä) Hund \n", "Ein <l>  Hund \n")
    assert (found["ref.wrd.trn"], found["src.trn"]) == ("Ein<l> Hund\n", "a \n")
    assert found["utt_id"] == "(s_1-u1)\n"
    assert found["result.tc.txt"].startswith("x\n####")
    assert "No built-in rules for language de" in done.stderr
    done = subprocess.run(
        [str(tmp_path / "tools/utils/score_bleu.sh"), "d"],
        env={"PATH": ""},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 1
    assert done.stdout.endswith("score_bleu.sh <decode-dir> <tgt_lang> <dict-tgt> <dict-src>\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--datadir and --outdir must be provided"),
        (["--datadir", "gt", "--outdir", "o"], "decodes in stages 1 and 2, which is ESPnet's work"),
        (["--datadir", "gt", "--outdir", "o", "--stage", "3"], "gt/text: cannot be read: No such file or directory"),
    ],
)
def test_translated_speech_is_not_decoded(words: list[str], said: str, tmp_path: Path) -> None:
    link(str(tmp_path), ["espnet"])
    program = str(tmp_path / "scripts/utils/evaluate_asr_bleu.sh")
    done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, check=False, text=True)
    assert done.returncode == 1
    assert said in done.stderr


Filter = Callable[..., int]


@pytest.mark.parametrize(
    ("program", "words", "text", "expected"),
    [
        (run_lowercase, [], "ΑΣ İ É\tX\n", "ασ i̇ é\tx\n"),  # Perl knows no final sigma
        (run_remove_punctuation, [], "It's <space> 5$ — a.b \x85\n\n", "It's <space> 5 ab\n\n"),
        (run_remove_punctuation, [], "apostrophe spacemark", "' <space>\n"),
        (run_detokenizer, ["-q", "-l", "en"], "Mr. X , it 's\n<a b>\n \n", "Mr. X, it's\n<a b>\n \n"),
    ],
)
def test_filters_change_lines_as_the_originals(program: Filter, words: list[str], text: str, expected: str) -> None:
    out, err = BytesIO(), BytesIO()
    assert program([word.encode() for word in words], BytesIO(text.encode()), out, err) == 0
    assert (out.getvalue().decode(), err.getvalue()) == (expected, b"")


def test_the_detokenizer_says_what_it_does_not_do() -> None:
    err = BytesIO()
    assert run_detokenizer([b"-penn"], BytesIO(), BytesIO(), err) == 2
    assert err.getvalue().decode().endswith("-penn is not among what this program does; use Moses' own\n")
    out, err = BytesIO(), BytesIO()
    run_detokenizer([b"-l", b"de"], BytesIO(b"a .\n"), out, err)
    assert out.getvalue() == b"a.\n"
    assert err.getvalue().startswith(b"Warning: No built-in rules for language de.\nDetokenizer Version")
    out, err = BytesIO(), BytesIO()
    assert run_detokenizer([b"-q", b"-h"], BytesIO(b"a .\n"), out, err) == 0
    assert out.getvalue().startswith(
        b"Usage ./detokenizer.perl (-l [en|fr|it|cs|...]) < tokenizedfile > detokenizedfile\n"
    )


def test_the_first_of_several_best_permutations_counts() -> None:
    """In the original's order, which swaps its way down."""
    assert list(map(tuple, list_permutations(3))) == [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 1, 0), (2, 0, 1)]
    reports = {f"r{row}h{column}": "id: (u)\nScores: 1 1 0 0\n" for row in (1, 2, 3) for column in (1, 2, 3)}
    assert choose_permutations(reports, 3)["(u)"].keys() == {"Scores", "r1h1", "r2h2", "r3h3"}
    reports["r1h2"] = reports["r2h1"] = "id: (u)\nScores: 2 0 0 0\n"
    assert choose_permutations(reports, 3)["(u)"].keys() == {"Scores", "r1h2", "r2h1", "r3h3"}
    many = {f"r{row}h{column}": "id: (u)\nScores: 1 0 0 0\n" for row in range(1, 9) for column in range(1, 9)}
    assert len(choose_permutations(many, 8)["(u)"]) == 9


def test_permuted_transcripts_of_espnet2(tmp_path: Path) -> None:
    for pair, wrong in {"r1h1": 1, "r1h2": 0, "r2h1": 0, "r2h2": 1}.items():
        write(tmp_path / f"result_{pair}.txt", f"id: (s-u)\nScores: (#C #S #D #I) {1 - wrong} {wrong} 0 0\n")
    for number, word in ((1, "a"), (2, "b")):
        write(tmp_path / f"ref_spk{number}.trn", f"{word}\t(S-u)\n")
        write(tmp_path / f"hyp_spk{3 - number}.trn", f"{word}\t(S-u)\n")
    assert main(["eval_perm_free_error.py", "--num-spkrs", "2", "--results-dir", str(tmp_path)]) == 0
    expected = "a\t(S-u-1)\nb\t(S-u-2)\n"
    assert [(tmp_path / name).read_text(encoding="utf-8") for name in ("ref.trn", "hyp.trn")] == [expected] * 2
    write(tmp_path / "hyp_spk2.trn", "a\t(S-v)\n")
    assert main(["eval_perm_free_error.py", "--num-spkrs", "2", "--results-dir", str(tmp_path)]) == 1


LABELS = "u1 [eng] (s-u1)\nu2 [deu] (s-u2)\n"


@pytest.mark.parametrize(
    ("hypothesis", "code", "text", "said"),
    [
        ("u1 [eng] (s-u1)\nu2 [fra] (s-u2)\n", 0, "Accuracy 0.5000 (1/2)", ""),
        ("u1 [eng] (s-u1)\n", 0, "Accuracy 1.0000 (1/1)", "those beyond the shorter count nowhere"),
        ("u2 [deu] (s-u2)\n", 1, "", "hyp:1: holds u2, where"),
        ("u1 (s-u1)\n", 1, "", "hyp:1: expected an ID, a label and the ID in parentheses"),
        ("", 1, "", "hyp: holds no utterance"),
    ],
)
def test_languages_are_compared_line_by_line(
    hypothesis: str, code: int, text: str, said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ref, hyp, out = (tmp_path / name for name in ("ref", "hyp", "out"))
    write(ref, LABELS)
    write(hyp, hypothesis)
    assert main(["score_lang_id.py", "--ref", str(ref), "--hyp", str(hyp), "--out", str(out)]) == code
    assert out.read_text(encoding="utf-8").endswith(text)
    assert out.read_text(encoding="utf-8").startswith("Language Identification Scoring: " if text else "")
    assert said in capfd.readouterr().err
    if hypothesis and not code:  # without --out it is printed
        assert main(["score_lang_id.py", "--ref", str(ref), "--hyp", str(hyp)]) == 0
        assert capfd.readouterr().out == out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["json2trn.py", "d.json", "units", "--num-spkrs", "2", "--refs", "r", "--hyps", "h"], "for 2 speakers"),
        (["json2trn.py", "d.json", "units", "--refs", "r", "--hyps", "h"], "utterance u: rec_tokenid has no numbers"),
        (["json2trn_wo_dict.py", "d.json", "--refs", "r", "--hyps", "h"], "utterance u: has no text rec_text"),
        (["json2trn_mt.py", "d.json", "units"], "--refs names no file"),
        (["json2text.py", "none.json", "units", "r", "h"], "none.json"),
        (["eval_perm_free_error.py", "r1h1"], "1 reports are named; name 4 for 2 speakers"),
        (["score_sclite_wo_dict.sh", "--num_spkrs", "2", "d"], "scores the texts of one speaker"),
        (["evaluate_asr.sh", "wav.scp", "d"], "decodes in stages 1 and 2, which is ESPnet's work"),
        (["evaluate_asr.sh", "--stage", "3", "--stop_stage", "3", "wav.scp", "d"], "--gt_text must be provided"),
        (["json2trn.py", "unowned.json", "units", "--refs", "r", "--hyps", "h"], "utterance u: has no utt2spk"),
        (["score_sclite_wo_dict.sh", "silent"], "1 utterance without rec_text: u"),
        (["eval_perm_free_error.py", "a", "a", "a", "b"], "no utterance is in all reports; are they of the same"),
        (
            ["eval_perm_free_error.py", "a", "a", "a", "uncounted"],
            "utterance (s-u): sclite's report has no Scores of it",
        ),
        (["eval_perm_free_error.py", "--results-dir", "pairs"], "do not hold the same utterances; score them again"),
        (["score_sclite.sh", "--filter", "lost.sed", "good", "units"], "lost.sed: cannot be used as a filter: sed: "),
        (["score_sclite.sh", "--filter", "join.sed", "good", "units"], "it does not keep to a line for each utterance"),
        (
            ["score_bleu.sh", "--filter", "lost.sed", "good", "en", "units"],
            "lost.sed: cannot be used as a filter: sed: ",
        ),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_what_is_wrong_is_said_in_a_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    output = {"rec_tokenid": "7", "token": "a", "text": "a"}
    write(tmp_path / "d.json", json.dumps({"utts": {"u": {"output": [output], "utt2spk": "s"}}}))
    write(tmp_path / "units", "a 1\n")
    write(tmp_path / "unowned.json", json.dumps({"utts": {"u": {"output": [{**output, "rec_tokenid": "1"}]}}}))
    write(tmp_path / "silent/data.1.json", json.dumps({"utts": {"u": {"output": [{"text": "a"}], "utt2spk": "s"}}}))
    write(tmp_path / "good/data.1.json", json.dumps({"utts": {**UTTERANCES, "u2": UTTERANCES["u1"]}}))
    write(tmp_path / "join.sed", "N;s/\\n/ /\n")
    reports = {
        "a": "id: (s-u)\nScores: 1 0 0 0\n",
        "b": "id: (s-v)\nScores: 1 0 0 0\n",
        "uncounted": "id: (s-u)\nREF: a\n",
    }
    for name, report in reports.items():
        write(tmp_path / name, report)
    for pair in ("r1h1", "r1h2", "r2h1", "r2h2"):
        write(tmp_path / f"pairs/result_{pair}.txt", reports["b" if pair == "r2h2" else "a"])
    assert main(words) == 1
    assert said in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["json2trn.py", "--help"], 0, "usage: json2trn.py [--num-spkrs] [--refs] [--hyps] json dict"),
        (["filt.py", "-h"], 0, "usage: filt.py [--exclude] filt infile"),
        (["filt.py", "--exlude", "a", "b"], 2, "there is no option --exlude"),
        (["filt.py", "a"], 2, "1 words, where 2 are expected"),
        (["filt.py", "a", "b", "c"], 2, "3 words, where 2 are expected"),
        (["score_lang_id.py", "--ref", "a", "--hyp"], 2, "--hyp takes a value"),
        (["score_lang_id.py", "--ref", "a"], 2, "needs --ref FILE and --hyp FILE"),
        (["score_lang_id.py", "--hyp=a"], 2, "needs --ref FILE and --hyp FILE"),
        (["eval_perm_free_error.py", "--num-spkrs", "0", "a"], 2, "--num-spkrs takes a whole number above 0: 0"),
        (["eval_perm_free_error.py", "--num-spkrs=x", "a"], 2, "--num-spkrs takes a whole number above 0: x"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_command_lines_end_as_argparse_ends_them(
    words: list[str], code: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """The originals' argparse prints the help and ends with 0; what is wrong goes to standard error, and it with 2."""
    assert main(words) == code
    streams = capfd.readouterr()
    assert said in (streams.err if code else streams.out)
    assert not (streams.out if code else streams.err)


def test_words_of_a_list_stay_or_go(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As filt.py does: others are unknown words, or the place of those of the list stays, and a blank line a line."""
    write(tmp_path / "list", "a\n b \n")
    write(tmp_path / "text", " a  c\tb\n\nc\n")
    assert main(["filt.py", str(tmp_path / "list"), str(tmp_path / "text")]) == 0
    assert capfd.readouterr().out == "a <UNK> b\n\n<UNK>\n"
    assert main(["filt.py", "-v", str(tmp_path / "list"), str(tmp_path / "text")]) == 0
    assert capfd.readouterr().out == " c \n\nc\n"


def test_what_is_odd_about_jobs_is_said_by_every_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """An utterance in two files of jobs; one without recognized tokens is scored as empty by score_sclite.sh."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "units", "<space> 1\na 2\n")
    silent = {"utt2spk": "s", "output": [{"text": "a", "token": "a"}]}
    again = "warning: d/data.2.json: 1 utterance of an earlier file, taken from this one: u1"
    for words in (["score_sclite.sh"], ["score_sclite_case.sh"], ["score_sclite_wo_dict.sh"], ["score_bleu.sh"]):
        write(tmp_path / "d/data.1.json", json.dumps({"utts": UTTERANCES}))
        write(tmp_path / "d/data.2.json", json.dumps({"utts": UTTERANCES}))
        places = {"score_sclite_wo_dict.sh": [], "score_bleu.sh": ["en", "units"]}.get(words[0], ["units"])
        assert main([*words, "d", *places]) == 0
        assert f"{words[0]}: {again}\n" in capfd.readouterr().err
    write(tmp_path / "d/data.2.json", json.dumps({"utts": {"u2": silent}}))
    assert main(["score_sclite.sh", "d", "units"]) == 0
    streams = capfd.readouterr()
    assert "warning: d: 1 utterance not recognized, scored as empty; did decoding end early? u2\n" in streams.err
    assert "| Sum/Avg|    2      2" in streams.out


def test_translated_speech_is_scored_by_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The original pastes lines with the names in utt2spk and wav.scp, whoever said them; `--literal` does too."""
    pytest.importorskip("sacrebleu")
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "data/text": "u1 a b\nu2 c d\n",
        "data/utt2spk": "u1 s\nu2 s\nu3 t\n",
        "o/text": "u2 c d\nu9 x\nu1 a b\n",
        "o/wav/wav.scp": "u1 1.wav\nu2 2.wav\n",
    }.items():
        write(tmp_path / name, text)
    words = ["evaluate_asr_bleu.sh", "--stage", "3", "--datadir", "data", "--outdir", "o"]
    assert main(words) == 0
    assert "warning: o/text: 1 utterance not in data/text, skipped: u9\n" in capfd.readouterr().err
    sides = [tmp_path / f"o/score_asr_bleu/{side}.trn.org" for side in ("ref", "hyp")]
    by_id = ["a b\t(s-u1)\nc d\t(s-u2)\n", "a b\t(u1)\nc d\t(u2)\n"]
    assert [side.read_text(encoding="utf-8") for side in sides] == by_id
    assert main([*words, "--literal", "true"]) == 0
    by_line = ["a b\t(s-u1)\nc d\t(s-u2)\n\t(t-u3)\n", "c d\t(u1)\nx\t(u2)\na b\t\n"]
    assert [side.read_text(encoding="utf-8") for side in sides] == by_line


def test_other_audio_is_scored_by_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The original joins by lines, which gives 75 % of the words of the second here for wrong; `--literal` does too."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "text", "u1 a b\nu2 c d\n")
    write(tmp_path / "wav.scp", "u1 1.wav\nu2 2.wav\n")
    write(tmp_path / "out/text", "u2 c d\nu1 a x\n")
    write(tmp_path / "out/tmp/feats", "")
    words = ["evaluate_asr.sh", "--stage", "3", "--stop_stage", "3", "--gt_text", "text"]
    assert main([*words, "wav.scp", "out"]) == 0
    assert "Write wer result in out/score_wer/result.txt" in capfd.readouterr().out
    assert (tmp_path / "out/score_wer/hyp.trn").read_text(encoding="utf-8") == "a x\t(u1)\nc d\t(u2)\n"
    assert not (tmp_path / "out/tmp").exists()
    assert main([*words, "--literal", "true", "wav.scp", "out"]) == 0
    assert (tmp_path / "out/score_wer/hyp.trn").read_text(encoding="utf-8") == "c d\t(u1)\na x\t(u2)\n"


UTTERANCES = {"u1": {"utt2spk": "s", "output": [{"text": "a", "rec_text": "a", "token": "a", "rec_tokenid": "1"}]}}


@pytest.mark.parametrize(
    "words",
    [
        "score_lang_id.py --ref lid --hyp other --out ./lid",
        "json2trn.py data.json units --refs data.json --hyps hyp",
        "json2trn.py data.json units --refs ref --hyps units",
        "json2trn_wo_dict.py data.json --refs same --hyps same",
        "json2trn_mt.py data.json units --refs units",
        "json2text.py data.json units data.json hyp",
    ],
)
def test_no_output_is_an_input_or_another_output(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The originals overwrite what they were given."""
    monkeypatch.chdir(tmp_path)
    given = {"data.json": json.dumps({"utts": UTTERANCES}), "units": "a 1\n", "lid": "u [de] (u)\n"}
    for name, text in {**given, "other": given["lid"]}.items():
        write(tmp_path / name, text)
    before = files(tmp_path)
    assert main(words.split()) != 0
    assert "name another output" in (said := capsys.readouterr().err) or "name two files" in said
    assert files(tmp_path) == before
