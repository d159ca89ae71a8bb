"""What a newcomer brings, as other tools write it: right at the first try, or by following the hint of the error.

Of 13 reference words one is substituted and one deleted, and one is inserted: a WER of 3 / 13.
"""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer

Command = Callable[..., Answer]

REF = {"spk1-001": "the cat sat on the mat", "spk1-002": "a dog barked at me", "spk2-001": "good morning"}
HYP = {"spk1-001": "the cat sad on mat", "spk1-002": "a dog barked at me", "spk2-001": "good morning all"}
TRUTH = 300 / 13


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str, encoding: str = "utf-8") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding=encoding)


def lines(texts: dict[str, str], pattern: str = "{0} {1}") -> str:
    return "".join(pattern.format(key, text) + "\n" for key, text in texts.items())


def rows(separator: str, *header: str, ids: bool = True) -> str:
    """A table of both sides."""
    cells = [[*([key] if ids else []), REF[key], HYP[key]] for key in REF]
    return "".join(separator.join(each) + "\n" for each in [list(header), *cells])


def score(command: Command, *words: str) -> float:
    answer = command("score", *words, "--metrics", "wer", "--output-format", "json")
    assert answer.code == 0, answer.err
    (system,) = json.loads(answer.out)["systems"]
    assert system["pairs"]["scored"] == 3
    value: float = system["metrics"]["wer"]["score"]
    return value


def segments(text: str) -> list[dict[str, Any]]:
    """What Whisper says of one recording."""
    return [{"id": 0, "start": 0.0, "end": 2.0, "text": f" {text}"}]


def stamp(text: str, ending: str) -> str:
    """A subtitle of one cue."""
    if ending == "srt":
        return f"1\n00:00:00,000 --> 00:00:02,000\n{text}\n"
    return f"WEBVTT\n\n00:00.000 --> 00:02.000\n{text}\n"


def whisper(texts: dict[str, str], ending: str) -> None:
    for key, text in texts.items():
        content = {
            "json": json.dumps({"text": f" {text}", "segments": segments(text), "language": "en"}),
            "tsv": f"start\tend\ttext\n0\t2000\t{text}\n",
            "txt": f"{text}\n",
        }.get(ending) or stamp(text, ending)
        write(f"whisper/{key}.{ending}", content)


def kaldi_pair() -> None:
    write("data/test/text", lines(REF))
    write("exp/hyp.txt", lines(HYP))


def test_a_kaldi_pair(command: Command) -> None:
    kaldi_pair()
    assert score(command, "data/test/text", "exp/hyp.txt") == pytest.approx(TRUTH)


def test_speakers_by_the_hint(command: Command) -> None:
    """Followed, the hint is right: of spk1 2 errors in 11 words, of spk2 1 in 2."""
    kaldi_pair()
    write("data/test/utt2spk", lines({key: key[:4] for key in REF}))
    words = ["score", "data/test/text", "exp/hyp.txt", "--metrics", "wer", "--by", "speaker"]
    answer = command(*words)
    assert answer.code == 2
    hint = re.search(r"--utt2spk \S+", answer.err)
    assert hint is not None
    found = command(*words, *shlex.split(hint[0]), "--output-format", "json")
    assert found.code == 0
    groups = json.loads(found.out)["systems"][0]["groups"]["speaker"]
    scores = {name: each["wer"]["score"] for name, each in groups.items()}
    assert scores == {"spk1": pytest.approx(200 / 11), "spk2": 50}


@pytest.mark.parametrize("ending", ["json", "srt", "vtt", "tsv", "txt"])
def test_a_directory_of_whisper(command: Command, ending: str) -> None:
    write("ref.txt", lines(REF))
    whisper(HYP, ending)
    assert score(command, "ref.txt", "whisper") == pytest.approx(TRUTH)


def test_all_views_of_whisper_in_one_directory(command: Command) -> None:
    write("ref.txt", lines(REF))
    for ending in ("json", "srt", "vtt", "tsv", "txt"):
        whisper(HYP, ending)
    assert score(command, "ref.txt", "whisper") == pytest.approx(TRUTH)


