"""Sessions at their limits: how many speakers, how late, whose key, in what order, and who speaks over himself."""

from collections.abc import Mapping

import pytest

import mondegreen as mg
from bars import watched
from mondegreen.batch import Settings
from mondegreen.corpus import Corpus, Session, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.metrics.meetings.session import (
    LATEST,
    MOST_SPEAKERS,
    group_by_speaker,
    merge_corpora,
    note_overlaps,
    pair_sessions,
)
from mondegreen.pairs import Join


def corpus(*rows: tuple[str, str, Mapping[str, str]], name: str = "c") -> Corpus:
    return Corpus.of([Utterance(key, text, dict(fields)) for key, text, fields in rows], name)


def made(reference: Corpus) -> list[Session]:
    return list(pair_sessions(reference, reference, Settings(), Join()).sessions)


def spoken(who: str, session: str = "s", **times: str) -> dict[str, str]:
    return {"recording": session, "speaker": who, **times}


@pytest.mark.parametrize("count", [MOST_SPEAKERS, MOST_SPEAKERS + 1])
def test_so_many_speakers_are_no_session(count: int) -> None:
    """Twice as many are none where they are those of two sessions."""
    rows = [(f"u{at}", "a", spoken(f"p{at}")) for at in range(count)]
    assert MOST_SPEAKERS == 500
    if count == 500:
        assert len(made(corpus(*rows))[0].reference) == 500
        assert len(made(corpus(*rows, *((f"v{at}", "a", spoken(f"p{at}", "t")) for at in range(500))))) == 2
        return
    with pytest.raises(ScoreError, match=r"c: utterance u0: 501 speakers in the session s; are these utterances\?"):
        made(corpus(*rows))


@pytest.mark.parametrize("end", ["1e9", "1000000000.1"])
def test_a_time_later_than_any_recording_is_something_else(end: str) -> None:
    rows = corpus(("u", "a", spoken("A", start="0", end=end)))
    if float(end) <= LATEST:
        assert made(rows)[0].reference[0].end == 1e9
    else:
        with pytest.raises(ScoreError, match=r"c: utterance u: the end, 1000000000\.1, is not a time in seconds"):
            made(rows)


@pytest.mark.parametrize(
    ("key", "session", "speaker"),
    [
        ("talk7_spk2", "talk7", "spk2"),
        ("talk7-2", "talk7", "2"),
        ("a-b_c", "a-b", "c"),
        ("a_b-c", "a_b", "c"),
        ("a__b", "a_", "b"),
    ],
)
def test_a_key_ends_in_its_speaker(key: str, session: str, speaker: str) -> None:
    (found,) = made(Corpus([key], ["x"], "c"))
    assert (found.key, found.reference[0].speaker) == (session, speaker)


@pytest.mark.parametrize("key", ["talk7", "_a", "talk7_", "a-"])
def test_a_key_without_a_speaker(key: str) -> None:
    with pytest.raises(
        ScoreError, match="c: has no speakers: no field names them, and the utterance IDs do not end in one"
    ):
        made(Corpus(["talk_1", key], ["x", "y"], "c"))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"session": "x", "session_id": "y", "recording": "z"}, "x"),
        ({"session_id": "y", "recording": "z"}, "y"),
        ({"recording": "z"}, "z"),
        ({}, "u"),
    ],
)
def test_the_field_that_names_the_session(fields: dict[str, str], expected: str) -> None:
    (found,) = made(corpus(("u", "a", {"speaker": "A", **fields})))
    assert found.key == expected


def test_a_speaker_who_is_missing_is_told() -> None:
    with pytest.raises(ScoreError, match="c: utterance v: the speaker is missing, unlike elsewhere"):
        made(corpus(("u", "a", spoken("A")), ("v", "b", {"recording": "s"})))


