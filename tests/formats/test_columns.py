"""Which columns of a table hold the utterance ID and the text: names that are known, and the sides that need them."""

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats.columns import (
    Columns,
    check_fields,
    fold_name,
    is_table,
    make_corpus,
    make_table,
    select_columns,
)
from mondegreen.formats.format import Reading

ANY, REF, HYP = Reading("file"), Reading("file", side="ref"), Reading("file", side="hyp")
BOTH = {side: Reading("file", side=side, both=True, keyless=True) for side in ("ref", "hyp")}

# As manifests of Common Voice, NeMo, ESPnet and Hugging Face, exports of pandas and files made by hand have them.
KEYS = (
    "utterance utterance_id utterance-id utt utt_id utt-id uttid key id segment_id sample_id uid path audio_filepath "
    "audio audio_path audio_file audio_id file file_id filename file_name file_path wav wav_path Utt-ID FileName"
)
TEXTS = "text txt sentence transcript transcription Sentence"
REFERENCES = (
    "reference references ref refs reference_text ref_text reference_transcript ref_transcript ground_truth "
    "groundtruth_text gt gt_text truth gold target targets target_text label labels label_text label_str "
    "original_text Ground-Truth"
)
PREDICTIONS = (
    "prediction predictions pred preds pred_text pred_str predicted predicted_text prediction_text "
    "predicted_transcript predicted_transcription prediction_str pred_transcript hyp hyps hypothesis hypotheses "
    "hyp_text hypothesis_text asr asr_output asr_text asr_transcript asr_transcription asr_hypothesis model_output "
    "output outputs decoded decoded_text recognized recognized_text generated_text model-output"
)


@pytest.mark.parametrize("name", KEYS.split())
def test_names_of_ids(name: str) -> None:
    assert select_columns(["x", name, "text"], ANY) == Columns(name, "text", ("x",))


@pytest.mark.parametrize("name", TEXTS.split())
def test_names_of_texts(name: str) -> None:
    for reading in (ANY, REF, HYP):
        assert select_columns(["id", "x", name], reading).text == name


@pytest.mark.parametrize("name", REFERENCES.split())
def test_names_of_references(name: str) -> None:
    assert select_columns(["id", name], REF).text == name
    with pytest.raises(ScoreError, match="no column found for the hypothesis; name it with --hyp-column"):
        select_columns(["id", name], HYP)


@pytest.mark.parametrize("name", PREDICTIONS.split())
def test_names_of_hypotheses(name: str) -> None:
    assert select_columns(["id", name], HYP).text == name
    with pytest.raises(ScoreError, match="no column found for the reference; name it with --ref-column"):
        select_columns(["id", name], REF)


def test_spellings_of_one_name() -> None:
    assert {*map(fold_name, ["Pred Text", "pred-text", "PRED_TEXT", "pred.text", "predtext"])} == {"predtext"}


ORDERS = [
    (["path", "id", "utt", "text"], "utt", "text"),
    (["file", "path", "text"], "path", "text"),
    (["id", "ID", "text"], "id", "text"),
    (["ID", "id", "text"], "ID", "text"),
    (["id", "transcription", "sentence", "txt"], "id", "txt"),
]


@pytest.mark.parametrize(("names", "key", "text"), ORDERS)
def test_the_most_usual_name_comes_first(names: list[str], key: str, text: str) -> None:
    found = select_columns(names, ANY)
    assert [found.key, found.text] == [key, text]
    assert found.fields == tuple(name for name in names if name not in (key, text))


SIDES = [
    ("ref", ["ref", "hyp"], "ref"),
    ("hyp", ["ref", "hyp"], "hyp"),
    ("ref", ["text", "pred"], "text"),
    ("hyp", ["text", "pred"], "pred"),
    ("ref", ["text", "transcription"], "text"),
    ("hyp", ["text", "transcription"], "transcription"),
    ("ref", ["ref", "transcription"], "ref"),
    ("hyp", ["ref", "transcription"], "transcription"),
    ("ref", ["transcription", "pred"], "transcription"),
    ("hyp", ["transcription", "pred"], "pred"),
]


@pytest.mark.parametrize(("side", "names", "text"), SIDES)
def test_both_columns_of_one_table(side: str, names: list[str], text: str) -> None:
    assert select_columns(names, BOTH[side]) == Columns(None, text, tuple(each for each in names if each != text))
    assert select_columns([*names, "id"], BOTH[side]).key == "id"


def test_the_other_side_is_neither_text_nor_id() -> None:
    reading = Reading("file", side="hyp", both=True, other="said", keyless=True)
    assert select_columns(["said", "transcription"], reading).text == "transcription"
    reading = Reading("file", side="ref", both=True, other="text", keyless=True)
    assert select_columns(["text", "sentence"], reading).text == "sentence"
    assert select_columns(["id", "sentence"], Reading("f", side="ref", both=True, other="id", keyless=True)).key is None
    assert select_columns(["text", "sentence", "id"], Reading("file", side="ref", key="text")) == Columns(
        "text", "sentence", ("id",)
    )


