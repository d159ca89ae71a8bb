"""ctm: words and when they were said."""

import pytest

from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.corpus import TimedWord
from mondegreen.formats.format import Reading
from mondegreen.formats.timed import Ctm, parse_word

READING = Reading("file")


def test_words_of_a_channel_are_one_utterance_in_order_of_time() -> None:
    lines = [";; a comment", "call A 1.0 0.5 b 0.9", "call B 0 1 x NA", "", "call A 0.1 0.2 a\t0.75", "talk 1 0 1 y"]
    assert list(Ctm.read(lines, READING)) == [
        Utterance(
            "call",
            "a b",
            {"recording": "call", "channel": "A"},
            [TimedWord("a", 0.1, 0.3, 0.75), TimedWord("b", 1.0, 1.5, 0.9)],
        ),
        Utterance("call-B", "x", {"recording": "call", "channel": "B"}, [TimedWord("x", 0.0, 1.0)]),
        Utterance("talk", "y", {"recording": "talk", "channel": "1"}, [TimedWord("y", 0.0, 1.0)]),
    ]


KEYS = [
    (["call A"], ["call"]),
    (["call a"], ["call"]),
    (["call 1", "call 2"], ["call", "call-2"]),
    (["call 2"], ["call-2"]),
    (["call 1", "call A"], ["call", "call-A"]),  # both are first
    (["call-B 1", "call B"], ["call-B", "call-B-B"]),  # a recording is named as another's channel
]


@pytest.mark.parametrize(("channels", "keys"), KEYS)
def test_keys(channels: list[str], keys: list[str]) -> None:
    assert list(Ctm.read([f"{channel} 0 1 a" for channel in channels], READING).keys) == keys


def test_of_alternatives_the_first_is_taken_and_that_is_told() -> None:
    marks = ["a 1 * * <ALT_BEGIN>", "a 1 0 1 one", "a 1 1 1 two", "a 1 * * <ALT>", "a 1 0 2 too", "a 1 * * <ALT_END>"]
    corpus = Ctm.read([*marks, "a 1 2 1 last"], READING)
    assert list(corpus.texts) == ["one two last"]
    assert [*map(str, corpus.notes)] == ["1 choice of alternatives in file, read as the first one"]


def test_fields_after_the_sixth_are_told() -> None:
    corpus = Ctm.read(["a 1 0 1 x 0.5 lex eve", "a 1 1 1 y 0.5"], READING)
    assert [*map(str, corpus.notes)] == ["1 line of file with more than six fields, of which the rest is ignored"]


BAD = [
    (["a 1 0 1"], 1, "expected recording, channel, start, duration and word, found 4 fields"),
    (["a 1 0 1 x", "a 1 * 1 y"], 2, r'the start, "\*", is not a number'),
    (["a 1 0 -1 x"], 1, "the duration, -1, is negative"),
    (["a 1 -0.5 1 x"], 1, "the start, -0.5, is negative"),
    (["a 1 0 inf x"], 1, 'the duration, "inf", is not a number'),
    (["a 1 0 1 x high"], 1, 'the confidence, "high", is not a number'),
    (["a 1 * * <ALT>"], 1, "<ALT> without <ALT_BEGIN>"),
    (["a 1 * * <alt_begin>", "a 1 * * <alt_begin>"], 2, "<ALT_BEGIN> within <ALT_BEGIN>"),
    (["a 1 * * <ALT_BEGIN>", "a 1 0 1 x"], 2, "<ALT_BEGIN> without <ALT_END>"),
]


@pytest.mark.parametrize(("lines", "line", "sentence"), BAD)
def test_bad_lines(lines: list[str], line: int, sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"file:{line}: {sentence}"):
        Ctm.read(lines, READING)


SNIFFED = [
    (["a 1 0.5 1 x", ";;", "a 1 1 1 y 0.5", "a 1 * * <ALT_BEGIN>"], True, True),
    (["utt-1 1 5 1 6 2"], False, True),  # digits read aloud: no point anywhere
    (["a 1 0.5 1 x high"], False, False),
    (["a 1 0.5 1 x", "a 1 z 1 x"], False, True),
    (["talk 1 eve 0.5 2 a"], False, False),  # an stm
    (["it is so"], False, False),
    (["a 1 0.5 1"], False, False),  # no word
    (["a 1 0.5 x word"], False, False),
    (["a 1 0.5 1 x NA"], True, True),
    (["a 1 0.5 1 x na more"], True, True),
    (["a 1 1 .5 x"], True, True),  # one point is enough
    ([""], False, False),
]


@pytest.mark.parametrize(("lines", "yes", "hinted"), SNIFFED)
def test_sniff(lines: list[str], yes: bool, hinted: bool) -> None:
    assert [Ctm.recognizes(lines, hinted=False), Ctm.recognizes(lines, hinted=True)] == [yes, hinted]