def test_segments_are_in_the_order_of_their_starts_where_all_have_them() -> None:
    """Of equal starts in the order of the file; where one has no times all stay."""
    rows = [
        ("u1", "late", spoken("A", start="5", end="6")),
        ("u2", "early", spoken("B", start="1", end="2")),
        ("u3", "too", spoken("A", start="1", end="9")),
    ]
    (found,) = made(corpus(*rows))
    assert [each.key for each in found.reference] == ["u2", "u3", "u1"]
    first = found.reference[0]
    assert (first.start, first.end, first.timed) == (1.0, 2.0, True)
    (found,) = made(corpus(*rows, ("u4", "when", spoken("A"))))
    assert [each.key for each in found.reference] == ["u1", "u2", "u3", "u4"]
    assert (found.reference[3].start, found.reference[3].end, found.reference[3].timed) == (0.0, 0.0, False)
    assert [each.key for each in group_by_speaker(found.reference)["A"]] == ["u1", "u3", "u4"]
    assert list(group_by_speaker(found.reference)) == ["A", "B"]


@pytest.mark.parametrize(
    ("times", "over"),
    [
        ([(0, 1), (1, 2)], 0.0),
        ([(0, 2), (1, 3)], 1.0),
        ([(0, 9), (1, 2), (3, 4)], 2.0),
        ([(0, 2), (1, 3), (2.5, 4)], 1.5),
        ([(0, 9), (1, 2), (8, 10)], 2.0),
    ],
)
def test_how_long_a_speaker_speaks_over_himself(times: list[tuple[float, float]], over: float) -> None:
    rows = [(f"u{at}", "a", spoken("A", start=f"{one}", end=f"{other}")) for at, (one, other) in enumerate(times)]
    other = [("v", "a", spoken("B", start="0", end="99"))]
    (found,) = made(corpus(*rows, *other))
    said = [*map(str, note_overlaps("c", {"s": found.reference}))]
    sentence = "c: segments of a speaker overlap; words are taken in the order of segments: "
    assert said == ([f"{sentence}A in s for {over:.2f} s"] if over else [])
    twice = map(str, note_overlaps("c", {"s": found.reference, "t": found.reference}))
    assert [line.partition(";")[0] for line in twice] == (["c: segments of 2 speakers overlap"] if over else [])


def test_words_with_times_and_no_speakers_are_segments_of_their_channel() -> None:
    word = TimedWord("a", 1.0, 2.5)
    rows = [Utterance("f", "a", {"recording": "r", "channel": "B"}, [word]), Utterance("g", "a", {}, [word])]
    found = made(Corpus.of(rows, "c"))
    assert [(each.key, each.reference[0].speaker) for each in found] == [("r", "B"), ("g", "1")]
    (segment,) = found[0].reference
    assert (segment.key, list(segment.words), segment.start, segment.end) == ("f", ["a"], 1.0, 2.5)


def test_files_of_one_speaker_each_are_one_corpus() -> None:
    one, two = Corpus(["s", "t"], ["a", "b"], "one"), Corpus(["s"], ["c"], "two")
    found = merge_corpora([one, two])
    assert [(row.key, row.text, row.fields["speaker"]) for row in found] == [
        ("s", "a", "1"),
        ("t", "b", "1"),
        ("s", "c", "2"),
    ]
    assert found.name == "one,two"
    assert merge_corpora([one]) is one
    with pytest.raises(ScoreError, match="two: utterance s: the file of a speaker has this utterance ID twice"):
        merge_corpora([one, Corpus(["s", "s"], ["a", "b"], "two")])
    named = merge_corpora([one, corpus(("s", "x", {"speaker": "eve"}))])
    assert [row.fields["speaker"] for row in named] == ["1", "1", "eve"]


@pytest.mark.parametrize("collar", ["0", "1e9"])
def test_collars_at_their_limits(collar: str) -> None:
    rows = corpus(("u", "a", spoken("A", start="0", end="1")))
    assert mg.score_sessions(rows, rows, metrics=[f"tcpwer:collar={collar}"])[f"tcpwer:collar={collar}"].value == 0
    with pytest.raises(ScoreError, match="collar is"):
        mg.score_sessions(rows, rows, metrics=["tcpwer:collar=1.1e9"])


def test_whoever_waits_sees_how_far_the_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = watched(monkeypatch)
    rows = corpus(*[(f"u{at}", "a", spoken("A", f"s{at}", start="0", end="1")) for at in range(3)])
    mg.score_sessions(rows, rows, metrics=["cpwer", "tcpwer"])
    assert bars == {"c": (6, 6), "cpwer": (None, 0), "tcpwer": (None, 0), "sessions": (3, 3)}