def test_a_directory_of_references(command: Command) -> None:
    for key, text in REF.items():
        write(f"refs/{key}.txt", f"{text}\n")
    whisper(HYP, "txt")
    assert score(command, "refs", "whisper") == pytest.approx(TRUTH)


def test_one_subtitle_file_beside_one_text(command: Command) -> None:
    """As it is, or by the hint: all words of the recording together."""
    write("talk.txt", " ".join(REF.values()) + "\n")
    cues = [f"{at}\n00:00:0{at},000 --> 00:00:0{at},900\n{text}\n" for at, text in enumerate(HYP.values(), 1)]
    write("talk.srt", "\n".join(cues))
    words = ["score", "talk.txt", "talk.srt", "--metrics", "wer", "--output-format", "json"]
    answer = command(*words)
    if answer.code == 2:
        assert "--whole" in answer.err
        answer = command(*words, "--whole")
    assert answer.code == 0, answer.err
    assert json.loads(answer.out)["systems"][0]["metrics"]["wer"]["score"] == pytest.approx(TRUTH)


def test_a_librispeech_tree(command: Command) -> None:
    for key, text in REF.items():
        chapter = f"libri/{key[:4]}/1/{key[:4]}-1.trans.txt"
        Path(chapter).parent.mkdir(parents=True, exist_ok=True)
        with Path(chapter).open("a", encoding="utf-8") as file:
            file.write(f"{key} {text}\n")
    write("hyp.txt", lines(HYP))
    assert score(command, "libri", "hyp.txt") == pytest.approx(TRUTH)


def test_plain_lines(command: Command) -> None:
    write("ref.txt", lines(REF, "{1}"))
    write("hyp.txt", lines(HYP, "{1}"))
    assert score(command, "ref.txt", "hyp.txt") == pytest.approx(TRUTH)


@pytest.mark.parametrize(
    "columns", [("id", "ref", "hyp"), ("utt_id", "reference", "hypothesis"), ("file", "sentence", "prediction")]
)
@pytest.mark.parametrize(("separator", "encoding"), [(",", "utf-8"), (";", "utf-8-sig"), ("\t", "utf-8")])
def test_a_table_of_both_sides(command: Command, columns: tuple[str, ...], separator: str, encoding: str) -> None:
    name = "results.tsv" if separator == "\t" else "results.csv"
    write(name, rows(separator, *columns), encoding)
    assert score(command, name) == pytest.approx(TRUTH)


@pytest.mark.parametrize(
    "columns",
    [
        ("reference", "prediction"),
        ("text", "pred_text"),
        ("text", "predicted"),
        ("sentence", "pred_str"),
        ("transcript", "asr_output"),
        ("label", "pred"),
        ("text", "transcription"),
    ],
)
def test_json_lines_of_both_sides(command: Command, columns: tuple[str, str]) -> None:
    """At the first try; or refused, as it is not plain which is which, and right with the columns that are named."""
    ours, theirs = columns
    each = ({"id": key, ours: REF[key], theirs: HYP[key], "audio": {"path": f"{key}.wav"}} for key in REF)
    write("results.jsonl", "".join(json.dumps(one) + "\n" for one in each))
    answer = command("score", "results.jsonl", "--metrics", "wer", "--output-format", "json")
    if answer.code == 2:
        assert ours in answer.err
        assert theirs in answer.err
        assert score(command, "results.jsonl", "--ref-column", ours, "--hyp-column", theirs) == pytest.approx(TRUTH)
    else:
        assert json.loads(answer.out)["systems"][0]["metrics"]["wer"]["score"] == pytest.approx(TRUTH)


