"""icefall's recogs and errs, on what icefall itself wrote."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.corpus import TimedWord
from mondegreen.formats import read, write
from mondegreen.formats.format import Reading
from mondegreen.formats.icefall import Errs, Icefall, WerSummary, format_moment, parse_list
from oracles import TOOLKIT_FILES

NAME = "test-clean-epoch-30_avg-9__greedy_search__beam-size-4.txt"


def recogs(*lines: str) -> Corpus:
    return Icefall.read(lines, Reading("file"))


def test_both_sides_are_there() -> None:
    found = recogs("a-1:\tref=['IT', \"DON'T\"]", "a-1:\thyp=['IT']", "a-2:\tref=[]", "a-2:\thyp=['O\\'K \\u00e9']")
    assert list(found.keys) == ["a-1", "a-2"]
    assert list(found.texts) == ["IT", "O'K é"]
    assert found.fields == {"reference": ["IT DON'T", ""]}
    assert [*map(str, found.notes)] == [
        "1 utterance of file with spaces inside a word of the list, read as several words: a-2"
    ]


def test_times_are_those_of_the_words() -> None:
    found = recogs("u:\tref=['A']", "u:\thyp=['B', 'C']", "u:\ttimestamp_ref=[0.040]", "u:\ttimestamp_hyp=[0.080, 1.5]")
    assert found.words == [[("B", 0.08, 0.08, None), ("C", 1.5, 1.5, None)]]
    assert found.fields["timestamp_ref"] == ["0.040"]
    spans = recogs("u:\thyp=['B', 'C']", "u:\ttimestamp_hyp=[(0.08, 0.1), (0.1, 0.25)]")
    assert spans.words == [[("B", 0.08, 0.1, None), ("C", 0.1, 0.25, None)]]


BAD = [
    (["u:\thyp=['A'"], "this is not a list of words"),
    (["u:\thyp=['A', 1]"], "this is not a list of words"),
    (["u:\thyp=[__import__('os').getcwd()]"], "this is not a list of words"),
    (["u:\thyp=['\\ud800']"], "this is not a list of words"),
    (["u:\thyp=['\\x']"], "this is not a list of words"),
    (["u A"], "expected a cut's id"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[0.1, 0.2]"], "holds 2 times for 1 words"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[-0.1]"], "is negative"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[nan]"], "is not a number"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[(0.2, 0.1)]"], "is before the start"),
    (["u:\thyp=['A']", "u:\ttimestamp_hyp=[0.1", "v:\thyp=[]"], "this is not a list of times"),
]


@pytest.mark.parametrize(("lines", "what"), BAD)
def test_what_cannot_be_read_is_named(lines: list[str], what: str) -> None:
    with pytest.raises(ScoreError, match=what) as raised:
        recogs("w:\thyp=['A']", "w:\ttimestamp_hyp=[0.1]", *lines) if "time" in "".join(lines) else recogs(*lines)
    assert raised.value.path == "file"
    assert raised.value.line is not None


@pytest.mark.parametrize("name", [f"recogs-{NAME}", "recogs-test-clean-timestamps.txt"])
def test_what_icefall_wrote_comes_back_byte_for_byte(name: str, tmp_path: Path) -> None:
    original = TOOLKIT_FILES / "icefall" / "inputs" / name
    corpus = read(original)
    assert [corpus.format, len(corpus), corpus.notes, list(Icefall.list_losses(corpus))] == ["icefall", 12, (), []]
    write(corpus, tmp_path / "again", "icefall")
    assert (tmp_path / "again").read_bytes() == original.read_bytes()


def test_errs_hold_the_same_and_their_figures_are_found_again() -> None:
    folder = TOOLKIT_FILES / "icefall"
    found = read(folder / "expected" / f"errs-{NAME}")
    expected = read(folder / "inputs" / f"recogs-{NAME}")
    assert [found.format, list(found)] == ["errs", list(expected)]
    wer = mg.score(folder / "inputs" / f"recogs-{NAME}", metrics=["wer"])["wer"]
    first, second = (folder / "expected" / f"errs-{NAME}").read_text(encoding="utf-8").splitlines()[:2]
    errors, words, substitutions, deletions, insertions = (int(each) for each in wer.rows.total().values())
    assert first == f"%WER = {wer.value:.2f}"
    assert second == (
        f"Errors: {insertions} insertions, {deletions} deletions, {substitutions} substitutions, "
        f"over {words} reference words ({words - deletions - substitutions} correct)"
    )
    assert errors == insertions + deletions + substitutions


HEAD = ["%WER = 0.00", "Errors: 0 insertions", "", "PER-UTT DETAILS: corr or (ref->hyp)  "]


@pytest.mark.parametrize(
    ("line", "reference", "text"),
    [
        ("a (b c->d) e", "a b c e", "a d e"),
        ("(a->*) (*->b)", "a", "b"),
        ("(a) b (uh->um)", "(a) b uh", "(a) b um"),  # brackets without an arrow are letters
        ("", "", ""),
    ],
)
def test_details(line: str, reference: str, text: str) -> None:
    found = Errs.read([*HEAD, f"u:\t{line}", "", "SUBSTITUTIONS: count ref -> hyp"], Reading("file"))
    assert [list(found.keys), list(found.texts), found.fields] == [["u"], [text], {"reference": [reference]}]


def test_errs_that_cannot_be_read() -> None:
    with pytest.raises(ScoreError, match="file:5: expected a cut's id, a colon, a TAB"):
        Errs.read([*HEAD, "no key"], Reading("file"))
    with pytest.raises(ScoreError, match="file: has no line PER-UTT DETAILS"):
        Errs.read(HEAD[:3], Reading("file"))


LISTS = [
    ("[]", []),
    ("[ ]", []),
    ("['a']", ["a"]),
    ("['a', \"b\"]", ["a", "b"]),
    ("['a','b' , ]", ["a", "b"]),
    ("['it\\'s', \"d'or\", '\"']", ["it's", "d'or", '"']),
    ("['\\u00e9\\n']", ["\u00e9\n"]),
    ("['a' 'b']", None),
    ("['a',, 'b']", None),
    ("[a]", None),
    ("['a'] ", None),
    ("['\\ud800']", None),
    (f"['{'a' * 200_000}']", ["a" * 200_000]),
    (f"['\\n{'a' * 99_996}']", ["\n" + "a" * 99_996]),  # a hundred thousand signs, marks included
    (f"['\\n{'a' * 99_997}']", None),
]


@pytest.mark.parametrize(("text", "words"), LISTS, ids=[text[:20] for text, _ in LISTS])
def test_lists_as_python_prints_them(text: str, words: list[str] | None) -> None:
    assert parse_list(text) == words


def test_lines_that_follow_under_one_id_are_one_utterance() -> None:
    found = recogs("u:\thyp=['a']", "", "u:\tref=['b']", "u:\thyp=c  d", "v:\tref=['e', '']", "u:\thyp=['f']")
    assert list(found.keys) == ["u", "u", "v", "u"]
    assert list(found.texts) == ["a", "c d", "", "f"]
    assert found.fields == {"reference": ["b", "", "e", ""]}
    assert found.words is None


SPOKEN = [
    (
        ["u:\thyp=['a']", "v:\thyp=['a']", "v:\ttimestamp_hyp=[0.5]"],
        "file:1: utterance u: has no timestamp_hyp, unlike others",
    ),
    (["u:\tref=['a']", "u:\ttimestamp_ref=[]"], "file:1: utterance u: holds 0 times for 1 words"),
    (["u:\thyp=[]", "u:\ttimestamp_ref=[0.5]"], "file:1: utterance u: holds 1 times for 0 words"),
    (["u:\thyp=['a']", "u:\ttimestamp_hyp=[0.5; ]"], 'file:1: utterance u: the start, "0.5;", is not a number'),
    (
        ["u:\thyp=['a']", "u:\ttimestamp_hyp=[(0.5]"],
        "file:1: utterance u: this is not a list of times, [0.04, 0.32] or [(0.04, 0.12), (0.32, 0.48)]",
    ),
    ([":\thyp=['a']"], "file:1: expected a cut's id, a colon, a TAB, and ref=[...] or hyp=[...]"),
    (["u:\thyp=['a'"], "file:1: utterance u: this is not a list of words as Python prints it, ['A', 'B']"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "sentence"), SPOKEN, ids=[each[1] for each in SPOKEN])
def test_whole_sentences_of_errors(lines: list[str], sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        recogs(*lines)
    assert str(refused.value) == sentence


def test_an_utterance_without_words_needs_no_times() -> None:
    found = recogs("u:\thyp=[]", "v:\thyp=['a']", "v:\ttimestamp_hyp=[0.5]")
    assert found.words == [(), [("a", 0.5, 0.5, None)]]


def test_times_have_three_places_or_as_many_as_they_need() -> None:
    assert [*map(format_moment, [0.04, 1, 1.2345, 0.0])] == ["0.040", "1.000", "1.2345", "0.000"]


def test_what_is_lost() -> None:
    plain = Corpus(["u"], ["a"], "c", fields={"reference": ["b"], "timestamp_ref": ["0.5"], "speaker": ["eve"]})
    assert Icefall.list_losses(plain) == ["speaker"]
    for words, losses in (([TimedWord("a", 0, 1)], []), ([], ["word times"])):
        assert Icefall.list_losses(Corpus.of([Utterance("u", "a", {}, words)], "c")) == losses


ERRORS = [
    ([TimedWord("b", 0, 1)], "the text is not that of the timed words"),
    ([TimedWord("a", 1, 0)], "icefall holds times in order, and these are out of order"),
    ([TimedWord("a", 0, 1, 0.5)], "icefall cannot hold a word's confidence"),
]


@pytest.mark.parametrize(("words", "sentence"), ERRORS)
def test_times_that_cannot_be_written(words: list[TimedWord], sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"^utterance u: {sentence}$"):
        list(Icefall.write(Corpus.of([Utterance("u", "a", {}, words)], "c")))


def test_rates_by_settings() -> None:
    found = WerSummary.read(["settings\tWER", "greedy\tsearch\t12.5", " ", "beam\tnan"], Reading("file"))
    assert [list(found.keys), list(found.texts)] == [["greedy\tsearch", "beam"], ["12.5", "nan"]]
    for lines, sentence in (
        (["settings"], "file:1: expected icefall's headings, settings and WER with a TAB between"),
        (["settings\tWER", "beam"], "file:2: expected settings, a TAB, and a rate"),
        (["settings\tWER", "\t5"], "file:2: expected settings, a TAB, and a rate"),
        (["settings\tWER", "a\t5", "beam\tmany"], "file:3: expected settings, a TAB, and a rate"),
    ):
        with pytest.raises(ScoreError) as refused:
            WerSummary.read(lines, Reading("file"))
        assert str(refused.value) == sentence


RECOGNIZED = [
    (Icefall, ["u:\thyp=[]", "", "u:\ttimestamp_ref=[]"], True),
    (Icefall, ["u:\thyp=[]", "u hyp"], False),
    (Icefall, ["", " "], False),
    (Errs, ["%WER = 5", "Errors: 1"], True),
    (Errs, ["%WER = 5", "errors"], False),
    (Errs, ["%WER = 5"], False),
    (Errs, ["%WER 5", "Errors: 1"], False),
    (WerSummary, ["settings\tWER"], True),
    (WerSummary, ["settings WER"], False),
]


@pytest.mark.parametrize(("kind", "lines", "expected"), RECOGNIZED)
def test_what_is_recognized(kind: type[Icefall | Errs | WerSummary], lines: list[str], expected: bool) -> None:
    assert kind.recognizes(lines, hinted=False) is expected
