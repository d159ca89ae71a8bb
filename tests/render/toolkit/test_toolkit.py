"""Files of other toolkits: those that they themselves wrote, byte for byte, and read back as what was scored."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jiwer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from conftest import Answer
from mondegreen.formats import load_formats, read, write
from mondegreen.render.toolkit import wenet
from mondegreen.writers import OUTPUT_FORMATS
from oracles import TOOLKIT_FILES, random_pairs

TOOLKITS = [name for name, each in OUTPUT_FORMATS.items() if each.kind == "system"]

Command = Callable[..., Answer]
ICEFALL = "icefall/inputs/recogs-test-clean-epoch-30_avg-9__greedy_search__beam-size-4.txt"
ERRS = "icefall/expected/errs-test-clean-epoch-30_avg-9__{}__beam-size-4.txt"
# What the toolkit wrote, and what it was given, or its own file where that holds what it made of it.
CASES: list[tuple[str, str, list[str], dict[str, Any]]] = [
    ("errs", ERRS.format("greedy_search"), [ICEFALL], {}),
    ("errs", ERRS.format("char"), [ICEFALL], {"tokenize": "characters"}),
    ("wenet", "wenet/expected/wer.char0.v1", ["wenet/expected/wer.char0.v1"], {}),
    ("wenet", "wenet/expected/wer.char1.v1", ["wenet/expected/wer.char1.v1"], {}),
    ("wenet", "wenet/expected/wer.cs", ["wenet/expected/wer.cs"], {}),
    ("funasr", "funasr/expected/text.cer", ["funasr/inputs/text.ref", "funasr/inputs/text.hyp"], {}),
    ("funasr", "funasr/expected/text.cer.cn", ["funasr/expected/text.cer.cn"], {}),
    ("speechbrain", "speechbrain/expected/wer.txt", [f"speechbrain/inputs/{x}.txt" for x in ("ref", "hyp")], {}),
    (
        "jiwer",
        "jiwer/expected/alignment.word.txt",
        [f"jiwer/inputs/{x}.txt" for x in ("ref", "hyp")],
        {"policy": "rapidfuzz", "format": "lines"},
    ),
]


def written(name: str, run: Any) -> str:
    return "".join(f"{line}\n" for line in OUTPUT_FORMATS.find(name)(run))


@pytest.mark.filterwarnings("ignore::mondegreen.errors.ScoreWarning")
@pytest.mark.parametrize(("name", "expected", "given", "options"), CASES, ids=[case[1] for case in CASES])
def test_what_the_toolkit_wrote(name: str, expected: str, given: list[str], options: dict[str, Any]) -> None:
    folder = TOOLKIT_FILES
    reference, hypothesis = folder / given[0], folder / given[1] if len(given) > 1 else None
    run = mg.score(reference, hypothesis, ["wer"], **options)
    found, wanted = written(name, run), (folder / expected).read_text(encoding="utf-8")
    if len(given) == 1 and name == "funasr":  # its own file no longer tells of hypotheses without a reference
        found, wanted = (text.rpartition("Scored")[0] for text in (found, wanted))
    assert found == wanted


PAIRS = random_pairs(8, 60)


@pytest.mark.parametrize("name", TOOLKITS)
@pytest.mark.parametrize("policy", mg.Policy.NAMES)
def test_what_is_written_is_read_back(tmp_path: Path, name: str, policy: Any) -> None:
    references, hypotheses = ({f"u{at}": " ".join(pair[side]) for at, pair in enumerate(PAIRS)} for side in (0, 1))
    run = mg.score(references, hypotheses, metrics=["wer"], policy=policy)
    (tmp_path / "file").write_text(written(name, run), encoding="utf-8")
    found = read(tmp_path / "file")
    assert found.format == name
    assert [list(found.fields["reference"]), list(found.texts)] == [
        list(references.values()),
        list(hypotheses.values()),
    ]
    assert name == "jiwer" or list(found.keys) == list(references)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    st.lists(
        st.tuples(*[st.lists(st.sampled_from(["a", "bc", "déf", "日本"]), min_size=1, max_size=6)] * 2),
        min_size=1,
        max_size=4,
    )
)
def test_jiwer_itself_writes_the_same(pairs: list[tuple[list[str], list[str]]]) -> None:
    references, hypotheses = ([" ".join(pair[side]) for pair in pairs] for side in (0, 1))
    run = mg.score(references, hypotheses, metrics=["wer"], policy="rapidfuzz")
    shown = jiwer.visualize_alignment(jiwer.process_words(references, hypotheses), skip_correct=False)
    assert written("jiwer", run) == shown


def test_as_a_form_of_the_command(files: Path, command: Command) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--as", "errs", "--output", "errs.txt")
    assert [answer.code, answer.out, answer.err] == [0, "", ""]
    assert (
        Path("errs.txt")
        .read_text(encoding="utf-8")
        .startswith("%WER = 37.50\nErrors: 1 insertions, 1 deletions, 1 sub")
    )
    assert mg.score("errs.txt", metrics=["wer"])["wer"].value == 37.5
    answer = command("score", "ref.txt", "hyp.txt", "hyp.txt", "--as", "errs")
    assert answer.code == 2
    assert answer.err.endswith("--output-format errs writes one system, and there are 2; score each by itself\n")


def test_nothing_said_is_no_division_by_zero(files: Path, command: Command) -> None:
    Path("none.txt").write_text("utt-1\n", encoding="utf-8")
    Path("one.txt").write_text("utt-1 a\n", encoding="utf-8")
    for name in TOOLKITS:
        answer = command("score", "none.txt", "one.txt", "--as", name)
        assert [answer.code, answer.err] == [0, ""]


def test_every_file_of_alignments_but_sclite_s_can_be_written() -> None:
    aligned = {kind.name for kind in load_formats() if kind.holds_both and not kind.is_writable}
    assert aligned - set(TOOLKITS) == {"pra", "sgml"}


def test_what_texterrors_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without rates of characters and groups, which it adds where it is asked to."""
    folder = TOOLKIT_FILES / "texterrors"
    monkeypatch.chdir(folder / "inputs")
    run = mg.score("ref", "hyp", ["wer"], policy="sub-first")
    told = (folder / "expected/report.txt").read_text(encoding="utf-8")
    assert written("texterrors", run) == re.sub(r"CER: .*\nGroup WERs:\n(.*\n)+?\n", "", told)
    monkeypatch.setattr("mondegreen.render.toolkit.printed.survives_upper_case", lambda word: False)
    assert written("texterrors", run) == (folder / "expected/color.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("said", ["Then HE left", "a * b", "straße"])
def test_texterrors_in_colour_where_capitals_do_not_tell(tmp_path: Path, said: str) -> None:
    run = mg.score({"u": said, "v": ""}, {"u": "He * straße", "v": "x"}, ["wer"])
    (tmp_path / "file").write_text(written("texterrors", run), encoding="utf-8")
    found = read(tmp_path / "file")
    assert [found.format, found.notes] == ["texterrors", ()]
    assert [list(found.texts), list(found.fields["reference"])] == [["He * straße", "x"], [said, ""]]


SUMMARY = "icefall/expected/wer-summary-test-clean-epoch-30_avg-9__{}__beam-size-4.txt"


@pytest.mark.parametrize(("setting", "tokenize"), [("greedy_search", "words"), ("char", "characters")])
def test_the_summary_that_icefall_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command, setting: str, tokenize: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(setting).write_bytes((TOOLKIT_FILES / ICEFALL).read_bytes())
    answer = command("score", setting, "--tokenize", tokenize, "--as", "wer-summary", "--output", "made.txt")
    assert [answer.code, answer.out] == [0, ""]
    wanted = TOOLKIT_FILES / SUMMARY.format(setting)
    assert Path("made.txt").read_bytes() == wanted.read_bytes()
    found = read(wanted)
    assert [found.format, list(found.keys)] == ["wer-summary", [setting]]
    write(found, "again.txt", "wer-summary")
    assert Path("again.txt").read_bytes() == wanted.read_bytes()


def test_a_summary_of_several_has_the_best_first(files: Path, command: Command) -> None:
    Path("twin.txt").write_bytes(Path("ref.txt").read_bytes())
    answer = command("score", "ref.txt", "hyp.txt", "twin.txt", "--as", "wer-summary")
    assert answer.out == "settings\tWER\ntwin.txt\t0.0\nhyp.txt\t37.5\n"
    Path("sum.txt").write_text(answer.out, encoding="utf-8")
    for words in (["sum.txt"], ["ref.txt", "sum.txt"], ["sum.txt", "ref.txt"]):
        answer = command("score", *words)
        assert answer.code == 2
        assert answer.err == (
            "mondegreen: error: sum.txt: is a wer-summary and holds rates, not texts; give the texts that were scored\n"
        )
    Path("sum.txt").write_text("settings\tWER\ngreedy_search\n", encoding="utf-8")
    answer = command("convert", "sum.txt", "out.tsv")
    assert answer.err == "mondegreen: error: sum.txt:2: expected settings, a TAB, and a rate\n"


KINDS = [
    ("12", "Number"),
    ("的", "Mandarin"),
    ("\uf900", "Mandarin"),  # a compatibility ideograph
    ("Ab", "English"),
    ("été", "English"),  # Latin letters of any language
    ("ひ", "Japanese"),
    ("カ", "Other"),  # only Hiragana is told apart
    ("א", "Other"),
    ("a1", "Other"),  # of two kinds
    ("don't", "English"),  # signs belong to the writing around them
    ("3.5#", "Number"),
    ("-", "Other"),
    ("\x00", "Other"),  # a character without a name
]


@pytest.mark.parametrize(("word", "kind"), KINDS, ids=[ascii(word) for word, _ in KINDS])
def test_the_writing_that_wenet_takes_a_word_for(word: str, kind: str) -> None:
    assert wenet.kind_of(word) == kind


def test_wenets_columns_and_kinds() -> None:
    """Wide letters take two cells; a kind is counted by the reference's word, or by the other where there is none."""
    run = mg.score({"u": "日 a b", "v": ""}, {"u": "x a", "v": "1"}, ["wer"], policy="kaldi")
    lines = written("wenet", run).splitlines()
    assert lines[:7] == ["", "utt: u", "WER: 66.67 % N=3 C=1 S=1 D=1 I=0", "lab: 日 a b ", "rec: x  a   ", "", ""]
    assert lines[7:9] == ["utt: v", "WER: 0.00 % N=0 C=0 S=0 D=0 I=1"]  # a rate of no words is 0 there
    rule = "=" * 75
    assert lines[lines.index(rule) :] == [
        rule,
        "",
        "Overall -> 100.00 % N=3 C=1 S=1 D=1 I=1",
        "English -> 50.00 % N=2 C=1 S=0 D=1 I=0",
        "Mandarin -> 100.00 % N=1 C=0 S=1 D=0 I=0",
        "Number -> 0.00 % N=0 C=0 S=0 D=0 I=1",
        "",
        rule,
    ]


def test_what_did_not_fit_is_counted_where_the_toolkit_counts_it() -> None:
    with pytest.warns(mg.ScoreWarning):
        run = mg.score({"u": "a b", "v": "c"}, {"u": "a", "x": "d", "y": "e"}, ["wer"])
    counts = ["%WER 66.67 [ 2 / 3, 0 ins, 2 del, 0 sub ]", "%SER 100.00 [ 2 / 2 ]"]
    assert written("speechbrain", run).splitlines()[:3] == [*counts, "Scored 2 sentences, 1 not present in hyp."]
    assert written("funasr", run).splitlines()[-3:] == [
        *(line.replace("100.00", "100.0") for line in counts),
        "Scored 4 sentences, 2 not present in hyp.",
    ]


def test_a_summary_of_systems_that_are_as_good() -> None:
    """They stay in their order, and each has a name of its own; a TAB would begin the rate."""
    runs = [mg.score(mg.Corpus(["u"], ["a"], "r"), mg.Corpus(["u"], ["b"], name), ["wer"]) for name in ("z", "a", "z")]
    assert written("wer-summary", runs) == "settings\tWER\nz\t100.0\na\t100.0\nz (2)\t100.0\n"
    odd = mg.score(mg.Corpus(["u"], ["a"], "r"), mg.Corpus(["u"], ["b"], "x\ty"), ["wer"])
    with pytest.raises(mg.ScoreError) as caught:
        written("wer-summary", [*runs, odd])
    assert str(caught.value) == 'a wer-summary cannot hold "x\ty", which has a TAB'
