"""Where the original crashes or hangs there is sense: each line of the table in dropin/sctk/README.md."""

from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from conftest import Answer

Command = Callable[..., Answer]
TRN = ("sclite", "-r", "r.trn", "-h", "h.trn", "-i", "rm", "-f", "0")
CTM = ("sclite", "-r", "r.stm", "stm", "-h", "h.ctm", "ctm", "-f", "0")


@pytest.fixture
def scored(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    """Writes reference and hypothesis and runs sclite."""
    monkeypatch.chdir(tmp_path)

    def run(said: str, heard: str, *words: str) -> Answer:
        timed = said.startswith("f ")
        for name, text in zip(("r.stm", "h.ctm") if timed else ("r.trn", "h.trn"), (said, heard), strict=True):
            Path(name).write_text(text, encoding="utf-8")
        return command(*(CTM if timed else TRN), *words)

    return run


def lines(answer: Answer) -> list[str]:
    """What a report shows of the words."""
    return [line.rstrip() for line in answer.out.splitlines() if line[:4] in {"REF:", "HYP:", ">> R", ">> H"}]


@pytest.mark.parametrize(
    ("said", "heard", "options", "shown"),
    [
        ("M^{ME} a (s-1)\n", "m^{me} b (s-1)\n", [], ["REF:  m^{me} A", "HYP:  m^{me} B"]),  # a brace within a word
        ("{} a (s-1)\n", "a (s-1)\n", [], ["REF:  a", "HYP:  a"]),  # alternatives that say nothing
        ("{ / } a (s-1)\n", "a (s-1)\n", [], ["REF:  a", "HYP:  a"]),
        ("a -- b (s-1)\n", "a b (s-1)\n", ["-c", "DH"], ["REF:  a b", "HYP:  a b"]),  # nothing but hyphens
        ("{ (ab) / c } d (s-1)\n", "a b d (s-1)\n", ["-c", "-D"], ["REF:  (a) (b) d", "HYP:  a   b   d"]),  # hangs
        (
            "abcdefghijklmnopqrst b (s-1)\n",
            "x b (s-1)\n",
            ["-l", "20"],
            ["REF:  ABCDEFGHIJKLMNOPQRST", "HYP:  X", ">> REF:  b", ">> HYP:  b"],
        ),  # a word as wide as the line
    ],
)
def test_words_that_the_original_cannot_bear(
    scored: Callable[..., Answer], said: str, heard: str, options: list[str], shown: list[str]
) -> None:
    answer = scored(said, heard, "-o", "pra", "stdout", *options)
    assert [answer.code, answer.err] == [0, ""]
    assert lines(answer) == shown


@pytest.mark.parametrize("width", ["x", "0", "-1", "-5", "1"])
def test_words_wider_than_any_line_have_one_each(scored: Callable[..., Answer], width: str) -> None:
    """The original hangs."""
    answer = scored("a b (s-1)\n", "a c (s-1)\n", "-o", "pra", "stdout", "-l", width)
    assert lines(answer) == ["REF:  a", "HYP:  a", ">> REF:  B", ">> HYP:  C"]


def test_a_word_as_wide_as_the_line_of_snt_takes_its_line(scored: Callable[..., Answer]) -> None:
    answer = scored(f"{'a' * 120} b (s-1)\n", "x b (s-1)\n", "-o", "snt", "stdout")
    assert answer.code == 0
    assert lines(answer) == [f"REF:  {'A' * 120}", "HYP:  X", ">> REF:  b", ">> HYP:  b"]


@pytest.mark.parametrize("width", [40, 41, 1000])
def test_a_wide_word_without_a_partner_has_as_many_stars(scored: Callable[..., Answer], width: int) -> None:
    """The original has 40 of them, and prints what lies before these in memory."""
    answer = scored("a (s-1)\n", f"a {'x' * width} (s-1)\n", "-o", "pra", "stdout", "-l", "2000")
    assert lines(answer) == [f"REF:  a {'*' * width}", f"HYP:  a {'X' * width}"]


def test_a_report_that_fails_leaves_no_file(scored: Callable[..., Answer], tmp_path: Path) -> None:
    answer = scored("f a s 0 1 <unknown> x\n", "f a 0 1 x\n", "-o", "lur")
    assert answer.code == 1
    assert answer.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["h.ctm", "r.stm"]


RATES = [["-o", "sum"], ["-o", "rsum", "stdout"], ["-o", "all"], ["-o", "dtl", "wws", "-w", "unity"], ["-C", "det"]]


@pytest.mark.parametrize("options", RATES, ids=" ".join)
@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("", ""),
        ("\n", "\n"),
        (";; only a comment\n", ";; only a comment\n"),
        ("a (s-1)\n", ""),
        ("a (s-1)\n", "a (s-1)"),  # of which SCTK reads no line
        ("f a s 0 1 IGNORE_TIME_SEGMENT_IN_SCORING\n", "f a 0 1 x\n"),
    ],
)
def test_nothing_to_score_has_no_rates(
    scored: Callable[..., Answer], tmp_path: Path, said: str, heard: str, options: list[str]
) -> None:
    """The original crashes on all of these."""
    answer = scored(said, heard, *options)
    assert answer.code == 1
    assert answer.err.startswith(f"sclite: h.{'ctm' if said.startswith('f ') else 'trn'}: nothing to score: ")
    assert len(answer.err.splitlines()) == 1
    assert answer.out == ""
    assert len(list(tmp_path.iterdir())) == 2