REFUSED = [
    (["id", "ref", "text"], REF, 'file:1: 2 columns could be the reference: "ref", "text"; name one with --ref-column'),
    (["id", "text", "pred"], HYP, '2 columns could be the hypothesis: "pred", "text"; name one with --hyp-column'),
    (["id", "ref", "text"], HYP, '2 columns could be the hypothesis: "text", "ref"; name one with --hyp-column'),
    (["ref", "transcription", "hyp"], BOTH["ref"], '2 columns could be the reference: "ref", "transcription"'),
    (["ref", "hyp", "pred"], BOTH["hyp"], '2 columns could be the hypothesis: "hyp", "pred"'),
    (["transcription"], BOTH["hyp"], "no column found for the hypothesis; name it with --hyp-column"),
    ([], ANY, "no column found for the text; name it with --text-column (columns: none)"),
    (["x", "text"], ANY, 'found for the utterance ID; name it with --id-column (columns: "x", "text")'),
    (["x", "text"], REF, "ID; name it with --id-column, or pair by position with --pair-by order (columns: "),
    (["id"], Reading("file", text="said"), 'no column is named "said"; the columns are: "id"'),
    (["text"], Reading("file", key="clip"), 'no column is named "clip"; the columns are: "text"'),
    (["text"], Reading("file", key="clip", keyless=True), 'no column is named "clip"; the columns are: "text"'),
    (["text"], Reading("file", key="text", text="text"), 'no column is named "text"; the columns are: "text"'),
]


@pytest.mark.parametrize(("names", "reading", "sentence"), REFUSED, ids=[each[2] for each in REFUSED])
def test_columns_that_are_not_found(names: list[str], reading: Reading, sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        select_columns(names, reading, 1)
    assert sentence in str(refused.value)
    assert str(refused.value).startswith("file:1: ")


def test_texts_that_need_no_id() -> None:
    assert select_columns(["text"], ANY) == Columns(None, "text", ())
    assert select_columns(["text", "x"], Reading("file", keyless=True)) == Columns(None, "text", ("x",))


TABLES = [
    (["id", "text"], True), (["ID", "Hyp"], True), (["file", "reference"], True), (["ref", "pred"], True),
    (["text", "pred"], True), (["text"], False), (["id"], False), (["ref", "text"], False), (["pred", "hyp"], False),
    (["name", "text"], False), ([], False),
]  # fmt: skip


@pytest.mark.parametrize(("names", "expected"), TABLES)
def test_names_that_show_a_table(names: list[str], expected: bool) -> None:
    assert is_table(names) is expected


def test_what_is_written_has_our_names() -> None:
    corpus = Corpus(["u"], ["a"], "c", fields={"speaker": ["eve"]})
    assert dict(make_table(corpus)) == {"utterance": ["u"], "text": ["a"], "speaker": ["eve"]}
    assert list(make_table(Corpus.by_position(["a"], "c"))) == ["text"]
    assert list(make_table(Corpus(["1"], ["a"], "c", keyed=False, fields={"x": ["y"]}))) == ["utterance", "text", "x"]
    assert list(make_table(Corpus(["1"], ["a"], "c"))) == ["utterance", "text"]
    with pytest.raises(ScoreError, match=r'^c: a field named "utterance" clashes with the column of that name$'):
        check_fields(Corpus(["u"], ["a"], "c", fields={"utterance": ["x"]}))
    with pytest.raises(ScoreError, match=r"^c: an utterance ID is empty$"):
        check_fields(Corpus(["u", ""], ["a", "b"], "c"))
    check_fields(Corpus(["u"], ["a"], "c", fields={"utterance": ["x"]}), ["other"])


def test_rows_without_ids_keep_their_fields() -> None:
    found = make_corpus([(2, ["a", "x"]), (3, ["b", "y"])], ["text", "z"], Reading("file", keyless=True))
    assert [found.keys, found.texts, found.keyed, found.fields] == [["1", "2"], ["a", "b"], False, {"z": ["x", "y"]}]
    with pytest.raises(ScoreError, match=r'^file:7: the utterance ID in the column "id" is empty$'):
        make_corpus([(2, ["u", "a"]), (7, ["", "b"])], ["id", "text"], ANY)
    with pytest.raises(ScoreError, match=r'^file:1: two columns are named "a"$'):
        make_corpus([], ["b", "a", "b", "a"], ANY)
    with pytest.raises(ScoreError, match=r"^file:5: found 1 cells, but the first line names 2 columns$"):
        make_corpus([(2, ["u", "a"]), (5, ["x"])], ["id", "text"], ANY)
