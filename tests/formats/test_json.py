"""JSON and JSON Lines: objects whose members are key, text and fields."""

import pytest

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.corpus import TimedWord
from mondegreen.formats.format import Reading
from mondegreen.formats.json import Json, JsonLines
from mondegreen.formats.members import as_number, dump_json

READING = Reading("file")


def test_json_lines() -> None:
    lines = ['{"id": 7, "text": "a b", "start": 0.50, "sure": true, "note": null}', "", '{"text": null, "id": "u2"}']
    corpus = JsonLines.read(lines, READING)
    assert list(corpus) == [Utterance("7", "a b", {"start": "0.50", "sure": "true"}), Utterance("u2", "")]
    assert list(corpus.fields) == ["start", "sure", "note"]


DOCUMENTS = [
    ('[{"utt": "u1", "txt": "a"}, {"utt": "u2", "txt": "b"}]', ["u1", "u2"], ["a", "b"]),
    ('{"u1": "a", "u2": "b"}', ["u1", "u2"], ["a", "b"]),
    ('{"u1": {"text": "a", "id": "x"}, "u2": {"text": "b"}}', ["u1", "u2"], ["a", "b"]),  # the outer key counts
    ('{"utt": "u1", "text": "a"}', ["u1"], ["a"]),  # one utterance
    ('[{"text": "a"}, {"text": "b"}]', ["1", "2"], ["a", "b"]),
    ("[]", [], []),
]


@pytest.mark.parametrize(("document", "keys", "texts"), DOCUMENTS)
def test_forms_of_json(document: str, keys: list[str], texts: list[str]) -> None:
    corpus = Json.read(document.split("\n"), READING)
    assert [list(corpus.keys), list(corpus.texts)] == [keys, texts]


def test_names_that_the_user_gives() -> None:
    lines = ['{"audio_filepath": "a.wav", "duration": 1.5, "text": "a", "pred_text": "b"}']
    corpus = JsonLines.read(lines, Reading("file", text="pred_text"))
    assert list(corpus) == [Utterance("a.wav", "b", {"duration": "1.5", "text": "a"})]
    corpus = Json.read(['{"u1": {"text": "a", "id": "x"}}'], Reading("file", key="id"))
    assert list(corpus) == [Utterance("x", "a")]


def test_timed_words_come_and_go() -> None:
    line = '{"utt": "u1", "text": "a", "words": [{"word": "a", "start": 0.5, "end": 1, "confidence": 0.9}]}'
    corpus = JsonLines.read([line], READING)
    assert corpus.words == [[TimedWord("a", 0.5, 1.0, 0.9)]]
    assert JsonLines.read(list(JsonLines.write(corpus)), READING) == corpus


@pytest.mark.parametrize("words", ['["a"]', '[{"word": "a"}]', '[{"word": "a", "start": "x", "end": 1}]', '{"a": 1}'])
def test_members_that_are_neither_text_nor_number_are_told(words: str) -> None:
    lines = [f'{{"utt": "u1", "text": "a", "words": {words}, "tokens": [1]}}', '{"utt": "u2", "text": "b"}']
    corpus = JsonLines.read(lines, READING)
    assert corpus.words is None
    assert [*map(str, corpus.notes)] == ["file: members ignored, neither text nor number: words, tokens"]


BAD_LINES = [
    ("a", "this is not JSON: Expecting value, column 1"),
    ('{"id": "u1" "text"}', "this is not JSON: Expecting ',' delimiter, column 13"),
    ("[1]", "this is not an object"),
    ('{"id": "u1"}', 'the text, "text", is missing or no text; the members are: "id"'),
    ('{"id": "u1", "text": ["a"]}', 'the text, "text", is missing or no text; the members are: "id", "text"'),
    ('{"text": "a"}', 'the key, "id", is missing'),
    ('{"id": "", "text": "a"}', "the utterance ID is empty"),
    ('{"id": "u1", "text": "\\ud800"}', "half a character"),
    ("[" * 100_000, "nested too deeply|not JSON"),
]