def test_nothing_that_was_scored_before_has_no_rates(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does the original sum up an empty system that it reads."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'<SYSTEM title="none">\n</SYSTEM>\n')))
    answer = command("sclite", "-P", "-f", "0", "-o", "sum", "stdout")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("sclite: none: nothing to score: ")


def test_there_is_no_limit_on_words(scored: Callable[..., Answer]) -> None:
    words = " ".join("abcdefgh"[place * place % 8] for place in range(40000))
    answer = scored(f"{words} (s-1)\n", f"{words} b (s-1)\n", "-o", "sum", "stdout")
    assert answer.code == 0
    assert "40000  |100.0    0.0    0.0    0.0    0.0  100.0 |" in answer.out


def test_long_words_go_into_sgml(scored: Callable[..., Answer]) -> None:
    answer = scored(f"{'x' * 20000} (s-1)\n", f"{'y' * 2000} (s-1)\n", "-o", "sgml", "stdout")
    assert answer.code == 0
    assert f'S,"{"x" * 20000}","{"y" * 2000}"\n' in answer.out


@pytest.mark.parametrize(
    ("said", "heard", "told"),
    [
        ("f a s 0 1 x\n", "f a 0\n", "h.ctm:1: a line of a ctm needs recording, channel, start, duration and word"),
        ("f a s 0 1 x\n", "f a 0 1 x\n  \n", "h.ctm:2: a line of a ctm needs recording, channel"),
        ("f a s\n", "f a 0 1 x\n", "r.stm:1: a line of an stm needs recording, channel, speaker, start and end"),
    ],
)
def test_lines_without_all_fields_are_named(scored: Callable[..., Answer], said: str, heard: str, told: str) -> None:
    answer = scored(said, heard, "-o", "sum", "stdout")
    assert answer.code == 1
    assert answer.err.startswith(f"sclite: {told}")
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    "marks", ["<ALT_BEGIN> x <ALT> z <ALT_END>", "<ALT_BEGIN> x <ALT> z", "<ALT_BEGIN>", "<ALT_END>"]
)
def test_alternatives_at_the_end_of_a_ctm_may_be_reduced(scored: Callable[..., Answer], marks: str) -> None:
    ends = [f"f a {'* *' if word.startswith('<') else '5 .5'} {word}" for word in marks.split()]
    timed = "\n".join(["f a 0 .5 x", "f a .6 .1 y", *ends, ""])
    answer = scored("f a s 0 1 x y\n", timed, "-m", "hyp", "-o", "pra", "stdout")
    assert lines(answer) == ["REF:  x y", "HYP:  x y"]


def test_alternatives_may_have_no_end(scored: Callable[..., Answer]) -> None:
    timed = "\n".join(["f a 0 .5 x", "f a * * <ALT_BEGIN>", "f a .6 .1 z", "f a * * <ALT>", "f a .6 .1 y", ""])
    answer = scored("f a s 0 1 x y\n", timed, "-o", "pra", "stdout")
    assert lines(answer) == ["REF:  x y", "HYP:  x y"]


def test_a_character_that_a_line_cuts_ends_with_it(scored: Callable[..., Answer]) -> None:
    """A character of three bytes is one and a half in GB."""
    answer = scored("f a s 0 1 中\n", "f a 0 1 中\n", "-e", "gb", "-o", "pra", "stdout")
    assert [answer.code, answer.err] == [0, ""]
    assert lines(answer) == ["REF:  中", "HYP:  中"]


def test_a_folder_is_no_file(scored: Callable[..., Answer], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    answer = scored("a (s-1)\n", "a (s-1)\n", "-h", "folder", "trn")
    assert answer.code == 1
    assert answer.err == "sclite: folder: Is a directory\n"


def test_more_than_forty_hypotheses(scored: Callable[..., Answer]) -> None:
    answer = scored("a (s-1)\n", "a (s-1)\n", *(["-h", "h.trn"] * 50), "-o", "sum", "stdout")
    assert answer.code == 0
    assert answer.out.count("Sum/Avg") == 51


def test_the_newest_version_has_its_own_wording(scored: Callable[..., Answer]) -> None:
    plain = scored("a (s-1)\n", "b (s-1)\n", "-o", "dtl", "stdout")
    newest = scored("a (s-1)\n", "b (s-1)\n", "--compat", "2.4.12", "-o", "dtl", "stdout")
    line = "   with {:<32}100.0%   (   1)\n"
    assert line.format("substitions") in plain.out
    assert plain.out.replace(line.format("substitions"), line.format("substitutions")) == newest.out


@pytest.mark.parametrize("times", [1000, 1001])
def test_alternatives_in_alternatives_end_somewhere(scored: Callable[..., Answer], times: int) -> None:
    """The original takes a call for each and crashes at some depth."""
    text = f"{'{ a / ' * times}b {'} ' * times}(s-1)\n"
    answer = scored(text, "b (s-1)\n", "-o", "sum", "stdout")
    assert answer.code == (times > 1000)
    assert ("sclite: alternatives lie within others more than 1000 times" in answer.err) == (times > 1000)
