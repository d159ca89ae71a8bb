"""NeMo's manifests and the Open ASR Leaderboard's results."""

import json
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen import Corpus, ScoreError
from mondegreen.formats import find_output_format, read, write
from mondegreen.formats.format import split_sides
from mondegreen.formats.nemo import Leaderboard, Nemo

ENTRY = {"audio_filepath": "a.wav", "duration": 2.50, "text": "le chat", "pred_text": "le chien"}


def corpus(folder: Path, *objects: dict[str, Any] | str, name: str = "file.json") -> Corpus:
    lines = (each if isinstance(each, str) else json.dumps(each) for each in objects)
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read(folder / name)


def test_both_sides_and_fields(tmp_path: Path) -> None:
    found = corpus(tmp_path, ENTRY, ENTRY | {"audio_filepath": "b.wav", "offset": 12.50, "text": "", "lang": "fr"})
    assert [found.format, found.keys, found.texts] == ["nemo", ["a.wav", "b.wav-12.5"], ["le chien"] * 2]
    assert found.fields == {
        "reference": ["le chat", ""],
        "duration": ["2.5", "2.5"],
        "offset": ["", "12.5"],
        "lang": ["", "fr"],
        "audio_filepath": ["", "b.wav"],
    }


def test_a_manifest_of_references_alone(tmp_path: Path) -> None:
    found = corpus(tmp_path, {"audio_filepath": "a.wav", "duration": 2, "text": "le chat"})
    assert [found.format, found.texts, dict(found.fields)] == ["nemo", ["le chat"], {"duration": ["2"]}]


def test_beams_are_ranks_and_scores_may_be_no_numbers(tmp_path: Path) -> None:
    entry = json.dumps(ENTRY).removesuffix("}") + ', "beams": [["le chien", -1.25], ["le chat", NaN]]}'
    found = corpus(tmp_path, entry)
    beams = {name: values for name, values in found.fields.items() if name.startswith("beam")}
    expected = {"beam1": "le chien", "beam1_score": "-1.25", "beam2": "le chat", "beam2_score": "NaN"}
    assert beams == {name: [value] for name, value in expected.items()}
    write(found, tmp_path / "again", "nemo")
    assert json.loads((tmp_path / "again").read_text(encoding="utf-8"))["beams"] == [
        ["le chien", -1.25],
        ["le chat", "NaN"],
    ]


def test_numbers_are_kept_as_they_are_written(tmp_path: Path) -> None:
    """Of a rate that is not defined, or a length that is not known, nothing is made here."""
    entry = json.dumps(ENTRY | {"duration": float("nan"), "wer": float("inf")})
    found = corpus(tmp_path, entry)
    assert {name: found.fields[name] for name in ("duration", "wer")} == {"duration": ["NaN"], "wer": ["Infinity"]}
    write(found, tmp_path / "again", "nemo")
    assert list(read(tmp_path / "again")) == list(found)


def test_each_model_is_a_system(tmp_path: Path) -> None:
    two = {"audio_filepath": "a.wav", "text": "le chat", "pred_text_big": "le chat", "pred_text_small": "le chien noir"}
    corpus(tmp_path, two)
    path = str(tmp_path / "file.json")
    assert read(path).texts == ["le chat"]
    assert read(path, text="pred_text_small").texts == ["le chien noir"]
    assert mg.score(path, metrics=["wer"])["wer"].value == 0
    assert [system.name for system in split_sides(read(path))[1]] == [f"{path}:big", f"{path}:small"]
    with pytest.raises(
        ScoreError, match=r'no member is named "pred_text_huge"; .* text, pred_text_big, pred_text_small'
    ):
        read(path, text="pred_text_huge")


BAD = [
    ("{", "this is not JSON"),
    ('{"audio_filepath": "b.wav", "text": "a", "pred_text": "b"', "this is not JSON"),
    ("[1]", "this is not an object"),
    ('{"text": "a", "pred_text": "b"}', '"audio_filepath" is missing'),
    ('{"audio_filepath": "b.wav", "text": "a", "pred_text": ["b"]}', '"pred_text" is not a text'),
    ('{"audio_filepath": "b.wav", "text": {}, "pred_text": "b"}', '"text" is not a text'),
    ('{"audio_filepath": "b.wav", "text": "a", "offset": NaN}', 'the offset, "NaN", is not a number'),
    ('{"audio_filepath": "b.wav", "text": "a", "offset": 1e999}', 'the offset, "1e999", is not a number'),
]