@pytest.mark.parametrize(("line", "sentence"), BAD_LINES, ids=[line[:20] for line, _ in BAD_LINES])
def test_bad_lines(line: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"file:3: .*({sentence})"):
        JsonLines.read(['{"id": "u0", "text": "a"}', "", line], READING)


BAD_DOCUMENTS = [
    ("7", "file: expected a JSON list"),
    ("[\n1]", "file: item 1 is not an object"),
    ('[{"id": "u1",\n"text" "a"}]', "file:2: this is not JSON"),
    ('[{"id": "u1", "text": "a"}, {"id": "u2"}]', 'file: item 2: the text, "text", is missing'),
    ('{"utts": {"u1": {}}}', "file: no column found for the text"),
    ('{"u1": {"text": "a"}, "u2": {}}', 'file: item "u2": the text, "text", is missing'),
    ('{"u1": "a", "u2": []}', 'file: item "u2" is not a text, unlike the others'),
    ('{"": {"text": "a"}}', "file: .*the utterance ID is empty"),
    ('[{"clip": "u1", "text": "a"}]', "for the utterance ID; name it with --id-column .columns: .*clip"),
]


@pytest.mark.parametrize(("document", "sentence"), BAD_DOCUMENTS)
def test_bad_documents(document: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=sentence):
        Json.read(document.split("\n"), READING)


def test_half_characters_of_one_whole_are_fine() -> None:
    assert JsonLines.read([r'{"text": "\ud83d\ude00"}'], READING).texts == ["\U0001f600"]


SNIFFED = [
    (["{", '"u1": "a"}'], (True, True), (False, True)),
    (['{"u1": "a"}'], (True, True), (True, True)),
    (['{"id": 1}', '{"id": 2}'], (False, False), (True, True)),  # lines, whatever the suffix
    (["[", "{"], (True, True), (False, False)),
    (["[noise] a", "b"], (False, True), (False, False)),
    (["{a / b} c (u1)"], (False, True), (False, True)),
    (["a"], (False, False), (False, False)),
    ([""], (False, False), (False, False)),
]


@pytest.mark.parametrize(("lines", "json", "jsonl"), SNIFFED)
def test_sniff(lines: list[str], json: tuple[bool, bool], jsonl: tuple[bool, bool]) -> None:
    assert tuple(Json.recognizes(lines, hinted=hinted) for hinted in (False, True)) == json
    assert tuple(JsonLines.recognizes(lines, hinted=hinted) for hinted in (False, True)) == jsonl


def test_what_cannot_be_written() -> None:
    words = [[TimedWord("a", 0, float("nan"))]]
    with pytest.raises(ScoreError, match="utterance u1: JSON cannot hold a time that is not a number"):
        list(Json.write(Corpus(["u1"], ["a"], "corpus", words=words)))
    with pytest.raises(ScoreError, match='corpus: a field named "words"'):
        list(Json.write(Corpus(["u1"], ["a"], "corpus", fields={"words": ["b"]}, words=[[]])))


def test_a_list_has_each_object_on_its_line() -> None:
    one, two = Corpus(["u"], ["é"], "c", fields={"n": ["1"]}), Corpus.by_position(["a", "b"], "c")
    assert list(Json.write(one)) == ["[", '{"utterance": "u", "text": "é", "n": "1"}', "]"]
    assert list(Json.write(two)) == ["[", '{"text": "a"},', '{"text": "b"}', "]"]
    assert list(Json.write(Corpus([], [], "c"))) == ["[", "]"]
    assert list(JsonLines.write(two)) == ['{"text": "a"}', '{"text": "b"}']


NUMBERS = ["0", "-1", "1.5", "1e5", "-0.25E-3", "10"]
OTHERS = ["", "01", "1.", ".5", "+1", "NaN", "1e", "0x1", "1_0", "a"]


def test_numbers_stand_in_json_as_they_are_written() -> None:
    assert [dump_json(as_number(each)) for each in NUMBERS] == NUMBERS
    assert [dump_json(as_number(each)) for each in OTHERS] == [f'"{each}"' for each in OTHERS]
    assert dump_json({"é": [as_number("1.50"), "a", {}], "b": []}) == '{"é": [1.50, "a", {}], "b": []}'
    assert dump_json(None) == "null"
