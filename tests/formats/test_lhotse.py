"""lhotse's supervisions and cuts."""

import json
from pathlib import Path
from typing import Any

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.corpus import TimedWord
from mondegreen.formats import find_format, read, write
from mondegreen.formats.format import Reading

SAID = {"id": "s1", "recording_id": "talk", "start": 1.1, "duration": 2.2, "channel": 0, "text": "le chat"}


def corpus(folder: Path, *objects: dict[str, Any] | str) -> Corpus:
    lines = (each if isinstance(each, str) else json.dumps(each) for each in objects)
    (folder / "file.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read(folder / "file.jsonl")


def test_supervisions(tmp_path: Path) -> None:
    more = {"speaker": "eve", "language": "fr", "custom": {"snr": 12.5, "tags": [1]}}
    found = corpus(tmp_path, SAID, SAID | {"id": "s2", "channel": [0, 1]} | more)
    assert [found.format, found.keys, found.texts] == ["lhotse", ["s1", "s2"], ["le chat"] * 2]
    assert found.fields == {
        "recording": ["talk"] * 2,
        "start": ["1.1"] * 2,
        "end": ["3.3"] * 2,  # 1.1 + 2.2 in binary would be 3.3000000000000003
        "channel": ["0", "0,1"],
        "speaker": ["", "eve"],
        "language": ["", "fr"],
        "custom.snr": ["", "12.5"],
    }
    assert [*map(str, found.notes)] == [f"{tmp_path}/file.jsonl: members ignored, neither text nor number: custom.tags"]


LISTS = [["le", 1.1, 0.4], ["chat", 1.5, 0.25, 0.9]]
OBJECTS = [
    {"symbol": "le", "start": 1.1, "duration": 0.4},
    {"symbol": "chat", "start": 1.5, "duration": 0.25, "score": 0.9},
]


@pytest.mark.parametrize("words", [LISTS, OBJECTS])
def test_alignments_of_either_kind(tmp_path: Path, words: list[Any]) -> None:
    found = corpus(tmp_path, SAID | {"alignment": {"word": words, "phone": []}})
    assert found.words == [[("le", 1.1, 1.5, None), ("chat", 1.5, 1.75, 0.9)]]
    assert [*map(str, found.notes)] == [
        f"{tmp_path}/file.jsonl: members ignored, neither text nor number: alignment of each phone"
    ]


def test_supervisions_come_back_as_they_were(tmp_path: Path) -> None:
    whole = SAID | {"speaker": "eve", "custom": {"snr": "12.5"}, "alignment": {"word": LISTS}}
    first = corpus(tmp_path, whole)
    write(first, tmp_path / "again.jsonl.gz", "lhotse")
    again = read(tmp_path / "again.jsonl.gz")
    assert [again.format, list(again)] == ["lhotse", list(first)]
    write(first, tmp_path / "again", "lhotse")
    assert json.loads((tmp_path / "again").read_text(encoding="utf-8")) == whole


def cut(key: str, start: float, *supervisions: dict[str, Any]) -> dict[str, Any]:
    return {"id": key, "start": start, "duration": 5, "channel": 0, "supervisions": list(supervisions)}


def test_cuts_have_the_key_that_icefall_uses(tmp_path: Path) -> None:
    inner = SAID | {"start": -0.1, "alignment": {"word": [["le", 0.0, 0.4], ["chat", 0.5, 0.1]]}}
    found = corpus(tmp_path, cut("c1", 10.1, inner), cut("c2", 0, SAID | {"id": "c2", "alignment": {"word": []}}))
    assert [found.format, found.keys] == ["cuts", ["c1", "c2"]]
    assert found.fields["supervision"] == ["s1", ""]
    assert [found.fields[name] for name in ("start", "end")] == [["10.0", "1.1"], ["12.2", "3.3"]]
    assert found.words == [[("le", 10.1, 10.5, None), ("chat", 10.6, 10.7, None)], ()]


def test_supervisions_of_one_cut_have_their_own_keys(tmp_path: Path) -> None:
    found = corpus(tmp_path, cut("c1", 10, SAID, SAID | {"id": "s2"}), cut("c2", 0))
    assert [found.keys, found.fields["cut"]] == [["s1", "s2"], ["c1", "c1"]]


def test_cuts_come_back_as_they_were(tmp_path: Path) -> None:
    first = corpus(tmp_path, cut("c1", 10.1, SAID | {"alignment": {"word": LISTS}}))
    write(first, tmp_path / "again", "cuts")
    assert list(read(tmp_path / "again")) == list(first)
    again = json.loads((tmp_path / "again").read_text(encoding="utf-8"))
    assert [again["id"], again["type"], again["supervisions"][0]["id"]] == ["c1", "MonoCut", "s1"]
    assert again["start"] + again["supervisions"][0]["start"] == pytest.approx(11.2)


BAD = [
    ("{", "this is not JSON"),
    (json.dumps(SAID | {"duration": -1}), "the duration, -1, is negative"),
    (json.dumps(SAID | {"start": -3}), "the start, -3, is negative"),
    (json.dumps(SAID | {"start": "soon"}), 'the start, "soon", is not a number'),
    (json.dumps(SAID | {"start": float("nan")}), 'the start, "NaN", is not a number'),
    (json.dumps(SAID).replace("2.2", "1e999"), 'the duration, "1e999", is not a number'),
    (json.dumps(SAID | {"text": None, "id": ""}), '"id" is missing'),
    (json.dumps({**SAID, "text": ["a"]}), '"text" is missing or no text'),
    (json.dumps(SAID | {"alignment": {"word": [["le", "x", 1]]}}), 'the start of a word, "x", is not a number'),
    (json.dumps(SAID | {"alignment": {"word": ["le"]}}), "a word of the alignment is not a list"),
]


@pytest.mark.parametrize(("line", "what"), BAD)
def test_a_bad_line_is_named(tmp_path: Path, line: str, what: str) -> None:
    with pytest.raises(ScoreError, match=rf"file\.jsonl:2: {what}"):
        corpus(tmp_path, SAID, line)
    if line.startswith('{"id"') and "1e999" not in line:
        with pytest.raises(ScoreError, match=rf"file\.jsonl:2: {what}"):
            corpus(tmp_path, cut("c1", 0, SAID), cut("c2", 0, json.loads(line)))


def test_what_lhotse_needs_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="utterance u: lhotse needs a recording of each utterance"):
        write(Corpus(["u"], ["a"], "c"), tmp_path / "new", "lhotse")


