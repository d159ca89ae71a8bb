"""What holds for everything that is read line by line: blank lines, comments, ends of lines, and numbers of lines."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mondegreen import ScoreError
from mondegreen.batch import Settings
from mondegreen.formats import FORMATS, load_formats, read, write
from mondegreen.formats.rated import read_similarities, read_triplets
from mondegreen.formats.services import Service
from mondegreen.metrics.bertscore import Baseline
from mondegreen.metrics.keywords import read_phrases
from mondegreen.metrics.support.variants import read_synonyms
from mondegreen.normalization import make_normalizer
from mondegreen.normalization.text_function import name_function
from mondegreen.resources import word_lists


class LineFile(NamedTuple):
    """Good lines, of which the first is a heading or not, a bad one, and what begins a comment on a line of its own."""

    read: Callable[[str], Any]
    lines: list[str]
    bad: str
    comments: tuple[str, ...] = ()
    heading: bool = False


def corpus(kind: str) -> Callable[[str], Any]:
    """Reads a file as a format; that it is called otherwise does not count."""
    return lambda path: replace(read(path, kind), name="", notes=())


def from_rules(kind: str) -> Callable[[str], Any]:
    """What a rule made of a file writes for a text, and its signature."""

    def made(path: str) -> tuple[str, str]:
        one = make_normalizer(f"{kind}:{path}")
        return one("a b c"), name_function(one)

    return made


def counts(path: str) -> dict[str, float]:
    return dict(word_lists.read_counts(path).shares)


WORD = "LEXEME talk 1 {} 0.2 {} <NA> ann <NA> <NA>"
FILES = {
    "kaldi": LineFile(corpus("kaldi"), ["u-1 a b", "u-2", "u-3 c"], ""),
    "trn": LineFile(corpus("trn"), ["a b (u-1)", "(u-2)", "c (u-3)"], "d", (";;", "**")),
    "stm": LineFile(
        corpus("stm"), ["talk 1 ann 0.0 1.5 <o> a b", "talk 1 bob 1.5 2.5 c"], "talk 1 ann x 3.5 d", (";;", "**")
    ),
    "ctm": LineFile(corpus("ctm"), ["talk 1 0.5 0.2 a 0.9", "talk 1 0.7 0.2 b"], "talk 1 0.5 0.2", (";;",)),
    "rttm": LineFile(
        corpus("rttm"), [WORD.format("0.5", "a"), WORD.format("0.7", "b")], "LEXEM talk 1 0.5 0.2 a", (";;",)
    ),
    "icefall": LineFile(corpus("icefall"), ["u-1:\tref=['a', 'b']", "u-1:\thyp=['a']"], "u-2:\tsaid=['a']"),
    "whisper-tsv": LineFile(
        corpus("whisper-tsv"), ["start\tend\ttext", "0\t1500\ta b", "1500\t2500\tc"], "2500\t3000", heading=True
    ),
    "tsv": LineFile(corpus("tsv"), ["utterance\ttext", "u1\ta b", "u2\tc"], "u3", heading=True),
    "csv": LineFile(corpus("csv"), ["utterance,text", "u1,a b", "u2,c"], "u3", heading=True),
    "jsonl": LineFile(corpus("jsonl"), ['{"utterance": "u1", "text": "a b"}', '{"utterance": "u2", "text": "c"}'], "{"),
    "nemo": LineFile(
        corpus("nemo"),
        ['{"audio_filepath": "u1", "text": "a b"}', '{"audio_filepath": "u2", "text": "c"}'],
        '{"text": "d"}',
    ),
    "leaderboard": LineFile(
        corpus("leaderboard"),
        [f'{{"audio_filepath": "u{n}", "text": "a", "pred_text": "b", "time": 1, "duration": 2}}' for n in (1, 2)],
        "{",
    ),
    "lhotse": LineFile(
        corpus("lhotse"),
        [
            f'{{"id": "u{n}", "recording_id": "r", "start": {n}, "duration": 1, "channel": 0, "text": "a"}}'
            for n in (1, 2)
        ],
        '{"id": "u3"}',
    ),
    "triplets": LineFile(
        lambda path: read_triplets(path).columns,
        ["reference\thypA\thypB\tnbrA\tnbrB", "a b\ta\tb\t3\t4", "c\td\te\t5\t6"],
        "a b\ta",
        heading=True,
    ),
    "similarity": LineFile(
        lambda path: read_similarities(path, "pairs"),
        ["sentence1\tsentence2\tscore", "a\tb\t0.5", "c\td\t1"],
        "a\tb",
        heading=True,
    ),
    "synonyms": LineFile(read_synonyms, ["gonna | going to ; gon na", "colour = color"], "gonna |", ("#", " # ")),
    "phrases": LineFile(lambda path: read_phrases(path, Settings()), ["green tea", "cup"], ""),
    "stop words": LineFile(lambda path: word_lists.load_stop_words(path, None).words, ["the", "OF"], ""),
    "frequencies": LineFile(counts, ["the 3", "of 1"], "the x"),
    "baseline": LineFile(
        lambda path: Baseline.read(path).layers,
        ["LAYER,P,R,F", "0,0.1,0.2,0.3", "1,0.4,0.5,0.6"],
        "2,0.1,0.2,1",
        heading=True,
    ),
    "rewrite": LineFile(from_rules("rewrite"), ["a b\tx", "c\t"], "d e", ("# ",)),
    "glm": LineFile(from_rules("glm"), [";; rules", "A => B", "B => C / [ ] __ [ ]"], "A B", (";;",), heading=True),
}
# Blanks between two separators are a cell.
CELLS = {"tsv", "csv", "whisper-tsv", "similarity", "baseline"}
every_file = pytest.mark.parametrize("kind", FILES)


def written(folder: Path, lines: list[str], end: str = "\n") -> str:
    path = folder / "file.txt"
    path.write_text("".join(f"{line}{end}" for line in lines), encoding="utf-8", newline="")
    return str(path)


def test_every_format_that_stands_on_lines_is_here() -> None:
    """Others: alignments of reports, whole documents, blocks of subtitles, files of files, and lines that all count."""
    others = {"sgml", "errs", "wer-summary", "wenet", "funasr", "speechbrain", "jiwer", "texterrors", "whisper"}
    others |= {"srt", "vtt", "cuts", "seglst", "json", "scp", "lines", "pra", "textgrid", "elan"}
    others |= {kind.name for kind in load_formats() if issubclass(kind, Service)}
    assert FORMATS.keys() - others <= FILES.keys()


@pytest.mark.parametrize(
    ("kind", "blank"), [(kind, blank) for kind in FILES for blank in ("", " ", "\t ") if not (blank and kind in CELLS)]
)
def test_blank_lines_say_nothing(kind: str, blank: str, tmp_path: Path) -> None:
    file = FILES[kind]
    expected = file.read(written(tmp_path, file.lines))
    for place in range(1 if file.heading else 0, len(file.lines) + 1):
        lines = [*file.lines[:place], blank, blank, *file.lines[place:]]
        assert file.read(written(tmp_path, lines)) == expected


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["Windows", "the first Macs"])
@every_file
def test_lines_may_end_as_elsewhere(kind: str, end: str, tmp_path: Path) -> None:
    file = FILES[kind]
    expected = file.read(written(tmp_path, file.lines))
    assert file.read(written(tmp_path, file.lines, end)) == expected
    if not file.heading:
        assert file.read(written(tmp_path, file.lines[:1], end)) == file.read(written(tmp_path, file.lines[:1]))


@every_file
def test_the_last_line_may_have_no_end(kind: str, tmp_path: Path) -> None:
    file = FILES[kind]
    whole = Path(written(tmp_path, file.lines, "\r"))
    expected = file.read(str(whole))
    whole.write_bytes(whole.read_bytes().removesuffix(b"\r"))
    assert file.read(str(whole)) == expected


@pytest.mark.parametrize("kind", [kind for kind in FILES if kind in FORMATS])
def test_what_was_read_is_written_again(kind: str, tmp_path: Path) -> None:
    """To the letter, but for how JSON sets blanks and numbers."""
    file = FILES[kind]
    path = written(tmp_path, file.lines)
    write(read(path, kind), tmp_path / "again", kind)
    lines = (tmp_path / "again").read_text(encoding="utf-8").splitlines()
    assert [as_data(line) for line in lines] == [as_data(line) for line in file.lines]


def as_data(line: str) -> Any:
    return json.loads(line) if line.startswith("{") else line


@every_file
def test_comments_say_nothing(kind: str, tmp_path: Path) -> None:
    file = FILES[kind]
    expected = file.read(written(tmp_path, file.lines))
    for mark in file.comments:
        for place in range(1 if file.heading else 0, len(file.lines) + 1):
            lines = [*file.lines[:place], f"{mark} {file.bad}", *file.lines[place:]]
            assert file.read(written(tmp_path, lines)) == expected


@pytest.mark.parametrize("kind", [kind for kind, file in FILES.items() if file.bad])
@pytest.mark.parametrize("blanks", [0, 2])
def test_a_bad_line_is_named_by_its_number(kind: str, blanks: int, tmp_path: Path) -> None:
    file = FILES[kind]
    for place in range(1 if file.heading else 0, len(file.lines) + 1):
        lines = [*file.lines[:place], *[""] * blanks, file.bad, *file.lines[place:]]
        with pytest.raises(ScoreError) as caught:
            file.read(written(tmp_path, lines))
        assert caught.value.line == place + blanks + 1


@pytest.mark.parametrize(
    ("kind", "line", "commented"),
    [("synonyms", "a | b", "a | b # why | not"), ("glm", "A => X", "A => X ;; why => not")],
)
def test_a_comment_may_follow_on_the_line(kind: str, line: str, commented: str, tmp_path: Path) -> None:
    file = FILES[kind]
    first = file.lines[:1]
    assert file.read(written(tmp_path, [*first, commented])) == file.read(written(tmp_path, [*first, line]))
