"""Every report in every output format, and the output format that a file's name asks for."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.component import load_target
from mondegreen.reports import REPORTS, View
from mondegreen.reports.blocks import Block
from mondegreen.writers import OUTPUT_FORMATS, TABLE_FORMATS, find_output_format, load_table_format

ENDINGS = {each.ending for each in OUTPUT_FORMATS.values() if each.ending}
SPEAKERS = {"speaker": ["s", "t"]}
RUNS = {
    "ordinary": [mg.score(mg.Corpus(["u", "v"], ["a b", "c"], "ref", fields=SPEAKERS), {"u": "a x", "v": "c d"})],
    "several": [mg.score(["a b"], [text]) for text in ("a", "b c")],
    "no pairs": [mg.score([], [])],
    "no words": [mg.score([""], [""])],
    "no reference words": [mg.score(["", ""], ["a", "b"])],
    "no metrics": [mg.Run(mg.score(["a"], ["b"]).pairs, {}, mg.score([], []).settings)],
    "no runs": [],
}


def every_block(runs: list[mg.Run]) -> Iterator[Block]:
    for name in REPORTS:
        yield from load_target(REPORTS[name])(runs, View(all=True))


@pytest.mark.parametrize("name", TABLE_FORMATS)
@pytest.mark.parametrize("case", RUNS)
def test_every_report_has_every_output_format(name: str, case: str) -> None:
    out = io.StringIO()
    load_table_format(name)(RUNS[case], every_block(RUNS[case]), out)
    assert out.getvalue().endswith("\n") or case == "no runs"


@pytest.mark.parametrize("name", TABLE_FORMATS)
def test_a_full_disk_is_an_os_error(name: str) -> None:
    """Not rich's way, which ends the program."""

    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError(text)

    with pytest.raises(BrokenPipeError):
        load_table_format(name)(RUNS["ordinary"], every_block(RUNS["ordinary"]), Full())


def test_a_files_ending_names_its_output_format() -> None:
    found = {find_output_format(f"exp/scores.v1{ending}") for ending in ENDINGS}
    assert found == set(TABLE_FORMATS) - {"github"}  # a kind of markdown
    assert [find_output_format("a.MD"), find_output_format("a.csv.gz"), find_output_format(Path("a.tex"))] == [
        "markdown",
        "csv",
        "latex",
    ]


@pytest.mark.parametrize("name", ["scores", "scores.xml", "scores.gz", ".json", "a.json/b"])
def test_an_unknown_ending_names_those_known(name: str) -> None:
    with pytest.raises(mg.ScoreError) as caught:
        find_output_format(name)
    assert str(caught.value).startswith(f"{name}: ")
    assert all(ending in str(caught.value) for ending in ENDINGS)
