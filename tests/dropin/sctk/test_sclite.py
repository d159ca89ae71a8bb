"""sclite beside the original: channels that do not match, marks in the case of a profile, lexica out of order."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from programs import needs, ours, theirs

SEGMENTS = {
    "none": "",
    "comment": "\n;; nothing\n",
    "first": "a A s 0 1 <o> x\n",
    "both": "a A s 0 1 <o> x\nb A t 0 1 <o> y\n",
}
WORDS = {"none": "", "first": "a A 0 1 x\n", "second": "b A 0 1 y\n", "both": "a A 0 1 x\nb A 0 1 y\n"}


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("segments", SEGMENTS)
@pytest.mark.parametrize("feedback", ["0", "1"])
def test_channels_that_do_not_match_are_told_of(tmp_path: Path, segments: str, words: str, feedback: str) -> None:
    needs("sclite")
    (tmp_path / "ref.stm").write_text(SEGMENTS[segments], encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text(WORDS[words], encoding="utf-8")
    # Of all reports dtl is one that the original does not crash on where nothing was scored.
    call = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-f", feedback, "-o", "dtl"]
    expected, done = theirs("sclite", call, tmp_path), ours("sclite", call, tmp_path)
    assert done._replace(files={}) == expected._replace(files={})


MARKS = [
    "IGNORE_TIME_SEGMENT_IN_SCORING",
    "Ignore_time_segment_in_scoring",
    "ignore_time_segment_in_scoring",
    "ıgnore_tıme_segment_ın_scorıng",
    "İGNORE_TİME_SEGMENT_İN_SCORİNG",
    "word ignoretimesegmentinscoring word",
]


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("options", ["", "-s", "-e utf-8", "-e utf-8 babel_turkish", "-e utf-8 babel_turkish -s"])
def test_the_case_of_marks_is_that_of_the_profile(tmp_path: Path, mark: str, options: str) -> None:
    needs("sclite")
    (tmp_path / "ref.stm").write_text(f"f A s 0 1 {mark}\nf A s 1 2 b\n", encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text("f A 0 0.5 x\nf A 1.1 0.5 b\n", encoding="utf-8")
    call = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *options.split(), "-o", "sum", "pra"]
    assert ours("sclite", call, tmp_path) == theirs("sclite", call, tmp_path)


@pytest.mark.parametrize("options", ["", "-s", "-e utf-8 babel_turkish", "-e utf-8 babel_turkish -s"])
def test_alternatives_begin_in_the_case_of_the_profile(tmp_path: Path, options: str) -> None:
    needs("sclite")
    (tmp_path / "ref.stm").write_text("f A s 0 3 x the y\n", encoding="utf-8")
    words = ["0 .5 x", "* * <ALT_BEGIN>", "1 .5 the", "* * <ALT>", "1 .5 sat", "* * <ALT_END>", "2 .5 y"]
    (tmp_path / "hyp.ctm").write_text("".join(f"f A {word}\n" for word in words), encoding="utf-8")
    call = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *options.split(), "-f", "0", "-o", "sum", "pra"]
    assert ours("sclite", call, tmp_path) == theirs("sclite", call, tmp_path)


# Lexica out of order, and which of their words the original finds in them.
LEXICA = [("jbe", "be"), ("gdbia", "b"), ("gjafdcbe", "ade"), ("fa", "a"), ("ai", "ai"), ("gd", "d"), ("aidgh", "adgh")]


def segmented(folder: Path, order: str) -> list[str]:
    """A call that scores the words of a lexicon, which are cut into letters, against themselves."""
    (folder / "lexicon").write_text("".join(f"{letter}x p\n" for letter in order), encoding="utf-8")
    said = "".join(f"{letter}x (s-{letter})\n" for letter in sorted(set(order)))
    for name in ("ref.trn", "hyp.trn"):
        (folder / name).write_text(said, encoding="utf-8")
    options = "-r ref.trn trn -h hyp.trn trn -i rm -S algo2 lexicon ASCIITOO -f 0 -o pra stdout"
    return options.split()


@pytest.mark.parametrize(("order", "found"), LEXICA)
def test_words_of_a_lexicon_out_of_order_are_told_of_and_half_found(tmp_path: Path, order: str, found: str) -> None:
    done = ours("sclite", segmented(tmp_path, order), tmp_path)
    scores = re.findall(rb"id: \(s-(.)\)\nScores: \(#C #S #D #I\) 1 0 0 0", done.output)
    assert b"".join(scores).decode() == found
    falls = [(place, word, before) for place, (before, word) in enumerate(pairwise(order), 1) if word < before]
    told = "Error: Adding lexical item {} out of order '{}x' !> '{}x'\n"
    assert done.complaints.decode() == "".join(told.format(*fall) for fall in falls)


@pytest.mark.parametrize("order", ["bab", "ihgfedcba", "acegibdfh", "hgbcadfei"])
def test_the_original_finds_the_same_words(tmp_path: Path, order: str) -> None:
    needs("sclite")
    call = segmented(tmp_path, order)
    assert ours("sclite", call, tmp_path) == theirs("sclite", call, tmp_path)
