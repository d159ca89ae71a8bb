"""What readers take at their limits, and what one step beyond them: numbers, digits, places, beginnings of files."""

from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import detect_format, read, write
from mondegreen.formats.plain import KaldiText
from mondegreen.formats.printed import Jiwer
from mondegreen.formats.rated import read_triplets
from mondegreen.formats.subtitles import Srt
from mondegreen.formats.toolkits import WeNet
from mondegreen.resources import word_lists

CUE = "1\n{}00:00:00,000 --> {}:00:01,500\na\n"
VOTES = "reference\thypA\thypB\tnbrA\tnbrB\na\tb\tc\t{}\t0\n"
# A format and a file at its limit, the same beyond it, and what is then said; None where it is no longer of the format.
LIMITS = [
    ("whisper-tsv", "start\tend\ttext\n0\t{}\ta\n", "9" * 15, "9" * 16, "not a number of milliseconds"),
    ("srt", "1\n00:00:00,000 --> {}:00:01,500\na\n", "9" * 6, "9" * 7, "expected when the text starts"),
    ("srt", "1\n00:00:00,000 --> 00:00:{},500\na\n", "59", "060", "expected when the text starts"),
    ("srt", "1\n00:00:00,000 --> 00:00:01,{}\na\n", "500", "5000", "expected when the text starts"),
    ("rttm", "SPEAKER talk 1 {} 1.0 <NA> <NA>{}", ("0.5", " ann"), ("0.5", ""), "kind and speaker, found 7 fields"),
]


@pytest.mark.parametrize(("kind", "text", "good", "bad", "what"), LIMITS)
def test_files_at_their_limits(
    kind: str, text: str, good: str | tuple[str, ...], bad: str | tuple[str, ...], what: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text(text.format(*([good] if isinstance(good, str) else good)), encoding="utf-8")
    assert len(read(tmp_path / "file", kind)) == 1
    (tmp_path / "file").write_text(text.format(*([bad] if isinstance(bad, str) else bad)), encoding="utf-8")
    with pytest.raises(ScoreError, match=what):
        read(tmp_path / "file", kind)


@pytest.mark.parametrize(("votes", "fine"), [("0", True), ("1000000", True), ("1000001", False), ("00000001", False)])
def test_votes(votes: str, fine: bool, tmp_path: Path) -> None:
    """A million people at most, in seven digits at most."""
    (tmp_path / "file").write_text(VOTES.format(votes), encoding="utf-8")
    found = read_triplets(str(tmp_path / "file"))
    if fine:
        assert found.votes() == [(int(votes), 0)]
    else:
        with pytest.raises(ScoreError, match=f'file:2: "{votes}" in nbrA is not a number of votes'):
            found.votes()


@pytest.mark.parametrize(("digits", "fine"), [(1, True), (99, True), (100, False)])
def test_counts_of_words(digits: int, fine: bool, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(f"a {'1' * digits}\n", encoding="utf-8")
    if fine:
        assert word_lists.read_counts(str(tmp_path / "file")).shares == {"a": 1.0}
    else:
        with pytest.raises(ScoreError, match="file:1: expected a word and a count"):
            word_lists.read_counts(str(tmp_path / "file"))


@pytest.mark.parametrize("length", [9_999, 10_000, 10_001, 30_000])
def test_of_very_long_lines_both_ends_tell_what_they_are(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(KaldiText, "recognizes", lambda lines, **_: seen.append(*lines))
    line = "a" * (length - 1) + "b"
    detect_format([line])
    assert seen == [line if length <= 10_000 else f"{'a' * 5_000} {'a' * 4_999}b"]


@pytest.mark.parametrize(("lines", "kind"), [(999, "lines"), (1_000, "kaldi")])
def test_a_thousand_lines_tell_the_format(lines: int, kind: str) -> None:
    """Of what comes after them nobody learns from looking."""
    found = detect_format([*(f"u-{number} a" for number in range(lines)), "a word of plain text"])
    assert found.name == kind


@pytest.mark.parametrize(
    ("kind", "before", "lines"),
    [(Srt, 8, ["1", "00:00:00,000 --> 00:00:01,500"]), (Jiwer, 8, ["=== SENTENCE 1 ===", "REF: a"])],
)
def test_blank_lines_before_the_first(kind: type[Srt] | type[Jiwer], before: int, lines: list[str]) -> None:
    for blanks, recognized in ((0, True), (before, True), (before + 1, False)):
        assert kind.recognizes([*[""] * blanks, *lines, "a"], hinted=False) is recognized


def test_wenets_first_lines() -> None:
    lines = ["utt: u1", "WER: 50.00 % N=2 C=1 S=0 D=1 I=0", "lab: a b"]
    for blanks, recognized in ((0, True), (18, True), (19, False)):
        assert WeNet.recognizes([*[""] * blanks, *lines, "rec: a"], hinted=False) is recognized


SIGNS = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in "()")


@pytest.mark.parametrize("kind", ["kaldi", "trn", "icefall", "csv", "tsv", "jsonl"])
def test_keys_and_texts_of_any_visible_signs(kind: str, tmp_path: Path) -> None:
    corpus = Corpus([f"u-{SIGNS}", f"v-{SIGNS}"], [SIGNS, f"a {SIGNS[::-1]}"], "corpus")
    write(corpus, tmp_path / "file", kind)
    found = read(tmp_path / "file", kind)
    assert [list(found.keys), list(found.texts)] == [list(corpus.keys), list(corpus.texts)]


@pytest.mark.parametrize("sign", [" ", "\t", "\n", "\r"])
@pytest.mark.parametrize("kind", ["kaldi", "trn"])
def test_keys_with_blanks_are_refused(kind: str, sign: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="cannot hold an ID that is empty or has a space"):
        write(Corpus([f"u{sign}1"], ["a"], "corpus"), tmp_path / "file", kind)
