"""What other programs scored before, on what they themselves printed: both sides come back as they were given."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen import Corpus, ScoreError
from mondegreen.formats import load_formats, read, write
from mondegreen.formats.format import Format, Reading
from mondegreen.formats.printed import Jiwer
from oracles import TOOLKIT_FILES

# Short files as each program writes them, with what they hold.
SPEECHBRAIN = f"""%WER 50.00 [ 1 / 2, 0 ins, 1 del, 0 sub ]
%SER 100.00 [ 1 / 1 ]
Scored 1 sentences, 0 not present in hyp.
{"=" * 80}
ALIGNMENTS
{"=" * 80}
u1, %WER 50.00 [ 1 / 2, 0 ins, 1 del, 0 sub ]
a ;   b\x20\x20
= ;   D\x20\x20
a ; <eps>
{"=" * 80}
u2, %WER 0.00 [ 0 / 0, 0 ins, 0 del, 0 sub ]



"""
JIWER = """=== SENTENCE 1 ===

REF: a * *b*
HYP: a c *b*
       I

=== SENTENCE 2 ===

REF:
HYP:


=== SUMMARY ===
number of sentences: 2
"""
WENET = """
utt: u1
WER: 50.00 % N=2 C=1 S=0 D=1 I=0
lab: a b\x20
rec: a\x20\x20\x20

lab: c\x20
rec: d\x20

utt: u2
WER: 0.00 % N=0 C=0 S=0 D=0 I=0
=====

Overall -> 50.00 % N=2 C=1 S=0 D=1 I=0
"""
FUNASR = """u1(1)(nwords=2,cor=1,ins=0,del=1,sub=0) corr:50.00%,cer:50.00%
ref:\ta b
hyp:\ta

%WER 50.0 [ 1 / 2, 0 ins, 1 del, 0 sub ]
"""
TEXTERRORS = """"r" is treated as reference, "h" as hypothesis. Errors are capitalized.
Per utt details:
u1
a  B   *  d
  BB  CCC\x20\x20
u2



