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
