"""Blocks as LaTeX."""

import io
import shutil
import subprocess
from pathlib import Path

import pytest

from mondegreen.render.latex import LONG, escape_latex, write
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Cell, Column, Table

WILD = r"100% of a_b & #1 $x$ {y} ~z ^w \v <unk> [b] |c| *d* -- --- `e` " + '"f"'
COLUMNS = [Column("w", "word"), Column("n", "rate", 1)]


def drawn(*blocks: Block) -> str:
    out = io.StringIO()
    write([], blocks, out)
    return out.getvalue()


def test_a_table() -> None:
    table = Table("t", "50%", COLUMNS, [["[b]", 12.34], [None, float("nan")]], "a_b", [["all", 1.0], ["some", 2.0]])
    assert drawn(table).splitlines()[2:] == [
        r"\begin{table}",
        r"\centering",
        r"\caption{50\%}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"word & rate \\",
        r"\midrule",
        r"{[}b{]} & 12.3 \\",  # else the bracket would be an option of the end of the row above
        r" & NaN \\",
        r"\midrule",
        r"all & 1.0 \\",
        r"some & 2.0 \\",
        r"\bottomrule",
        r"\end{tabular}",
        "",
        r"{\footnotesize a\_b\par}",
        r"\end{table}",
    ]


def test_long_texts_are_broken_into_lines() -> None:
    assert r"{p{0.3\linewidth}r}" in drawn(Table("t", "t", COLUMNS, [["a " * LONG, 1.0]]))


TEXTS = [
    ("50% & a_b #1 $x$ {y}", r"50\% \& a\_b \#1 \$x\$ \{y\}", "what means something"),
    ("\\~^", r"\textbackslash{}\textasciitilde{}\textasciicircum{}", "what escapes or is an accent"),
    ("<a>|", r"\textless{}a\textgreater{}\textbar{}", "what some fonts lack"),
    ("[*]", "{[}{*}{]}", "what could be an option of the row before"),
    ("a-b--c---d", "a-b-{}-c-{}-{}-d", "what would join into a dash"),
    ("\x1b\n", r"\textbackslash{}x1b\textbackslash{}n", "controls"),
    ("été 日本", "été 日本", "letters are left alone"),
]


@pytest.mark.parametrize(("text", "expected", "why"), TEXTS, ids=[case[2] for case in TEXTS])
def test_escaping(text: str, expected: str, why: str) -> None:
    assert escape_latex(text) == expected


def test_alignments_are_tables_of_words() -> None:
    pair = AlignedPair("u_1", ["a", "c%", ""], ["a", "b", "d"], "CSI")
    assert drawn(Alignments("a", "t", [pair], "n")).splitlines()[2:] == [
        r"\paragraph{t}",
        "",
        r"\noindent u\_1  (1 S 1 I of 2)",
        "",
        r"\noindent\begin{tabular}{@{}llll@{}}",
        r"ref & a & c\% & {*} \\",
        r"hyp & a & \textbf{b} & \textbf{d} \\",
        r" &  & S & I \\",
        r"\end{tabular}",
        "",
        r"{\footnotesize n\par}",
    ]


def test_braces_and_environments_balance() -> None:
    pair = AlignedPair(WILD, WILD.split(), WILD.split(), "S" * len(WILD.split()))
    text = drawn(Table("t", WILD, [Column("w", WILD)], [[WILD]], WILD, [[WILD]]), Alignments("a", WILD, [pair], WILD))
    bare = text.replace(r"\{", "").replace(r"\}", "")
    assert bare.count("{") == bare.count("}")
    for name in ("table", "tabular"):
        assert text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}") > 0


def test_latex_takes_it(tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    pair = AlignedPair(WILD, WILD.split(), WILD.split(), "S" * len(WILD.split()))
    body = drawn(Table("t", WILD, [Column("w", WILD)], [[WILD]], WILD, [[WILD]]), Alignments("a", WILD, [pair], WILD))
    head = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\\begin{document}\n"
    (tmp_path / "t.tex").write_text(f"{head}{body}\\end{{document}}\n", encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "t.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


@pytest.mark.parametrize(("length", "letter"), [(LONG, "l"), (LONG + 1, r"p{0.3\linewidth}")])
def test_how_long_a_text_may_be(length: int, letter: str) -> None:
    """Forty letters fit a line beside numbers; and without rows texts stand to the left."""
    assert LONG == 40
    rows: list[list[Cell]] = [["a", 1.0], ["a" * length, None], [None, 2.0]]
    assert f"{{tabular}}{{{letter}r}}" in drawn(Table("t", "t", COLUMNS, rows))
    assert "{tabular}{lr}" in drawn(Table("t", "t", COLUMNS, []))


def test_it_says_which_packages_it_needs() -> None:
    assert drawn() == "% needs \\usepackage[T1]{fontenc} and \\usepackage{booktabs}\n"
    assert drawn(Table("t", "t", COLUMNS, [])).endswith("\\end{tabular}\n\\end{table}\n")  # and no note that is empty


def test_what_errors_weigh_stands_below_their_marks() -> None:
    pair = AlignedPair("u", ["a", "b"], ["a", "c"], "CS", {}, [0.0, 0.5], [None, 0.25])
    assert drawn(Alignments("a", "t", [pair], weighed=True)).splitlines()[6:] == [
        r"\noindent\begin{tabular}{@{}lll@{}}",
        r"ref & a & b \\",
        r"hyp & a & \textbf{c} \\",
        r" &  & S \\",
        r"weight &  & 0.50 \\",
        r"cosine &  & 0.25 \\",
        r"\end{tabular}",
    ]