def test_a_table_beside_references_never_scores_the_references_against_themselves(command: Command) -> None:
    write("ref.csv", "id,sentence\n" + lines(REF, "{0},{1}"))
    each = ({"id": key, "sentence": REF[key], "prediction": HYP[key]} for key in REF)
    write("hyp.jsonl", "".join(json.dumps(one) + "\n" for one in each))
    answer = command("score", "ref.csv", "hyp.jsonl", "--metrics", "wer", "--output-format", "json")
    if answer.code == 2:
        hint = ["--hyp-column", "prediction"]
        assert hint[0] in answer.err
        assert score(command, "ref.csv", "hyp.jsonl", *hint) == pytest.approx(TRUTH)
    else:
        assert json.loads(answer.out)["systems"][0]["metrics"]["wer"]["score"] == pytest.approx(TRUTH)


def test_predictions_and_references_in_one_object(command: Command) -> None:
    write("results.json", json.dumps({"predictions": [*HYP.values()], "references": [*REF.values()]}))
    assert score(command, "results.json") == pytest.approx(TRUTH)


def test_two_dicts_and_two_tables(command: Command) -> None:
    for name, texts in (("ref", REF), ("hyp", HYP)):
        write(f"{name}.json", json.dumps(texts))
        write(f"{name}.csv", "id,text\n" + lines(texts, "{0},{1}"))
    assert score(command, "ref.json", "hyp.json") == pytest.approx(TRUTH)
    assert score(command, "ref.csv", "hyp.csv") == pytest.approx(TRUTH)


def test_a_nemo_manifest(command: Command) -> None:
    each = ({"audio_filepath": f"{key}.wav", "duration": 2.0, "text": REF[key], "pred_text": HYP[key]} for key in REF)
    write("manifest.json", "".join(json.dumps(one) + "\n" for one in each))
    assert score(command, "manifest.json") == pytest.approx(TRUTH)


def test_trn(command: Command) -> None:
    write("ref.trn", lines(REF, "{1} ({0})"))
    write("hyp.trn", lines(HYP, "{1} ({0})"))
    assert score(command, "ref.trn", "hyp.trn") == pytest.approx(TRUTH)


@pytest.mark.parametrize("ending", [".mp3", ""])
def test_common_voice(command: Command, ending: str) -> None:
    """With the ending of the clips in the IDs of one side alone, too."""
    write("validated.tsv", "client_id\tpath\tsentence\n" + "".join(f"c\t{key}.mp3\t{REF[key]}\n" for key in REF))
    write("hyp.txt", lines({f"{key}{ending}": text for key, text in HYP.items()}))
    assert score(command, "validated.tsv", "hyp.txt") == pytest.approx(TRUTH)


def test_an_espnet_experiment(command: Command) -> None:
    write("dump/raw/test/text", lines(REF))
    write("dump/raw/test/utt2spk", lines({key: key[:4] for key in REF}))
    decode = "exp/asr_train/decode_asr_model_valid.acc.ave/test"
    write(f"{decode}/text", lines(HYP))
    answer = command("espnet", "score", "exp/asr_train", "--rates", "wer")
    assert answer.code == 0, answer.err
    summary = Path("exp/asr_train/RESULTS.md").read_text(encoding="utf-8")
    assert "23.1" in summary


def test_two_lists_in_python() -> None:
    found = mg.score([*REF.values()], [*HYP.values()], metrics=["wer"])
    assert found["wer"].percent == pytest.approx(TRUTH)
    assert mg.wer([*REF.values()], [*HYP.values()]) == pytest.approx(3 / 13)


def test_unsegmented_chinese(command: Command) -> None:
    """One of eight characters is wrong, whatever the spaces of the reference are."""
    write("ref.txt", "u-1 今天 天气 很好 吗啊\n")
    write("hyp.txt", "u-1 今天天气很坏吗啊\n")
    answer = command("score", "ref.txt", "hyp.txt", "--metrics", "wer,cer,cer:spaces=no,mixed-er", "--as", "json")
    assert answer.code == 0
    found = json.loads(answer.out)["systems"][0]["metrics"]
    assert found["mixed-er"]["score"] == found["cer:spaces=no"]["score"] == 12.5