def timed(*words: tuple[str, float, float], key: str = "u1", text: str | None = None) -> Utterance:
    said = [TimedWord(*word) for word in words]
    return Utterance(key, " ".join(word.word for word in said) if text is None else text, {}, said)


REFUSED = [
    ([timed(("a", 0, 1), key="u 1")], "an ID that is empty or has a space"),
    ([timed(("a", 0, 1), key=";;u")], "as a comment"),
    ([timed()], "an utterance without words"),
    ([timed(("a", 0, 1), text="b")], "the text is not that of the timed words"),
    ([timed(("a", 1, 2), ("b", 0, 1))], "in order of time"),
    ([timed(("a b", 0, 1))], 'the word "a b"'),
    ([timed(("", 0, 1))], 'the word ""'),
    ([timed(("<alt>", 0, 1))], 'the word "<alt>"'),
    ([timed(("a", 1, 0.5))], "no times in order"),
    ([timed(("a", float("nan"), 1))], "no times in order"),
    ([timed(("a", 0, 1)), timed(("a", 0, 1))], "two utterances with the same ID"),
]


@pytest.mark.parametrize(("rows", "sentence"), REFUSED)
def test_what_cannot_be_written(rows: list[Utterance], sentence: str) -> None:
    with pytest.raises(ScoreError, match=f"utterance .*{sentence}"):
        list(Ctm.write(Corpus.of(rows, "corpus")))


def test_words_without_times_cannot_be_written() -> None:
    with pytest.raises(ScoreError, match="corpus: ctm needs the time of each word"):
        list(Ctm.write(Corpus(["u1"], ["a"], "corpus")))


def test_a_key_that_its_channel_does_not_make_stands_for_the_recording() -> None:
    row = timed(("a", 0.5, 0.8))._replace(fields={"recording": "call", "channel": "B"})
    corpus = Corpus.of([row], "corpus")
    assert [list(Ctm.write(corpus)), Ctm.list_losses(corpus)] == [["u1 1 0.5 0.3 a"], ["recording", "channel"]]


WORDS = [
    ("a 1 0.1 0.2 x", TimedWord("x", 0.1, 0.3)),  # in binary 0.30000000000000004
    ("a 1 1.00000049 0 x", TimedWord("x", 1.00000049, 1.00000049)),  # an end is never before its start
    ("a 1 0 1 x NA", TimedWord("x", 0.0, 1.0)),
    ("a 1 0 1 x 0.5 lex", TimedWord("x", 0.0, 1.0, 0.5)),
    ("a 1 0 1 x -2", TimedWord("x", 0.0, 1.0, -2.0)),
]


@pytest.mark.parametrize(("line", "word"), WORDS)
def test_words(line: str, word: TimedWord) -> None:
    assert parse_word(line.split(), READING, 1) == word


def test_alternatives_have_as_many_branches_as_marks() -> None:
    marks = ["a 1 * * <ALT_BEGIN>", "a 1 0 1 x", "a 1 * * <ALT>", "a 1 0 1 y", "a 1 * * <ALT>", "a 1 0 1 z"]
    ends = "a 1 * * <ALT_END>"
    found = Ctm.read([*marks, ends, *marks, ends, "a 1 3 1 last"], READING)
    assert list(found.texts) == ["x x last"]
    assert [*map(str, found.notes)] == ["2 choices of alternatives in file, read as the first one"]
    with pytest.raises(ScoreError, match=r"^file:1: <ALT_END> without <ALT_BEGIN>$"):
        Ctm.read([ends], READING)
    with pytest.raises(ScoreError, match=r"^file:2: expected recording, channel, start, duration and word, found 3"):
        Ctm.read([";;", "a 1 0"], READING)


def test_words_of_the_same_time_stay_in_their_order() -> None:
    assert list(Ctm.read(["a 1 1 1 x", "a 1 0 1 y", "a 1 1 0 z"], READING).texts) == ["y x z"]


def test_lines_are_made_of_channels() -> None:
    lines = ["call A 0.0 1.0 a", "call B 0.0 1.0 b 0.5", "talk 1 0.0 1.0 c"]
    corpus = Ctm.read(lines, READING)
    assert [list(Ctm.write(corpus)), Ctm.list_losses(corpus)] == [lines, []]
    two = Corpus.of(
        [timed(("a", 0, 1))._replace(fields={"recording": "r", "channel": "1"}, key=key) for key in "rs"], "c"
    )
    assert [line.split()[:2] for line in Ctm.write(two)] == [["r", "1"], ["s", "1"]]
    assert Ctm.list_losses(two) == ["recording", "channel"]


def test_a_duration_a_little_below_zero_is_rounding() -> None:
    """SCTK's own examples hold -0.01, and sclite scores them."""
    (row,) = Ctm.read(["a 1 1.00 -0.01 x", "a 1 1.20 0.10 y"], READING)
    assert row.words == [TimedWord("x", 1.0, 1.0), TimedWord("y", 1.2, 1.3)]
