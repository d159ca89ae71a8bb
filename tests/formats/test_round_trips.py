"""Files by hand that hold all that their formats can: read, they give what they say, and written they come back."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.corpus import TimedWord
from mondegreen.formats import read, write

ENTRY = {"audio_filepath": "a.wav", "offset": 12.5, "duration": 2.5, "lang": "fr"}
SEGMENT = {"id": "s1", "recording_id": "talk", "start": 1.5, "duration": 2.5, "channel": [0, 1], "text": "le chat"}
WORDS = [["le", 0.5, 0.25], ["chat", 0.75, 0.5, 0.9]]
FILES = [
    (
        "icefall",
        [
            "u-1:\tref=['A', \"DON'T\"]",
            "u-1:\thyp=['A', 'D']",
            "u-1:\ttimestamp_ref=[0.040, 0.080]",
            "u-1:\ttimestamp_hyp=[0.040, 0.0805]",
            "u-2:\tref=[]",
            "u-2:\thyp=[]",
        ],
        ["A D", ""],
        {"reference": ["A DON'T", ""], "timestamp_ref": ["0.040, 0.080", ""]},
    ),
    ("icefall", ["u-1:\thyp=['A', 'D']", "u-1:\ttimestamp_hyp=[(0.040, 0.080), (0.080, 1.500)]"], ["A D"], {}),
    ("wer-summary", ["settings\tWER", "greedy\t12.5", "beam\tnan"], ["12.5", "nan"], {}),
    (
        "nemo",
        [
            json.dumps(
                ENTRY | {"text": "le chat", "pred_text": "le chien", "beams": [["le chien", -1.25], ["le", -2]]}
            ),
            json.dumps(ENTRY | {"offset": 15, "text": "a", "pred_text": ""}),
        ],
        ["le chien", ""],
        {"reference": ["le chat", "a"], "lang": ["fr", "fr"], "beam2": ["le", ""], "beam2_score": ["-2", ""]},
    ),
    (
        "nemo",
        [json.dumps(ENTRY | {"text": "a", "pred_text": "b", "pred_text_x": "c"})],
        ["b"],
        {"reference": ["a"], "pred_text_x": ["c"]},
    ),
    (
        "lhotse",
        [json.dumps(SEGMENT | {"speaker": "eve", "custom": {"snr": "12.5"}, "alignment": {"word": WORDS}})],
        ["le chat"],
        {"recording": ["talk"], "start": ["1.5"], "end": ["4.0"], "channel": ["0,1"], "custom.snr": ["12.5"]},
    ),
    (
        "vtt",
        [
            "WEBVTT",
            "",
            "00:00:00.000 --> 00:00:01.500",
            "<v eve>le chat",
            "",
            "01:00:01.500 --> 01:00:02.000",
            "dort",
            "",
        ],
        ["le chat", "dort"],
        {"speaker": ["eve", ""], "start": ["0.0", "3601.5"], "end": ["1.5", "3602.0"]},
    ),
    (
        "srt",
        ["1", "00:00:00,000 --> 00:00:01,500", "le chat", "", "2", "01:00:01,500 --> 01:00:02,000", "dort", ""],
        ["le chat", "dort"],
        {"start": ["0.0", "3601.5"], "end": ["1.5", "3602.0"]},
    ),
    (
        "rttm",
        ["SPEAKER talk 1 0.5 1.0 <NA> <NA> ann <NA> <NA>", "SPEAKER talk 2 0.5 1.25 <NA> <NA> <NA> <NA> <NA>"],
        ["", ""],
        {"recording": ["talk"] * 2, "channel": ["1", "2"], "speaker": ["ann", ""], "start": ["0.5"] * 2},
    ),
    (
        "stm",
        [
            "talk 1 ann 0.0 1.5 <o,f0> le chat",
            "talk 1 ann 1.5 2.5 dort",
            "talk 1 eve 2.5 3.5 IGNORE_TIME_SEGMENT_IN_SCORING",
        ],
        ["le chat", "dort"],
        {"labels": ["o,f0", ""], "label1": ["o", ""], "label2": ["f0", ""], "end": ["1.5", "2.5"]},
    ),
]


def as_data(line: str) -> Any:
    return json.loads(line) if line.startswith("{") else line


@pytest.mark.parametrize(("kind", "lines", "texts", "fields"), FILES, ids=[each[0] for each in FILES])
def test_all_that_a_format_holds(
    kind: str, lines: list[str], texts: list[str], fields: dict[str, list[str]], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    found = read(path, kind)
    assert list(found.texts) == texts
    assert {name: list(found.fields[name]) for name in fields} == fields
    write(found, tmp_path / "again", kind)
    again = (tmp_path / "again").read_text(encoding="utf-8").splitlines()
    assert [as_data(line) for line in again] == [as_data(line) for line in lines]


def timed(*words: TimedWord, text: str | None = None) -> Corpus:
    said = " ".join(word.word for word in words) if text is None else text
    return Corpus.of([Utterance("u-1", said, words=list(words))], "corpus")


def named(text: str, **fields: str) -> Corpus:
    return Corpus.of([Utterance("u-1", text, fields)], "corpus")


A, B = TimedWord("a", 0.5, 1.0), TimedWord("b", 1.0, 1.0)
PLACED = {"recording": "talk", "start": "0.5", "end": "1.5"}
REFUSED = [
    ("icefall", timed(TimedWord("a", 1.0, 0.5)), "icefall holds times in order, and these are out of order"),
    ("icefall", timed(TimedWord("a", 0.5, 1.0, 0.9)), "icefall cannot hold a word's confidence"),
    ("icefall", timed(A, text="a b"), "the text is not that of the timed words"),
    ("icefall", named("a  b"), "this text has other whitespace than single spaces"),
    ("icefall", Corpus(["a\tb"], ["a"], "corpus"), "icefall cannot hold an ID that is empty or has a tab"),
    ("wer-summary", named("many"), "a wer-summary holds settings, each with a rate"),
    ("srt", named("a --> b", start="0", end="1"), 'srt would take a text with "-->" for times'),
    ("whisper-tsv", named("a\tb", start="0", end="1"), "a cell of TSV cannot hold a tab"),
    ("vtt", named("a", start="0", end="1", speaker="a  b"), "vtt cannot hold such whitespace in a speaker's name"),
    ("nemo", named("a", pred_text_x="b"), "holds hypotheses of several systems, and no reference"),
    ("lhotse", named("a"), "lhotse needs a recording of each utterance"),
    ("lhotse", named("a", recording="talk", start="1"), "of each utterance, and this one has none"),
    (
        "lhotse",
        Corpus([""], ["a"], "c", fields={name: [each] for name, each in PLACED.items()}),
        "utterance ID is empty",
    ),
    ("ctm", named("a"), "ctm needs the time of each word"),
    ("trn", named(";; a"), "trn would read a text that begins with ;; as a comment"),
    ("trn", Corpus(["a(b"], ["a"], "corpus"), "trn cannot hold an ID with a parenthesis"),
    ("trn", named("a\nb"), "trn holds one utterance per line, and this one has a line break"),
    ("kaldi", named("a\r"), "Kaldi text holds one utterance per line, and this one has a line break"),
    ("kaldi", Corpus(["a b"], ["a"], "corpus"), "Kaldi text cannot hold an ID that is empty or has a space"),
    ("kaldi", Corpus(["\ufeffa"], ["a"], "corpus"), "would be read as a byte order mark"),
    ("stm", named("IGNORE_TIME_SEGMENT_IN_SCORING", **PLACED), "stm marks segments that are not scored by their text"),
]


@pytest.mark.parametrize(("kind", "corpus", "what"), REFUSED, ids=[f"{each[0]}: {each[2]}" for each in REFUSED])
def test_what_a_format_cannot_hold_is_refused(kind: str, corpus: Corpus, what: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=what):
        write(corpus, tmp_path / "file", kind)
    assert not (tmp_path / "file").exists()


def test_words_that_end_where_they_begin_are_starts(tmp_path: Path) -> None:
    """icefall writes starts alone where its decoder knows no more; one word that lasts, and all have an end."""
    for words, expected in (([B, B], "[1.000, 1.000]"), ([A, B], "[(0.500, 1.000), (1.000, 1.000)]")):
        write(timed(*words), tmp_path / "file", "icefall")
        assert (tmp_path / "file").read_text(encoding="utf-8").splitlines()[1] == f"u-1:\ttimestamp_hyp={expected}"


HEAD = '"r" is treated as reference (white and green), "h" as hypothesis (white and red).\nPer utt details:\n'
GREEN, RED, END = "\x1b[32m", "\x1b[31m", "\x1b[0m"
COLOURS = [
    # Green above alone was left out, red below alone added; red below green stands for it.
    (f"a {GREEN}b{END} c", "", "a b c", "a c"),
    (f"a {GREEN}b{END} c", f"  {RED}x{END}", "a b c", "a x c"),
    ("a   c", f"  {RED}x{END}", "a c", "a x c"),
    ("a", f"  {RED}x{END} {RED}y{END}", "a", "a x y"),
    ("    a", f"{RED}x{END} {RED}y{END}", "a", "x y a"),
    (f"{GREEN}aa{END} c", f" {RED}b{END}", "aa c", "b c"),
    (f"\x1b[1m{GREEN}aa{END}", "", "aa", ""),
]


@pytest.mark.parametrize(("said", "heard", "reference", "text"), COLOURS)
def test_errors_in_colour_stand_in_their_columns(
    said: str, heard: str, reference: str, text: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text(f"{HEAD}u1\n{said}\n{heard}\n\nWER: 1", encoding="utf-8")
    found = read(tmp_path / "file")
    assert [found.format, list(found.texts), list(found.fields["reference"])] == ["texterrors", [text], [reference]]
    assert found.notes == ()


def test_a_report_of_texterrors_that_is_cut_off_is_named_by_its_last_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text(f"{HEAD}u1\na\n\nu2\na", encoding="utf-8")
    with pytest.raises(ScoreError, match=r"file:7: expected an utterance, its reference and its hypothesis"):
        read(tmp_path / "file")


@pytest.mark.parametrize("rows", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("group", [1, 2, 5])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_rows_of_parquet_from_anywhere_on(rows: int, group: int, size: int, tmp_path: Path) -> None:
    """Each row once, in order, with its number; none of those before the start, from which others are found again."""
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    from mondegreen.formats.parquet import read_batches

    texts = [f"text {row}" for row in range(rows)]
    table = arrow.table({"id": [f"u{row}" for row in range(rows)], "text": texts})
    parquet.write_table(table, tmp_path / "file", row_group_size=group)
    path = str(tmp_path / "file")
    whole = read(path)
    assert [whole.format, list(whole.texts)] == ["parquet", texts]
    parts = [(at, batch.column("text").to_pylist()) for at, batch in read_batches(path, size)]
    assert [text for _, part in parts for text in part] == texts
    assert all(part == texts[at : at + len(part)] and 0 < len(part) <= min(size, group) for at, part in parts)
    for place, (start, _) in enumerate(parts):
        assert [at for at, _ in read_batches(path, size, start)] == [at for at, _ in parts[place:]]


def test_columns_of_parquet_that_are_no_text_are_told(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns = {"id": ["u1", "u2"], "text": ["a", "b"], "n": [1, None], "tokens": [[1], []], "more": [{"x": 1}] * 2}
    parquet.write_table(arrow.table(columns), tmp_path / "file")
    found = read(tmp_path / "file")
    assert replace(found, notes=()).fields == {"n": ["1", ""]}
    assert [*map(str, found.notes)] == [f"{tmp_path}/file: columns ignored, neither text nor number: tokens, more"]
    for name, values, where in (
        ("id", ["u1", ""], "2: the utterance ID in the column"),
        ("id", [None, "u"], "1: the [a-z ID]*,? in the column"),
        ("text", ["a", None], "2: the text, in the column"),
    ):
        parquet.write_table(arrow.table(columns | {name: values}), tmp_path / "file")
        with pytest.raises(ScoreError, match=f"file:{where}"):
            read(tmp_path / "file")
