"""sclite beside the original: channels that do not match, marks in the case of a profile, lexica out of order."""

import os
import re
from itertools import pairwise
from pathlib import Path

import pytest

from mondegreen.dropin.sctk.sclite import main
from programs import agree, ours, theirs

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
    (tmp_path / "ref.stm").write_text(f"f A s 0 1 {mark}\nf A s 1 2 b\n", encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text("f A 0 0.5 x\nf A 1.1 0.5 b\n", encoding="utf-8")
    call = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *options.split(), "-o", "sum", "pra"]
    assert ours("sclite", call, tmp_path) == theirs("sclite", call, tmp_path)


@pytest.mark.parametrize("options", ["", "-s", "-e utf-8 babel_turkish", "-e utf-8 babel_turkish -s"])
def test_alternatives_begin_in_the_case_of_the_profile(tmp_path: Path, options: str) -> None:
    (tmp_path / "ref.stm").write_text("f A s 0 3 x the y\n", encoding="utf-8")
    words = ["0 .5 x", "* * <ALT_BEGIN>", "1 .5 the", "* * <ALT>", "1 .5 sat", "* * <ALT_END>", "2 .5 y"]
    (tmp_path / "hyp.ctm").write_text("".join(f"f A {word}\n" for word in words), encoding="utf-8")
    call = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *options.split(), "-f", "0", "-o", "sum", "pra"]
    assert ours("sclite", call, tmp_path) == theirs("sclite", call, tmp_path)


BEGIN, OR, END = "<ALT_BEGIN>", "<ALT>", "<ALT_END>"
# Words of a ctm with marks of alternatives out of place, and what sclite 2.4.10 takes of them.
MISPLACED = {
    f"a {BEGIN} {OR} x y {END} d e": "a d e",  # only y is the other alternative
    f"a {BEGIN} {END} b c d e": "a * c d e",
    f"a b {OR} c d e": "a b * d e",
    f"a {BEGIN} b {OR} {BEGIN} x {OR} y {END} c {END} d e": "a b c * e",
    f"a {BEGIN} b {OR} c": "a b",
    f"a {END} b": "a",
    f"a {BEGIN} {BEGIN} b {OR} x {END} c d e": "a b c d e",
}


def timed(words: str, file: str = "f") -> str:
    """Words a second apart as a ctm; marks have no times."""
    times = ("* *" if word.startswith("<") else f"{second} .5" for second, word in enumerate(words.split()))
    return "".join(f"{file} A {time} {word}\n" for time, word in zip(times, words.split(), strict=True))