WER: 66.7 (ins 1, del 0, sub 1 / 3)
"""
SHORT: dict[str, tuple[str, list[tuple[str, str, str]]]] = {
    "wenet": (WENET, [("u1", "a b c", "a d"), ("u2", "", "")]),
    "funasr": (FUNASR, [("u1(1)", "a b", "a")]),
    "speechbrain": (SPEECHBRAIN, [("u1", "a b", "a"), ("u2", "", "")]),
    "jiwer": (JIWER, [("1", "a *b*", "a c *b*"), ("2", "", "")]),
    "texterrors": (TEXTERRORS, [("u1", "a b d", "a bb ccc d"), ("u2", "", "")]),
}


def both(corpus: Corpus) -> list[tuple[str, str, str]]:
    return list(zip(corpus.keys, corpus.fields["reference"], corpus.texts, strict=True))


@pytest.mark.parametrize("name", SHORT)
def test_both_sides_are_there(tmp_path: Path, name: str) -> None:
    text, expected = SHORT[name]
    (tmp_path / "old").write_text(text, encoding="utf-8")
    found = read(tmp_path / "old")
    assert [found.format, both(found)] == [name, expected]


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("lines", range(1, 12))
def test_a_file_cut_short_is_read_or_refused(tmp_path: Path, name: str, lines: int) -> None:
    text, expected = SHORT[name]
    (tmp_path / "old").write_text("\n".join(text.splitlines()[:lines]), encoding="utf-8")
    try:
        found = read(tmp_path / "old", name)
    except ScoreError as error:
        assert error.path == str(tmp_path / "old")  # noqa: PT017 - some of them are whole
    else:
        assert list(found.keys) == [key for key, _, _ in expected][: len(found)]


ALIGNED = [kind for kind in load_formats() if kind.holds_both and not kind.is_writable]


def test_which_formats_hold_alignments() -> None:
    assert {kind.name for kind in ALIGNED} == {*SHORT, "sgml", "errs", "pra"}


@pytest.mark.parametrize("kind", ALIGNED)
def test_texts_are_no_alignments(tmp_path: Path, kind: type[Format]) -> None:
    with pytest.raises(ScoreError, match=f"{kind.name} holds alignments, not texts"):
        write(Corpus(["a"], ["b"], "c"), tmp_path / "new", kind.name)
    assert list(kind.list_losses(Corpus(["a"], ["b"], "c", fields={"reference": ["b"]}))) in ([], ["reference"])


def kaldi_text(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {words[0]: " ".join(words[1:]) for words in map(str.split, lines)}


def shown_in_capitals(text: str) -> str:
    """As WeNet takes texts unless it is told otherwise."""
    return " ".join(re.sub("<[^<>]*>", "", text).split()).upper()


def unchanged(text: str) -> str:
    return text


GIVEN: list[tuple[str, str, str, Callable[[str], str]]] = [
    ("wenet", "wer.char0.v1", "text", shown_in_capitals),
    ("funasr", "text.cer", "text", str.lower),
    ("speechbrain", "wer.txt", "txt", unchanged),
    ("texterrors", "report.txt", "", unchanged),
    ("texterrors", "report.chardiff.txt", "", unchanged),
    ("texterrors", "color.txt", "", unchanged),
]


@pytest.mark.parametrize(("folder", "printed", "form", "rule"), GIVEN)
def test_what_a_program_was_given_comes_back(folder: str, printed: str, form: str, rule: Callable[[str], str]) -> None:
    place = TOOLKIT_FILES / folder
    names = {"text": "text.{}", "txt": "{}.txt", "": "{}"}
    references, hypotheses = (kaldi_text(place / "inputs" / names[form].format(side)) for side in ("ref", "hyp"))
    found = both(read(place / "expected" / printed))
    assert found == [(key, rule(references[key]), rule(hypotheses[key])) for key in references if key in hypotheses]


@pytest.mark.parametrize("view", ["word", "width60", "char"])
def test_jiwers_sentences_come_back(view: str) -> None:
    place = TOOLKIT_FILES / "jiwer"
    sides = [(place / "inputs" / name).read_text(encoding="utf-8").split("\n") for name in ("ref.txt", "hyp.txt")]
    found = read(place / "expected" / f"alignment.{view}.txt")
    numbers = range(1, 10) if view == "word" else [1, 4, 5, 6, 7, 8]
    assert both(found) == [(str(at), sides[0][at - 1], sides[1][at - 1]) for at in numbers]
    assert len(found.notes) == (view != "word")


PRINTED = [
    ("wenet/expected/wer.char0.v1", r"Overall -> ([\d.]+) % N=(\d+) C=\d+ S=(\d+) D=(\d+) I=(\d+)"),
    ("wenet/expected/wer.char1.v1", r"Overall -> ([\d.]+) % N=(\d+) C=\d+ S=(\d+) D=(\d+) I=(\d+)"),
    ("wenet/expected/wer.cs", r"Overall -> ([\d.]+) % N=(\d+) C=\d+ S=(\d+) D=(\d+) I=(\d+)"),
    ("funasr/expected/text.cer", r"%WER ([\d.]+) \[ \d+ / (\d+), (?P<i>\d+) ins, (?P<d>\d+) del, (?P<s>\d+) sub"),
    ("funasr/expected/text.cer.cn", r"%WER ([\d.]+) \[ \d+ / (\d+), (?P<i>\d+) ins, (?P<d>\d+) del, (?P<s>\d+) sub"),
    ("speechbrain/expected/wer.txt", r"%WER ([\d.]+) \[ \d+ / (\d+), (?P<i>\d+) ins, (?P<d>\d+) del, (?P<s>\d+) sub"),
    ("texterrors/expected/report.txt", r"WER: ([\d.]+) \(ins \d+, del \d+, sub \d+ / (\d+)\)"),
]


@pytest.mark.filterwarnings("ignore:.* marks errors in upper case")
@pytest.mark.parametrize(("path", "pattern"), PRINTED)
def test_their_figures_are_found_again(path: str, pattern: str) -> None:
    """Rate and words are those of any tie rule; substitutions and the rest where theirs is ours."""
    text = (TOOLKIT_FILES / path).read_text(encoding="utf-8")
    hit = re.search(pattern, text)
    assert hit is not None
    wer = mg.score(TOOLKIT_FILES / path, metrics=["wer"])["wer"]
    errors, words, substitutions, deletions, insertions = (int(each) for each in wer.rows.total().values())
    places = len(hit[1].partition(".")[2])
    assert [round(wer.value, places), words] == [float(hit[1]), int(hit[2])]
    if "s" in hit.groupdict():
        assert [int(hit[each]) for each in "sdi"] == [substitutions, deletions, insertions]
    elif hit.re.groups > 2:
        assert [int(hit[each]) for each in (3, 4, 5)] == [substitutions, deletions, insertions]
    else:
        assert errors == sum(map(int, re.findall(r"(?:ins|del|sub) (\d+)", hit[0])))


def test_jiwers_figures_are_found_again() -> None:
    place = TOOLKIT_FILES / "jiwer" / "expected"
    expected = json.loads((place / "measures.json").read_text(encoding="utf-8"))["words"]
    found = mg.score(place / "alignment.word.txt", metrics=["wer", "mer", "wil", "wip"], policy="rapidfuzz")
    for name in ("wer", "mer", "wil", "wip"):
        assert found[name].value == pytest.approx(100 * expected[name])


def test_a_summary_of_no_sensible_number_is_no_summary() -> None:
    lines = ["=== SENTENCE 1 ===", "", "REF: a b", "HYP: a c", "       S", "", f"number of sentences: {'1' * 5000}"]
    assert Jiwer.read(lines, Reading("file")).notes == ()