@pytest.mark.parametrize(("line", "what"), BAD)
def test_a_bad_line_is_named(tmp_path: Path, line: str, what: str) -> None:
    with pytest.raises(ScoreError, match=rf"file.json:2: {what}"):
        corpus(tmp_path, ENTRY, line)


def test_what_was_not_recognized_is_told(tmp_path: Path) -> None:
    found = corpus(tmp_path, ENTRY, {"audio_filepath": "b.wav", "text": "a"})
    assert [*map(str, found.notes)] == [
        f'1 utterance of {tmp_path}/file.json without "pred_text", read as empty: b.wav'
    ]


def test_what_was_written_is_a_manifest(tmp_path: Path) -> None:
    entry = {"audio_filepath": "a.wav", "duration": 2.5, "offset": 1.5, "speaker": "7", "text": "x", "pred_text": "é"}
    first = corpus(tmp_path, entry)
    write(first, tmp_path / "again", "nemo")
    assert json.loads((tmp_path / "again").read_text(encoding="utf-8")) == entry
    assert list(read(tmp_path / "again")) == list(first)


def test_a_key_that_a_manifest_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="this utterance ID differs"):
        write(Corpus(["u"], ["a"], "c", fields={"offset": ["1"]}), tmp_path / "new", "nemo")


def test_plain_names_are_written_as_plain_json() -> None:
    assert [find_output_format(name).name for name in ("a.json", "a.jsonl", "a.tsv")] == ["json", "jsonl", "tsv"]


RESULT = {"audio_filepath": "sample_0", "duration": 2.5, "time": 0.5, "text": "a b", "pred_text": "a c"}


def test_the_leaderboards_results(tmp_path: Path) -> None:
    found = corpus(tmp_path, RESULT, name="MODEL_x_DATASET_y_z_test.jsonl")
    assert [found.format, found.keys, found.texts] == ["leaderboard", ["sample_0"], ["a c"]]
    assert found.fields == {"duration": ["2.5"], "time": ["0.5"], "reference": ["a b"]}
    write(found, tmp_path / "again", "leaderboard")
    assert json.loads((tmp_path / "again").read_text(encoding="utf-8")) == RESULT


def chunk(at: int, heard: str, **others: Any) -> dict[str, Any]:
    return RESULT | {"audio_filepath": f"c{at}", "parent_id": "talk", "chunk_index": at, "pred_text": heard} | others


def test_chunks_are_put_together(tmp_path: Path) -> None:
    """As the leaderboard does it: joined in order, durations summed, what was said taken once."""
    found = corpus(tmp_path, chunk(1, " d "), RESULT, chunk(0, "a c"), chunk(2, ""), name="m.jsonl")
    assert [found.keys, found.texts] == [["talk", "sample_0"], ["a c d", "a c"]]
    assert found.fields == {"reference": ["a b", "a b"], "duration": ["7.5", "2.5"], "time": ["1.5", "0.5"]}
    assert found.notes == ()


def test_chunks_that_are_missing_are_told(tmp_path: Path) -> None:
    found = corpus(tmp_path, chunk(0, "a"), chunk(2, "b", time=None), name="m.jsonl")
    assert found.fields["time"] == [""]
    assert [*map(str, found.notes)] == [f"1 recording of {tmp_path}/m.jsonl with missing or duplicate chunks: talk"]
    with pytest.raises(ScoreError, match=r'm.jsonl:2: a chunk needs a "chunk_index"'):
        corpus(tmp_path, chunk(0, "a"), chunk(1, "b", chunk_index="x"), name="m.jsonl")


def test_which_is_which() -> None:
    lines = [json.dumps(RESULT)]
    assert Leaderboard.recognizes(lines, hinted=False)
    assert Nemo.recognizes(lines, hinted=False)  # asked after the leaderboard
    assert not Leaderboard.recognizes([json.dumps(ENTRY)], hinted=True)