@pytest.mark.parametrize("words", MISPLACED)
def test_marks_out_of_place_lose_the_words_that_they_lose_with_sclite(tmp_path: Path, words: str) -> None:
    (tmp_path / "ref.stm").write_text("f A s 0 99 a b c d e\n", encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text(timed(words), encoding="utf-8")
    call = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-f", "0", "-o", "pra", "stdout"]
    done = ours("sclite", call, tmp_path)
    heard = re.search(rb"HYP:(.*)", done.output)
    taken = MISPLACED[words].replace("*", "").split()
    assert heard
    assert [word for word in heard.group(1).decode().lower().split() if "*" not in word] == taken
    assert theirs("sclite", call, tmp_path) == done


@pytest.mark.parametrize("options", ["", "-m hyp", "-c"])
@pytest.mark.parametrize("words", [*MISPLACED, f"{BEGIN} a {OR} b {END} a b c d e", f"a {BEGIN} b c d"])
def test_alternatives_that_do_not_end_take_from_the_next_channel(tmp_path: Path, words: str, options: str) -> None:
    segments = ["f A s 2 3 a b", "f A s 3 9 c d e", "g A s 0 9 x y", "g A s 9 10 z", "h A s 0 9 w"]
    (tmp_path / "ref.stm").write_text("".join(f"{line}\n" for line in segments), encoding="utf-8")
    text = timed(words) + timed(words, "g") + timed("w v", "h")
    (tmp_path / "hyp.ctm").write_text(text, encoding="utf-8")
    agree("sclite", f"-r ref.stm stm -h hyp.ctm ctm {options} -f 1 -o pra dtl".split(), tmp_path)


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


@pytest.mark.parametrize(
    "options",
    [
        "-h hyp.trn -S algo1 lexicon -h hyp.trn",  # told once
        "-h nowhere.trn -S algo1 lexicon",
        "-h empty.trn -S algo2 lexicon",
        "-h hyp.trn -S algo1 lexicon -S algo2 lexicon",
        "-h hyp.trn -S algo1 .",
    ],
)
def test_what_is_wrong_with_a_lexicon_is_told_where_sclite_first_needs_it(tmp_path: Path, options: str) -> None:
    (tmp_path / "lexicon").write_text("b\na\n", encoding="utf-8")
    (tmp_path / "ref.trn").write_text("*a b (s-1)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("a *b (s-1)\n", encoding="utf-8")
    (tmp_path / "empty.trn").write_text("", encoding="utf-8")
    agree("sclite", f"-r ref.trn -i rm {options} -o dtl".split(), tmp_path)


@pytest.mark.parametrize("order", ["bab", "ihgfedcba", "acegibdfh", "hgbcadfei"])
def test_the_original_finds_the_same_words(tmp_path: Path, order: str) -> None:
    call = segmented(tmp_path, order)
    assert ours("sclite", call, tmp_path) == theirs("sclite", call, tmp_path)


# Words in Latin-1, of which é begins three bytes in UTF-8, Ñ two, and ü six, which have no case to sclite.
FOREIGN = {"wide": "a \xe9t\xe9 bc \xd1andu d", "six": "a \xfcber b", "no lead": "a \xb7b c", "first": "\xb7a b"}


@pytest.mark.parametrize("words", FOREIGN)
@pytest.mark.parametrize("options", ["", "-s", "-c", "-c -s", "-F -D"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8 babel_turkish", "gb"])
def test_texts_that_are_not_in_their_encoding(tmp_path: Path, words: str, options: str, coding: str) -> None:
    said, heard = FOREIGN[words], FOREIGN[words].replace("b", "x")
    texts = {
        "ref.trn": f"{said} (s-1)\n",
        "hyp.trn": f"{heard} (s-1)\n",
        "ref.stm": f"f A s 0 9 <o> {said}\nf A s 9 10 {said}\n",
        "hyp.ctm": "".join(f"f A {at} .5 {word}\n" for at, word in enumerate(heard.split())),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
    rest = [*f"-e {coding} {options} -f 1 -o pra dtl".split()]
    agree("sclite", ["-r", "ref.trn", "-h", "hyp.trn", "-i", "rm", *rest], tmp_path)
    agree("sclite", ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *rest], tmp_path)


@pytest.mark.parametrize("ids", ["(s-1", "(s\xb71)"])
@pytest.mark.parametrize("options", ["", "-s"])
def test_ids_that_cannot_be_read(tmp_path: Path, ids: str, options: str) -> None:
    for name in ("ref.trn", "hyp.trn"):
        (tmp_path / name).write_text(f"A \xb7 b {ids}\n", encoding="latin-1")
    call = f"-r ref.trn -h hyp.trn -i rm -e utf-8 {options} -o sum".split()
    agree("sclite", call, tmp_path)


@pytest.mark.parametrize("level", ["-1", "0", "1", "2", "3", "4", "5", "9", "10", "99", "100"])
def test_as_much_is_told_as_is_asked_for(tmp_path: Path, level: str) -> None:
    texts = {
        "ref.trn": "A b (s-1)\nc (t-1)\n",
        "hyp.trn": "a B (s-1)\nC d (t-1)\n",
        "ref.stm": "f A s 1 2 a\nf A s 2 3 b C\nf A s 8 9 d\nf B s 1 2 a\n",
        "hyp.ctm": "f A 0 .2 x\nf A 1.2 .2 a\nf A 2.1 .1 c\nf A 7 .1 y\nf B 0 .2 x\nf B 1 .2 a\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    agree("sclite", ["-r", "ref.trn", "-h", "hyp.trn", "-i", "rm", "-f", level, "-o", "dtl"], tmp_path)
    timed = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-f", level, "-o", "dtl"]
    agree("sclite", timed, tmp_path)
    agree("sclite", [*timed, "-m", "ref", "hyp"], tmp_path)


def test_a_speaker_s_name_does_not_compress_its_reports(tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a b (s.gz-1)\n", encoding="utf-8")
    agree("sclite", ["-r", "ref", "-h", "ref", "-i", "rm", "-o", "snt", "spk"], tmp_path)


def test_a_reference_may_come_from_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Also of several hypotheses, of which the original scores the first."""
    monkeypatch.chdir(tmp_path)
    Path("hyp").write_text("a b (s-1)\n", encoding="utf-8")
    end, other = os.pipe()
    os.write(other, b"a c (s-1)\n")
    os.close(other)
    call = f"-r /dev/fd/{end} -h hyp trn one -h hyp trn two -i rm -f 0 -o sum stdout"
    code = main(call.encode().split())
    os.close(end)
    assert code == 0
    assert capfdbinary.readouterr().out.count(b"| Sum/Avg|    1      2 | 50.0   50.0") == 2


def test_a_lexicon_is_read_character_by_character(tmp_path: Path) -> None:
    """Half a character takes the tab behind it."""
    (tmp_path / "lexicon").write_bytes(b"b\n\xad\tz y\n*\n\xad\n")
    for name in ("ref.trn", "hyp.trn"):
        (tmp_path / name).write_text("a b (s-1)\n", encoding="utf-8")
    agree(
        "sclite",
        ["-r", "ref.trn", "-h", "hyp.trn", "-i", "rm", "-e", "gb", "-S", "algo1", "lexicon", "-o", "sum"],
        tmp_path,
    )
