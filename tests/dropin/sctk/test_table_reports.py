"""The reports that are tables, against what sclite wrote once and what it writes now."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from mondegreen.dropin.emulation.streams import ExitError
from mondegreen.dropin.sctk.label_tables import format_lur
from mondegreen.dropin.sctk.summary_tables import format_rsum, format_sum, format_wws
from mondegreen.dropin.sctk.system import System, read_sgml
from mondegreen.dropin.sctk.table import Tables
from programs import agree
from speeches import hypothesis, reference, score, weights

Report = Callable[[System, Tables], bytes]
# In the order in which sclite writes them: a table shows what was drawn before.
REPORTS: dict[str, tuple[str, Report]] = {
    "sum": ("sys", format_sum),
    "wws": ("wws", format_wws),
    "rsum": ("raw", format_rsum),
    "lur": ("lur", format_lur),
}


@pytest.mark.parametrize("seed", range(40))
def test_reports_are_those_that_sclite_writes(tmp_path: Path, seed: int) -> None:
    compare(random.Random(seed), tmp_path)


def compare(rng: random.Random, folder: Path) -> None:
    """That all reports of a random system are the original's."""
    text, segments = reference(rng, labelled=rng.random() < 0.7)
    (folder / "ref.stm").write_text(text, encoding="latin-1")
    heard = hypothesis(rng, segments, confident=rng.random() < 0.6, errors=rng.choice([0.0, 0.2, 0.6]))
    (folder / "hyp.ctm").write_text(heard, encoding="latin-1")
    (folder / "w.wwl").write_text(weights(rng), encoding="latin-1")
    wanted = [name for name in ("sum", "rsum", "lur") if rng.random() < 0.7]
    options = [option for option in ("-F", "-D") if rng.random() < 0.5]
    if rng.random() < 0.4:
        wanted.append("wws")
        options += ["-w", rng.choice(["unity", "w.wwl"])]
    elif rng.random() < 0.3:
        options.append("-c")
    system, reports = score(folder, *options, "-o", *wanted, "sgml")
    tables = Tables()
    for name, (extension, report) in REPORTS.items():
        if name in wanted:
            assert report(system, tables) == reports[f"rep.{extension}"], name


LABELS = ';; LABEL "o" "Overall" "All"\n;; LABEL "m" "Men" "Men"\n;; LABEL "w" "Women" "Women"\n;; CATEGORY "0" "" ""\n'
# Insertions under a label without words, of a speaker alone or of all; a speaker under one of several labels.
WORDLESS = [
    "f 1 a 0 1 <o,m>\nf 1 b 2 3 <o,w> x y\n",
    "f 1 a 0 1 <o,m> x\nf 1 a 2 3 <o,w>\n",
    "f 1 a 0 1 <o,m>\nf 1 b 2 3 <o,m>\nf 1 c 4 5 <o,w> x\n",
    "f 1 a 0 1 <o>\nf 1 b 2 3 <o,w>\n",
    "f 1 a 0 1 x\nf 1 b 2 3 <w> x\n",
]


