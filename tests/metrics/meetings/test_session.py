"""Sessions from corpora: who speaks where, in which order, and what is told or refused."""

import warnings

import pytest

import mondegreen as mg
from mondegreen import Corpus, ScoreError, ScoreWarning, Utterance
from mondegreen.batch import Settings
from mondegreen.corpus import Session, TimedWord
from mondegreen.metrics.meetings.session import group_by_speaker, list_words, merge_corpora, pair_sessions
from mondegreen.pairs import Join


def corpus(*rows: tuple[str, str, str, str, str], name: str = "ref") -> Corpus:
    """Recording, speaker, start, end and words of each utterance."""
    found = []
    for at, (*place, text) in enumerate(rows):
        fields = dict(zip(("recording", "speaker", "start", "end"), place, strict=True))
        found.append(Utterance(f"u{at}", text, {name: value for name, value in fields.items() if value}))
    return Corpus.of(found, name)


def one(reference: Corpus) -> Session:
    (found,) = pair_sessions(reference, reference, Settings(), Join()).sessions
    return found


def test_words_of_a_speaker_come_in_order_of_time() -> None:
    found = one(corpus(("s", "A", "5", "6", "c"), ("s", "B", "1", "2", "x y"), ("s", "A", "0", "1", "a b")))
    assert {name: list_words(own) for name, own in group_by_speaker(found.reference).items()} == {
        "A": ["a", "b", "c"],
        "B": ["x", "y"],
    }


def test_without_times_the_order_is_that_of_the_file() -> None:
    found = one(corpus(("s", "A", "", "", "c"), ("s", "A", "", "", "a")))
    assert list_words(found.reference) == ["c", "a"]


KEYS = [("talk7_spk2", "talk7", "spk2"), ("a-b-1", "a-b", "1"), ("a_b-1", "a_b", "1")]


@pytest.mark.parametrize(("key", "session", "speaker"), KEYS)
def test_keys_end_in_the_speaker_where_no_field_tells(key: str, session: str, speaker: str) -> None:
    found = one(Corpus([key], ["a"], "ref"))
    assert [found.key, found.reference[0].speaker] == [session, speaker]


def test_the_session_is_the_recording_or_the_field_of_that_name() -> None:
    rows = [Utterance("u", "a", {"session": "s", "recording": "r", "speaker": "A"})]
    assert one(Corpus.of(rows, "ref")).key == "s"


def test_a_file_for_each_speaker() -> None:
    files = [Corpus(["mix1", "mix2"], ["a", "b"], "spk1"), Corpus(["mix1", "mix2"], ["c", "d"], "spk2")]
    found = pair_sessions(merge_corpora(files), merge_corpora(files), Settings(), Join()).sessions
    assert [(each.key, [segment.speaker for segment in each.reference]) for each in found] == [
        ("mix1", ["1", "2"]),
        ("mix2", ["1", "2"]),
    ]
    with pytest.raises(ScoreError, match="spk1: utterance mix1: the file of a speaker has this utterance ID twice"):
        merge_corpora([Corpus(["mix1", "mix1"], ["a", "b"], "spk1"), files[1]])


def test_timed_words_are_segments_of_their_channel() -> None:
    words = [TimedWord("a", 0.0, 0.5), TimedWord("b", 0.5, 1.0)]
    rows = [Utterance("talk-A", "a b", {"recording": "talk", "channel": "A"}, words)]
    (segment, _) = one(Corpus.of(rows, "ref")).reference
    assert (segment.speaker, segment.words, segment.start, segment.end) == ("A", ["a"], 0.0, 0.5)


BAD = [
    (corpus(("s", "A", "-1", "2", "a")), "ref: utterance u0: the start, -1, is negative"),
    (corpus(("s", "A", "3", "2", "a")), "ref: utterance u0: the end, 2, is before the start, 3"),
    (corpus(("s", "A", "3", "", "a")), 'ref: utterance u0: the end, "", is not a number'),
    (corpus(("s", "A", "nan", "2", "a")), 'ref: utterance u0: the start, "nan", is not a number'),
    (corpus(("s", "A", "0", "1e300", "a")), "ref: utterance u0: the end, 1e300, is not a time in seconds"),
    (corpus(*(("s", str(at), "0", "1", "a") for at in range(501))), "utterance u0: 501 speakers in the session s"),
    (corpus(("s", "A", "0", "2", "a"), ("s", "", "0", "2", "a")), "ref: utterance u1: the speaker is missing"),
    (Corpus(["u1"], ["a"], "ref"), "ref: has no speakers"),
    (Corpus.by_position(["a"], "ref"), "ref: has no speakers"),
]


@pytest.mark.parametrize(("bad", "sentence"), BAD)
def test_bad_input_is_told_with_its_place(bad: Corpus, sentence: str) -> None:
    with pytest.raises(ScoreError, match=sentence):
        mg.score_sessions(bad, bad)


def test_who_speaks_over_himself_is_told() -> None:
    rows = corpus(("s", "A", "0", "2", "a"), ("s", "A", "1", "1.5", "b"), ("s", "A", "1.75", "3", "c"))
    with pytest.warns(ScoreWarning, match="ref: segments of a speaker overlap.*: A in s for 0.75 s"):
        mg.score_sessions(rows, rows)
    apart = corpus(("s", "A", "0", "2", "a"), ("s", "B", "1", "1.5", "b"), ("s", "A", "2", "3", "c"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mg.score_sessions(apart, apart)


def test_sessions_that_do_not_fit_are_told_and_treated_as_asked() -> None:
    reference = corpus(("s", "A", "0", "2", "a"), ("t", "A", "0", "2", "b c"))
    hypothesis = corpus(("s", "x", "0", "2", "a"), ("v", "x", "0", "2", "d"), name="hyp")
    with pytest.warns(ScoreWarning) as told:
        run = mg.score_sessions(reference, hypothesis)
    assert [str(each.message) for each in told] == [
        "1 session of ref not in hyp, scored as empty: t",
        "1 session of hyp not in ref, skipped: v",
    ]
    assert (run["cpwer"].total.errors, run["cpwer"].total.words) == (2, 3)
    with pytest.raises(ScoreError, match="missing here: t"):
        mg.score_sessions(reference, hypothesis, missing="error")


def test_rules_and_tokenizers_change_the_words() -> None:
    reference, hypothesis = corpus(("s", "A", "0", "2", "Ab c")), corpus(("s", "x", "0", "2", "ab C"), name="hyp")
    assert mg.score_sessions(reference, hypothesis)["cpwer"].total.errors == 2
    assert mg.score_sessions(reference, hypothesis, normalize="lower")["cpwer"].total.errors == 0
    run = mg.score_sessions(reference, hypothesis, tokenize="characters", metrics=["tcpwer"])
    assert run["tcpwer"].total.words == 3