CHANNELS = [(0, "0"), ([1], "1"), ([0, 1], "0,1"), ("A", "A")]


@pytest.mark.parametrize(("channel", "field"), CHANNELS)
def test_channels(tmp_path: Path, channel: Any, field: str) -> None:
    found = corpus(tmp_path, SAID | {"channel": channel})
    assert found.fields["channel"] == [field]
    write(found, tmp_path / "again", "lhotse")
    again = json.loads((tmp_path / "again").read_text(encoding="utf-8"))["channel"]
    assert again == (channel if channel != [1] else 1)


ALIGNED: list[tuple[Any, Any]] = [
    ([["le", 1.1, 0.4, None]], [[("le", 1.1, 1.5, None)]]),
    ([["le", 1.1, 0.4, "x"]], [[("le", 1.1, 1.5, None)]]),
    ([], [()]),
    (None, None),
    ("le", None),
]


@pytest.mark.parametrize(("words", "expected"), ALIGNED)
def test_words_of_alignments(tmp_path: Path, words: Any, expected: Any) -> None:
    assert corpus(tmp_path, SAID | {"alignment": {"word": words}}).words == expected


@pytest.mark.parametrize("word", [["le", 1], {"symbol": "le", "start": 1}, "le", [["le"], 1, 1], ["le", None, 1]])
def test_words_of_alignments_that_are_none(tmp_path: Path, word: Any) -> None:
    with pytest.raises(ScoreError, match=r"file.jsonl:1: a word of the alignment is not a list of symbol, start"):
        corpus(tmp_path, SAID | {"alignment": {"word": [word]}})


def test_members_that_are_no_fields(tmp_path: Path) -> None:
    found = corpus(tmp_path, SAID | {"custom": "x", "features": {"n": 1}, "gender": None, "channel": [[0]]})
    assert set(found.fields) == {"recording", "start", "end", "gender"}
    assert [*map(str, found.notes)] == [
        f"{tmp_path}/file.jsonl: members ignored, neither text nor number: channel, features"
    ]


def test_what_cannot_be_written(tmp_path: Path) -> None:
    fields = {"recording": "r", "start": "1", "end": "2"}

    def written(key: str = "u", words: Any = None, **others: str) -> list[Any]:
        named = {name: [value] for name, value in (fields | others).items() if value}
        path = tmp_path / "new"
        write(Corpus([key], ["a"], "c", fields=named, words=words and [words]), path, "lhotse")
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    for name in fields:
        with pytest.raises(ScoreError, match=f"^utterance u: lhotse needs a {name} of each utterance, and this one"):
            written(**{name: ""})
    with pytest.raises(ScoreError, match=r"utterance u: the end, 0, is before the start, 1"):
        written(end="0")
    with pytest.raises(ScoreError, match=r'utterance u: "a" has no times in order: 1, 0'):
        written(words=[TimedWord("a", 1, 0)])
    for name in ("id", "duration", "text", "alignment", "custom", "recording_id"):
        with pytest.raises(ScoreError, match=f'^c: a field named "{name}"'):
            written(**{name: "x"})
    (one,) = written(words=[TimedWord("a", 1.25, 1.5, 0.5)], speaker="eve")
    assert one == {
        "id": "u", "recording_id": "r", "start": 1, "duration": 1.0, "channel": 0, "text": "a", "speaker": "eve",
        "alignment": {"word": [["a", 1.25, 0.25, 0.5]]},
    }  # fmt: skip