@pytest.mark.parametrize("reports", ["sum lur", "rsum", "lur"])
@pytest.mark.parametrize("said", WORDLESS)
def test_rates_of_no_words_are_marked_as_by_the_original(tmp_path: Path, said: str, reports: str) -> None:
    (tmp_path / "ref.stm").write_text(LABELS + said, encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text("f 1 0.2 0.2 x\nf 1 0.5 0.2 z\nf 1 2.2 0.2 x\nf 1 4.2 .2 y\n", encoding="utf-8")
    agree("sclite", ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", "-o", *reports.split(), "stdout"], tmp_path)


PATHS = [
    '<PATH id="(s-0)" word_cnt="2" word_aux="h_conf">\nC,"a","a",0.5:S,"a","b",0.25\n</PATH>\n',
    '<PATH id="(s-1)" word_cnt="2">\nC,"a","a":D,"a",\n</PATH>\n',
    '<PATH id="(s-2)" word_cnt="1" word_aux="h_conf,weight">\nI,,"a",0.75,1.0\n</PATH>\n',
    '<PATH id="(s-3)" word_cnt="1" word_aux="r_weight,h_weight">\nC,"a","a",0.75,0.5\n</PATH>\n',
]


@pytest.mark.parametrize("chosen", ["0", "01", "10", "1", "02", "13", "3", "20"])
@pytest.mark.parametrize("report", ["sum", "rsum", "wws", "dtl", "pra", "prf", "spk"])
def test_the_original_agrees_on_utterances_of_which_some_have_confidences(
    tmp_path: Path, chosen: str, report: str
) -> None:
    paths = "".join(PATHS[int(each)] for each in chosen)
    text = f'<SYSTEM title="t">\n<SPEAKER id="s">\n{paths}</SPEAKER>\n</SYSTEM>\n'
    agree("sclite", ["-P", "-o", report, "-f", "0", "-n", "rep"], tmp_path, text.encode())


@pytest.mark.parametrize("names", [("abc", "ab"), ("ab", "ba"), ("a", "")])
def test_the_labels_of_several_systems_are_those_of_the_first(tmp_path: Path, names: tuple[str, str]) -> None:
    path = '<SPEAKER id="s">\n<PATH id="(s-0)" labels="<a>" word_cnt="1">\nC,"x","x"\n</PATH>\n</SPEAKER>\n</SYSTEM>\n'
    text = ""
    for title, own in zip(("one", "two"), names, strict=True):
        labels = "".join(f'<LABEL id="{name}" title="{name}{title}" desc="{title}">\n</LABEL>\n' for name in own or "a")
        text += f'<SYSTEM title="{title}" ref_fname="r" hyp_fname="h">\n{labels}{path}'
    agree("sc_stats", ["-p", "-r", "lur", "-n", "rep"], tmp_path, text.encode())


def labelled(*labels: bytes) -> System:
    """A system of utterances without words that bear the labels; `a` and `b` are known."""
    lines = [
        b'<SYSTEM title="t">\n',
        *(b'<LABEL id="%b" title="" desc="">\n</LABEL>\n' % known for known in (b"a", b"B")),
    ]
    text = b"".join(lines).splitlines(keepends=True)
    text += [b'<SPEAKER id="s">\n']
    for number, label in enumerate(labels):
        text += [b'<PATH id="(s-%d)" labels="%b" word_cnt="0">\n' % (number, label), b"\n", b"</PATH>\n"]
    (system,) = read_sgml(b"".join([*text, b"</SPEAKER>\n", b"</SYSTEM>\n"]))
    return system


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ([b"<a,b>"], None),
        ([b"<A>", b"<a>"], None),  # small letters and capitals are one
        ([b"a"], b"Error: Bad Label 'a' for utt (s-0)\n"),
        ([b"<a,c>"], b"Error: Label id 'c' lookup failed for utt (s-0)\n"),
        ([b"<a,b>", b"<b>"], b"Error: Label id 'b' of utt '(s-1)' (label def <b>) occurs in multiple label category"),
    ],
)
def test_labels_that_mean_nothing_are_refused(labels: list[bytes], told: bytes | None) -> None:
    if told is None:
        assert format_lur(labelled(*labels), Tables()).startswith(b",-")
        return
    with pytest.raises(ExitError) as refusal:
        format_lur(labelled(*labels), Tables())
    assert refusal.value.message.startswith(told)


def test_a_system_without_utterances_has_tables_too() -> None:
    """The original fails here (division by nothing, and a median of no figures)."""
    (system,) = read_sgml(b'<SYSTEM title="none">\n</SYSTEM>\n')
    for _, report in REPORTS.values():
        text = report(system, Tables())
        assert b"none" in text
        assert text.count(b"\n") > 5
