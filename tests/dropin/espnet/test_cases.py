"""ESPnet's own runs, file by file: as they were, or where they were wrong, right and said to be so."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer
from espnet_recipe import environment
from programs import files
from recorded import Record, decode_contents, read_cases, write_files

Command = Callable[..., Answer]

GOLDEN = {case["id"]: case for case in read_cases("espnet")}
NAMES = list(GOLDEN)
TRANSLATED = ("st", "mt", "enh_st")
NEEDED = {
    "100_s2t_multimed_st": ["sacrebleu"],
    "124_s2st": ["sacrebleu"],
    **{name: ["sacrebleu"] for name in NAMES if GOLDEN[name]["case"]["kind"] in TRANSLATED},
    "02_en_bpe_nbest": ["sentencepiece"],
    "102_esp3_cleaners": ["tacotron_cleaner"],
    "12_s2t_whisper_en": ["whisper_normalizer"],
    "13_tacotron_cleaner": ["tacotron_cleaner"],
}
# What is written of a side of a translation, step by step.
WRITTEN = ("", ".org", ".detok", ".detok.lc.rm")
# Where the original is wrong: the files that are not as it left them, and what is said of it.
DEFECTS = {
    "06_empty_all_ref": ({"RESULTS.md"}, "no reference holds a word"),
    "14_special_tokens": ({"RESULTS.md", "result.txt"}, "with signs that sclite would read as more than words"),
    "15_crash_brace": ({"RESULTS.md", "result.txt"}, "with signs that sclite would read as more than words"),
    "16_comment_line": ({"RESULTS.md", "result.txt"}, "k-0001, k-0002"),
    "17_misaligned_hyp": ({"RESULTS.md", "result.txt", "hyp.trn"}, "1 utterance of dump/raw/test/text not here"),
    "18_speaker_ids": (set(), "1089-134686 and 1089-134691 as 1089"),
    "20_avg_in_tag": ({"RESULTS.md"}, "RESULTS.md: is not as show_asr_result.sh prints it"),
    "23_espnet1_char": ({"RESULTS.md"}, "RESULTS.md: is not as show_result.sh prints it"),
    "24_espnet1_nlsyms": ({"RESULTS.md"}, "RESULTS.md: is not as show_result.sh prints it"),
    "60_st_tc": (set(), "1 utterance with a parenthesis that is not closed"),
    "61_st_multiref": ({"result.tc.txt"}, "compares several references with the translation as it is written"),
    "62_st_lc_rm": ({"RESULTS.md"}, "RESULTS.md"),
    "69_st_lost_line": (
        {"RESULTS.md", "result.tc.txt", "result.lc.txt", *(f"hyp.trn{end}" for end in WRITTEN)},
        "1 utterance of dump/raw/test/text.tc.es not here",
    ),
    "70_enh_st": ({"result.tc.txt", "result.lc.txt"}, "RESULTS.md"),
    "72_mt_multiref": (
        {"result.tc.txt", "result.lc.txt", *(f"ref.trn{end}.{number}" for end in WRITTEN for number in "12")},
        "compares several references with the translation as it is written",
    ),
    "26_versa_tts": ({"RESULTS.md"}, "RESULTS.md: is not as show_tts_results.sh prints it"),
    "100_s2t_multimed_st": (set(), "2 utterances not in both this and dump/raw/test_vi/text, not scored"),
    "109_slu_voxceleb_f1": (
        {"hyp_asr.trn", "ref_asr.trn", "result_asr.txt"},
        "words that are not of pieces stand apart",
    ),
    "116_swbd_sentiment": (set(), "some texts are a label alone, which ESPnet's script takes for another one"),
    "122_dsu": (set(), "write the bitrate where XX.XX stands"),
    "117_superb2": ({"challenge_results.md"}, "has 5 languages, by which the sum of the worst is divided"),
}
# Counted by hand: the worst 15 of 5 languages are all.
MENDED = "decode_asr_1|35.6|88.3|35.6|23.0|45.8|93.3|"
# The original crashed; ours scores the word as it stands.
CRASHED = "15_crash_brace"
# Rows that are right where the original's are not: what stands in the table, counted by hand or told by the case.
RIGHT = {
    "06_empty_all_ref": "|decode_asr_asr_model_valid.acc.ave/test|20|0|-|-|-|-|-|60.0|",
    "15_crash_brace": "|decode_asr_asr_model_valid.acc.ave/test|2|6|83.3|16.7|0.0|0.0|16.7|50.0|",
    "16_comment_line": "|decode_asr_asr_model_valid.acc.ave/test|3|10|80.0|0.0|20.0|0.0|20.0|66.7|",
    "17_misaligned_hyp": "|decode_asr_asr_model_valid.acc.ave/test|10|74|73.0|9.5|17.6|0.0|27.0|80.0|",
    "23_espnet1_char": "|decode_test|15|749|94.8|0.8|4.4|6.7|11.9|93.3|",
}


CaseOf = Callable[[str], Record]


@pytest.fixture
def case_of() -> CaseOf:
    """Gives a case: how it was scored, its inputs, and the files that ESPnet left."""
    return GOLDEN.__getitem__


def words(record: Record) -> list[str]:
    """The command line of a case."""
    case: dict[str, Any] = record["case"]
    if "conf/metrics.yaml" in record["in"]:  # which says it all
        return ["espnet", "score", case["asr_exp"]]
    symbols = "data/lang_1char/non_lang_syms.txt" if case.get("nlsyms") else case["nlsyms_txt"]
    given = {
        "dumpdir": case["dumpdir"],
        "nlsyms_txt": symbols,
        "cleaner": case["cleaner"],
        "hyp_cleaner": case["hyp_cleaner"],
        "token_type": case["token_type"],
        "bpemodel": case["bpemodel"],
        "score_opts": case["score_opts"],
        "local_score": case.get("local_score", ""),
        "local_score_opts": case.get("local_score_opts", ""),
    }
    rates = {run["out"].partition("/score_")[2][:3] for run in case["runs"] if "/score_" in run.get("out", "")}
    return [
        *("espnet", "score", case["asr_exp"]),
        *(f"--{name}={value}" for name, value in given.items()),
        *([f"--rates={','.join(sorted(rates))}"] if rates and case["kind"] not in TRANSLATED else []),
    ]


@pytest.fixture
def score(
    command: Command, case_of: CaseOf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Answer, set[str]]]:
    def run(name: str, *more: str) -> tuple[Answer, set[str]]:
        """The answer, and the files that are not as the original left them."""
        for package in NEEDED.get(name, []):
            if importlib.util.find_spec(package) is None:
                pytest.skip(f"{package} is not installed")
        record, work = case_of(name), tmp_path / "recipe"
        write_files(record["in"], work)
        case = record["case"]
        monkeypatch.chdir(work)
        monkeypatch.setenv("PATH", environment(tmp_path / "bin", "espnet1" if case["kind"] == "espnet1" else "espnet2"))
        for _ in range(case.get("times", 1)):
            answer = command(*words(record), *more)
        left = decode_contents(record["files"])
        left = {path: data for path, data in left.items() if Path(path).name != "console.txt"}
        assert left
        ours = files(work)
        return answer, {Path(path).name for path, data in left.items() if ours.get(path) != data}

    return run


Score = Callable[..., tuple[Answer, set[str]]]


@pytest.mark.parametrize("name", NAMES)
def test_files_are_espnets_or_right_and_said_to_be_so(score: Score, name: str) -> None:
    are_espnets_or_right(score, name)


@pytest.mark.parametrize("name", NAMES)
def test_literal_reproduces_the_original(score: Score, name: str) -> None:
    reproduces_the_original(score, name)


def are_espnets_or_right(score: Score, name: str) -> None:
    answer, odd = score(name)
    files, said = DEFECTS.get(name, (set(), ""))
    assert answer.code == 0, answer.err
    assert odd == files
    assert said in answer.err
    if name in RIGHT:
        assert any(RIGHT[name] in path.read_text(encoding="utf-8") for path in Path("exp").rglob("RESULTS.md"))


def reproduces_the_original(score: Score, name: str) -> None:
    answer, odd = score(name, "--literal")
    assert odd == ({"RESULTS.md", "result.txt"} if name == CRASHED else set())
    assert answer.code == (1 if name == "16_comment_line" else 0)


@pytest.mark.parametrize("name", [name for name in NAMES if "figures" in GOLDEN[name]["case"]])
def test_tables_hold_what_a_script_prints(score: Score, name: str) -> None:
    """Precision, recall and F1 of a set, where they are printed; to four digits, as the coarsest script rounds to."""
    answer, _ = score(name, "--as", "json", "--literal")
    tables = {each["report"]: each["rows"] for each in json.loads(answer.out)["reports"]}
    found = {(row["dataset"].rpartition("/")[2], row["what"]): row for row in tables["espnet-entities"]}
    for dataset, what, *rates in GOLDEN[name]["case"]["figures"]:
        for rate, value in zip(("precision", "recall", "f1"), rates, strict=True):
            assert value is None or found[dataset, what][rate] == pytest.approx(100 * value, abs=0.051), (what, rate)


def test_the_worst_languages_are_divided_by_their_number(score: Score) -> None:
    score("117_superb2")
    assert Path("exp/x/challenge_results.md").read_text(encoding="utf-8").splitlines()[-1] == MENDED


def test_speakers_that_sclite_merges_have_a_table_of_their_own(score: Score) -> None:
    answer, _ = score("18_speaker_ids", "--as", "json")
    reports = {each["report"]: each["rows"] for each in json.loads(answer.out)["reports"]}
    speakers = {row["speaker"]: row["tokens"] for row in reports["espnet-speakers"]}
    assert {"1089-134686", "1089-134691"} <= speakers.keys()
    assert sum(speakers.values()) == reports["espnet"][0]["tokens"] == 69