def test_what_cuts_lose(tmp_path: Path) -> None:
    found = corpus(tmp_path, cut("c1", 10, SAID, SAID | {"id": "s2"}))
    kind = find_format("cuts")
    assert kind.list_losses(found) == ["cut"]
    assert kind.list_losses(corpus(tmp_path, cut("c1", 10, SAID))) == []


@pytest.mark.parametrize("line", [{"id": "c"}, {"id": "", "supervisions": []}, {"id": "c", "supervisions": [1]}])
def test_cuts_that_are_none(line: dict[str, Any]) -> None:
    with pytest.raises(ScoreError, match=r'^f:1: a cut needs an "id" and a list of "supervisions"$'):
        find_format("cuts").read([json.dumps(line)], Reading("f"))


LOOKS = [
    ([json.dumps(SAID)], (True, False)),
    ([json.dumps({"recording_id": "r", "start": 1})], (True, False)),
    ([json.dumps({"recording_id": "r"})], (False, False)),
    ([json.dumps({"id": "r", "duration": 1})], (False, False)),
    ([json.dumps(cut("c", 0, SAID))], (False, True)),
    ([json.dumps(SAID), "{}"], (False, False)),
    ([], (False, False)),
]


@pytest.mark.parametrize(("lines", "expected"), LOOKS)
def test_supervisions_and_cuts_are_told_apart(lines: list[str], expected: tuple[bool, bool]) -> None:
    assert tuple(find_format(name).recognizes(lines, hinted=False) for name in ("lhotse", "cuts")) == expected


def test_a_manifest_may_be_a_list(tmp_path: Path) -> None:
    """As lhotse's `.json` has it, on one line or on many."""
    supervision = {"id": "s1", "recording_id": "r", "start": 0.5, "duration": 1.0, "channel": 0, "text": "a b"}
    cut = {"id": "c1", "start": 2.0, "duration": 3.0, "channel": 0, "supervisions": [supervision], "type": "MonoCut"}
    for whole, kind, key, start in (([supervision], "lhotse", "s1", "0.5"), ([cut], "cuts", "c1", "2.5")):
        for indent in (None, 2):
            (tmp_path / "manifest.json").write_text(json.dumps(whole, indent=indent), encoding="utf-8")
            found = read(tmp_path / "manifest.json")
            assert (found.format, list(found.keys), list(found.texts)) == (kind, [key], ["a b"])
            assert found.fields["start"] == [start]
    (tmp_path / "manifest.json").write_text(json.dumps([cut, 1]), encoding="utf-8")
    with pytest.raises(ScoreError, match="item 2 is not an object"):
        read(tmp_path / "manifest.json")


def test_times_in_a_mix_are_those_of_the_mix(tmp_path: Path) -> None:
    """A track that begins after 4 s, of a cut that begins at 2 s of its recording, and speech 0.5 s into the cut."""

    def track(name: str, offset: float, text: str) -> dict[str, object]:
        supervision = {
            "id": name,
            "recording_id": f"r-{name}",
            "start": 0.5,
            "duration": 1.0,
            "channel": 0,
            "text": text,
        }
        cut = {"id": f"c-{name}", "start": 2.0, "duration": 3.0, "supervisions": [supervision], "type": "MonoCut"}
        return {"cut": cut, "offset": offset, "type": "MixTrack"}

    padding = {"cut": {"id": "p", "duration": 9.0, "type": "PaddingCut"}, "offset": 0}
    mixed = {"id": "mix", "type": "MixedCut", "tracks": [track("s1", 0, "a"), track("s2", 4.0, "b"), padding]}
    (tmp_path / "cuts.jsonl").write_text(json.dumps(mixed) + "\n", encoding="utf-8")
    found = read(tmp_path / "cuts.jsonl")
    assert (found.format, list(found.keys), list(found.texts)) == ("cuts", ["s1", "s2"], ["a", "b"])
    assert (found.fields["start"], found.fields["end"]) == (["0.5", "4.5"], ["1.5", "5.5"])
    assert (found.fields["recording"], found.fields["cut"]) == (["mix"] * 2, ["mix"] * 2)
    (tmp_path / "cuts.jsonl").write_text(json.dumps(mixed | {"tracks": [1]}) + "\n", encoding="utf-8")
    with pytest.raises(ScoreError, match=r'cuts\.jsonl:1: a MixedCut needs a list of "tracks"'):
        read(tmp_path / "cuts.jsonl", "cuts")
